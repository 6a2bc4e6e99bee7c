"""The dictionaries that the lexical engine may use: tables in a folder of the site, and JMdict where it is installed.

A table called ``en-ja.tsv`` or ``en-ja.glossary.tsv`` is offered for pairs of these two languages, and turned for
pairs that go the other way; a table without languages in its name is offered for every pair, as it stands.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from alignment.lexical import Dictionary
from alignment.lexical.jmdict import database_path
from annotator.models import Pair
from annotator.platform.errors import ServiceError

AUTOMATIC, NONE, JMDICT = "auto", "none", "jmdict"
_LANGUAGES = re.compile(r"([a-z]{2,3})-([a-z]{2,3})(?:\.|$)")


def dictionary_choices(pair: Pair) -> tuple[str, ...]:
    """What the option `dictionary` may be for a pair: ``auto``, ``none``, ``jmdict``, and names of tables."""
    tables = [path.stem for path in _tables() if _direction(path.stem, pair) is not None]
    return (AUTOMATIC, NONE, *([JMDICT] if _has_jmdict(pair) else []), *tables)


def dictionary_for(pair: Pair, options: dict[str, Any]) -> Dictionary | None:
    """The dictionary that a run's options name; None leaves the choice to the engine.

    Raises ServiceError when the table is gone, AlignmentError naming its line when it cannot be read.
    """
    name = options.get("dictionary", AUTOMATIC)
    if name == AUTOMATIC or (name == JMDICT and _has_jmdict(pair)):
        return None  # the engine takes JMdict by itself where the languages are its own
    if name == NONE:
        return Dictionary({}, "none")
    path = next((path for path in _tables() if path.stem == name), None)
    direction = _direction(name, pair)
    if path is None or direction is None:
        raise ServiceError(f"The dictionary {name} is gone. Choose another.", code="dictionary_missing")
    table = _read(path, path.stat().st_mtime_ns)
    return table if direction > 0 else table.turned()


def dictionary_stamp(pair: Pair, options: dict[str, Any]) -> str:
    """What changes when the dictionary that a run's options name does: the same on every machine."""
    name = options.get("dictionary", AUTOMATIC)
    if name in (AUTOMATIC, JMDICT):
        return JMDICT if _has_jmdict(pair) else NONE
    path = next((path for path in _tables() if path.stem == name), None)
    return f"{name}:{_digest(path, path.stat().st_mtime_ns)}" if path else NONE


def _tables() -> list[Path]:
    folder = Path(settings.DICTIONARIES_DIR)
    return sorted(
        path for path in folder.glob("*.tsv") if path.is_file() and path.stem not in (AUTOMATIC, NONE, JMDICT)
    )


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> Dictionary:
    return Dictionary.from_tsv(path)


@lru_cache(maxsize=64)
def _digest(path: Path, changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def _languages(pair: Pair) -> tuple[str, str]:
    source, target = (
        document.language.lower().replace("_", "-").split("-")[0] for document in (pair.source, pair.target)
    )
    return source, target


def _direction(name: str, pair: Pair) -> int | None:
    """1 as it stands, -1 turned, None for other languages."""
    match = _LANGUAGES.match(name.lower())
    if match is None or match.groups() == _languages(pair):
        return 1
    return -1 if match.groups()[::-1] == _languages(pair) else None


def _has_jmdict(pair: Pair) -> bool:
    return set(_languages(pair)) == {"en", "ja"} and database_path() is not None
