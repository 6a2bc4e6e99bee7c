"""Numbers and names of a generated text that stand in none of its sources.

A number is a run of digits, with points and commas within, whatever unit follows; it stands in a source that has it in
digits or, in English, in words. A name is a word of Latin letters with a capital that does not begin a sentence, a word
with a capital or a digit behind its first letter, or a run of three katakana or more. Names are compared without regard
to case. What is marked is a reason to look, not a fault: sources may say the same in other words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from alignment.transcripts.numbers import spoken_number
from alignment.types import AlignmentError

#: Digits within a word, as in GPT-4, are part of a name.
_NUMBER = re.compile(r"(?<![A-Za-z\d.])(?<![A-Za-z]-)\d+(?:[.,]\d+)*(?:(?:st|nd|rd|th|s)(?![A-Za-z\d]))?", re.ASCII)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*", re.ASCII)
#: Accents may be characters of their own.
_ACCENT = r"\u0300-\u036f"
_WORD = re.compile(rf"(?<![\w{_ACCENT}])[^\W\d_](?:[\w{_ACCENT}’'-]*[^\W_])?[{_ACCENT}]*")
_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]{3,}")
_ENDING = re.compile(r"(?:[.!?:…]['\"”’)]*|^|\n|[-•*–—]|[\"“(])\s*$")
#: Written with a capital wherever it stands.
_ALWAYS = frozenset({"i"})


def unsupported(text: str, sources: Iterable[str]) -> list[tuple[int, int]]:
    """(start, end) of each, in code points, ascending.

    Examples
    --------
    >>> unsupported("In 50 lectures, Osei found 36.", ["osei looked at thirty six lectures"])
    [(3, 5)]
    """
    sources = [_folded(source) for source in sources]
    joined = "\n".join(sources)
    numbers = {_plain(number) for number in _DIGITS.findall(joined)}
    spoken = f" {' '.join(re.findall(r'[a-z]+', joined))} "
    words = {word for source in sources for word in _parts(source)}
    katakana = set(_KATAKANA.findall(joined))
    marks = [
        match.span()
        for match in _NUMBER.finditer(text)
        if _plain(match.group()) not in numbers and not _is_spoken(match.group(), spoken)
    ]
    marks += [match.span() for match in _KATAKANA.finditer(text) if match.group() not in katakana]
    for match in _WORD.finditer(text):
        word = match.group()
        if _is_name(word, text[max(0, match.start() - 12) : match.start()]) and not _is_in(word, words):
            marks.append(match.span())
    return sorted(marks)


def _folded(text: str) -> str:
    """Without regard to case, to the width of letters and digits, and to how accents are written."""
    return unicodedata.normalize("NFKC", text).casefold().replace("\u0307", "")  # the dot that İ leaves


def _is_name(word: str, before: str) -> bool:
    if not word[0].isascii() and not word[0].isupper():
        return False
    if any(char.isupper() or char.isdigit() for char in word[1:]):
        return True
    return word[0].isupper() and word.casefold() not in _ALWAYS and not _ENDING.search(before)


def _is_in(word: str, words: set[str]) -> bool:
    folded = re.sub(r"[’']s$", "", _folded(word))
    if folded.split("’")[0].split("'")[0] in _ALWAYS or folded in words:
        return True
    parts = [part for part in re.split(r"[-’']", folded) if part]
    return bool(parts) and all(part in words for part in parts)


def _parts(source: str) -> Iterable[str]:
    for word in re.findall(r"\w[\w’'-]*", source):
        yield re.sub(r"[’']s?$", "", word)
        yield from re.split(r"[-’']", word)


def _plain(number: str) -> str:
    return re.sub(r"(?:st|nd|rd|th|s)$", "", re.sub(r",(?=\d{3}(?!\d))", "", number.casefold()))


def _is_spoken(number: str, spoken: str) -> bool:
    try:
        read: Sequence[str] = spoken_number(number)
    except AlignmentError:
        return False
    return f" {' '.join(re.findall(r'[a-z]+', ' '.join(read)))} " in spoken
