"""Mean opinion scores (MOS) with 95 % intervals over raters and sets, and differences of systems.

Conventions: a table has one row for each rating: who rated, which set, which system, which value. The raters and the
sets could both have been others, so that an interval must speak for other raters and other sets. Ratings of one rater
are alike (some are strict), and so are those of one set (some sentences are hard); an interval that took ratings for
independent would be too narrow.

The variance of a mean is that over raters and that over sets, less that over single ratings, which both contain: the
cluster-robust variance for two ways of clustering. Each of the three is a jackknife, as in
`alignment.metrics.intervals`. Student's t has the degrees of freedom that Satterthwaite's formula gives for the
variances over raters and over sets, and no fewer than the fewer of the two less one. A bootstrap that draws raters and
sets at once counts the noise of single ratings twice or three times (Owen 2007, section 3), which makes intervals of
differences too wide (docs/decisions/rating-tasks.md).

Sources: ITU-T P.800, 1996, annex B; Satterthwaite, *An approximate distribution of estimates of variance components*,
1946; Cameron, Gelbach and Miller, *Robust Inference with Multiway Clustering*, 2011; Owen, *The pigeonhole bootstrap*,
2007; Chow, Shao and Wang, *Sample size calculations in clinical research*, 2008.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from alignment.metrics.intervals import FEWEST, LEVEL, t_quantile

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: How likely a difference is to be found, with as many ratings as `Difference.n_more` says.
POWER = 0.8
#: Beyond so many times the ratings there are, nobody would go.
MOST_TIMES = 100


@dataclass(frozen=True, slots=True)
class Table:
    """Ratings of one question.

    raters, sets, systems : numbers from 0, shape (n_ratings,). values : in points, shape (n_ratings,).
    """

    raters: Ints
    sets: Ints
    systems: Ints
    values: Floats

    def __post_init__(self) -> None:
        shapes = {column.shape for column in (self.raters, self.sets, self.systems, self.values)}
        if len(shapes) != 1 or len(self.values.shape) != 1:
            raise ValueError(f"columns of shapes {sorted(shapes)}; expected one length of all")

    @classmethod
    def of(cls, rows: list[tuple[int, int, int, float]]) -> Table:
        """rows : (rater, set, system, value) each."""
        whole = np.array([row[:3] for row in rows], dtype=np.int64).reshape(-1, 3)
        return cls(whole[:, 0], whole[:, 1], whole[:, 2], np.array([row[3] for row in rows], dtype=np.float64))

    def where(self, mask: npt.NDArray[np.bool_]) -> Table:
        return Table(self.raters[mask], self.sets[mask], self.systems[mask], self.values[mask])


@dataclass(frozen=True, slots=True)
class Mean:
    """interval : None of fewer than `FEWEST` raters or sets. freedom : degrees of it, of Student's t."""

    value: float
    interval: tuple[float, float] | None
    n_ratings: int
    n_raters: int
    n_sets: int
    freedom: int = 1


