"""Porter's stemmer, in the form that ROUGE's Python programs use.

Source: M. F. Porter 1980, An algorithm for suffix stripping, with the corrections he published later (``-bli``,
``-logi``) and those of NLTK that rouge-score inherits (short words in ``-ies`` and ``-ied``, ``-y`` after a consonant,
``-fulli``, a few irregular words), so that scores are comparable.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

_IRREGULAR = {
    "sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news",
    "inning": "inning", "innings": "inning", "outing": "outing", "outings": "outing", "canning": "canning",
    "cannings": "canning", "howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip

_STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"), ("fulli", "ful"),
)  # fmt: skip
_STEP_3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a lower-case English word.

    >>> [stem(word) for word in ("alignments", "aligned", "relational", "happy", "ties")]
    ['align', 'align', 'relat', 'happi', 'tie']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    for step in (_step_1a, _step_1b, _step_1c, _step_2, _step_3, _step_4, _step_5):
        word = step(word)
    return word


def _is_consonant(word: str, position: int) -> bool:
    letter = word[position]
    if letter in "aeiou":
        return False
    return letter != "y" or position == 0 or not _is_consonant(word, position - 1)


def _measure(stem: str) -> int:
    """The number of times that a vowel sequence is followed by a consonant sequence."""
    kinds = [_is_consonant(stem, position) for position in range(len(stem))]
    return sum(not before and after for before, after in pairwise(kinds))


def _has_vowel(stem: str) -> bool:
    return any(not _is_consonant(stem, position) for position in range(len(stem)))


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _is_consonant(word, len(word) - 1)


def _ends_cvc(word: str) -> bool:
    n = len(word)
    if n == 2:
        return not _is_consonant(word, 0) and _is_consonant(word, 1)
    if n < 3 or word[-1] in "wxy":
        return False
    return _is_consonant(word, n - 3) and not _is_consonant(word, n - 2) and _is_consonant(word, n - 1)


def _step_1a(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _step_1b(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix):
            rest = word.removesuffix(suffix)
            if not _has_vowel(rest):
                return word
            if rest.endswith(("at", "bl", "iz")):
                return rest + "e"
            if _ends_double(rest):
                return rest if rest[-1] in "lsz" else rest[:-1]
            return rest + "e" if _measure(rest) == 1 and _ends_cvc(rest) else rest
    return word


def _step_1c(word: str) -> str:
    ends = word.endswith("y") and len(word) > 2 and _is_consonant(word, len(word) - 2)
    return word[:-1] + "i" if ends else word


def _step_2(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _step_2(word[:-2])
    if word.endswith("logi") and not word.endswith(tuple(suffix for suffix, _ in _STEP_2)):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _replace(word, _STEP_2)


def _step_3(word: str) -> str:
    return _replace(word, _STEP_3)


def _step_4(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            rest = word.removesuffix(suffix)
            fits = _measure(rest) > 1 and (suffix != "ion" or rest[-1] in "st")
            if fits or suffix != "ion":
                return rest if fits else word
    return word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        rest = word[:-1]
        if _measure(rest) > 1 or (_measure(rest) == 1 and not _ends_cvc(rest)):
            word = rest
    if word.endswith("ll") and _measure(word[:-1]) > 1:
        word = word[:-1]
    return word


def _replace(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    for suffix, replacement in rules:
        if word.endswith(suffix):
            rest = word.removesuffix(suffix)
            return rest + replacement if _measure(rest) > 0 else word
    return word
