"""A small built-in dictionary of very common words, and language guessing with it.

``common_words.tsv`` was written by hand for this project: some 550 meanings (numbers, calendar, pronouns, connectives,
countries, units, the commonest nouns, verbs and adjectives) in English, German, French, Spanish, Japanese and Chinese.
Any two of its columns form a dictionary; it contains no technical terms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from alignment.lexical.dictionary import Dictionary
from alignment.lexical.tokens import plain
from alignment.types import AlignmentError

_TABLE = Path(__file__).with_name("common_words.tsv")
#: Inflectional endings of short forms; longer forms share the prefix that the engine compares.
_ENDINGS = {
    "en": "s es ed d ing er ly",
    "de": "e en er es em n s t st te ten",
    "fr": "s e es x r nt",
    "es": "s es o a os as n",
}
#: Words that identify a language but are too frequent to be evidence for an alignment.
_GLUE = {
    "en": "the a an of to for from by on at it",
    "de": "der die das den dem des ein eine einen einem von zu für aus auf an bei im es",
    "fr": "le la les l un une de des du d à au aux pour par sur en",
    "es": "el la los las un una de del al a para por en",
}
#: A guess needs at least this many words, this share of them known, and this lead over any other language.
_FEWEST, _SHARE, _AHEAD = 15, 0.2, 1.2
#: Units read for a guess.
_MOST_READ = 500
_KANA, _HAN = re.compile(r"[\u3041-\u309f\u30a1-\u30ff]"), re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=1)
def _table() -> dict[str, list[list[str]]]:
    """Language -> for each meaning its forms."""
    lines = [line for line in _TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    languages = lines[0].split("\t")
    columns: dict[str, list[list[str]]] = {language: [] for language in languages}
    for number, line in enumerate(lines[1:], start=1):
        cells = line.split("\t")
        if len(cells) != len(languages):
            raise AlignmentError(f"{_TABLE} meaning {number}: {len(cells)} columns, expected {len(languages)}")
        for language, cell in zip(languages, cells, strict=True):
            columns[language].append([form for form in cell.split(",") if form])
    return columns


def languages() -> tuple[str, ...]:
    """The languages that have common words, as two-letter codes."""
    return tuple(_table())


@lru_cache(maxsize=8)
def common_words(source: str, target: str) -> Dictionary | None:
    """The common words of two different languages (two-letter codes); None if either has none."""
    table = _table()
    if source == target or source not in table or target not in table:
        return None
    entries: dict[str, dict[str, float]] = {}
    for forms, others in zip(table[source], table[target], strict=True):
        for form in forms:
            for other in others:
                entries.setdefault(plain(form), {})[plain(other)] = 1.0
    return Dictionary(entries, f"{source}-{target}", endings=(endings(source), endings(target)))


def endings(language: str) -> frozenset[str]:
    """The inflectional endings of short forms of a language (two-letter code), where they are known."""
    return frozenset(_ENDINGS.get(language, "").split())


def guess_language(texts: Sequence[str]) -> str | None:
    """The language of a text among those with common words; None if the text is too short or it is too close to call.

    Kana is Japanese and Han without kana Chinese; between the others the share of known words decides.

    >>> guess_language(["Der Mann ging in die Stadt,", "und die Frau kam mit dem Kind aus dem Haus, weil es warm war."])
    'de'
    """
    text = " ".join(texts[:_MOST_READ])
    kana, han, letters = len(_KANA.findall(text)), len(_HAN.findall(text)), sum(map(str.isalpha, text))
    if letters and kana + han > letters / 2:
        return "ja" if kana > 0.05 * (kana + han) else "zh"
    counts = Counter(_WORD.findall(plain(text)))
    total = sum(counts.values())
    if total < _FEWEST:
        return None
    known = sorted(((sum(counts[word] for word in _words(language)), language) for language in _ENDINGS), reverse=True)
    (most, best), (second, _) = known[0], known[1]
    return best if most >= _SHARE * total and most >= _AHEAD * second else None


@lru_cache(maxsize=8)
def _words(language: str) -> frozenset[str]:
    return frozenset(plain(form) for forms in [_GLUE[language].split(), *_table()[language]] for form in forms)
