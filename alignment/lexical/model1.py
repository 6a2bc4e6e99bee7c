"""IBM Model 1 with a prior: which words of one language are rendered by which words of the other.

Source: Brown et al. 1993, Model 1; Moore 2002 for its use on a text's own alignment. Prior counts come from anchors
and dictionaries. An absolute discount keeps pairs that were seen together in only one bead from counting as evidence:
they would confirm whatever alignment they were counted on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alignment.lexical.tokens import Units

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: Pairs of words that are worked on at once.
_AT_ONCE = 2_000_000


@dataclass(frozen=True, slots=True)
class Links:
    """Pairs of token ids with a weight each: first[k] goes with second[k] with weight[k] prior counts."""

    first: Ints
    second: Ints
    weight: Floats

    def turned(self) -> Links:
        return Links(self.second, self.first, self.weight)


def merged(links: Links, n_second: int) -> Links:
    """Each pair once, with the greatest of its weights."""
    keys = links.first * n_second + links.second
    unique, inverse = np.unique(keys, return_inverse=True)
    weight = np.zeros(len(unique))
    np.maximum.at(weight, inverse, links.weight)
    return Links(unique // n_second, unique % n_second, weight)


NO_LINKS = Links(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


@dataclass(frozen=True, slots=True)
class Table:
    """Likelihood ratios r(e, f) = t(f | e) / p(f), sparse, rows e.

    starts : shape (n_e + 1,); columns, values : the known pairs of e at starts[e]:starts[e + 1], values beyond `rest`.
    rest : shape (n_e,), the ratio of every other f: the rest of e's mass is distributed as p(f).
    """

    starts: Ints
    columns: Ints
    values: Floats
    rest: Floats
    n_columns: int

    def row_sum(self, ids: Ints, weights: Floats) -> Floats:
        """Sum over the tokens e of ids of weight * r(e, f), for every f; shape (n_columns,)."""
        result: Floats = self._sums(ids, weights, np.zeros(len(ids), dtype=np.int64), 1)[0]
        return result

    def row_sums(self, units: Units, first: int, last: int) -> Floats:
        """`row_sum` of the tokens of each of the units first to last; shape (last - first, n_columns)."""
        words = units.words(slice(first, last))
        unit = np.repeat(np.arange(last - first), np.diff(units.offsets[first : last + 1]))
        return self._sums(units.ids[words], units.weights[words], unit, last - first)

    def _sums(self, ids: Ints, weights: Floats, group: Ints, n_groups: int) -> Floats:
        first = self.starts[ids]
        counts = self.starts[ids + 1] - first
        ends = np.cumsum(counts)
        total = int(ends[-1]) if len(ends) else 0
        # Positions of all the tokens' entries, one after another.
        where = np.repeat(first - (ends - counts), counts) + np.arange(total)
        keys = np.repeat(group * self.n_columns, counts) + self.columns[where]
        sums = np.bincount(keys, self.values[where] * np.repeat(weights, counts), minlength=n_groups * self.n_columns)
        constant = np.bincount(group, weights * self.rest[ids], minlength=n_groups)
        return np.asarray(sums.reshape(n_groups, self.n_columns) + constant[:, None], dtype=np.float64)


def table(
    first: Ints, second: Ints, counts: Floats, n_first: int, unigram: Floats, backoff: Floats | float = 1.0
) -> Table:
    """A table from counts of pairs (each pair once): t(f|e) = (c(e,f) + backoff(e) * p(f)) / (c(e) + backoff(e)).

    unigram : shape (n_second,), p(f), above 0. backoff : a number for all e, or one for each.
    """
    spread = np.broadcast_to(np.asarray(backoff, dtype=np.float64), (n_first,))
    total = np.bincount(first, counts, minlength=n_first) + spread
    order = np.lexsort((second, first))
    first, second, counts = first[order], second[order], counts[order]
    starts = np.searchsorted(first, np.arange(n_first + 1))
    return Table(starts, second, counts / (total[first] * unigram[second]), spread / total, len(unigram))


@dataclass(frozen=True, slots=True)
class Tokens:
    """One side of some beads: the ids and weights of all tokens, those of bead k at starts[k]:starts[k + 1]."""

    ids: Ints
    weights: Floats
    starts: Ints

    @classmethod
    def of(cls, units: Units, first: Ints, last: Ints) -> Tokens:
        """Of blocks of units, each from first to last (exclusive)."""
        begin, sizes = units.offsets[first], units.offsets[last] - units.offsets[first]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        where = np.repeat(begin - starts[:-1], sizes) + np.arange(int(starts[-1]))
        return cls(units.ids[where], units.weights[where], starts)

    def take(self, beads: Ints) -> Tokens:
        """Those of some of the beads."""
        sizes = self.sizes[beads]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        where = np.repeat(self.starts[beads] - starts[:-1], sizes) + np.arange(int(starts[-1]))
        return Tokens(self.ids[where], self.weights[where], starts)

    def plus(self, other: Tokens) -> Tokens:
        return Tokens(
            np.concatenate((self.ids, other.ids)),
            np.concatenate((self.weights, other.weights)),
            np.concatenate((self.starts, self.starts[-1] + other.starts[1:])),
        )

    @property
    def sizes(self) -> Ints:
        return np.diff(self.starts)

    def in_share(self) -> Floats:
        """The weights, in each bead relative to their sum."""
        total = np.add.reduceat(np.append(self.weights, 0.0), self.starts[:-1])
        result: Floats = self.weights / np.repeat(np.maximum(total, 1e-9), self.sizes)
        return result


@dataclass(frozen=True, slots=True)
class Beads:
    """Beads to learn from: tokens e of one side, tokens f of the other, and each bead's probability."""

    first: Tokens
    second: Tokens
    sure: Floats

    def plus(self, other: Beads | None) -> Beads:
        """These and others."""
        if other is None:
            return self
        return Beads(
            self.first.plus(other.first), self.second.plus(other.second), np.concatenate((self.sure, other.sure))
        )


