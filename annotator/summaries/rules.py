"""Who may do what with summaries, their evaluation and training."""

from __future__ import annotations

from annotator.people.roles import ADMINS, CURATORS, EVERY_ROLE, JUDGES_OF_GOLD, WORKERS, Rules, resource

RULES: Rules = {
    "summaries": {
        "list": JUDGES_OF_GOLD,
        "overview": JUDGES_OF_GOLD,
        "export": JUDGES_OF_GOLD,
        "create": CURATORS,
        "cancel": CURATORS,
    },
    "summary-sets": resource(JUDGES_OF_GOLD, ADMINS),
    "rouge-tables": resource(JUDGES_OF_GOLD, ADMINS, cancel=ADMINS, papers=JUDGES_OF_GOLD, export=JUDGES_OF_GOLD),
    "slides-tables": resource(
        JUDGES_OF_GOLD,
        ADMINS,
        basis=JUDGES_OF_GOLD,
        cancel=ADMINS,
        talks=JUDGES_OF_GOLD,
        cuts=JUDGES_OF_GOLD,
        export=JUDGES_OF_GOLD,
    ),
    "slides-predictions": resource(JUDGES_OF_GOLD, ADMINS),
    "generation-runs": resource(
        JUDGES_OF_GOLD,
        ADMINS,
        **dict.fromkeys(("texts", "export"), JUDGES_OF_GOLD),
        **dict.fromkeys(("outlook", "materials", "bring", "cancel", "go_on", "again"), ADMINS),
    ),
    "tunings": resource(JUDGES_OF_GOLD, ADMINS, basis=JUDGES_OF_GOLD, cancel=ADMINS, use=ADMINS, export=JUDGES_OF_GOLD),
    "training-sets": resource(JUDGES_OF_GOLD, CURATORS, file=JUDGES_OF_GOLD),
    "trained-models": resource(JUDGES_OF_GOLD, CURATORS, file=JUDGES_OF_GOLD, summary=JUDGES_OF_GOLD),
    "pairs": {
        "passages": EVERY_ROLE,
        "find_passages": ADMINS,
        "set_passages": ADMINS,
        "remove_passages": ADMINS,
        "answer_passages": WORKERS,
    },
    "runs": dict.fromkeys(("summary", "summary_sheet", "summary_file"), EVERY_ROLE),
    "reviews": dict.fromkeys(("summary", "summary_sheet", "summary_file"), EVERY_ROLE),
}
