"""Input and result of every engine: beads, constraints, options' signature, progress.

An engine is a pure function: it does not change its inputs, print anything, or touch global random state.
Indices are 0-based positions in the input sequences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

#: The engines that align two texts, the best first.
ENGINES_OF_BITEXTS = ("vecalign", "lexical", "lengths")
#: Encoders whose vectors the lexical engine can use; the first is quick enough to be used wherever it is installed.
ENCODERS_OF_UNITS = ("use", "sentence-transformers", "laser")
#: Called with the fraction done (0 to 1) and a message about the current step. It may raise `Cancelled` to stop.
Progress = Callable[[float, str], None]


def share_of(progress: Progress | None, low: float, high: float) -> Progress | None:
    """A callback for one stage of a longer job; it maps the stage's 0 to 1 to `low` to `high` of the whole."""
    if progress is None:
        return None
    return lambda done, what: progress(low + (high - low) * done, what)


class AlignmentError(ValueError):
    """The input cannot be aligned; the message names the place, what was found and what was expected."""


class RetryLater(AlignmentError):
    """A service is busy, or does not answer. seconds : until it should be asked again."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class Cancelled(Exception):
    """Raised from a progress callback to stop an engine."""


@dataclass(frozen=True, slots=True)
class Bead:
    """A group of source units linked to a group of target units; an empty side is a null bead.

    source, target : ascending positions.
    confidence : probability in [0, 1] that exactly this bead is right; None if the engine has none. Never a cost.
    cost : the engine's own cost, for filters and for people who know the engine; None if it has none.
    features : named numbers that explain the confidence, such as ``similarity``, ``length_ratio``, ``runner_up``.
    verdicts : each filter's verdict, ``{"inter_alpha": False}``; True keeps the bead.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    confidence: float | None = None
    cost: float | None = None
    features: Mapping[str, float] = field(default_factory=dict)
    verdicts: Mapping[str, bool] = field(default_factory=dict)

    @property
    def is_null(self) -> bool:
        return not self.source or not self.target


@dataclass(frozen=True, slots=True)
class Constraints:
    """People's decisions, which an engine must honour exactly.

    fixed : (source positions, target positions) of beads that must be in the result exactly as given.
    forbidden : beads that must not be in the result.
    """

    fixed: Sequence[tuple[tuple[int, ...], tuple[int, ...]]] = ()
    forbidden: Sequence[tuple[tuple[int, ...], tuple[int, ...]]] = ()


@dataclass(frozen=True, slots=True)
class Alignment:
    """Beads in document order (every source and target position in exactly one bead), and how they were computed.

    signature : engine, options, encoder, versions, input hashes in one line: ``engine:vecalign|seed:42|...|v:1.0.0``.
        The same signature gives the same beads.
    info : JSON-able figures about the whole run, such as the deletion penalty.
    """

    beads: tuple[Bead, ...]
    signature: str
    info: Mapping[str, Any] = field(default_factory=dict)
