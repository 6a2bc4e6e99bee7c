"""How far an interpretation lags behind its speaker: average lagging (AL) and its length-adaptive form (LAAL), in time.

Delays are seconds from the beginning of the source to the moment at which each token of the target is uttered, in
order. The ideal interpreter utters tokens evenly over the source; what is measured is how far behind one is, until the
source has ended. Sources: Ma et al. 2019 (AL), Papi et al. 2022 (LAAL); over time as in Ma et al. 2020.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from alignment.types import AlignmentError


def average_lagging(delays: Sequence[float], source_seconds: float, n_reference: int | None = None) -> float:
    """AL in seconds; negative where the target ends its source early, as a target longer than its ideal does.

    n_reference : tokens of the reference, by which the ideal is paced; those of the target itself where it is None.
    """
    return _lagging(delays, source_seconds, n_reference or len(delays))


def length_adaptive_lagging(delays: Sequence[float], source_seconds: float, n_reference: int | None = None) -> float:
    """LAAL in seconds: as AL, but a target that is longer than the reference gains nothing by its length."""
    return _lagging(delays, source_seconds, max(len(delays), n_reference or 0))


def _lagging(delays: Sequence[float], source_seconds: float, n_tokens: int) -> float:
    if not delays:
        raise AlignmentError("there is no token; expected one delay or more")
    if not source_seconds > 0:
        raise AlignmentError(f"the source takes {source_seconds:g} s, expected more than 0")
    if any(later < earlier for earlier, later in pairwise(delays)):
        raise AlignmentError("the delays go back in time, expected them in order")
    if delays[0] > source_seconds:  # nothing before the source had ended: SimulEval counts the first token
        return float(delays[0])
    pace = source_seconds / n_tokens
    total, counted = 0.0, 0
    for number, delay in enumerate(delays):
        total += delay - number * pace
        counted += 1
        if delay >= source_seconds:
            break
    return total / counted


def spread(start: float, end: float, n_tokens: int) -> list[float]:
    """When each token of a unit is uttered, where only the unit has times: evenly, each by its end."""
    step = (end - start) / max(1, n_tokens)
    return [start + step * (number + 1) for number in range(n_tokens)]
