"""The words of slides and talks that are compared: content words, in English by their stems."""

from __future__ import annotations

from typing import NamedTuple

from alignment.metrics.porter import stem
from alignment.text import has_letter_or_digit, is_content, tokenize


class Word(NamedTuple):
    """key : what is compared. text : as it stands, in lower case."""

    key: str
    text: str


def words_of(text: str) -> list[Word]:
    """The content words of a text, in order; the parts of hyphenated ones.

    >>> [word.key for word in words_of("The speakers like two-column slides.")]
    ['speaker', 'like', 'two', 'column', 'slide']
    """
    return [
        Word(stem(part) if part.isascii() and part.isalpha() else part, part)
        for token in tokenize(text)
        for part in (token.split("-") if "-" in token else (token,))
        if is_content(part) and has_letter_or_digit(part)
    ]


def content_words(text: str, *, keep_positions: bool = False) -> list[str]:
    """What is compared of each content word; with `keep_positions` also an empty text for each other word."""
    if not keep_positions:
        return [word.key for word in words_of(text)]
    found: list[str] = []
    for token in tokenize(text):
        if has_letter_or_digit(token):
            found += [word.key for word in words_of(token)] or [""]
    return found
