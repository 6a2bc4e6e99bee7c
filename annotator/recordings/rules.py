"""Who may do what with recognitions and checks of transcripts."""

from __future__ import annotations

from annotator.people.roles import ADMINS, EVERY_ROLE, WORKERS, Rules

RULES: Rules = {
    "documents": {
        "recognitions": EVERY_ROLE,
        "add_recognition": ADMINS,
        "transcript_check": EVERY_ROLE,
        "make_check": ADMINS,
        "remove_check": ADMINS,
        "store_check": ADMINS,
        "peaks": EVERY_ROLE,
        "make_peaks": WORKERS,
    },
    "recognitions": {"destroy": ADMINS},
    "transcripts": {
        "retrieve": ADMINS,
        "set_policy": ADMINS,
        "queue": WORKERS,
        "claim": WORKERS,
    },
    "passes": {
        "retrieve": WORKERS,
        "operations": WORKERS,
        "submit": WORKERS,
        "release": WORKERS,
        "judge": ADMINS,
        "planted": ADMINS,
    },
}
