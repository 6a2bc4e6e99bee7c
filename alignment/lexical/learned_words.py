"""Uses of a learned model's words outside the engine: a term of vecAlign's cost, coverage for the filters, and
the words that carry a link, for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from alignment.lexical.band import Floats
from alignment.lexical.model1 import Table
from alignment.lexical.prepared import Prepared
from alignment.lexical.tokens import Token, Units, tokens

Ints = NDArray[np.int64]
#: Mean log odds of a word are clipped to this range, so that no single bead outweighs the embeddings.
_LEAST, _MOST = -1.0, 2.0


class WordCost:
    """Callable for vecAlign's `extra_cost`: spans of beads -> -weight * x * y * mean log odds of their words.

    The log odds are those of the lexical engine's word term (both directions, half each), in natural logarithms,
    divided by the mean number of words of the two sides. The factor x * y is needed because vecAlign's own costs grow
    with it.
    """

    def __init__(self, prepared: Prepared, weight: float = 0.1) -> None:
        self._prepared, self._weight = prepared, weight
        self.signature = f"words(weight:{weight:g},{prepared.signature.replace('|', ',')})"

    def __call__(self, s_start: Ints, s_stop: Ints, t_start: Ints, t_stop: Ints) -> Floats:
        source, target, model = self._prepared.source, self._prepared.target, self._prepared.model
        if model is None or model.forward is None or model.backward is None:
            return np.zeros(len(s_start))
        share = self._prepared.options.null_share
        odds = _one_way(source, target, model.forward, share, s_start, s_stop, t_start, t_stop)
        odds += _one_way(target, source, model.backward, share, t_start, t_stop, s_start, s_stop)
        words = _mass(source, s_start, s_stop) + _mass(target, t_start, t_stop)
        mean = np.clip(odds / np.maximum(words, 1.0), _LEAST, _MOST)
        result: Floats = -self._weight * (s_stop - s_start) * (t_stop - t_start) * mean
        return result


def _mass(units: Units, start: Ints, stop: Ints) -> Floats:
    total = np.concatenate(([0.0], np.cumsum(units.weights)))
    result: Floats = total[units.offsets[stop]] - total[units.offsets[start]]
    return result


def _one_way(
    own: Units, other: Units, table: Table, share: float, start: Ints, stop: Ints, other_start: Ints, other_stop: Ints
) -> Floats:
    """Log ratio of the other side's words given one's own, for each query; queries of one block share their work."""
    result = np.zeros(len(start))
    blocks, block_of = np.unique(np.stack((start, stop), axis=1), axis=0, return_inverse=True)
    order = np.argsort(block_of.ravel(), kind="stable")
    bounds = np.searchsorted(block_of.ravel()[order], np.arange(len(blocks) + 1))
    for number, (first, last) in enumerate(blocks.tolist()):
        queries = order[bounds[number] : bounds[number + 1]]
        low, high = int(other_start[queries].min()), int(other_stop[queries].max())
        words, spoken = own.words(slice(first, last)), other.words(slice(low, high))
        weights = own.weights[words]
        if not weights.sum():
            continue
        ratios = table.row_sum(own.ids[words], weights)[other.ids[spoken]] / weights.sum()
        gain = np.log(share + (1.0 - share) * ratios) * other.weights[spoken]
        along = np.concatenate(([0.0], np.cumsum(gain)))
        offsets = other.offsets - other.offsets[low]
        result[queries] = along[offsets[other_stop[queries]]] - along[offsets[other_start[queries]]]
    return result


class WordCoverage:
    """Callable for the inter-sentence filter: (source words, target text) -> probability that each word is rendered.

    The probability that IBM Model 1, target to source, explains the word by a known pair of words, rather than by
    chance or by the mass reserved for unseen pairs. A word that occurs identically in the target is always covered;
    apart from that, a word that the two texts do not contain is never covered.
    """

    name = "lexical"

    def __init__(self, prepared: Prepared) -> None:
        self._options = prepared.options
        self._forms = prepared.forms
        self._table = prepared.model.backward if prepared.model is not None else None
        self._at_source = {key: number for number, key in enumerate(prepared.source.vocabulary)}
        self._at_target = {key: number for number, key in enumerate(prepared.target.vocabulary)}

    def __call__(self, words: Sequence[str], target: str) -> list[float]:
        spoken = tokens(target, prefix=self._options.prefix, forms=self._forms[1], longest=12)
        keys = {token.key for token in spoken}
        known = [token for token in spoken if token.key in self._at_target]
        ratios, unseen = None, 0.0
        if self._table is not None and known:
            weights = np.asarray([token.weight for token in known])
            ids = np.asarray([self._at_target[token.key] for token in known], dtype=np.int64)
            ratios = self._table.row_sum(ids, weights) / weights.sum()
            unseen = float(weights @ self._table.rest[ids] / weights.sum())
        share = self._options.null_share
        result = []
        for word in words:
            best = 0.0
            for token in tokens(word, prefix=self._options.prefix, forms=self._forms[0], longest=12):
                if token.key in keys:
                    best = 1.0
                elif ratios is not None and token.key in self._at_source:
                    ratio = float(ratios[self._at_source[token.key]])
                    best = max(best, (1.0 - share) * (ratio - unseen) / (share + (1.0 - share) * ratio))
            result.append(best)
        return result


class MatchedPair(NamedTuple):
    """Two words that the engine takes for translations of each other.

    weight : what they add to the log odds of a link between the two texts, in natural logarithms.
    """

    source: str
    target: str
    weight: float


class MatchedWords:
    """Callable: (source text, target text) -> the pairs of words that speak most for linking them, the most first.

    What a word of one side adds to the log odds of the word term (`scores`) is divided among the words of the other
    side by their share in explaining it; both directions count half each. Words are lower case, without marks, and in
    scripts without spaces as the engine cuts them.
    """

    #: Pairs that add less may be chance: odds of about 2 to 1.
    LEAST = 0.7
    #: Tokens of each side that are looked at, the first: rows of people may be of any length.
    MOST_TOKENS = 300

    def __init__(self, prepared: Prepared) -> None:
        self._options, self._forms = prepared.options, prepared.forms
        self._forward = prepared.model.forward if prepared.model is not None else None
        self._backward = prepared.model.backward if prepared.model is not None else None
        self._at_source = {key: number for number, key in enumerate(prepared.source.vocabulary)}
        self._at_target = {key: number for number, key in enumerate(prepared.target.vocabulary)}

    def __call__(self, source: str, target: str, *, most: int = 6) -> list[MatchedPair]:
        own = self._known(source, self._forms[0], self._at_source)
        other = self._known(target, self._forms[1], self._at_target)
        if self._forward is None or self._backward is None or not own or not other:
            return []
        ids = np.asarray([self._at_source[token.key] for token in own])
        other_ids = np.asarray([self._at_target[token.key] for token in other])
        weights, other_weights = (np.asarray([token.weight for token in side]) for side in (own, other))
        carried = self._carried(self._forward, ids, weights, other_ids, other_weights)
        carried += self._carried(self._backward, other_ids, other_weights, ids, weights).T
        sums: dict[tuple[str, str], float] = defaultdict(float)
        for at, other_at in zip(*np.nonzero(carried > 0), strict=True):
            words = own[at].text, other[other_at].text
            if all(words):  # punctuation has no text
                sums[words] += float(carried[at, other_at])
        in_order = sorted(sums.items(), key=lambda each: -each[1])
        return [MatchedPair(*words, weight) for words, weight in in_order[:most] if weight >= self.LEAST]

    def _known(self, text: str, forms: frozenset[str], at: dict[str, int]) -> list[Token]:
        spoken = tokens(text, prefix=self._options.prefix, forms=forms, longest=12)
        return [token for token in spoken if token.key in at][: self.MOST_TOKENS]

    def _carried(self, table: Table, ids: Ints, weights: Floats, other_ids: Ints, other_weights: Floats) -> Floats:
        """What the words of one side add by explaining those of the other; shape (n_own, n_other)."""
        ratios = np.stack([table.row_sum(ids[k : k + 1], weights[k : k + 1])[other_ids] for k in range(len(ids))])
        total = ratios.sum(axis=0)
        share = self._options.null_share
        gain = np.log(share + (1.0 - share) * total / weights.sum()) * other_weights
        result: Floats = 0.5 * np.maximum(gain, 0.0) * ratios / total
        return result
