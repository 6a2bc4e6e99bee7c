"""Who may invite authors, and answer for one."""

from __future__ import annotations

from annotator.people.roles import ADMINS, ANYONE, CURATORS, EVERY_ROLE, Rules, resource

RULES: Rules = {
    "authors": {
        **dict.fromkeys(("retrieve", "export"), CURATORS),
        **dict.fromkeys(("wordings", "listed", "check", "invite", "act"), ADMINS),
    },
    "invitations": resource(CURATORS, ADMINS, ratings=CURATORS),
    "rate": {"retrieve": ANYONE, "partial_update": ANYONE, "paper": ANYONE},
    "rating-tasks": resource(
        CURATORS,
        ADMINS,
        **dict.fromkeys(
            ("samples", "sound", "picture", "raters", "trial", "results", "human_means", "export"), CURATORS
        ),
        **dict.fromkeys(
            (
                "sources",
                "draw",
                "set_samples",
                "set_sound",
                "set_picture",
                "add_raters",
                "count_rater",
                "letter",
                "invite",
                "mail",
            ),
            ADMINS,
        ),
    ),
    # Whoever was chosen for a task: `annotator/authors/permissions.py`.
    "my-ratings": dict.fromkeys(("chosen", "retrieve", "begin", "rate", "sound", "picture"), EVERY_ROLE),
    "rater": dict.fromkeys(("retrieve", "begin", "rate", "hear", "sound", "picture"), ANYONE),
}
