"""The written form of spoken words by rule: numbers in digits, percent signs, capitals of names. For English.

Spoken is what error rates count, written is what people read; every written word keeps the range of the spoken words
that it stands for, so that a page can mark what a rule changed, and keep both in step. Sentences and their punctuation
cannot be told from words, and are not made here.

On the 595 segments of M3AV's development talks, whose written form other programs made, P and R of numbers in digits
are .83 and .56 by these rules, .76 and .80 with the names of slides and papers; .51 and .76 by text2num 3.1, .65 and
.56 by wetext 0.1 (44 MB). NeMo's own grammars need pynini, 410 MB, and minutes to start.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignment.text import primary_language
from alignment.transcripts.numbers import ONES, SCALES, TENS, ordinal_of, spoken_number
from alignment.transcripts.words import joined, normalise

#: Rule -> a sentence for people.
RULES: Mapping[str, str] = {
    "number": "Numbers from ten on are in digits: thirty six is 36. Smaller ones stay words.",
    "decimal": "Decimals are in digits: three point five is 3.5.",
    "year": "Years are in digits: nineteen ninety five is 1995.",
    "ordinal": "Ordinals from tenth on are in digits: twenty first is 21st.",
    "percent": "A number before percent is in digits: five percent is 5%.",
    "scale": "Millions and more keep their word: two million is 2 million.",
    "pronoun": "The pronoun I is a capital.",
    "name": "Names are written as on the slides and in the paper.",
}

#: Numbers below it stay words.
_LEAST = 10
#: Spoken words of a name: those of CD4 are two.
_MOST_SPOKEN = 5
_DIGITS = re.compile(
    r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d|,\d)|\d+(?:\.\d+)?(?:st|nd|rd|th|s)?(?!\w|,\d))", re.ASCII
)


@dataclass(frozen=True, slots=True)
class WrittenWord:
    """spoken : first position of the spoken words that it stands for, and the one after the last.

    rule : a key of `RULES`; None where the word is as it was spoken.
    """

    text: str
    spoken: tuple[int, int]
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """The written form. Its words' ranges follow each other and cover all spoken words."""

    words: tuple[WrittenWord, ...]

    @property
    def text(self) -> str:
        return joined([word.text for word in self.words])


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Words for digits in a spoken text. start, end : code points."""

    start: int
    end: int
    text: str


def available(language: str | None) -> tuple[bool, str]:
    """Whether there are rules for a language, with a sentence for people."""
    if primary_language(language) == "en":
        return True, "Numbers, percent and names are written by rule"
    return False, "There are rules for English only: the written form starts as the spoken one"


def write(words: Sequence[str], language: str | None, *, names: Mapping[str, str] | None = None) -> Written:
    """The written form of spoken words; in a language without rules the words as they are.

    names : spoken words, joined by a space -> as written, such as `written_names` collects. Applied in every language.

    >>> write("in nineteen ninety five i saw thirty six percent".split(), "en").text
    'in 1995 I saw 36%'
    >>> write("over two million views in four groups".split(), "en").words[1:3]
    (WrittenWord(text='2', spoken=(1, 2), rule='scale'), WrittenWord(text='million', spoken=(2, 3), rule=None))
    """
    is_english = available(language)[0]
    lower = [word.lower() for word in words]
    names = names or {}
    result: list[WrittenWord] = []
    at = 0
    while at < len(words):
        named = _named(lower, at, names)
        if named is not None:
            end, text = named
            result.append(WrittenWord(text, (at, end), "name" if [text] != words[at:end] else None))
            at = end
            continue
        number = _number(lower, at) if is_english else None
        if number is not None:
            result += number
            at = number[-1].spoken[1]
            continue
        text = words[at]
        if is_english and (lower[at] == "i" or lower[at].startswith("i'")):
            text = "I" + words[at][1:]
        result.append(WrittenWord(text, (at, at + 1), "pronoun" if text != words[at] else None))
        at += 1
    return Written(tuple(result))


def written_names(texts: Iterable[str], language: str | None = "en") -> dict[str, str]:
    """How slides and papers write names: words with a capital in them that never occur in lower case.

    Words with a capital at the start only count inside of a sentence, and not in headings, where most words have one.
    Of several forms the most frequent is taken. The keys are names as they are spoken.

    >>> written_names(["We thank NIAMS and Rutgers for CD4 cells. The results thank nobody."])
    {'niams': 'NIAMS', 'rutgers': 'Rutgers', 'cd four': 'CD4'}
    """
    forms: dict[str, Counter[str]] = {}
    lower: set[str] = set()
    for text in texts:
        for line in text.splitlines():
            starts = True
            is_heading = 2 * sum(word[0].isupper() for word in line.split()) > len(line.split())
            for word in line.split():
                bare = word.strip(".,;:!?()[]\"“”'’")
                if bare.replace("-", "").isalnum() and any(char.isupper() for char in bare):
                    has_first_only = bare[0].isupper() and bare[1:].islower()
                    if not (has_first_only and (starts or is_heading)):
                        spoken = " ".join(token.text for token in normalise(bare, language))
                        forms.setdefault(spoken, Counter())[bare] += 1
                elif bare:
                    lower.add(bare)
                starts = word.endswith((".", "!", "?", ":"))
    return {
        spoken: max(counts.items(), key=lambda each: (each[1], each[0]))[0]
        for spoken, counts in forms.items()
        if len(spoken) > 1 and spoken not in lower
    }


def spell_digits(text: str, language: str | None) -> list[Suggestion]:
    """Words for each number in digits that somebody typed into a spoken text; none in languages without rules.

    >>> spell_digits("about 2 of 4,800", "en")
    [Suggestion(start=6, end=7, text='two'), Suggestion(start=11, end=16, text='four thousand eight hundred')]
    """
    if not available(language)[0]:
        return []
    suggestions: list[Suggestion] = []
    for match in _DIGITS.finditer(text):
        suggestions.append(Suggestion(match.start(), match.end(), " ".join(spoken_number(match[0]))))
    return suggestions


_ONE = {word: value for value, word in enumerate(ONES)}
_TEN = {word: 10 * value for value, word in enumerate(TENS) if word}
_SCALE = {word: 1000**power for power, word in enumerate(SCALES) if word}
_ORDINAL = {ordinal_of(word): word for word in (*_ONE, *_TEN, *_SCALE, "hundred")}
_DECADE = {word[:-1] + "ies": value for word, value in _TEN.items()}


def _named(words: Sequence[str], at: int, names: Mapping[str, str]) -> tuple[int, str] | None:
    """The longest name that begins at a position: where it ends, and how it is written."""
    for end in range(min(len(words), at + _MOST_SPOKEN), at, -1):
        text = names.get(" ".join(words[at:end]))
        if text is not None:
            return end, text
    return None


def _number(words: Sequence[str], at: int) -> list[WrittenWord] | None:
    """The written words of the number that begins at a position; None where none does, or it stays in words."""
    for parse in (_year, _decimal, _ordinal, _whole):
        found = parse(words, at)
        if found is not None:
            return found
    return None


def _year(words: Sequence[str], at: int) -> list[WrittenWord] | None:
    century, end = _below_hundred(words, at)
    if century is None or not 11 <= century <= 20:
        return None
    if end < len(words) and words[end] in _DECADE:
        return [WrittenWord(f"{century}{_DECADE[words[end]]}s", (at, end + 1), "year")]
    if end + 1 < len(words) and words[end] in ("oh", "o") and 0 < _ONE.get(words[end + 1], 0) < 10:
        return [WrittenWord(f"{century}0{_ONE[words[end + 1]]}", (at, end + 2), "year")]
    rest, last = _below_hundred(words, end)
    if rest is None or not 10 <= rest <= 99 or (last < len(words) and words[last] in ("hundred", *_SCALE)):
        return None
    return [WrittenWord(f"{century}{rest:02}", (at, last), "year")]


def _decimal(words: Sequence[str], at: int) -> list[WrittenWord] | None:
    whole, end = _cardinal(words, at)
    if whole is None or end >= len(words) or words[end] != "point":
        return None
    digits = ""
    last = end + 1
    while last < len(words):
        value, following = _below_hundred(words, last)
        if value is None or (digits and value > 9):
            break
        digits += str(0 if value is None else value)
        last = following
    digits = digits.replace(" ", "")
    if not digits:
        return None
    return _with_unit(words, f"{whole:,}.{digits}", at, last, "decimal")


def _ordinal(words: Sequence[str], at: int) -> list[WrittenWord] | None:
    end = at
    while end < len(words) and (words[end] in _ONE or words[end] in _TEN or words[end] in ("hundred", "and", *_SCALE)):
        end += 1
    if end >= len(words) or words[end] not in _ORDINAL:
        return None
    value, last = _cardinal([*words[at:end], _ORDINAL[words[end]]], 0)
    if value is None or last != end - at + 1 or value < _LEAST:
        return None
    tail = "th" if 10 <= value % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return [WrittenWord(f"{value:,}{tail}", (at, end + 1), "ordinal")]


def _whole(words: Sequence[str], at: int) -> list[WrittenWord] | None:
    # A round number of millions keeps its word; thousands are spelled out in digits.
    head, middle = _below_thousand(words, at)
    if head is not None and middle < len(words) and _SCALE.get(words[middle], 0) > 1000:
        following = _below_thousand(words, middle + 1)[0]
        if following is None:
            return [WrittenWord(str(head), (at, middle), "scale"), WrittenWord(words[middle], (middle, middle + 1))]
    value, end = _cardinal(words, at)
    if value is None:
        return None
    has_percent = end < len(words) and words[end] == "percent"
    if value < _LEAST and not has_percent:
        return None
    is_year = 2000 <= value <= 2099 and end - at <= 4
    return _with_unit(words, str(value) if is_year else f"{value:,}", at, end, "number")


def _with_unit(words: Sequence[str], text: str, at: int, end: int, rule: str) -> list[WrittenWord]:
    if end < len(words) and words[end] == "percent":
        return [WrittenWord(f"{text}%", (at, end + 1), "percent")]
    return [WrittenWord(text, (at, end), rule)]


def _cardinal(words: Sequence[str], at: int) -> tuple[int | None, int]:
    """The whole number that begins at a position, and where it ends; None where none does."""
    total, end = 0, at
    least_scale: int | None = None
    while True:
        part, following = _below_thousand(words, _after_and(words, end) if least_scale else end)
        if part is None:
            break
        scale = _SCALE.get(words[following], 1) if following < len(words) else 1
        if least_scale is not None and scale >= least_scale:
            break
        total += part * scale
        end, least_scale = following + (scale > 1), scale
        if scale == 1:
            break
    return (None, at) if least_scale is None else (total, end)


def _below_thousand(words: Sequence[str], at: int) -> tuple[int | None, int]:
    value, end = _below_hundred(words, at)
    if value is None or end >= len(words) or words[end] != "hundred" or value == 0:
        return value, end
    rest, last = _below_hundred(words, _after_and(words, end + 1))
    return (100 * value, end + 1) if rest is None else (100 * value + rest, last)


def _below_hundred(words: Sequence[str], at: int) -> tuple[int | None, int]:
    if at >= len(words):
        return None, at
    if words[at] in _ONE:
        return _ONE[words[at]], at + 1
    if words[at] not in _TEN:
        return None, at
    one = _ONE.get(words[at + 1], 0) if at + 1 < len(words) else 0
    return (_TEN[words[at]] + one, at + 2) if 1 <= one <= 9 else (_TEN[words[at]], at + 1)


def _after_and(words: Sequence[str], at: int) -> int:
    """The position after an "and" inside of a number: two hundred and five."""
    is_inside = at + 1 < len(words) and words[at] == "and" and _below_hundred(words, at + 1)[0] is not None
    return at + 1 if is_inside else at
