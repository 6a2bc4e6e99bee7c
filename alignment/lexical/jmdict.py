"""JMdict, the Japanese-English dictionary, from the database of the `jamdict-data` package (an extra).

JMdict is the property of the Electronic Dictionary Research and Development Group (https://www.edrdg.org).
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from alignment.lexical.dictionary import Dictionary, content_words, substrings
from alignment.types import AlignmentError

_VERB_OR_ADJECTIVE = re.compile(r"\bverb\b|^adjective \(keiyoushi\)")
#: A verb's or adjective's last kana inflects: 食べる is searched for as 食べ.
_INFLECTED = "うくぐすつぬぶむるい"


def database_path() -> Path | None:
    """The database of the `jamdict-data` package; None if the extra is not installed."""
    try:
        import jamdict_data  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    path = Path(jamdict_data.JAMDICT_DB_PATH)
    return path if path.is_file() else None


def jmdict(japanese: Sequence[str], database: str | Path | None = None) -> Dictionary:
    """English to Japanese, from JMdict: only the forms that occur in the Japanese texts given.

    database : path of a jamdict database; by default that of the `jamdict-data` package (`pip install jamdict-data`).
    A gloss of several words gives each of its content words, with the weight divided among them.
    Raises AlignmentError if there is no database.
    """
    path = Path(database) if database is not None else database_path()
    if path is None or not path.is_file():
        raise AlignmentError("JMdict is not installed: pip install jamdict-data, or give a dictionary as a table")
    written, glosses = _jmdict(str(path))
    pieces = substrings(japanese, min(12, max(map(len, written))))
    entries: dict[str, dict[str, float]] = defaultdict(dict)
    for form in sorted(pieces & written.keys()):
        for entry in written[form]:
            for word, weight in glosses.get(entry, ()):
                entries[word][form] = max(weight, entries[word].get(form, 0.0))
    return Dictionary(dict(entries), "jmdict")


@lru_cache(maxsize=1)
def _jmdict(path: str) -> tuple[dict[str, list[int]], dict[int, list[tuple[str, float]]]]:
    """Written form -> entries, and entry -> English words with weights."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        kanji = connection.execute("SELECT idseq, text FROM Kanji").fetchall()
        kana = connection.execute("SELECT idseq, text FROM Kana").fetchall()
        inflected = {
            entry
            for entry, text in connection.execute("SELECT s.idseq, p.text FROM pos p JOIN Sense s ON s.ID = p.sid")
            if _VERB_OR_ADJECTIVE.search(text)
        }
        usually_kana = {
            entry
            for (entry,) in connection.execute(
                "SELECT s.idseq FROM misc m JOIN Sense s ON s.ID = m.sid WHERE m.text LIKE '%using kana alone%'"
            )
        }
        rows = connection.execute(
            "SELECT s.idseq, g.text FROM SenseGloss g JOIN Sense s ON s.ID = g.sid WHERE g.lang = 'eng'"
        ).fetchall()
    written: dict[str, list[int]] = defaultdict(list)
    with_kanji = {entry for entry, _ in kanji}
    for entry, text in kanji:
        for form in _forms(text, entry in inflected):
            written[form].append(entry)
    for entry, text in kana:
        # Short kana are far more often particles and parts of words than the dictionary's word.
        if len(text) >= 3 and (entry not in with_kanji or entry in usually_kana):
            for form in _forms(text, entry in inflected):
                if len(form) >= 3:
                    written[form].append(entry)
    glosses: dict[int, dict[str, float]] = defaultdict(dict)
    for entry, text in rows:
        words = content_words(re.sub(r"\([^)]*\)", " ", text))
        for word in words:
            glosses[entry][word] = max(1.0 / len(words), glosses[entry].get(word, 0.0))
    return dict(written), {entry: list(row.items()) for entry, row in glosses.items()}


def _forms(text: str, inflects: bool) -> tuple[str, ...]:
    if inflects and len(text) > 1 and text[-1] in _INFLECTED:
        return text, text[:-1]
    return (text,)
