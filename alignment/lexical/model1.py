"""IBM Model 1 with a prior: which words of one language are rendered by which words of the other.

Source: Brown et al. 1993, Model 1; Moore 2002 for its use on a text's own alignment. Prior counts come from anchors
and dictionaries. An absolute discount keeps pairs that were seen together in only one bead from counting as evidence:
they would confirm whatever alignment they were counted on.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Links:
    """Pairs of token ids with a weight each: first[k] goes with second[k] with weight[k] prior counts."""

    first: Ints
    second: Ints
    weight: Floats

    def turned(self) -> Links:
        return Links(self.second, self.first, self.weight)


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
        first, last = self.starts[ids], self.starts[ids + 1]
        counts = last - first
        total = int(counts.sum())
        constant = float(weights @ self.rest[ids])
        if not total:
            return np.full(self.n_columns, constant)
        # Positions of all the rows' entries, one after another.
        jumps = np.repeat(first - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
        where = jumps + np.arange(total)
        sums: Floats = constant + np.bincount(
            self.columns[where], self.values[where] * np.repeat(weights, counts), minlength=self.n_columns
        ).astype(np.float64)
        return sums


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
class Beads:
    """Token lists of beads to learn from: side e tokens, side f tokens, and each bead's probability."""

    first: list[Ints]
    first_weights: list[Floats]
    second: list[Ints]
    second_weights: list[Floats]
    sure: Floats

    def plus(self, other: Beads | None) -> Beads:
        """These and others."""
        if other is None:
            return self
        return Beads(
            self.first + other.first,
            self.first_weights + other.first_weights,
            self.second + other.second,
            self.second_weights + other.second_weights,
            np.concatenate((self.sure, other.sure)),
        )

    def turned(self) -> Beads:
        return Beads(self.second, self.second_weights, self.first, self.first_weights, self.sure)


class Model1:
    """Expected counts of word pairs in beads, by EM from uniform plus prior counts."""

    def __init__(self, beads: Beads, prior: Links, n_first: int, unigram: Floats) -> None:
        self._n_first, self._unigram = n_first, unigram
        n_second = len(unigram)
        lists = list(zip(beads.first, beads.second, strict=True))
        sizes = np.asarray([len(a) * len(b) for a, b in lists], dtype=np.int64)
        e = np.concatenate([np.repeat(a, len(b)) for a, b in lists]) if lists else np.zeros(0, np.int64)
        f = np.concatenate([np.tile(b, len(a)) for a, b in lists]) if lists else np.zeros(0, np.int64)
        keys = np.concatenate((e * n_second + f, prior.first * n_second + prior.second))
        unique, inverse = np.unique(keys, return_inverse=True)
        self._pair = inverse[: len(e)]
        self._e, self._f = unique // n_second, unique % n_second
        self._prior = np.bincount(inverse[len(e) :], prior.weight, minlength=len(unique))
        # The tokens f of all beads in one row of slots; every pair belongs to the slot of its f.
        bounds = np.concatenate(([0], np.cumsum([len(b) for b in beads.second], dtype=np.int64)))
        self._slot = np.concatenate(
            [np.tile(np.arange(low, high), len(a)) for (a, _), (low, high) in zip(lists, pairwise(bounds), strict=True)]
            or [np.zeros(0, np.int64)]
        )
        self._n_slots = int(bounds[-1])
        # Each slot's mass (the bead's probability times the token's weight), and each e's share of its bead.
        self._mass = np.concatenate(
            [w * s for w, s in zip(beads.second_weights, beads.sure, strict=True)] or [np.zeros(0)]
        )
        self._share = np.concatenate(
            [np.repeat(w / max(w.sum(), 1e-9), len(b)) for w, b in zip(beads.first_weights, beads.second, strict=True)]
            or [np.zeros(0)]
        )
        self._slot_unigram = unigram[np.concatenate(beads.second)] if lists else np.zeros(0)
        assert int(sizes.sum()) == len(self._pair)

    def fit(self, iterations: int, null_share: float, discount: float, backoff: float = 1.0) -> Table:
        """Run EM; null_share is the prior share of words f that no e of the bead renders."""
        seen = np.zeros_like(self._prior)
        for _ in range(iterations):
            counts = seen + self._prior
            total = np.bincount(self._e, counts, minlength=self._n_first) + backoff
            probability = (counts + backoff * self._unigram[self._f]) / total[self._e]
            joint = probability[self._pair] * self._share * (1.0 - null_share)
            evidence = np.bincount(self._slot, joint, minlength=self._n_slots) + null_share * self._slot_unigram
            mass = joint / evidence[self._slot] * self._mass[self._slot]
            seen = np.bincount(self._pair, mass, minlength=len(self._e))
        kept = np.maximum(seen - discount, 0.0)
        # The mass discounted from seen pairs goes to unseen pairs.
        freed = np.bincount(self._e, seen - kept, minlength=self._n_first).astype(np.float64)
        counts = kept + self._prior
        known = counts > 0
        return table(self._e[known], self._f[known], counts[known], self._n_first, self._unigram, backoff + freed)
