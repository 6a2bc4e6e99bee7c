"""95 % intervals of figures that are computed from sums, such as a mean, an F1 or an alpha.

Conventions: what is counted falls into parts that could have been others, such as talks, rows or papers. The figure is
computed again without each part in turn (the jackknife). Its standard error, times Student's t with one degree of
freedom fewer than there are parts, is half the width of the interval. For a mean that is the usual interval, exact for
normal scores at any number of parts. A percentile bootstrap, which is usual too, covers the true mean in 83 % of cases
at five parts and in 91 % at ten.

A figure with limits is measured on a scale without: a share by its log odds, an alpha by the logarithm of what it is
short of 1. So an interval stays within the limits, and covers the truth as often near them as elsewhere. Where every
part is right, or every one wrong, there is no spread to measure: a share has Wilson's interval then, an alpha none.

Below `FEWEST` parts there is no interval, since nobody could tell from so few how far parts differ.

Sources: Tukey 1958; Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter 11 and section 12.2; Wilson
1927; Abramowitz and Stegun 1964, 26.7.5.
"""

from __future__ import annotations

import math
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
#: What limits a figure: nothing; 0 and 1; or 1 alone, as with alpha.
Scale = Literal["any", "share", "alpha"]

LEVEL = 0.95
FEWEST = 5
#: The .975 quantile of the normal distribution.
_Z = 1.959963984540054
#: A spread below it is rounding.
_NONE = 1e-12


class Figure(Protocol):
    """A figure that is computed from sums.

    value_of : from sums, shape (..., n_sums), the figure of each, shape (...); nan where it is undefined.
    """

    def value_of(self, sums: Floats) -> Floats: ...


def interval(
    figure: Figure, parts: npt.ArrayLike, counts: npt.ArrayLike | None = None, *, scale: Scale = "any"
) -> tuple[float, float] | None:
    """The 95 % interval of a figure.

    Parameters
    ----------
    figure
        How it is computed from the sum of the parts.
    parts
        The sums of each part, such as a talk or row; shape (n_parts, n_sums).
    counts
        How many there are of each part; shape (n_parts,). By default one.
    scale
        What limits the figure.

    Returns
    -------
    tuple
        Its ends; None of fewer than `FEWEST` parts, where the figure is undefined without one of them, and where an
        alpha is 1.
    """
    rows = np.asarray(parts, dtype=np.float64)
    many = np.ones(len(rows)) if counts is None else np.asarray(counts, dtype=np.float64)
    n = int(many.sum())
    if n < FEWEST:
        return None
    is_there = many > 0
    rows, many = rows[is_there], many[is_there]
    total = many @ rows
    value, without = float(figure.value_of(total)), figure.value_of(total - rows)
    if math.isnan(value) or np.isnan(without).any():
        return None
    mean = float(many @ without) / n
    error = math.sqrt((n - 1) / n * float(many @ (without - mean) ** 2))
    return _ends(value, t_975(n - 1) * (error if error > _NONE else 0.0), n, scale)


def _ends(value: float, half: float, n: int, scale: Scale) -> tuple[float, float] | None:
    """half : on the figure's own scale; brought to the scale without limits by the slope at `value` (delta method)."""
    if scale == "any":
        return value - half, value + half
    if scale == "alpha":
        short = 1 - value
        if short <= _NONE:
            return None
        factor = math.exp(min(half / short, 700.0))
        return 1 - short * factor, 1 - short / factor
    if value >= 1 - _NONE:
        return 1 - wilson_margin(n), 1.0
    if value <= _NONE:
        return 0.0, wilson_margin(n)
    factor = math.exp(min(half / (value * (1 - value)), 700.0))
    odds = value / (1 - value)
    return odds / (odds + factor), odds * factor / (odds * factor + 1)


def wilson_margin(n: int) -> float:
    """How far from 1 the lower end of Wilson's interval is where all `n` are right, and from 0 where all are wrong.

    Examples
    --------
    >>> round(wilson_margin(107), 3)
    0.035
    """
    return _Z * _Z / (n + _Z * _Z)


def t_975(degrees: int) -> float:
    """The .975 quantile of Student's t, to .002 from 4 degrees of freedom on.

    Examples
    --------
    >>> round(t_975(9), 3)
    2.262
    """
    terms = (
        (_Z**3 + _Z) / 4,
        (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96,
        (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384,
        (79 * _Z**9 + 776 * _Z**7 + 1482 * _Z**5 - 1920 * _Z**3 - 945 * _Z) / 92160,
    )
    return float(_Z + sum(term / degrees**power for power, term in enumerate(terms, 1)))
