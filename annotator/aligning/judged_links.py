"""Links that people have judged, for engines' confidences to be calibrated by. Teams register how they are counted."""

from __future__ import annotations

from collections.abc import Callable

from alignment.confidences import CALIBRATORS
from alignment.metrics.calibration import CalibrationCounts
from annotator.models import Project

#: Of the links of an engine in a project, by their posterior; counted in the background, so they may lag behind.
Counts = Callable[[Project, str], CalibrationCounts]

_registered: Counts = lambda project, engine: CalibrationCounts()  # noqa: E731


def register(counted_by: Counts) -> None:
    global _registered
    _registered = counted_by


def judged_links(project: Project, engine: str) -> CalibrationCounts:
    return _registered(project, engine)


def calibration_stamp(project: Project, engine: str) -> str:
    """What changes when the calibration of an engine's runs does: a few more judged links seldom change it."""
    counts = judged_links(project, engine)
    return ";".join(calibrator.refitted(counts).signature() for calibrator in CALIBRATORS.values())
