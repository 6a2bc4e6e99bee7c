"""English numbers, from digits to words and back.

Numbers are read out as speakers at conferences do: 1995 as a year (nineteen ninety five), 2010 as twenty ten, 2005 as
two thousand five, decimals digit by digit. Which reading a speaker chose cannot be known from digits, so that two
transcripts of one number can still differ.
"""

from __future__ import annotations

import re

from alignment.types import AlignmentError

ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SCALES = ("", "thousand", "million", "billion", "trillion")
_IRREGULAR = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
#: More digits than these are read out one by one.
_MAX_DIGITS = 3 * len(SCALES)
_NUMBER = re.compile(r"(\d[\d,]*)(?:\.(\d+))?(st|nd|rd|th|s)?", re.ASCII)


def spoken_number(text: str) -> list[str]:
    """The words of a number in ASCII digits, with thousands' commas, decimals, or an ordinal's or plural's ending.

    Raises AlignmentError for what is no such number.

    >>> [" ".join(spoken_number(text)) for text in ("4,800", "0.05", "21st", "1990s")]
    ['four thousand eight hundred', 'zero point zero five', 'twenty first', 'nineteen nineties']
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise AlignmentError(f"{text[:40]!r} is no number in digits; expected 36, 4,800, 3.5 or 21st")
    whole, decimals, ending = match.groups()
    digits = whole.replace(",", "")
    if len(digits) > _MAX_DIGITS or (len(digits) > 1 and digits[0] == "0"):
        words = [ONES[int(digit)] for digit in digits]
    elif len(whole) == 4 and decimals is None and ending in (None, "s") and _is_year(int(digits)):
        words = _year(int(digits))
    else:
        words = cardinal(int(digits))
    if decimals is not None:
        words = [*words, "point", *(ONES[int(digit)] for digit in decimals)]
    if ending == "s":
        words = [*words[:-1], _plural(words[-1])]
    elif ending:
        words = [*words[:-1], ordinal_of(words[-1])]
    return words


def cardinal(number: int) -> list[str]:
    """The words of a whole number from 0 on, without "and".

    >>> " ".join(cardinal(1_002_015))
    'one million two thousand fifteen'
    """
    if not 0 <= number < 10**_MAX_DIGITS:
        raise AlignmentError(f"{number} cannot be read out; expected 0 to {10**_MAX_DIGITS - 1}")
    if number < 20:
        return [ONES[number]]
    words: list[str] = []
    for power in range(len(SCALES) - 1, -1, -1):
        part = number // 1000**power % 1000
        if part >= 100:
            words += [ONES[part // 100], "hundred"]
        if part % 100 >= 20:
            words.append(TENS[part % 100 // 10])
            part = part % 10
        if part % 100:
            words.append(ONES[part % 100])
        if power and number // 1000**power % 1000:
            words.append(SCALES[power])
    return words


def ordinal_of(word: str) -> str:
    """The ordinal of the last word of a number.

    >>> ordinal_of("one"), ordinal_of("twenty"), ordinal_of("hundred")
    ('first', 'twentieth', 'hundredth')
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    return word[:-1] + "ieth" if word.endswith("y") else word + "th"


def _plural(word: str) -> str:
    if word.endswith("y"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith("x") else "s")


def _is_year(number: int) -> bool:
    return 1100 <= number <= 2099 and number % 1000 != 0


def _year(number: int) -> list[str]:
    century, rest = divmod(number, 100)
    if rest == 0:
        return [*cardinal(century), "hundred"]
    if 2000 < number < 2010:
        return cardinal(number)
    return [*cardinal(century), *(["oh"] if rest < 10 else []), *cardinal(rest)]