@dataclass(frozen=True, slots=True)
class Difference:
    """How much higher the first system is rated than the second, where one rater heard both in one set.

    n_more : how many more pairs of ratings would tell the systems apart with a power of `POWER`, if they differ as they
    seem to, and raters and sets grow alike: of n pairs with the mean d and its standard error s, over raters and sets,
    it takes n (s (z_.975 + z_.8) / d)² in all. 0 where the interval leaves out 0; None where there is no interval, or
    where it would take more than `MOST_TIMES` what there is. Source: Chow, Shao and Wang 2008, section 3.1.
    """

    mean: Mean
    n_more: int | None

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out 0."""
        ends = self.mean.interval
        return ends is not None and (ends[0] > 0 or ends[1] < 0)


def mean_opinion(table: Table, *, limits: tuple[float, float] | None = None) -> Mean | None:
    """The mean of all ratings of a table, of one system usually; None without any.

    limits : the least and the greatest value of the scale, between which the interval stays.

    Examples
    --------
    >>> mean_opinion(Table.of([(0, 0, 0, 4.0), (1, 0, 0, 5.0)])).value
    4.5
    """
    n = len(table.values)
    if not n:
        return None
    value = float(table.values.mean())
    n_raters, n_sets = len(np.unique(table.raters)), len(np.unique(table.sets))
    ends, freedom = None, 1
    if min(n_raters, n_sets) >= FEWEST:
        variance, freedom = _variance(table)
        half = t_quantile(freedom) * math.sqrt(variance)
        ends = value - half, value + half
        if limits is not None:
            ends = max(ends[0], limits[0]), min(ends[1], limits[1])
    return Mean(value, ends, n, n_raters, n_sets, freedom)


def difference(table: Table, first: int, second: int) -> Difference | None:
    """The first system against the second; None where nobody rated both in one set."""
    pairs = _pairs(table, first, second)
    mean = mean_opinion(pairs)
    if mean is None:
        return None
    return Difference(mean, _n_more(mean))


def centred(table: Table) -> Table:
    """Each rater's ratings moved by one figure so that all raters have the mean of the table.

    Strict raters are as strict to each system that they rate, so that this takes their strictness out.
    """
    n = np.bincount(table.raters)
    means = np.bincount(table.raters, weights=table.values) / np.maximum(n, 1)
    values = table.values - means[table.raters] + (table.values.mean() if len(table.values) else 0.0)
    return Table(table.raters, table.sets, table.systems, values)


def _pairs(table: Table, first: int, second: int) -> Table:
    """As a table whose values are differences."""
    sides = []
    for system in (first, second):
        rows = table.where(table.systems == system)
        sides.append(dict(zip(zip(rows.raters.tolist(), rows.sets.tolist(), strict=True), rows.values, strict=True)))
    both = [key for key in sides[0] if key in sides[1]]
    return Table.of([(rater, one, 0, float(sides[0][rater, one] - sides[1][rater, one])) for rater, one in both])


def _variance(table: Table) -> tuple[float, int]:
    """Of the mean, over raters and sets, with its degrees of freedom.

    No less than a quarter of that over single ratings, so that raters and sets that agree by chance do not look
    certain. To keep it above that over raters or sets alone makes intervals of differences too wide: where raters
    differ in strictness only, which differences leave out, the three estimate the same, and the largest of them is too
    large.
    """
    over_raters, over_sets = _jackknife(table.raters, table.values), _jackknife(table.sets, table.values)
    over_both = _jackknife(
        np.unique(table.raters * (table.sets.max() + 1) + table.sets, return_inverse=True)[1], table.values
    )
    variance = max(over_raters + over_sets - over_both, over_both / 4)
    n_raters, n_sets = len(np.unique(table.raters)), len(np.unique(table.sets))
    spread = over_raters**2 / (n_raters - 1) + over_sets**2 / (n_sets - 1)
    fewest = min(n_raters, n_sets) - 1
    return variance, max(fewest, int(variance**2 / spread)) if spread > 0 else fewest


def _jackknife(clusters: Ints, values: Floats) -> float:
    """The variance of the mean without each cluster in turn."""
    counts = np.bincount(clusters)
    sums = np.bincount(clusters, weights=values)
    is_there = counts > 0
    counts, sums = counts[is_there], sums[is_there]
    n = len(counts)
    without = (sums.sum() - sums) / (counts.sum() - counts)
    return float((n - 1) / n * ((without - without.mean()) ** 2).sum())


def _n_more(mean: Mean) -> int | None:
    if mean.interval is None or not mean.value:
        return None
    half = (mean.interval[1] - mean.interval[0]) / 2
    if abs(mean.value) > half:
        return 0
    error = half / t_quantile(mean.freedom)
    normal = NormalDist()
    needed = normal.inv_cdf((1 + LEVEL) / 2) + normal.inv_cdf(POWER)
    times = (needed * error / mean.value) ** 2
    return None if times > MOST_TIMES else max(1, math.ceil(mean.n_ratings * (times - 1)))
