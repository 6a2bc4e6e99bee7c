"""Models learned by runs of the lexical engine, stored under DATA_DIR: learning takes seconds, reading tenths.

A file holds arrays and JSON, never pickled objects. The folder is bounded: the files used least recently go first, and
a file that is gone is learned again when somebody realigns.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import structlog
from django.conf import settings

from alignment import lexical
from alignment.types import AlignmentError
from annotator.aligning.learned.folders import make_private, prune
from annotator.models import AlignmentRun

log = structlog.get_logger()

#: Of the whole folder; a pair of 5,000 lines takes some 2 MB.
MOST_BYTES = 500_000_000


def remember(run: AlignmentRun, learned: lexical.Prepared) -> None:
    """Keep what a run learned where every process finds it. Best effort: it can be learned again."""
    path = _path(run)
    try:
        make_private(path.parent)
        lexical.save(learned, path)
        path.chmod(0o600)
        forget_gone_runs()
    except OSError as error:
        log.warning("what a run learned was not kept", run=run.pk, error=str(error))


def forget_gone_runs() -> None:
    """Remove what runs learned that are gone, and the least recently used beyond the limit, on this machine."""
    prune(_folder(), MOST_BYTES, lambda numbers: AlignmentRun.objects.filter(pk__in=numbers))


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


def matched_words(run: AlignmentRun) -> lexical.MatchedWords | None:
    """What a run learned of words; None where it learned none, or nothing is kept. The last few are in memory."""
    path = _path(run)
    try:
        os.utime(path)
        return _words_in(path)
    except FileNotFoundError:
        return None
    except (AlignmentError, OSError) as error:
        log.warning("what a run learned cannot be read", run=run.pk, error=str(error))
        return None


@lru_cache(maxsize=4)
def _words_in(path: Path) -> lexical.MatchedWords:
    return lexical.MatchedWords(lexical.load(path, scored=False))


def has(run: AlignmentRun) -> bool:
    """Whether what the run learned is kept."""
    return _path(run).exists()


def _path(run: AlignmentRun) -> Path:
    """Of this run and no other that once had its number, as the engine's version writes it."""
    name = f"{run.pk}-{run.created_at.timestamp():.6f}-{lexical.VERSION}.npz"
    return _folder() / name


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "learned"
