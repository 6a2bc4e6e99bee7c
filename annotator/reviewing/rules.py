"""Who may do what with pairs and reviews, and read whose."""

from __future__ import annotations

from annotator.models import Role
from annotator.people.roles import ADMINS, CURATORS, EVERY_ROLE, JUDGES_OF_GOLD, SIGNED_IN, WORKERS, Rules, resource

RULES: Rules = {
    "pairs": resource(EVERY_ROLE, ADMINS, runs=SIGNED_IN, text_changes=EVERY_ROLE),
    "reviews": resource(
        EVERY_ROLE,
        WORKERS,
        content=EVERY_ROLE,
        changes=EVERY_ROLE,
        operations=WORKERS,
        history=EVERY_ROLE,
        send_back=CURATORS,
        comments=EVERY_ROLE,
        comment=WORKERS,
        realign=WORKERS,
        realignment=WORKERS,
        cancel_realignment=WORKERS,
        next_pair=EVERY_ROLE,
        memory=EVERY_ROLE,
        matched_words=EVERY_ROLE,
        why_gold=CURATORS,
        key_sentences=EVERY_ROLE,
        corrections=EVERY_ROLE,
        correct=WORKERS,
        withdraw_correction=WORKERS,
    ),
    "comments": {"list": SIGNED_IN, "partial_update": WORKERS},
    "guidelines": {
        "retrieve": EVERY_ROLE,
        "version": EVERY_ROLE,
        "template": ADMINS,
        "save": ADMINS,
        "discard": ADMINS,
        "publish": ADMINS,
        "usage": ADMINS,
    },
    "adjudications": dict.fromkeys(("list", "counts", "create", "retrieve", "compare_again"), CURATORS),
    "concordance": {"retrieve": EVERY_ROLE},
    "runs": {"comparison": EVERY_ROLE},
}

#: Whose reviews a role reads besides its own. Annotators see only their own, so that a second judgement is blind.
READERS: dict[str, frozenset[Role]] = {"any_review": CURATORS, "submitted_review": JUDGES_OF_GOLD}
