"""Which figures of a person's work are apart from those of the others, and when that is worth saying.

Pure: counts of reviews in, figures out. The intervals are over reviews, never over rows or links, since what is in one
review depends on what else is in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

import numpy as np
import numpy.typing as npt

from alignment.agreement.alignments import Overlap
from alignment.metrics.intervals import FEWEST, interval
from annotator.teams.agreement.reading import FEW
from annotator.teams.agreement.tallies import Tally, talk_interval

#: Others whose figure is within so much of the median of all are what one is compared with: somebody who answers at
#: random would hide the next one who does.
NEAR = 0.2
#: By so much the interval has to be worse than all of them. Careful people differ by less, also those whose talks the
#: engine aligns badly.
MARGIN = 0.03
#: Figures that have to be apart before a page says so of a person.
ENOUGH = 2
#: Or one of these, in which neither the engine nor other people have a part, if its interval is worse by so much:
#: somebody who accepts everything agrees well with others where the engine is right.
ALONE, FAR = ("repaired", "alarms"), 0.3
#: Which side of the others is worse; None of what says nothing bad by itself. That links are as the engine's depends on
#: the engine, so `shown` is never apart, and `blind` only where it is also worse than their own `shown`.
WORSE: dict[str, Literal["low", "high"] | None] = {
    "rows_per_hour": None,
    "repaired": "low",
    "marked": None,
    "alarms": "high",
    "shown": None,
    "blind": "low",
    "links": "low",
    "good_align": "low",
    "good_mt": "low",
    "gold": "low",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """value : None where undefined. low, high : of its 95 % interval, None below five reviews. n : from how many."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """least, most : the range of the others; None of fewer than two. n_others : how many have the figure from enough.
    n_few : how many have it from too few to compare with."""

    figure: Figure
    least: float | None
    most: float | None
    n_others: int
    is_apart: bool
    is_far: bool = False
    n_few: int = 0


class _Share:
    """Of sums (n, of): their ratio."""

    def value_of(self, sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio: npt.NDArray[np.float64] = sums[..., 0] / sums[..., 1]
        return ratio


def share(of_reviews: Sequence[tuple[int, int]]) -> Figure:
    """A share added up over reviews, each with how many, and of how many; reviews of none are left out."""
    parts = [(n, of) for n, of in of_reviews if of]
    n, of = (sum(part[i] for part in parts) for i in range(2))
    low, high = interval(_Share(), parts, scale="share") or (None, None)
    return Figure(n / of if of else None, low, high, of)


def overlap(of_reviews: Sequence[Overlap]) -> Figure:
    """F1 of links, added up over reviews."""
    whole = Overlap()
    parts = [one for one in of_reviews if one.n_units]
    for one in parts:
        whole.add(one)
    low, high = interval(whole, [one.sums() for one in parts], scale="share") or (None, None)
    return Figure(whole.f1(), low, high, whole.n_units)


def agreement(of_pairs: Sequence[Tally]) -> Figure:
    """Alpha with others, over pairs; no interval below five of them."""
    if not of_pairs:
        return Figure()
    whole = Tally.empty(of_pairs[0].kind)
    for tally in of_pairs:
        whole.add(tally)
    columns = whole.columns()
    low, high = (talk_interval(of_pairs) if len(of_pairs) >= FEWEST else None) or (None, None)
    return Figure(columns["value"], low, high, columns["n_units"])


def standings(own: Mapping[str, Figure], others: Sequence[Mapping[str, Figure]]) -> dict[str, Standing]:
    """By key of `WORSE`, the figure of a person beside those of the others."""
    return {key: _standing(key, own, others) for key in WORSE}


def is_apart(of: Mapping[str, Standing]) -> bool:
    """Whether so many figures are apart, each from enough, that a page should say so."""
    apart = [one for one in of.values() if one.is_apart and one.figure.n is not None and one.figure.n >= FEW]
    return len(apart) >= ENOUGH or any(of[key].is_far for key in ALONE)


def _standing(key: str, own: Mapping[str, Figure], others: Sequence[Mapping[str, Figure]]) -> Standing:
    figure = own.get(key, Figure())
    known = [one for of in others if (one := of.get(key)) and one.value is not None]
    values = [one.value for one in known if one.value is not None and not _is_few(one)]
    n_few = len(known) - len(values)
    if len(values) < 2:
        return Standing(figure, None, None, len(values), is_apart=False, n_few=n_few)
    middle = median(values)
    near = [value for value in values if abs(value - middle) <= NEAR] if key != "rows_per_hour" else values
    least, most = (min(near), max(near)) if len(near) > 1 else (min(values), max(values))
    by = -1.0 if _is_few(figure) else _worse_by(WORSE[key], figure, least, most)
    is_worse = by > MARGIN
    shown = own.get("shown", Figure())
    if key == "blind" and is_worse:
        is_worse = shown.low is not None and figure.high is not None and figure.high < shown.low
    return Standing(figure, least, most, len(values), is_apart=is_worse, is_far=is_worse and by > FAR, n_few=n_few)


def _worse_by(worse: Literal["low", "high"] | None, figure: Figure, least: float, most: float) -> float:
    """How far the interval lies on the worse side of the others; negative where it reaches them."""
    if worse == "low" and figure.high is not None:
        return least - figure.high
    return figure.low - most if worse == "high" and figure.low is not None else -1.0


def _is_few(figure: Figure) -> bool:
    return figure.n is not None and figure.n < FEW
