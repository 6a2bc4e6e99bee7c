"""How far a dictionary is believed, learned from the text: a prior must not cost where it does not help.

The pairs of a dictionary are prior counts of the translation tables. Whether they tell which words of this text go
together is asked of beads that the tables have not seen: tables are learned from one half of the probable beads with
the dictionary at each of a few weights, and the weight is taken with which the other half is likeliest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from alignment.lexical.model1 import Beads, Floats, Ints, Links, Model1, Table, Tokens, merged
from alignment.lexical.options import LexicalOptions
from alignment.lexical.tokens import Units

#: Weights that are compared, from all to none.
WEIGHTS = (1.0, 0.3, 0.1, 0.0)
#: A dictionary is believed until the text says otherwise by this log likelihood ratio: short texts say little.
_DOUBT = 3.0
#: Beads that are learned from, and as many that are judged by; more tell nothing new.
_MOST = 500


def learn_weights(
    source: Units, target: Units, beads: Beads, anchors: Links, priors: Sequence[Links], options: LexicalOptions
) -> tuple[float, ...]:
    """For each dictionary the weight that suits the text best, the others being believed as they are by then."""
    halves = _halves(beads)
    weights = [1.0] * len(priors)
    for number, prior in enumerate(priors):
        if not len(prior.first):
            continue
        likely = []
        for weight in WEIGHTS:
            believed = [*weights[:number], weight, *weights[number + 1 :]]
            links = weighted(anchors, priors, believed, len(target.vocabulary))
            likely.append(
                sum(
                    _held_out(source, target, learned, judged, links, options)
                    for learned, judged in (halves, halves[::-1])
                )
            )
        likely[0] += _DOUBT
        weights[number] = WEIGHTS[int(np.argmax(likely))]
    return tuple(weights)


def weighted(anchors: Links, priors: Sequence[Links], weights: Sequence[float], n_second: int) -> Links:
    """Anchors and dictionaries together, each pair once with the greatest of its weights."""
    believed = [
        Links(each.first, each.second, each.weight * weight)
        for each, weight in zip(priors, weights, strict=True)
        if weight
    ]
    return together([anchors, *believed], n_second)


def together(links: Sequence[Links], n_second: int) -> Links:
    """Each pair once, with the greatest of its weights."""
    return merged(
        Links(
            np.concatenate([each.first for each in links]),
            np.concatenate([each.second for each in links]),
            np.concatenate([each.weight for each in links]),
        ),
        n_second,
    )


def _held_out(
    source: Units, target: Units, learned: Beads, judged: Beads, links: Links, options: LexicalOptions
) -> float:
    """Log likelihood ratio of the words of some beads, in both directions, by tables learned from others."""
    pairs = Model1(learned, links, len(source.vocabulary), len(target.vocabulary))
    of_fit = options.model1_iterations, options.null_share, options.discount
    forward = pairs.fit(target.unigram, *of_fit)
    backward = pairs.fit(source.unigram, *of_fit, turned=True)
    return _log_ratio(forward, judged.first, judged.second, judged.sure, options.null_share) + _log_ratio(
        backward, judged.second, judged.first, judged.sure, options.null_share
    )


def _log_ratio(table: Table, given: Tokens, other: Tokens, sure: Floats, null_share: float) -> float:
    share = given.in_share()
    total = 0.0
    for bead in range(len(sure)):
        own, theirs = (slice(side.starts[bead], side.starts[bead + 1]) for side in (given, other))
        ratios = table.row_sum(given.ids[own], share[own])[other.ids[theirs]]
        total += float(sure[bead] * (other.weights[theirs] @ np.log(null_share + (1.0 - null_share) * ratios)))
    return total


def _halves(beads: Beads) -> tuple[Beads, Beads]:
    """The even and the odd of the surest beads, in the order of the text."""
    n = len(beads.sure)
    chosen = np.sort(np.argsort(-beads.sure, kind="stable")[: 2 * _MOST]) if n > 2 * _MOST else np.arange(n)
    return _some(beads, chosen[::2]), _some(beads, chosen[1::2])


def _some(beads: Beads, chosen: Ints) -> Beads:
    return Beads(beads.first.take(chosen), beads.second.take(chosen), beads.sure[chosen])
