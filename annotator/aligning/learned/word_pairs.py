"""Words that accepted rows teach: learned once for a project, two languages and a state of its gold, kept under
DATA_DIR, and used by all runs whose options ask for them.

Whoever needs them first learns them; others wait for that at a lock. A process keeps those that it used last.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import structlog
from django.conf import settings

from alignment.lexical import VERSION, LexicalOptions, WordPairs, learn_word_pairs
from alignment.types import AlignmentError
from annotator.aligning.learned.folders import make_private, prune
from annotator.aligning.training_texts import GoldStates, Languages, training_texts
from annotator.models import Pair, Project

log = structlog.get_logger()

#: Rows that are learned from, the newest: two seconds and some 230 MB. More than 500 gain nothing (docs/lexical.md).
MOST_ROWS = 5_000
#: Of the whole folder; of 5,000 rows some 200 kB.
MOST_BYTES = 100_000_000


def accepted_words(pair: Pair, options: LexicalOptions) -> WordPairs | None:
    """What rows teach that were accepted in other pairs with the languages of this one; None where there are none."""
    languages = pair.source.language, pair.target.language
    if not all(languages):
        return None
    fold, state = GoldStates(pair.project).of_pair(pair.pk, languages)
    if not state:
        return None
    about = f"{languages}|{fold}|{state}|{MOST_ROWS}|{options.signature()}|{VERSION}"
    path = _folder() / f"{pair.project_id}-{hashlib.sha256(about.encode()).hexdigest()[:24]}.npz"
    if (words := _kept(path)) is not None:
        return words
    with _alone(path):
        if (words := _kept(path)) is None:
            words = _learn(pair.project, languages, fold, options, path)
    return words


def _learn(project: Project, languages: Languages, fold: int | None, options: LexicalOptions, path: Path) -> WordPairs:
    rows = training_texts(project, languages, fold, MOST_ROWS)
    words = learn_word_pairs(rows, source_language=languages[0], target_language=languages[1], options=options)
    try:
        words.save(path)
        path.chmod(0o600)
        prune(path.parent, MOST_BYTES, lambda numbers: Project.objects.filter(pk__in=numbers))
    except OSError as error:
        log.warning("what accepted rows taught was not kept", project=project.pk, error=str(error))
    return words


def forget_words(project: int) -> None:
    """Of a talk that is erased, or of a project that is deleted: remove all that its rows taught, on this machine."""
    for path in _folder().glob(f"{project}-*.npz"):
        path.unlink(missing_ok=True)


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "learned-words"


def _kept(path: Path) -> WordPairs | None:
    try:
        os.utime(path)  # used now: among the last to be removed
        return _read(path)
    except FileNotFoundError:
        return None
    except (AlignmentError, OSError) as error:
        log.warning("what accepted rows taught cannot be read", path=path.name, error=str(error))
        return None


@lru_cache(maxsize=2)
def _read(path: Path) -> WordPairs:
    """A file of a name never changes."""
    return WordPairs.load(path)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process of this machine at a time; the same is learned twice at worst where the lock cannot be had."""
    make_private(path.parent)
    with (path.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
