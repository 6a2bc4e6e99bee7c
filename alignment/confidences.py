"""From what an engine believes of its beads to the confidences that people see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from alignment.metrics.calibration import CalibrationCounts, Calibrator
from alignment.types import Alignment, Bead, Constraints, Progress

#: What makes probabilities of the engines' posteriors, chosen on the development texts: each text counts the same, so
#: that no convention of gold outweighs the others. docs/decisions/calibration.md has the figures.
CALIBRATORS = {
    "vecalign": Calibrator(cap=0.96, shift=0.0, slope=0.9, at_limit=0.5),
    "lexical": Calibrator(cap=0.96, shift=0.4, slope=1.3),
    "lexical with vectors": Calibrator(cap=0.96, shift=-0.1, slope=1.3),
    "lengths": Calibrator(cap=0.96, shift=0.15, slope=1.15),
}
#: Encoders with which no calibration of vecAlign held on the development texts, by the beginning of their names.
_WEAK = {
    "use": "No confidences are shown: with the encoder use, vecAlign’s cannot be trusted on every kind of text. "
    "The lexical engine with its sentence vectors has some.",
}
#: Where more beads than these are as large as the engine could make them, its posteriors say nothing: gold has larger
#: beads, and every bead beside one that was cut short is wrong too.
MOST_AT_LIMIT = 0.2
#: Fewer of them say nothing of a text.
_FEW = 5
#: Where the mean posterior of a run's beads is below this, the engine knows too little of the text for any map.
LEAST_MEAN = {"lengths": 0.5}


class Prepared(Protocol):
    """Two texts for which everything that does not depend on constraints is computed; each engine has its own."""

    def align(self, constraints: Constraints | None = None, *, progress: Progress | None = None) -> Alignment: ...


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A prepared pair whose confidences are calibrated; ``features["posterior"]`` keeps what they were made from.

    What people have fixed stays certain.

    why_none : why beads get no confidences, as a sentence for people, which goes into ``info["no_confidences"]``; empty
        where they get some; None looks at them, see `no_confidences`.
    least_mean : of the engine, from `LEAST_MEAN`.
    """

    prepared: Prepared
    calibrator: Calibrator
    why_none: str | None = None
    least_mean: float = 0.0

    def align(self, constraints: Constraints | None = None, *, progress: Progress | None = None) -> Alignment:
        alignment = self.prepared.align(constraints, progress=progress)
        name = f"calibration:{self.calibrator.signature()}"
        why_none = no_confidences(alignment.beads, self.least_mean) if self.why_none is None else self.why_none
        beads = tuple(self._calibrated(bead, not why_none) for bead in alignment.beads)
        info = {**alignment.info, "no_confidences": why_none} if why_none else alignment.info
        return replace(alignment, beads=beads, signature=f"{alignment.signature}|{name}", info=info)

    def _calibrated(self, bead: Bead, is_shown: bool) -> Bead:
        if bead.confidence is None or bead.features.get("fixed"):
            return bead
        factor = self.calibrator.at_limit if bead.features.get("at_limit") else 1.0
        posterior = round(bead.confidence * factor, 6)
        confidence = self.calibrator(posterior) if is_shown else None
        return replace(bead, confidence=confidence, features={**bead.features, "posterior": posterior})


def no_confidences(beads: Sequence[Bead], least_mean: float = 0.0) -> str:
    """Why these beads get no confidences, as a sentence for people; empty where they get some.

    Too many of them are as large as the engine could make them, or the engine is unsure of most: their mean posterior
    is below `least_mean`.

    Examples
    --------
    >>> largest, other = Bead((0,), (0, 1, 2), 0.7, features={"at_limit": 1.0}), Bead((1,), (3,), 0.9)
    >>> no_confidences([largest] * 6 + [other] * 6).partition(", ")[0]
    'No confidences are shown: 6 of 12 links are as large as a link may be here'
    >>> no_confidences([largest] * 2 + [other] * 10)
    ''
    """
    proposed = [bead for bead in beads if not bead.features.get("fixed")]
    posteriors = [bead.confidence for bead in proposed if bead.confidence is not None]
    if len(posteriors) >= _FEW and sum(posteriors) < least_mean * len(posteriors):
        return (
            "No confidences are shown: the engine is unsure of most links here, and lengths alone do not tell which of "
            "them are right. The lexical engine compares words too."
        )
    n_at_limit = sum(bool(bead.features.get("at_limit")) for bead in proposed)
    if n_at_limit < _FEW or n_at_limit <= MOST_AT_LIMIT * len(proposed):
        return ""
    return (
        f"No confidences are shown: {n_at_limit} of {len(proposed)} links are as large as a link may be here, so "
        "larger ones may be missing. Allow more sentences in a link, and align again."
    )


def calibrator_of(engine: str, judged: CalibrationCounts | None = None) -> Calibrator:
    """The calibration of an engine of `CALIBRATORS`, fitted again where people have judged links."""
    return CALIBRATORS[engine].refitted(judged) if judged is not None else CALIBRATORS[engine]


def weak_encoder(*names: str) -> str | None:
    """Why vecAlign has no confidences with embeddings that are called so; None where it may have some.

    Examples
    --------
    >>> weak_encoder("laser:laser2", "laser:laser2") is None
    True
    """
    return next((why for name in names if (why := _WEAK.get(name.split(":")[0]))), None)
