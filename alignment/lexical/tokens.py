"""Split text of any script into weighted tokens, without a model.

Words are runs of letters and marks; numbers are normalised. Scripts that are written without spaces (Han, kana, Thai
and the like) are split where the script changes. A run of Han becomes its overlapping pairs and single characters,
which suit co-occurrence statistics. If a lexicon of forms is given, its forms are matched first, longest form first.
Tokens have weights, so that overlapping ones do not count twice.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from alignment.lexical.boundaries import boundaries
from alignment.text import count_characters

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005\u3007\U00020000-\U0003ffff"
_HIRAGANA = r"\u3041-\u309f"
_KATAKANA = r"\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
_UNSPACED = r"\u0e00-\u0edf\u1000-\u109f\u1780-\u17ff"
_EAST = f"{_HAN}{_HIRAGANA}{_KATAKANA}"
_TOKEN = re.compile(
    rf"(?P<number>\d+(?:[.,:\u2019' ]?\d+)*)|(?P<east>[{_EAST}]+)|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<word>[^\W\d_{_EAST}{_UNSPACED}]+)|(?P<mark>[^\w\s])"
)
_SCRIPTS = re.compile(rf"(?P<han>[{_HAN}]+)|(?P<hiragana>[{_HIRAGANA}]+)|(?P<katakana>[{_KATAKANA}]+)|(?P<unspaced>.+)")
_CONTINUOUS = re.compile(rf"[{_EAST}{_UNSPACED}]")
_HAN_DIGITS = {character: value for value, character in enumerate("〇一二三四五六七八九")}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
_HAN_MYRIADS = {"万": 10**4, "億": 10**8, "兆": 10**12}
_HAN_NUMBER = re.compile(r"[〇一二三四五六七八九十百千万億兆]{2,}|[二三四五六七八九]?[十百千]")


@dataclass(frozen=True, slots=True)
class Token:
    """A token's key in the translation table, its weight, and its text (letters, without marks)."""

    key: str
    weight: float
    text: str


@dataclass(frozen=True, slots=True)
class Units:
    """One side of a pair as arrays.

    vocabulary : token keys, position = id. texts : the letters of each, for comparisons between languages.
    ids, weights : all tokens in order.
    offsets : shape (n_units + 1,), the tokens of unit i are ids[offsets[i]:offsets[i + 1]].
    lengths : characters of each unit that are not spaces, at least 1.
    boundaries : class of the boundary after each unit, see `alignment.lexical.boundaries`.
    unigram : shape (n_vocabulary,), share of each token in all the text that was tokenised together, add-half smoothed.
    """

    vocabulary: list[str]
    texts: list[str]
    ids: NDArray[np.int64]
    weights: NDArray[np.float64]
    offsets: NDArray[np.int64]
    lengths: NDArray[np.float64]
    boundaries: NDArray[np.int64]
    unigram: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.lengths)

    def words(self, part: slice) -> slice:
        """The tokens of the units first to last of a slice."""
        return slice(int(self.offsets[part.start]), int(self.offsets[part.stop]))

    def take(self, positions: Sequence[int]) -> Units:
        """The units at these positions, with the same vocabulary."""
        chosen = np.asarray(positions, dtype=np.int64)
        first, sizes = self.offsets[chosen], np.diff(self.offsets)[chosen]
        offsets = np.concatenate(([0], np.cumsum(sizes)))
        where = np.repeat(first - offsets[:-1], sizes) + np.arange(int(offsets[-1]))
        return replace(
            self,
            ids=self.ids[where],
            weights=self.weights[where],
            offsets=offsets,
            lengths=self.lengths[chosen],
            boundaries=self.boundaries[chosen],
        )

    def grouped(self, size: int, known: NDArray[np.bool_] | None = None, most: int = 0) -> Units:
        """Groups of `size` consecutive units as one unit each (the last may be smaller).

        known : shape (n_vocabulary,); only these words are kept, and of each group the `most` rarest. None keeps all.
        """
        starts = np.arange(0, len(self), size)
        last = np.minimum(starts + size, len(self)) - 1
        offsets = np.concatenate((self.offsets[starts], self.offsets[-1:]))
        ids, weights = self.ids, self.weights
        if known is not None:
            where = np.flatnonzero(known[ids])
            group = np.searchsorted(offsets, where, side="right") - 1
            order = np.lexsort((self.unigram[ids[where]], group))
            bounds = np.searchsorted(group, np.arange(len(starts) + 1))
            rank = np.arange(len(where)) - bounds[group]
            where = np.sort(where[order[rank < most]])
            ids, weights, offsets = ids[where], weights[where], np.searchsorted(where, offsets)
        return replace(
            self,
            ids=ids,
            weights=weights,
            offsets=offsets,
            lengths=np.add.reduceat(self.lengths, starts),
            boundaries=self.boundaries[last],
        )


