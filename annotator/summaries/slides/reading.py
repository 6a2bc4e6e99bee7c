"""Looking tables up: where methods cut one talk, and what was published beside them."""

from __future__ import annotations

from typing import Any

from alignment.slides.evaluation import PUBLISHED_SEGMENTATION, PUBLISHED_SUMMARIES, fits
from annotator.models import SlidesTable, SlidesTalk, SlidesTask
from annotator.summaries.slides.scoring import FIGURES

_PUBLISHED = (
    (SlidesTask.SEGMENTATION, ("accuracy",), PUBLISHED_SEGMENTATION),
    (SlidesTask.KEY_SENTENCES, FIGURES[SlidesTask.KEY_SENTENCES], PUBLISHED_SUMMARIES),
)


def cuts_of(table: SlidesTable, talk: SlidesTalk) -> list[dict[str, Any]]:
    """Where each method cuts a talk of the table, of those that have it: ``{"row", "label", "cuts"}``, a cut
    ``{"at", "fit"}``."""
    return [
        {"row": row.pk, "label": row.label, "cuts": _fitting(talk.scores[row.method]["cuts"], talk.boundaries)}
        for row in table.rows.all()
        if row.task == SlidesTask.SEGMENTATION and row.method in talk.scores
    ]


def published() -> list[dict[str, Any]]:
    """Rows of papers: ``{"task", "label", "source", "figures"}``, figures by name in [0, 1]."""
    return [
        {
            "task": task,
            "label": row.name,
            "source": row.source,
            "figures": {name: value / 100 for name, value in zip(names, row.figures, strict=True)},
        }
        for task, names, rows in _PUBLISHED
        for row in rows
    ]


def _fitting(cuts: list[int], boundaries: list[int]) -> list[dict[str, Any]]:
    return [{"at": at, "fit": fit} for at, fit in zip(cuts, fits(cuts, boundaries), strict=True)]
