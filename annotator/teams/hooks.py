"""Receivers of signals from the domains below, and what teams count for engines."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from alignment.metrics.calibration import CalibrationCounts
from annotator.aligning import judged_links
from annotator.models import Project, ProjectFigures
from annotator.reviewing.signals import adjudications_listed


@receiver(adjudications_listed)
def _keep_figures_current(project: Project, **_: Any) -> None:
    from annotator.teams.figures import figures_of  # not sooner: it takes a short command half a second to load

    figures_of(project)


def _judged_links(project: Project, engine: str) -> CalibrationCounts:
    """As the figures of the overview have them: computed in the background after reviews have changed."""
    from annotator.teams.quality import posteriors_of  # not sooner, as above

    quality = ProjectFigures.objects.filter(project=project).values_list("quality", flat=True).first() or {}
    return posteriors_of(next((each for each in quality.get("engines", ()) if each["engine"] == engine), {}))


judged_links.register(_judged_links)