def plain(text: str) -> str:
    """Letters without accents, case folded, in compatibility form."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    if decomposed.isascii():
        return decomposed
    stripped = "".join(c for c in decomposed if unicodedata.category(c) != "Mn" or "\u3099" <= c <= "\u309a")
    return unicodedata.normalize("NFC", stripped)


def han_number(text: str) -> int | None:
    """The value of a number in Han characters (``四十二`` is 42, ``二〇一七`` is 2017); None for other text."""
    if all(character in _HAN_DIGITS for character in text):
        return int("".join(str(_HAN_DIGITS[character]) for character in text))
    total = section = digit = 0
    for character in text:
        if character in _HAN_DIGITS:
            digit = _HAN_DIGITS[character]
        elif character in _HAN_UNITS:
            section += max(digit, 1) * _HAN_UNITS[character]
            digit = 0
        elif character in _HAN_MYRIADS:
            total += max(section + digit, 1) * _HAN_MYRIADS[character]
            section = digit = 0
        else:
            return None
    return total + section + digit


def tokens(
    text: str, *, prefix: int = 5, forms: Collection[str] = (), longest: int = 0, words: dict[str, Token] | None = None
) -> list[Token]:
    """The tokens of one unit, in order.

    forms : a lexicon of scripts without spaces, followed first, longest form first (`longest` characters at most).
    words : tokens of words by their spelling, to be used for other units too.
    """
    tokens: list[Token] = []
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        kind, value = match.lastgroup, match.group()
        if kind == "number":
            digits = re.sub(r"\D", "", value).lstrip("0") or "0"
            tokens.append(Token("#" + digits, 1.0, digits))
        elif kind == "word":
            token = words.get(value) if words is not None else None
            if token is None:
                letters = plain(value)
                token = Token(letters[:prefix], 1.0, letters)
                if words is not None:
                    words[value] = token
            tokens.append(token)
        elif kind == "mark":
            tokens.append(Token(value, 0.5, ""))
        else:
            tokens.extend(_pieces(value, forms, longest))
    return tokens


def _pieces(run: str, forms: Collection[str], longest: int) -> Iterator[Token]:
    """Split a run without spaces: numbers and known forms first, the rest by script."""
    start = at = 0
    while at < len(run):
        number = _HAN_NUMBER.match(run, at)
        value = han_number(number.group()) if number else None
        if number and value is not None:
            key, size = f"#{value}", len(number.group())
        else:
            key, size = "", 0
            for length in range(min(longest, len(run) - at), 0, -1):
                form = run[at : at + length]
                if form in forms:
                    key, size = form, length
                    break
        if size:
            yield from _unknown(run[start:at])
            yield Token(key, 1.0, run[at : at + size])
            start = at = at + size
        else:
            at += 1
    yield from _unknown(run[start:])


def _unknown(run: str) -> Iterator[Token]:
    """Pieces of a run that no lexicon knows, by script."""
    for match in _SCRIPTS.finditer(run):
        piece = match.group()
        if match.lastgroup in {"katakana", "hiragana"} or len(piece) == 1:
            yield Token(piece, 1.0, piece)
            continue
        # A Han word has two characters on average; pairs and single characters share the weight of the run.
        share = len(piece) / 4.0
        for pair in pairwise(piece):
            yield Token("".join(pair), share / (len(piece) - 1), "".join(pair))
        for character in piece:
            yield Token(character, share / len(piece), character)


def units(
    texts: Sequence[str],
    *,
    prefix: int = 5,
    forms: Collection[str] = (),
    like: Units | None = None,
    n_own: int | None = None,
) -> Units:
    """Tokenise every unit of a document; see `Units`.

    n_own : the texts from there on are not of the document, and have no boundaries; None: all are.
    like : units whose vocabulary and shares are reused; tokens outside that vocabulary are skipped.
    """
    longest = max(map(len, forms), default=0)
    n_own = len(texts) if n_own is None else n_own
    vocabulary = {key: number for number, key in enumerate(like.vocabulary)} if like else dict[str, int]()
    spoken: list[str] = []
    ids: list[int] = []
    weights: list[float] = []
    offsets = [0]
    words: dict[str, Token] = {}
    for text in texts:
        for token in tokens(text, prefix=prefix, forms=forms, longest=longest, words=words):
            if like is not None and token.key not in vocabulary:
                continue
            number = vocabulary.setdefault(token.key, len(vocabulary))
            if like is None and number == len(spoken):
                spoken.append(token.text)
            ids.append(number)
            weights.append(token.weight)
        offsets.append(len(ids))
    all_ids, all_weights = np.asarray(ids, dtype=np.int64), np.asarray(weights, dtype=np.float64)
    counts = np.bincount(all_ids, all_weights, minlength=len(vocabulary)) + 0.5
    return Units(
        like.vocabulary if like else list(vocabulary),
        like.texts if like else spoken,
        all_ids,
        all_weights,
        np.asarray(offsets, dtype=np.int64),
        np.asarray([count_characters(text) for text in texts], dtype=np.float64),
        np.concatenate((boundaries(texts[:n_own]), np.zeros(len(texts) - n_own, dtype=np.int64))),
        like.unigram if like else counts / counts.sum(),
    )


def is_continuous(form: str) -> bool:
    """Whether a form has letters of a script that is written without spaces."""
    return _CONTINUOUS.search(form) is not None
