"""Compiled files that a full disk cut short: this Python takes them for whole and fails on each later start."""

from __future__ import annotations

import shutil
from pathlib import Path

#: What Python says when it reads one.
SIGNS = ("marshal data too short", "bad marshal data", "in marshal data", "EOF read where")


def looks_cut_short(output: str) -> bool:
    return any(sign in output for sign in SIGNS)


def remove_all(root: Path) -> None:
    """Remove the compiled files of a checkout and of its ``.venv``; Python makes them again."""
    for folder in (root / "annotator", root / "alignment", root / "tests", root / ".venv"):
        for cache in sorted(folder.rglob("__pycache__")):
            shutil.rmtree(cache, ignore_errors=True)
