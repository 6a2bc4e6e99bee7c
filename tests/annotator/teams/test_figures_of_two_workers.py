"""Two workers that refresh the figures of one project at the same time."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from annotator.models import Project
from annotator.teams import figures
from annotator.teams.pace import paces
from tests.annotator.connections import at_once
from tests.annotator.teams.figures_at_once import nearly, paces_at_once

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from corpus import Size, fill  # type: ignore[import-not-found]


@pytest.mark.django_db(transaction=True)
def test_two_refreshes_at_once_count_once() -> None:
    made = fill(Size(pairs=8, rows=20, annotators=3, reviews=6, operations=100))
    project = Project.objects.get(slug=made.project)
    at_once([lambda: figures.refresh(project.pk)] * 3)
    figures.refresh(project.pk)
    assert {person: nearly(pace) for person, pace in paces(project).items()} == paces_at_once(project)
