"""When two spellings are the same: of a person's name, of a title, of a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_WORDS = re.compile(r"[^\W_]+")
#: Before a name or after it; not part of it.
_TITLES = frozenset(
    "dr prof professor mr mrs ms miss sir dame doctor さん 氏 先生 教授 博士 様".split()  # noqa: SIM905
)
#: Long vowels and umlauts, as they are written without marks: Ohno and Ono, Mueller and Muller.
_LONG = ((re.compile(r"o[uo]|oh(?![aeiou])|oe"), "o"), (re.compile(r"u[ue]|ue"), "u"), (re.compile(r"a[ae]"), "a"))
_LATIN = re.compile(r"[a-z]+")


def plain(text: str) -> str:
    """Letters and digits alone, in words: without case, width, punctuation and how spaces fall."""
    return " ".join(_WORDS.findall(unicodedata.normalize("NFKC", text).casefold()))


@lru_cache(maxsize=10_000)
def speaker_key(name: str) -> str:
    """The same for spellings of one name: in any case and width, with either part first, with or without marks.

    >>> speaker_key("Ōno, Yūko") == speaker_key("Yuuko OHNO") == speaker_key("Dr Yuko Ono")
    True

    Empty without a letter. A name in two scripts is two names.
    """
    words = []
    for word in plain(name).split():
        if word in _TITLES:
            continue
        bare = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
        if _LATIN.fullmatch(bare):
            for pattern, short in _LONG:
                bare = pattern.sub(short, bare)
            words.append(bare)
        else:
            words.append(word)  # a mark on a kana is part of it
    return " ".join(sorted(words))


def n_speakers(names: Iterable[str]) -> int:
    """How many speakers these names are; spellings of one count once, and a name without a letter is nobody's."""
    return len({key for name in names if (key := speaker_key(name))})
