"""Timed words, and the normaliser: which words of two transcripts count as equal.

A normaliser is a list of rules, each with a sentence that a page can show. It turns words into tokens and never loses
the place of a token in the words it came from: `Token.word` is the position of the word, `Token.start` and `end` are
code points in it. In languages without spaces a token is a character.

Japanese and Chinese numerals are compared as they are written: 3 and 三 are different tokens, and so are kanji and the
kana of their reading.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from alignment.text import is_spaceless, primary_language
from alignment.transcripts.numbers import spoken_number
from alignment.types import AlignmentError


@dataclass(frozen=True, slots=True)
class Word:
    """A word as a recogniser wrote it. start, end : seconds; the end is not included."""

    text: str
    start: float
    end: float


class Token(NamedTuple):
    """What is compared. word : position of the word it is from. start, end : code points in that word."""

    text: str
    word: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A step of a normaliser. name : for code. text : a sentence for people."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Normaliser:
    """The rules of a language, in the order in which they act.

    unit : ``word``, or ``character`` for languages without spaces.
    """

    name: str
    rules: tuple[Rule, ...]
    unit: str

    def has(self, rule: Rule) -> bool:
        return rule in self.rules


WIDTH = Rule(
    "width", "Full-width and half-width characters, ligatures and composed accents are the same (Unicode NFKC)."
)
CASE = Rule("case", "Capital letters are lower case.")
PUNCTUATION = Rule(
    "punctuation", "Punctuation is dropped; a hyphen separates words, an apostrophe inside a word stays."
)
MARKS = Rule("marks", "Punctuation and spaces are dropped.")
NUMBERS = Rule("numbers", "Numbers in digits are read out: 36 is thirty six, 1995 is nineteen ninety five.")
SIGNS = Rule("signs", "Signs are read out: % is percent, & is and, $5 is five dollars.")
CHARACTERS = Rule("characters", "Each character is compared by itself; a run of Latin letters or digits is one.")

#: By language; ``""`` is for every other one.
NORMALISERS: Mapping[str, Normaliser] = {
    "en": Normaliser("English", (WIDTH, CASE, NUMBERS, SIGNS, PUNCTUATION), "word"),
    "ja": Normaliser("Japanese", (WIDTH, CASE, MARKS, CHARACTERS), "character"),
    "zh": Normaliser("Chinese", (WIDTH, CASE, MARKS, CHARACTERS), "character"),
    "": Normaliser("Any language", (WIDTH, CASE, PUNCTUATION), "word"),
    "spaceless": Normaliser("Any language without spaces", (WIDTH, CASE, MARKS, CHARACTERS), "character"),
}


def normaliser_of(language: str | None) -> Normaliser:
    """The normaliser of a language, given as a BCP 47 tag.

    >>> normaliser_of("en-GB").name, normaliser_of("th").unit, normaliser_of(None).name
    ('English', 'character', 'Any language')
    """
    code = primary_language(language)
    if code in NORMALISERS:
        return NORMALISERS[code]
    return NORMALISERS["spaceless" if is_spaceless(code) else ""]


def normalise(words: Sequence[Word] | Sequence[str] | str, language: str | None) -> list[Token]:
    """The tokens of words, in order; a word can give none, one or several.

    words : timed words, their texts, or a text, which is cut at white space.

    >>> " ".join(token.text for token in normalise("In 1995, we’d a Pocket-based 3.5% CD4", "en"))
    "in nineteen ninety five we'd a pocket based three point five percent cd four"
    >>> normalise(["Ｆ１値は、", "高い"], "ja")[:2]
    [Token(text='f', word=0, start=0, end=1), Token(text='1', word=0, start=1, end=2)]
    """
    rules = normaliser_of(language)
    texts: Sequence[Word | str] = words.split() if isinstance(words, str) else words
    return [
        Token(text, position, start, end)
        for position, word in enumerate(texts)
        for text, start, end in _tokens(word if isinstance(word, str) else word.text, rules)
    ]


def spread(text: str, start: float, end: float, language: str | None = None) -> list[Word]:
    """The words of a text with times, for a segment of which only its own are known: by the length of each word.

    In languages without spaces each character is a word. Raises AlignmentError where the segment ends before it starts.

    >>> spread("a cat", 2.0, 4.0)
    [Word(text='a', start=2.0, end=2.5), Word(text='cat', start=2.5, end=4.0)]
    """
    if not (math.isfinite(start) and math.isfinite(end)) or end < start:
        raise AlignmentError(f"a segment from {start} to {end} s; expected seconds, and an end after the start")
    texts = [char for char in text if not char.isspace()] if is_spaceless(language or "") else text.split()
    total = sum(map(len, texts))
    words: list[Word] = []
    before = 0
    for each in texts:
        after = before + len(each)
        words.append(
            Word(
                each,
                start + (end - start) * before / total,
                end if after == total else start + (end - start) * after / total,
            )
        )
        before = after
    return words


def joined(texts: Sequence[str]) -> str:
    """Words as a text: a space between two of them, except between characters that are written without.

    >>> joined(["the", "音声", "認識", "system"])
    'the 音声認識 system'
    """
    pieces: list[str] = []
    last = ""
    for text in texts:
        if not text:
            continue
        if pieces and not (is_cjk(last) and is_cjk(text[0])):
            pieces.append(" ")
        pieces.append(text)
        last = text[-1]
    return "".join(pieces)


def is_cjk(character: str) -> bool:
    """Whether a character is Han, kana or a mark that is set among them; lines that meet there join without a space.

    >>> [is_cjk(each) for each in "語ア。Ａa가"]
    [True, True, True, True, False, False]
    """
    return bool(_CJK.match(character))


def check_words(words: Sequence[Word], name: str) -> None:
    """Raises AlignmentError, naming the word, for times that are no numbers, end before they start or descend."""
    before = -math.inf
    for number, word in enumerate(words, start=1):
        if not (math.isfinite(word.start) and math.isfinite(word.end)):
            raise AlignmentError(f"{name}, word {number}: its times are {word.start} and {word.end}; expected seconds")
        if word.end < word.start:
            raise AlignmentError(f"{name}, word {number} ends ({word.end:g} s) before it starts ({word.start:g} s)")
        if word.start < before:
            raise AlignmentError(
                f"{name}, word {number} starts ({word.start:g} s) before the one in front of it ({before:g} s)"
            )
        before = word.start


_CJK = re.compile(
    "[\u2e80-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
#: Marks that change the character before them, and have no class of their own: half-width (han)dakuten.
_VOICED = "\uff9e\uff9f"
_APOSTROPHES = "'’ʼ＇"
_WORD = re.compile(r"L+(?:'L+)*")
_NUMBER = re.compile(r"\$?D+(?:,DDD(?!D))*(?:\.D+)?(?:-(?=[a-z]))?")
_CURRENCIES = {"$": ("dollar", "dollars"), "€": ("euro", "euros"), "£": ("pound", "pounds")}
_SIGNS = {"%": ("percent",), "&": ("and",), "+": ("plus",), "=": ("equals",)}


class _Character(NamedTuple):
    text: str
    start: int
    end: int


def _tokens(word: str, rules: Normaliser) -> Iterator[tuple[str, int, int]]:
    characters = list(_characters(word))
    if rules.unit == "character":
        yield from _by_character(characters)
    else:
        yield from _by_word(characters, rules)


def _characters(word: str) -> Iterator[_Character]:
    """The characters of a word in NFKC and lower case, each with the code points it is from."""
    at = 0
    while at < len(word):
        end = at + 1
        while end < len(word) and (unicodedata.combining(word[end]) or word[end] in _VOICED):
            end += 1
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word[at:end]).lower())
        for character in folded:
            yield _Character("'" if character in _APOSTROPHES else character, at, end)
        at = end


def _kind(character: str) -> str:
    """One letter for each character, so that patterns can be matched on a text of kinds."""
    if character in "0123456789":
        return "D"
    if character in "'.,$-%&+=":
        return character
    if character in _CURRENCIES:
        return "$"
    return "L" if unicodedata.category(character)[0] in "LMN" else " "


def _by_character(characters: Sequence[_Character]) -> Iterator[tuple[str, int, int]]:
    """A token for each character; runs of Latin letters, and of digits, are one."""
    run: list[_Character] = []

    def kind(character: str) -> str:
        if character in "0123456789":
            return "digit"
        return "latin" if character.isalpha() and ("a" <= character <= "z" or character < "\u0250") else ""

    def close() -> Iterator[tuple[str, int, int]]:
        if run:
            yield "".join(each.text for each in run), run[0].start, run[-1].end
            run.clear()

    for each in characters:
        if run and (not kind(each.text) or kind(each.text) != kind(run[-1].text)):
            yield from close()
        if kind(each.text):
            run.append(each)
        elif (unicodedata.category(each.text)[0] == "M" and not run) or unicodedata.category(each.text)[0] in "LN":
            yield each.text, each.start, each.end
    yield from close()


def _by_word(characters: Sequence[_Character], rules: Normaliser) -> Iterator[tuple[str, int, int]]:
    text = "".join(each.text for each in characters)
    kinds = "".join(_kind(character) for character in text)
    reads_numbers, reads_signs = rules.has(NUMBERS), rules.has(SIGNS)
    if not reads_numbers:
        kinds = kinds.replace("D", "L")
    at = 0
    while at < len(kinds):
        matcher: Callable[[str, int], re.Match[str] | None]
        matcher = _WORD.match if kinds[at] == "L" else _NUMBER.match
        match = matcher(kinds, at) if kinds[at] in "LD$" else None
        if match is None:
            if reads_signs:
                for token in _SIGNS.get(text[at], ()):
                    yield token, characters[at].start, characters[at].end
            at += 1
            continue
        start, end = match.span()
        place = characters[start].start, characters[end - 1].end
        if kinds[at] == "L":
            yield text[start:end], *place
            at = end
            continue
        suffix = re.match(r"(?:st|nd|rd|th|s)(?![a-z])", text[end:]) if text[start:end].isdecimal() else None
        if suffix:
            end += suffix.end()
            place = place[0], characters[end - 1].end
        amount = text[start:end].lstrip("$€£")
        tokens = spoken_number(amount)
        if kinds[at] == "$":
            tokens = [*tokens, _CURRENCIES[text[at]][amount != "1"]] if reads_signs else tokens
        yield from ((token, *place) for token in tokens)
        at = end
