"""Scores of all beads of a band: log likelihood ratios of "these are translations" to "these are unrelated".

Each term is relative to the likelihood of the units as nulls, so a null scores only its prior:

- the prior of the bead's type;
- length: log(target characters / source characters) is normal, relative to the lengths of that many units of the target
  (`unit_lengths`), or half each to those of either side;
- boundaries: final punctuation, quoted speech and the next unit's beginning, after the last units of both sides as a
  pair and after the other units separately;
- words: IBM Model 1 in both directions, relative to the words' frequencies (Moore 2002), half each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alignment.lexical.band import Band, Floats
from alignment.lexical.chain import Lattice, Scores
from alignment.lexical.model1 import Table
from alignment.lexical.tokens import Units
from alignment.lexical.unit_lengths import UnitLengths

#: Weight of each direction's evidence: both directions describe the same words.
_HALF = 0.5
#: Numbers that are summed at once where what units say of all words is computed.
_AT_ONCE = 1_000_000


@dataclass(frozen=True, slots=True)
class Model:
    """All learned parameters.

    types : shape (X + 1, Y + 1), probabilities of bead types; [1, 0] and [0, 1] are the nulls.
    ratio, spread : mean and standard deviation of log(target / source characters) of a bead of long units.
    of_target : share of the lengths' term that is the target's given the source's; the rest is the reverse.
    together : shape (45, 45), log ratio of the boundaries at the ends of beads, see `alignment.lexical.boundaries`.
    inner_source, inner_target : shape (45,), of those inside beads.
    forward : words of the target given the source's; backward : the reverse. None: words are ignored.
    """

    types: Floats
    ratio: float
    spread: float
    together: Floats
    inner_source: Floats
    inner_target: Floats
    of_target: float = 1.0
    forward: Table | None = None
    backward: Table | None = None


def lattice(
    source: Units, target: Units, band: Band, model: Model, null_share: float, word_weight: float = 1.0
) -> Lattice:
    """Score every bead of the band under the model.

    word_weight : multiplies the words' term.

    Runs of rows are scored as rectangles, from what is known of each row and of each column, so that memory beyond the
    result does not depend on the length of the texts.
    """
    x_max, y_max = model.types.shape[0] - 1, model.types.shape[1] - 1
    beads = np.full((x_max, y_max, len(band)), -np.inf, dtype=np.float32)
    structure = _Structure(source, target, model)
    words = None
    if model.forward is not None and model.backward is not None:
        words = (
            _Words(source, target, model.forward, null_share, x_max, word_weight),
            _Words(target, source, model.backward, null_share, y_max, word_weight),
        )
    low, high, offsets = band.low.tolist(), band.high.tolist(), band.offsets.tolist()
    for first, last in band.blocks():
        left, right = low[first], high[last - 1]
        block = structure.of_block(first, last, left, right)
        if words is not None:
            _add_words(block, words, first, last, left, right)
        for i in range(first, last):
            beads[:, :, offsets[i] : offsets[i + 1]] = block[:, :, i - first, low[i] - left : high[i] - left]
    with np.errstate(divide="ignore"):
        nulls = np.log(model.types[1, 0]), np.log(model.types[0, 1])
    return Lattice(band, beads, np.full(len(source), nulls[0]), np.full(len(target), nulls[1]))


def length_spread(model_spread: float, characters: Floats) -> Floats:
    """Short units vary more: the variance of the log ratio is spread^2 (1 + 40 / characters)."""
    result: Floats = model_spread * np.sqrt(1.0 + 40.0 / np.maximum(characters, 1.0))
    return result


class _Structure:
    """Types, lengths and boundaries: what depends on a row and on a column alone is computed once for each."""

    def __init__(self, source: Units, target: Units, model: Model) -> None:
        x_max, y_max = model.types.shape[0] - 1, model.types.shape[1] - 1
        with np.errstate(divide="ignore"):
            self._types = np.log(model.types[1:, 1:]).astype(np.float32)
        self._s_log, self._s_precision, self._s_term = _side(
            source, x_max, model.inner_source, model.spread, given=model.of_target
        )
        self._t_log, self._t_precision, self._t_term = _side(
            target, y_max, model.inner_target, model.spread, given=1.0 - model.of_target
        )
        self._s_log += np.float32(model.ratio)
        self._is_one_sided = model.of_target == 1.0
        self._together = model.together.astype(np.float32)
        self._s_end = np.concatenate(([0], source.boundaries))
        self._t_end = np.concatenate(([0], target.boundaries))

    def of_block(self, first: int, last: int, left: int, right: int) -> Scores:
        """Shape (X, Y, rows, columns): beads that end at the nodes of rows first to last, columns left to right."""
        rows, columns = slice(first, last), slice(left, right)
        score = self._t_log[None, :, None, columns] - self._s_log[:, None, rows, None]
        score *= score
        if self._is_one_sided:
            score *= -self._s_precision[:, None, rows, None]
        else:
            score *= -(self._s_precision[:, None, rows, None] + self._t_precision[None, :, None, columns])
        score += self._s_term[:, None, rows, None]
        score += self._t_term[None, :, None, columns]
        score += self._together[self._s_end[rows][:, None], self._t_end[columns]]
        score += self._types[:, :, None, None]
        return score


def _side(
    units: Units, most: int, inner: Floats, model_spread: float, *, given: float
) -> tuple[Scores, Scores, Scores]:
    """What blocks of one side add to the lengths' and the boundaries' terms, each of shape (most, n_units + 1).

    given : the share of the lengths' term in which this side is given and the other follows from it.
    Returns the logarithms of their characters, factors of the squared log ratio, and summands.
    """
    characters = _blocks(units.lengths, most)
    spread = length_spread(model_spread, characters)
    summand = _blocks(inner[units.boundaries], most, less_last=1)
    if given > 0.0:
        summand -= given * np.log(spread)
    if given < 1.0:
        summand += (1.0 - given) * UnitLengths.of(units.lengths).surprise(characters)
    logarithm, factor = np.log(np.maximum(characters, 1.0)), given * 0.5 / spread**2
    return logarithm.astype(np.float32), factor.astype(np.float32), summand.astype(np.float32)


def _blocks(values: Floats, most: int, *, less_last: int = 0) -> Floats:
    """[k - 1, i]: the sum over the k units that end before position i (all there are, if fewer), less the last."""
    total = np.concatenate(([0.0], np.cumsum(values)))
    at = np.arange(len(total))
    ends = total[np.maximum(at - less_last, 0)]
    starts = total[np.maximum(at - np.arange(1, most + 1)[:, None], 0)]
    return np.asarray(np.where(at > 0, ends - starts, 0.0))


def _add_words(block: Scores, words: tuple[_Words, _Words], first: int, last: int, left: int, right: int) -> None:
    """Both directions of the words, in place; the block is as `_Structure.of_block` returns it."""
    x_max, y_max = block.shape[:2]
    forward, backward = words
    above, before = max(first - x_max, 0), max(left - y_max, 0)
    # [x - 1, row, column from `before`] and [y - 1, column, row from `above`]
    along = forward.cumulated(first, last, before, right - 1)
    ends = np.arange(left, right)
    for y in range(1, y_max + 1):
        block[:, y - 1] += along[:, :, ends - before] - along[:, :, np.maximum(ends - y, before) - before]
    down = backward.cumulated(left, right, above, last - 1).transpose(0, 2, 1)
    ends = np.arange(first, last)
    for x in range(1, x_max + 1):
        block[x - 1] += down[:, ends - above] - down[:, np.maximum(ends - x, above) - above]


class _Words:
    """Log ratio of the other side's words given blocks of one's own units.

    most : units in a block. What one's own units say of every word of the other side is kept while it may be asked
    for again: blocks are asked for in the order of the text.
    """

    def __init__(self, own: Units, other: Units, table: Table, null_share: float, most: int, weight: float) -> None:
        self._own, self._other, self._table, self._share, self._most = own, other, table, null_share, most
        self._mass = np.add.reduceat(np.append(own.weights, 0.0), own.offsets[:-1]) * (np.diff(own.offsets) > 0)
        self._weights = (_HALF * weight * other.weights).astype(np.float32)
        self._rows = np.zeros((0, table.n_columns), dtype=np.float32)
        self._known = 0, 0  # the units whose rows are kept, each at its number modulo the number of rows

    def cumulated(self, first: int, last: int, low: int, high: int) -> Floats:
        """Shape (most, last - first, high - low + 1): [k - 1, i, u] is the weighted log ratio of the other's first u
        units from `low` on, given the k own units that end before position first + i, or all there are, if fewer.
        """
        most, share = self._most, self._share
        units = np.arange(first - most, last - 1)
        rows = self._rows_of(max(first - most, 0), last - 1)
        words = self._other.words(slice(low, high))
        ids = self._other.ids[words]
        sums = rows[(np.maximum(units, 0) % len(rows))[:, None], ids]
        mass = self._mass[np.maximum(units, 0)].astype(np.float32)
        sums[units < 0] = 0.0
        mass[units < 0] = 0.0
        n = last - first
        # One column more than there are words: where the last units are empty, their sums start there.
        gain = np.zeros((most, n, len(ids) + 1), dtype=np.float32)
        together, total = np.zeros((n, len(ids)), dtype=np.float32), np.zeros(n, dtype=np.float32)
        for k in range(most):
            together += sums[most - 1 - k : most - 1 - k + n]
            total += mass[most - 1 - k : most - 1 - k + n]
            inside = gain[k, :, :-1]
            np.multiply(together, ((1.0 - share) / np.maximum(total, 1e-9))[:, None], out=inside)
            inside += np.float32(share)
            np.log(inside, out=inside)
            inside *= self._weights[words]
            inside[total <= 0] = 0.0
        offsets = self._other.offsets[low:high] - self._other.offsets[low]
        result = np.zeros((most, n, high - low + 1))
        if high > low:
            by_unit = np.add.reduceat(gain, offsets, axis=2) * (np.diff(self._other.offsets[low : high + 1]) > 0)
            np.cumsum(by_unit, axis=2, out=result[:, :, 1:])
        return result

    def _rows_of(self, first: int, last: int) -> Scores:
        """The rows of units first to last in the table, each at its number modulo the number of rows."""
        size = len(self._rows)
        if last - first > size or not size:
            grown = np.empty((max(last - first, 2 * size, 1), self._rows.shape[1]), dtype=np.float32)
            start = max(self._known[0], first)
            for unit in range(start, self._known[1]):
                grown[unit % len(grown)] = self._rows[unit % size]
            self._known, self._rows = (start, max(self._known[1], start)), grown
        start = max(self._known[1], first)
        step = max(1, _AT_ONCE // max(self._rows.shape[1], 1))
        for low in range(start, last, step):
            high = min(low + step, last)
            sums = self._table.row_sums(self._own, low, high)
            self._rows[np.arange(low, high) % len(self._rows)] = sums
        self._known = first, max(last, start)
        return self._rows
