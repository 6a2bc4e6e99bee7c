"""Which source words a target text renders, by the words that a pair's lexical model has learned."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from alignment.lexical.engine import Prepared
from alignment.lexical.tokens import tokens


class WordCoverage:
    """Callable for the inter-sentence filter: (source words, target text) -> probability that each word is rendered.

    The probability that IBM Model 1, target to source, explains the word by a pair of words it knows, and not by chance
    or by what it keeps for pairs never seen. An identical word is always covered; a word that the two texts do not have
    never is otherwise.
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