class Model1:
    """Expected counts of word pairs in beads, by EM from uniform plus prior counts.

    Every token of one side of a bead is paired with every token of the other. The pairs are sorted by their words, once
    for both directions, so that those of the same words are summed as runs; ten million take some 200 MB.
    """

    def __init__(self, beads: Beads, prior: Links, n_first: int, n_second: int) -> None:
        self._beads, self._shape = beads, (n_first, n_second)
        n_e, n_f = beads.first.sizes, beads.second.sizes
        n_pairs = int((n_e * n_f).sum())
        e_token, f_token = np.empty(n_pairs, np.int32), np.empty(n_pairs, np.int32)
        keys = np.empty(n_pairs, np.int64)
        for low, high, firsts, seconds in _pairs_of(beads):
            e_token[low:high], f_token[low:high] = firsts, seconds
            np.multiply(beads.first.ids[firsts], n_second, out=keys[low:high])
            keys[low:high] += beads.second.ids[seconds]
        order = _sort(keys, n_first * n_second)
        self._e_token, self._f_token = e_token[order], f_token[order]
        starts = np.flatnonzero(np.concatenate((np.ones(min(n_pairs, 1), np.bool_), keys[1:] != keys[:-1])))
        self._bounds = np.append(starts, n_pairs)
        seen = keys[starts]
        # Pairs that only the prior has come after those of the beads.
        known, inverse = np.unique(prior.first * n_second + prior.second, return_inverse=True)
        weight = np.bincount(inverse, prior.weight, minlength=len(known)).astype(np.float64)
        at: Ints = np.asarray(np.searchsorted(seen, known), dtype=np.int64)
        inside = np.equal(np.append(seen, -1)[at], known)
        self._n_seen = len(seen)
        unique = np.concatenate((seen, known[~inside]))
        self._words = unique // n_second, unique % n_second
        self._prior = np.concatenate((np.zeros(len(seen)), weight[~inside]))
        self._prior[at[inside]] = weight[inside]

    def fit(
        self,
        unigram: Floats,
        iterations: int,
        null_share: float,
        discount: float,
        backoff: float = 1.0,
        *,
        turned: bool = False,
    ) -> Table:
        """Run EM; the table has rows e, or rows f if it is turned.

        unigram : shares of the words of the other side. null_share : the prior share of them that no word of the bead
            renders.
        """
        (e, f), n_first = self._turned(turned)[:2]
        seen = self.counts(unigram, iterations, null_share, backoff, turned=turned)
        kept = np.maximum(seen - discount, 0.0)
        # The mass discounted from seen pairs goes to unseen pairs.
        freed = np.bincount(e, seen - kept, minlength=n_first).astype(np.float64)
        counts = kept + self._prior
        known = counts > 0
        return table(e[known], f[known], counts[known], n_first, unigram, backoff + freed)

    @property
    def words(self) -> tuple[Ints, Ints]:
        """Pairs of words, one id of each side, that are in a bead together or in the prior."""
        return self._words

    def counts(
        self, unigram: Floats, iterations: int, null_share: float, backoff: float = 1.0, *, turned: bool = False
    ) -> Floats:
        """Run EM; the expected counts in the beads of each of `words`, without the prior. Parameters as of `fit`."""
        (e, f), n_first, (given, other), (given_token, other_token) = self._turned(turned)
        share = given.in_share()
        # Each token's mass: the bead's probability times its own weight.
        mass = (1.0 - null_share) * other.weights * np.repeat(self._beads.sure, other.sizes)
        by_chance = null_share * unigram[other.ids]
        seen = np.zeros(len(e))
        joint = np.empty(len(given_token))
        for _ in range(iterations):
            counts = seen + self._prior
            total = np.bincount(e, counts, minlength=n_first) + backoff
            probability = (counts + backoff * unigram[f]) / total[e]
            evidence = np.zeros(len(other.ids))
            for groups, pairs in self._runs():
                sizes = np.diff(self._bounds[groups.start : groups.stop + 1])
                np.multiply(np.repeat(probability[groups], sizes), share[given_token[pairs]], out=joint[pairs])
                evidence += np.bincount(other_token[pairs], joint[pairs], minlength=len(evidence))
            rendered = mass / ((1.0 - null_share) * evidence + by_chance)
            for groups, pairs in self._runs():
                found = joint[pairs] * rendered[other_token[pairs]]
                seen[groups] = np.add.reduceat(found, self._bounds[groups] - pairs.start)
        return seen

    def _turned(
        self, turned: bool
    ) -> tuple[tuple[Ints, Ints], int, tuple[Tokens, Tokens], tuple[NDArray[Any], NDArray[Any]]]:
        """Words, how many there are of the given side, both sides, and their tokens; the second given if turned."""
        (e, f), beads = self._words, self._beads
        if turned:
            return (f, e), self._shape[1], (beads.second, beads.first), (self._f_token, self._e_token)
        return (e, f), self._shape[0], (beads.first, beads.second), (self._e_token, self._f_token)

    def _runs(self) -> Iterator[tuple[slice, slice]]:
        """Runs of pairs of words, and where their pairs of tokens are."""
        first = 0
        while first < self._n_seen:
            low = int(self._bounds[first])
            last = int(np.searchsorted(self._bounds, low + _AT_ONCE, side="right")) - 1
            last = min(max(last, first + 1), self._n_seen)
            yield slice(first, last), slice(low, int(self._bounds[last]))
            first = last


