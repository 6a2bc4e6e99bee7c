"""What a text is looked for by: words where a script separates them, single characters where it does not.

Case, compatibility forms (full-width letters, ligatures), vowel signs of Arabic and Hebrew, and everything that is
neither letter nor digit nor symbol make no difference. Offsets are code points of the text as it was imported.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple


class Word(NamedTuple):
    """`alone`: a character of a script without spaces, or a symbol such as an emoji."""

    text: str
    start: int
    end: int
    alone: bool


_ASCII = re.compile(r"[A-Za-z0-9]+")
#: The page has the same (tests/contract/spaceless). Hangul is among them: a Korean word carries its particles, and
#: would be found in one form only.
_SPACELESS = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)
_TATWEEL = "\u0640"
_EMPTY = frozenset("\u0640\ufe0e\ufe0f")
#: Written after a letter and part of it, though they are no combining marks: half-width voicing, later parts of a
#: Korean syllable.
_HALF_WIDTH_VOICING = frozenset("\uff9e\uff9f")


def words_of(text: str) -> list[Word]:
    """The words of a text, in order. Linear in the text.

    >>> [word.text for word in words_of("It's 満潮!")]
    ['it', 's', '満', '潮']
    """
    if text.isascii():
        return [Word(match[0].lower(), *match.span(), False) for match in _ASCII.finditer(text)]
    words: list[Word] = []
    letters: list[str] = []
    begin = at = 0

    def end_word() -> None:
        if letters:
            words.append(Word("".join(letters), begin, at, False))
            letters.clear()

    while at < len(text):
        after = at + 1
        while after < len(text) and _continues(text[after]):
            after += 1
        letter, is_symbol = _folded(text[at:after] if after - at < 16 else text[at : at + 16])
        if letter is None:
            end_word()
        elif is_symbol or (letter and _SPACELESS.match(letter)):
            end_word()
            words += [Word(one, at, after, True) for one in ([letter] if is_symbol else letter)]
        elif letter:
            if not letters:
                begin = at
            letters.append(letter)
        at = after
    end_word()
    return words


@lru_cache(1 << 14)
def _continues(character: str) -> bool:
    """Whether a character belongs to the one before it."""
    return (
        unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")
        or character in _HALF_WIDTH_VOICING
        or "\u1160" <= character <= "\u11ff"
    )


@lru_cache(1 << 15)
def _folded(cluster: str) -> tuple[str | None, bool]:
    """What a character with its marks is looked for by, and whether it is a symbol; None where a word ends."""
    form = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster).casefold())
    # The vowels of Arabic and Hebrew have combining classes 10 to 36; other marks make another letter.
    form = "".join(
        c for c in form if not (10 <= unicodedata.combining(c) <= 36 or c in _EMPTY or unicodedata.category(c) == "Cf")
    )
    if not form:  # a mark without a letter, a soft hyphen: it does not end the word that it is in
        return "", False
    category = unicodedata.category(form[0])
    if category[0] in "LN":
        return form, False
    if category == "So" or (category == "Sk" and form[0] >= "\U00010000"):
        return form[0], True
    return ("", False) if category[0] == "M" else (None, False)


def grams_of(words: Sequence[Word]) -> set[str]:
    """All that the index holds of a text: its words, its single characters, and each two of them in succession."""
    grams = {word.text for word in words}
    for one, two in pairwise(words):
        if one.alone and two.alone:
            grams.add(one.text + two.text)
    return grams


def sought(words: Sequence[Word], most: int) -> set[str]:
    """Grams that a text with these words in succession must hold: at most so many, the most telling first."""
    grams: list[str] = []
    for index, word in enumerate(words):
        before, after = index > 0 and words[index - 1].alone, index + 1 < len(words) and words[index + 1].alone
        if not word.alone:
            grams.append(word.text)
        elif after:
            grams.append(word.text + words[index + 1].text)
        elif not before:
            grams.append(word.text)
    # Long words are rare, and what is rare leaves little to read.
    return set(sorted(dict.fromkeys(grams), key=len, reverse=True)[:most])


def keys_of(project_id: int, grams: Iterable[str]) -> list[int]:
    """Numbers of 32 bits (signed) that stand for grams in the texts of one project.

    Two grams may have the same number: what is found by them is compared with the text.
    """
    return sorted({zlib.crc32(f"{project_id}:{gram}".encode()) - (1 << 31) for gram in grams})


def occurrences(words: Sequence[Word], wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Start and end of each place where the wanted words stand in succession, without overlaps."""
    if not wanted:
        return []
    spans: list[tuple[int, int]] = []
    n, index = len(wanted), 0
    while index + n <= len(words):
        if words[index].text == wanted[0] and all(words[index + k].text == wanted[k] for k in range(1, n)):
            spans.append((words[index].start, words[index + n - 1].end))
            index += n
        else:
            index += 1
    return spans
