"""The names and terms of a talk: words that its recognisers capitalise, and rare words of its papers and slides.

A first pass can go through the masks that have one alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from alignment.text import is_spaceless, primary_language
from alignment.transcripts.words import Word

#: Of a talk.
MOST_TERMS = 10_000
_SENTENCE_ENDS = re.compile(r"[.!?…:][\"'”’»)\]]*$")
_ALWAYS_CAPITAL = re.compile(r"I(?:['’].*)?\W*$")
#: Where nouns have capitals, a capital says nothing; and a recogniser says nothing by it that has more than this share.
_NOUNS_HAVE_CAPITALS = ("de", "lb")
_MOST_CAPITALS = 1 / 3


@dataclass(frozen=True, slots=True)
class Heard:
    """words : of a recognition. spoken : each as it is read out. breaks : where its lines begin."""

    words: Sequence[Word]
    spoken: Sequence[str]
    breaks: Sequence[int]


def terms_of(recognitions: Iterable[Heard], rare_words: Iterable[str], language: str) -> list[str]:
    """Spoken words that are rare words of the papers and slides, or mostly have a capital inside of sentences; none in
    languages that are compared by characters."""
    if is_spaceless(language or ""):
        return []
    found = dict.fromkeys(rare_words)
    if primary_language(language or "") not in _NOUNS_HAVE_CAPITALS:
        for heard in recognitions:
            found |= dict.fromkeys(_names(heard))
    return list(found)[:MOST_TERMS]


def _names(heard: Heard) -> list[str]:
    begins = {0, *heard.breaks}
    capitals, others = Counter[str](), Counter[str]()
    for at, (word, spoken) in enumerate(zip(heard.words, heard.spoken, strict=True)):
        if at in begins or _SENTENCE_ENDS.search(heard.words[at - 1].text) or _ALWAYS_CAPITAL.match(word.text):
            continue
        has_capital = next((letter for letter in word.text if letter.isalpha()), "").isupper()
        (capitals if has_capital else others).update(spoken.split())
    if capitals.total() > _MOST_CAPITALS * (capitals.total() + others.total()):
        return []
    return [token for token, n in capitals.items() if n > others[token]]


def has_term(readings: Iterable[str | None], terms: frozenset[str]) -> bool:
    """Whether what is shown of a mask has one: of a planted mask, too, its shown readings alone decide."""
    return any(not terms.isdisjoint(reading.split()) for reading in readings if reading)