def _pairs_of(beads: Beads) -> Iterator[tuple[int, int, Ints, Ints]]:
    """All pairs of tokens, bead by bead, in pieces: from pair, to pair, token of each on either side."""
    n_e, n_f = beads.first.sizes, beads.second.sizes
    ends = np.concatenate(([0], np.cumsum(n_e * n_f)))
    first = 0
    while first < len(n_e):
        last = max(int(np.searchsorted(ends, ends[first] + _AT_ONCE, side="right")) - 1, first + 1)
        sizes = (n_e * n_f)[first:last]
        within = np.arange(int(ends[first]), int(ends[last])) - np.repeat(ends[first:last], sizes)
        width = np.repeat(n_f[first:last], sizes)
        row = within // width
        yield (
            int(ends[first]),
            int(ends[last]),
            np.repeat(beads.first.starts[first:last], sizes) + row,
            np.repeat(beads.second.starts[first:last], sizes) + within - row * width,
        )
        first = last


def _sort(keys: Ints, most: int) -> NDArray[Any]:
    """Sort the keys, which are below `most`, in place; returns the order, equal keys as they stood."""
    bits = len(keys).bit_length()
    if most.bit_length() + bits > 62:
        order = np.argsort(keys, kind="stable")
        keys[:] = keys[order]
        return order
    # Sorting whole numbers is several times as fast as sorting positions by them.
    keys <<= bits
    keys |= np.arange(len(keys))
    keys.sort()
    positions = (keys & ((1 << bits) - 1)).astype(np.int32 if bits < 31 else np.int64)
    keys >>= bits
    return positions
