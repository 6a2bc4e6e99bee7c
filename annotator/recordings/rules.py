"""Who may do what with recordings: recognitions and checks of transcripts, segments and clips."""

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
        "rare_words": EVERY_ROLE,
        "peaks": EVERY_ROLE,
        "make_peaks": WORKERS,
        "segments": EVERY_ROLE,
        "set_segments": WORKERS,
        "cut_segments": ADMINS,
        "clips": EVERY_ROLE,
        "clips_file": EVERY_ROLE,
        "m3av": EVERY_ROLE,
        "make_clips": ADMINS,
        "remove_clips": ADMINS,
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
