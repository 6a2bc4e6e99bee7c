"""Models learned by runs of the lexical engine, stored under DATA_DIR: learning takes seconds, reading tenths.

A file holds arrays and JSON, never pickled objects. The folder is bounded: the files used least recently go first, and
a file that is gone is learned again when somebody realigns.
"""

from __future__ import annotations

import os
from pathlib import Path

import structlog
from django.conf import settings

from alignment import lexical
from alignment.types import AlignmentError
from annotator.models import AlignmentRun

log = structlog.get_logger()

#: Of the whole folder; a pair of 5,000 lines takes some 2 MB.
MOST_BYTES = 500_000_000


def remember(run: AlignmentRun, learned: lexical.Prepared) -> None:
    """Keep what a run learned where every process finds it. Best effort: it can be learned again."""
    path = _path(run)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.parent.chmod(0o700)  # what earlier versions left open too: it has the words of unpublished texts
        lexical.save(learned, path)
        path.chmod(0o600)
        _prune(path.parent)
    except OSError as error:
        log.warning("what a run learned was not kept", run=run.pk, error=str(error))


def recall(run: AlignmentRun) -> lexical.Prepared | None:
    """The model that a run learned; None if none is stored for this version of the engine."""
    path = _path(run)
    try:
        learned = lexical.load(path)
        os.utime(path)  # used now: among the last to be removed
    except FileNotFoundError:
        return None
    except (AlignmentError, OSError) as error:
        log.warning("what a run learned cannot be read", run=run.pk, error=str(error))
        return None
    return learned


def has(run: AlignmentRun) -> bool:
    """Whether what the run learned is kept."""
    return _path(run).exists()


def _path(run: AlignmentRun) -> Path:
    """Of this run and no other that once had its number, as the engine's version writes it."""
    name = f"{run.pk}-{run.created_at.timestamp():.6f}-{lexical.VERSION}.npz"
    return Path(settings.DATA_DIR) / "learned" / name


def _prune(folder: Path) -> None:
    """Remove the files of runs that are gone, then the least recently used beyond the limit."""
    files = [(path, status) for path in folder.glob("[0-9]*-*.npz") if (status := _status(path))]
    numbers = {path: int(path.name.split("-")[0]) for path, _ in files}
    alive = set(AlignmentRun.objects.filter(pk__in=set(numbers.values())).values_list("pk", flat=True))
    total = 0
    for path, status in sorted(files, key=lambda each: each[1].st_mtime_ns, reverse=True):
        total += status.st_size
        if numbers[path] not in alive or total > MOST_BYTES:
            path.unlink(missing_ok=True)


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:  # another process was quicker
        return None
