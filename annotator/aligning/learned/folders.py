"""Folders of what engines have learned: private, bounded, and gone with what it was learned for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db.models import QuerySet


def make_private(folder: Path) -> None:
    """Make a folder that only we can read: it has the words of unpublished texts."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)  # what earlier versions left open too


def prune(folder: Path, most_bytes: int, alive: Callable[[set[int]], QuerySet[Any]]) -> None:
    """Remove the files of what is gone, then the least recently used beyond the limit.

    Names begin with the number of what a file belongs to. alive : of such numbers, the rows that there are.
    """
    files = [(path, status) for path in folder.glob("[0-9]*-*.npz") if (status := _status(path))]
    numbers = {path: int(path.name.split("-")[0]) for path, _ in files}
    there = set(alive(set(numbers.values())).values_list("pk", flat=True))
    total = 0
    for path, status in sorted(files, key=lambda each: each[1].st_mtime_ns, reverse=True):
        total += status.st_size
        if numbers[path] not in there or total > most_bytes:
            path.unlink(missing_ok=True)


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:  # another process was quicker
        return None
