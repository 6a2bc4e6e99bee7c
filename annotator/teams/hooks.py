"""Receivers of signals from the domains below."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from annotator.models import Project
from annotator.reviewing.signals import adjudications_listed


@receiver(adjudications_listed)
def _keep_figures_current(project: Project, **_: Any) -> None:
    from annotator.teams.figures import figures_of  # not sooner: it takes a short command half a second to load

    figures_of(project)
