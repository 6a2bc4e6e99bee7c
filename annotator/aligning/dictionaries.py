"""The dictionaries that the lexical engine may use: files in a folder of the site, those of extras that are installed,
and the project's glossary.

A file called ``en-ja.tsv`` or ``en-ja.glossary.tbx`` is offered for pairs of these two languages, and turned for pairs
that go the other way; FreeDict's own names are understood. A file without languages in its name is offered for every
pair, as it stands.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db.models import Count, Max

from alignment.lexical import Dictionary, read_dictionary
from alignment.lexical.cedict import cedict_path
from alignment.lexical.dictionary_files import SUFFIXES
from alignment.lexical.jmdict import database_path
from alignment.text import primary_language
from annotator.corpus.glossary import terms_for
from annotator.models import Pair
from annotator.platform.errors import ServiceError

AUTOMATIC, NONE = "auto", "none"
#: Dictionaries of extras: their languages, and where they are.
_EXTRAS: Mapping[str, tuple[frozenset[str], Callable[[], Path | None]]] = MappingProxyType(
    {"jmdict": (frozenset({"en", "ja"}), database_path), "cedict": (frozenset({"en", "zh"}), cedict_path)}
)
_LANGUAGES = re.compile(r"(?:freedict-)?([a-z]{2,3})-([a-z]{2,3})(?:\.|$)")


def dictionary_choices(pair: Pair) -> tuple[str, ...]:
    """What the option `dictionary` may be for a pair: ``auto``, ``none``, names of extras, and names of files."""
    files = [name for name in _files() if _direction(name, pair) is not None]
    extra = _extra_of(pair)
    return (AUTOMATIC, NONE, *([extra] if extra else []), *files)


def dictionary_for(pair: Pair, options: dict[str, Any]) -> Dictionary | None:
    """The dictionary that a run's options name; None leaves the choice to the engine.

    Raises ServiceError when the file is gone, AlignmentError naming its line when it cannot be read.
    """
    name = options.get("dictionary", AUTOMATIC)
    if name == AUTOMATIC or (name in _EXTRAS and name == _extra_of(pair)):
        return None  # the engine takes that of an extra by itself
    if name == NONE:
        return Dictionary({}, "none")
    path, direction = _files().get(name), _direction(name, pair)
    if path is None or direction is None:
        raise ServiceError(f"The dictionary {name} is gone. Choose another.", code="dictionary_missing")
    languages = _languages(pair)
    if direction > 0:
        return _read(path, path.stat().st_mtime_ns, languages)
    return _read(path, path.stat().st_mtime_ns, languages[::-1]).turned()


def glossary_for(pair: Pair, options: dict[str, Any]) -> Dictionary | None:
    """The project's terms in the languages of a pair, unless the run leaves them out; those it forbids are not used."""
    if not options.get("glossary", False):
        return None
    terms = terms_for(pair.project, pair.source.language, pair.target.language).values_list("source", "targets")
    # A star at the end stands for any ending, which the engine allows for anyway.
    pairs = [(source.strip("* "), target.strip("* ")) for source, targets in terms for target in targets]
    pairs = [(source, target) for source, target in pairs if source and target]
    return Dictionary.from_pairs(pairs, "glossary") if pairs else None


def dictionary_stamp(pair: Pair, options: dict[str, Any]) -> str:
    """What changes when the dictionaries of a run do: the same on every machine."""
    return f"{_stamp_of_file(pair, options)}|{_stamp_of_glossary(pair, options)}"


def _stamp_of_file(pair: Pair, options: dict[str, Any]) -> str:
    name = options.get("dictionary", AUTOMATIC)
    if name == AUTOMATIC or name in _EXTRAS:
        return _extra_of(pair) or NONE
    path = _files().get(name)
    return f"{name}:{_digest(path, path.stat().st_mtime_ns)}" if path else NONE


def _stamp_of_glossary(pair: Pair, options: dict[str, Any]) -> str:
    if not options.get("glossary", False):
        return NONE
    terms = terms_for(pair.project, pair.source.language, pair.target.language)
    about = terms.aggregate(n=Count("pk"), changed=Max("changed_at"))
    return f"{about['n']} terms of {about['changed']}" if about["n"] else NONE


def _files() -> dict[str, Path]:
    """By what people call them; of two of the same name, the first in the order of the alphabet."""
    files: dict[str, Path] = {}
    for path in sorted(Path(settings.DICTIONARIES_DIR).glob("*")):
        suffix = next((suffix for suffix in SUFFIXES if path.name.endswith(suffix)), None)
        if suffix is not None and path.is_file():
            name = path.name.removesuffix(suffix)
            if name not in (AUTOMATIC, NONE, *_EXTRAS):
                files.setdefault(name, path)
    return files


@lru_cache(maxsize=8)
def _read(path: Path, changed: int, languages: tuple[str, str]) -> Dictionary:
    return read_dictionary(path, *languages)


@lru_cache(maxsize=64)
def _digest(path: Path, changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def _languages(pair: Pair) -> tuple[str, str]:
    return primary_language(pair.source.language), primary_language(pair.target.language)


def _direction(name: str, pair: Pair) -> int | None:
    """1 as it stands, -1 turned, None for other languages."""
    match = _LANGUAGES.match(name.lower())
    if match is None:
        return 1
    languages = primary_language(match[1]), primary_language(match[2])
    if languages == _languages(pair):
        return 1
    return -1 if languages[::-1] == _languages(pair) else None


def _extra_of(pair: Pair) -> str | None:
    """The dictionary for the languages of a pair that is installed."""
    languages = frozenset(_languages(pair))
    return next((name for name, (known, path) in _EXTRAS.items() if known == languages and path() is not None), None)
