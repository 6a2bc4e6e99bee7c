"""Words that are similar in both languages: identical, numbers, cognates, loan words in katakana.

The pairs found become prior counts of the translation table; EM keeps those that the alignment confirms.
Source: identical tokens and cognates as anchors, Simard et al. 1992; Levenshtein distance for similarity.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from alignment.lexical.kana import romaji
from alignment.lexical.model1 import Links
from alignment.lexical.tokens import Units

Floats = NDArray[np.float64]

#: Below these similarities, a pair of words is not an anchor.
COGNATE_FLOOR = 0.6
LOAN_FLOOR = 0.6
PART_FLOOR = 0.65
_SHORTEST = 4
_VOWELS = "aeiouy"
#: A word in katakana may be a compound of several. Its parts are searched for if it has this many characters and is
#: this much longer than the part, which has at least this many consonants.
_COMPOUND, _CLEARLY_LONGER, _CONSONANTS = 6, 1.3, 3
#: Weight of a part of a compound, relative to a whole word.
_PART = 0.5
_VOWEL_COST = 0.35
#: Sounds that Japanese does not distinguish, mapped to one letter in both spellings, longest first.
_SOUNDS = (
    ("tion", "shon"), ("sch", "sh"), ("tch", "ch"), ("igh", "ai"), ("ph", "f"), ("th", "s"), ("ck", "k"), ("qu", "ku"),
    ("wh", "h"), ("ce", "se"), ("ci", "shi"), ("cy", "si"), ("ge", "je"), ("gi", "ji"), ("ee", "i"), ("oo", "u"),
    ("ou", "au"), ("ea", "i"), ("x", "kus"), ("l", "r"), ("v", "b"), ("c", "k"), ("q", "k"), ("f", "h"),
)  # fmt: skip


def similarities(
    word: str,
    others: Sequence[str],
    codes: NDArray[np.int32],
    *,
    vowel_cost: float = 1.0,
    within: bool = False,
) -> Floats:
    """1 - weighted Levenshtein distance / weight of the longer word, against many words at once.

    codes : shape (n_others, longest), code points of others, 0 where they are shorter.
    vowel_cost : cost of inserting, deleting or replacing a vowel; every other edit costs 1.
    within : compare each of the others with the most similar part of the word, the distance divided by the weight of
        that other; 0 if the word is not clearly longer.
    """
    vowels = [ord(v) for v in _VOWELS]
    cost = np.where(np.isin(codes, vowels), vowel_cost, 1.0) * (codes > 0)
    row = np.concatenate((np.zeros((len(others), 1)), np.cumsum(cost, axis=1)), axis=1)
    weight = row[:, -1].copy()
    own = 0.0
    nearest = row[:, -1]
    for letter in word:
        letter_cost = vowel_cost if letter in _VOWELS else 1.0
        own += letter_cost
        # Replacing a vowel by a vowel has the cost of a vowel; any other replacement costs 1.
        exchange = np.where(codes == ord(letter), 0.0, np.maximum(cost, letter_cost))
        best = np.minimum(row[:, 1:] + letter_cost, row[:, :-1] + exchange)
        new = np.concatenate((row[:, :1] + (0.0 if within else letter_cost), best), axis=1)
        # Insertions run along the row: a running minimum of value - cumulated cost.
        along = np.concatenate((np.zeros((len(others), 1)), np.cumsum(cost, axis=1)), axis=1)
        row = np.minimum.accumulate(new - along, axis=1) + along
        nearest = np.minimum(nearest, row[:, -1])
    result: Floats
    if within:
        result = np.where(own >= _CLEARLY_LONGER * weight, 1.0 - nearest / np.maximum(weight, 1e-9), 0.0)
    else:
        result = 1.0 - row[:, -1] / np.maximum(np.maximum(weight, own), 1e-9)
    return result


def _codes(words: Sequence[str]) -> NDArray[np.int32]:
    longest = max(map(len, words), default=0)
    padded = "".join(word.ljust(longest, "\0") for word in words)
    return np.array([ord(c) for c in padded], dtype=np.int32).reshape(len(words), longest)


#: An r that no vowel follows only lengthens the vowel before it; kana write it as a long a.
_SILENT_R = re.compile(r"[aeiou]r+(?![aeiouyr])")
_DOUBLE = re.compile(r"(.)\1+")


def _sounds(word: str) -> str:
    word = _SILENT_R.sub("a", word)
    for spelling, sound in _SOUNDS:
        word = word.replace(spelling, sound)
    return _DOUBLE.sub(r"\1", word)


def _grams(word: str) -> set[str]:
    padded = f"^{word}"
    return {padded[k : k + 3] for k in range(max(1, len(padded) - 2))}


def cognates(source: Units, target: Units) -> Links:
    """Identical tokens and numbers (weight 1) and words spelled alike (their similarity, rescaled from the floor)."""
    first: list[int] = []
    second: list[int] = []
    weight: list[float] = []
    by_key = {key: number for number, key in enumerate(target.vocabulary)}
    for number, (key, text) in enumerate(zip(source.vocabulary, source.texts, strict=True)):
        if text and key in by_key:
            first.append(number)
            second.append(by_key[key])
            weight.append(1.0)
    postings: dict[str, list[int]] = defaultdict(list)
    texts = target.texts
    for number, text in enumerate(texts):
        if len(text) >= _SHORTEST and text.isalpha():
            for gram in _grams(text):
                postings[gram].append(number)
    lists = {gram: np.asarray(numbers) for gram, numbers in postings.items()}
    sizes = np.asarray([max(1, len(_grams(text))) for text in texts], dtype=np.float64)
    for number, text in enumerate(source.texts):
        if len(text) < _SHORTEST or not text.isalpha():
            continue
        grams = [lists[gram] for gram in _grams(text) if gram in lists]
        if not grams:
            continue
        shared = np.bincount(np.concatenate(grams), minlength=len(texts))
        likely = np.flatnonzero(2.0 * shared >= 0.34 * (len(_grams(text)) + sizes))
        if not len(likely):
            continue
        words = [texts[other] for other in likely]
        alike = similarities(text, words, _codes(words))
        for other, value in zip(likely, alike, strict=True):
            if value >= COGNATE_FLOOR and source.vocabulary[number] != target.vocabulary[other]:
                first.append(number)
                second.append(int(other))
                weight.append((float(value) - COGNATE_FLOOR) / (1.0 - COGNATE_FLOOR) * 0.9 + 0.1)
    return Links(np.asarray(first, np.int64), np.asarray(second, np.int64), np.asarray(weight, np.float64))


def loans(source: Units, target: Units) -> Links:
    """Words in katakana on one side and words in Latin letters that sound like them, or like a part, on the other."""
    forward = _loans_into(source, target)
    backward = _loans_into(target, source).turned()
    return Links(
        np.concatenate((forward.first, backward.first)),
        np.concatenate((forward.second, backward.second)),
        np.concatenate((forward.weight, backward.weight)),
    )


def _loans_into(latin: Units, japanese: Units) -> Links:
    words = [(n, text) for n, text in enumerate(latin.texts) if len(text) >= 3 and text.isascii() and text.isalpha()]
    kana = [(n, text) for n, text in enumerate(japanese.texts) if len(text) >= 3 and _is_katakana(text)]
    if not words or not kana:
        return Links(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    numbers = np.asarray([number for number, _ in words], dtype=np.int64)
    spoken = [_sounds(text) for _, text in words]
    long_enough = np.asarray([sum(c not in _VOWELS for c in word) >= _CONSONANTS for word in spoken])
    codes = _codes(spoken)
    first: list[NDArray[np.int64]] = []
    second: list[NDArray[np.int64]] = []
    weights: list[Floats] = []
    for number, text in kana:
        sounds = _sounds(romaji(text))
        alike = similarities(sounds, spoken, codes, vowel_cost=_VOWEL_COST)
        weight = np.where(alike >= LOAN_FLOOR, (alike - LOAN_FLOOR) / (1.0 - LOAN_FLOOR) * 0.9 + 0.1, 0.0)
        if len(text) >= _COMPOUND:
            inside = similarities(sounds, spoken, codes, vowel_cost=_VOWEL_COST, within=True)
            part = (inside - PART_FLOOR) / (1.0 - PART_FLOOR) * _PART + 0.1
            weight = np.where((weight == 0.0) & long_enough & (inside >= PART_FLOOR), part, weight)
        positions = np.flatnonzero(weight)
        first.append(numbers[positions])
        second.append(np.full(len(positions), number, dtype=np.int64))
        weights.append(weight[positions])
    return Links(np.concatenate(first), np.concatenate(second), np.concatenate(weights))


def _is_katakana(text: str) -> bool:
    return all("\u30a1" <= c <= "\u30ff" for c in text)
