"""Who may do what with assignments, probes and agreement, and see the overview."""

from __future__ import annotations

from annotator.people.roles import ADMINS, CURATORS, EVERY_ROLE, SIGNED_IN, WORKERS, Rules, resource

RULES: Rules = {
    "assignment-policy": resource(EVERY_ROLE, ADMINS),
    "assignments": dict.fromkeys(
        (
            "retrieve",
            "counts",
            "choices",
            "workload",
            "stuck",
            "assign",
            "reassign",
            "withdraw",
            "prioritise",
            "unstick",
            "undo",
        ),
        ADMINS,
    ),
    "queue": {"retrieve": WORKERS, "progress": WORKERS, "next": WORKERS, "claim": WORKERS, "languages": WORKERS},
    "slots": {"list": SIGNED_IN, "skip": WORKERS, "release": WORKERS},
    "probe-policy": dict.fromkeys(("retrieve", "update"), ADMINS),
    "probes": dict.fromkeys(("retrieve", "missed"), ADMINS),
    "person-work": {
        "own": WORKERS,
        **dict.fromkeys(
            ("retrieve", "foreseen", "set_aside", "bring_back", "pause", "leaving", "remove", "take_back"), ADMINS
        ),
    },
    "spot-checks": {
        "retrieve": WORKERS,
        "draw": ADMINS,
        "judge": CURATORS,
        "decide": CURATORS,
        "reopen": CURATORS,
        "destroy": ADMINS,
    },
    "training": {
        **dict.fromkeys(("retrieve", "update", "offered", "foreseen", "take", "write", "change", "destroy"), ADMINS),
        **dict.fromkeys(("decide", "trial", "try_row"), ADMINS),
        **dict.fromkeys(("own", "latest", "begin", "answer", "differ"), WORKERS),
    },
    "agreement": dict.fromkeys(("retrieve", "people", "talks", "months", "rows", "export"), CURATORS),
    "projects": {"stages": EVERY_ROLE, "quality": CURATORS},
}
