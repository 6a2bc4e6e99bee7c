"""Scores of all beads of a band: log likelihood ratios of "these are translations" to "these are unrelated".

Each term is relative to the likelihood of the units as nulls, so a null scores only its prior:

- the prior of the bead's type;
- length: log(target characters / source characters) is normal, relative to the spread of lengths of that many units;
- endings: final punctuation, of the last units of both sides as a pair and of the other units separately;
- words: IBM Model 1 in both directions, relative to the words' frequencies (Moore 2002), half each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alignment.lexical.chain import Band, Floats, Lattice, Scores
from alignment.lexical.model1 import Table
from alignment.lexical.tokens import Units

#: Weight of each direction's evidence: both directions describe the same words.
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Model:
    """All learned parameters.

    types : shape (X + 1, Y + 1), probabilities of bead types; [1, 0] and [0, 1] are the nulls.
    ratio, spread : mean and standard deviation of log(target / source characters) of a bead of long units.
    together : shape (5, 5), log ratio of the last units' endings; inner_source, inner_target : shape (5,), of the rest.
    forward : words of the target given the source's; backward : the reverse. None: words are ignored.
    """

    types: Floats
    ratio: float
    spread: float
    together: Floats
    inner_source: Floats
    inner_target: Floats
    forward: Table | None = None
    backward: Table | None = None


def lattice(source: Units, target: Units, band: Band, model: Model, null_share: float) -> Lattice:
    """Score every bead of the band under the model."""
    x_max, y_max = model.types.shape[0] - 1, model.types.shape[1] - 1
    beads = np.full((len(source) + 1, x_max, y_max, band.width), -np.inf, dtype=np.float32)
    _add_structure(beads, source, target, band, model)
    if model.forward is not None and model.backward is not None:
        _add_forward(beads, source, target, band, model.forward, null_share)
        _add_backward(beads, source, target, band, model.backward, null_share)
    nulls = np.log(model.types[1, 0]), np.log(model.types[0, 1])
    shape = (len(source) + 1, band.width)
    return Lattice(band, beads, np.full(shape, nulls[0]), np.full(shape, nulls[1]))


def length_spread(model_spread: float, characters: Floats) -> Floats:
    """Short units vary more: the variance of the log ratio is spread^2 (1 + 40 / characters)."""
    result: Floats = model_spread * np.sqrt(1.0 + 40.0 / np.maximum(characters, 1.0))
    return result


def _add_structure(beads: Scores, source: Units, target: Units, band: Band, model: Model) -> None:
    """Types, lengths and endings, in place."""
    n, m = len(source), len(target)
    s_sum, t_sum = (
        np.concatenate(([0.0], np.cumsum(source.lengths))),
        np.concatenate(([0.0], np.cumsum(target.lengths))),
    )
    s_inner = np.concatenate(([0.0], np.cumsum(model.inner_source[source.endings])))
    t_inner = np.concatenate(([0.0], np.cumsum(model.inner_target[target.endings])))
    with np.errstate(divide="ignore"):
        types = np.log(model.types)
    mean, variance = float(target.lengths.mean()), float(target.lengths.var()) + 1.0
    columns = np.arange(band.width)
    for x in range(1, beads.shape[1] + 1):
        rows = np.arange(x, n + 1)
        nodes = band.low[rows][:, None] + columns  # (rows, width) target positions
        s_len = (s_sum[rows] - s_sum[rows - x])[:, None]
        s_end = s_inner[rows - 1] - s_inner[rows - x]
        for y in range(1, beads.shape[2] + 1):
            if y > m or types[x, y] == -np.inf:
                continue
            valid = (nodes >= y) & (nodes <= m)
            j = np.where(valid, nodes, y)
            valid &= (j - y) >= band.low[rows - x][:, None]
            valid &= (j - y) < band.low[rows - x][:, None] + band.width
            t_len = t_sum[j] - t_sum[j - y]
            log_t = np.log(t_len)
            # Sum of y independent lengths, as a log-normal of the same mean and variance.
            spread2 = np.log1p(variance / (y * mean * mean))
            usual = np.log(y * mean) - spread2 / 2.0
            spread = length_spread(model.spread, s_len)
            score = -((log_t - np.log(s_len) - model.ratio) ** 2) / (2.0 * spread**2) - np.log(spread)
            score += (log_t - usual) ** 2 / (2.0 * spread2) + 0.5 * np.log(spread2)
            score += types[x, y] + s_end[:, None] + t_inner[j - 1] - t_inner[j - y]
            score += model.together[source.endings[rows - 1][:, None], target.endings[j - 1]]
            beads[x:, x - 1, y - 1] = np.where(valid, score, -np.inf)


def _directed(
    own: Units, other: Units, table: Table, null_share: float, span: int, windows: NDArray[np.int64]
) -> list[Floats]:
    """Log ratio of the other side's words given blocks of one's own units, cumulated over the other's units.

    windows : shape (n_own, 2); for the block that ends with own unit i, other units windows[i, 0] to windows[i, 1].
    Returns for each i shape (span, units of the window + 1): [x - 1, u] is the sum over the first u units of the window
    given own units i - x + 1 .. i; rows that would start before the document repeat the longest that does not.
    """
    results: list[Floats] = []
    recent: list[tuple[Scores, float]] = []
    sizes = np.diff(other.offsets)
    other_weights = other.weights.astype(np.float32)
    for i in range(len(own)):
        part = own.words(slice(i, i + 1))
        weights = own.weights[part]
        recent.insert(0, (table.row_sum(own.ids[part], weights).astype(np.float32), float(weights.sum())))
        del recent[span:]
        low, high = (int(v) for v in windows[i])
        words = other.words(slice(low, high))
        ids = other.ids[words]
        # One column more than there are words: where the last units are empty, their sums start there.
        gain = np.zeros((len(recent), len(ids) + 1), dtype=np.float32)
        together, mass = np.zeros(len(ids), dtype=np.float32), 0.0
        for x, (row, weight) in enumerate(recent):
            together = together + row[ids]
            mass += weight
            if mass > 0:
                gain[x, :-1] = np.log(null_share + together * np.float32((1.0 - null_share) / mass))
        gain[:, :-1] *= other_weights[words]
        by_unit = np.add.reduceat(gain, other.offsets[low:high] - other.offsets[low], axis=1) * (sizes[low:high] > 0)
        cumulated = np.zeros((len(recent), high - low + 1))
        np.cumsum(by_unit, axis=1, out=cumulated[:, 1:])
        if len(recent) < span:
            cumulated = np.concatenate((cumulated, np.repeat(cumulated[-1:], span - len(recent), axis=0)))
        results.append(cumulated)
    return results


def _add_forward(beads: Scores, source: Units, target: Units, band: Band, table: Table, null_share: float) -> None:
    _, x_max, y_max, width = beads.shape
    m = len(target)
    low = np.maximum(band.low[1:] - y_max, 0)
    high = np.minimum(band.low[1:] + width - 1, m)
    columns = np.arange(width)
    sums = _directed(source, target, table, null_share, x_max, np.stack((low, high), axis=1))
    for i, cumulated in enumerate(sums, start=1):
        end = np.clip(band.low[i] + columns, 0, m) - low[i - 1]
        for y in range(1, y_max + 1):
            beads[i, :, y - 1] += _HALF * (cumulated[:, end] - cumulated[:, np.maximum(end - y, 0)])


def _add_backward(beads: Scores, source: Units, target: Units, band: Band, table: Table, null_share: float) -> None:
    _, x_max, y_max, _ = beads.shape
    first, last = band.turned()
    low = np.maximum(first[1:] - x_max, 0)
    high = np.maximum(last[1:] - 1, low)
    sums = _directed(target, source, table, null_share, y_max, np.stack((low, high), axis=1))
    for j, cumulated in enumerate(sums, start=1):
        rows = np.arange(max(int(first[j]), 1), int(last[j]))
        if not len(rows):
            continue
        k = j - band.low[rows]
        end = rows - low[j - 1]
        for x in range(1, x_max + 1):
            beads[rows, x - 1, :, k] += _HALF * (cumulated[:, end] - cumulated[:, np.maximum(end - x, 0)]).T
