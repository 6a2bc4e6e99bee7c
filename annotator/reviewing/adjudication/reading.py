"""The rows of the reviews that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from annotator.models import Review, Unit
from annotator.reviewing.pieces import text_of
from annotator.reviewing.state import RowState
from annotator.reviewing.storage import read_rows


def rows_of_reviews(reviews: Sequence[Review]) -> list[list[RowState]]:
    """The rows of each review of one pair, in order, for comparing: a post-edit that is the text as it was imported is
    none. `reviews` have their pair."""
    pair = reviews[0].pair
    rows = [list(read_rows(review)[0].values()) for review in reviews]
    edited = {chip.unit for of_review in rows for row in of_review if row.post_edit is not None for chip in row.target}
    units = Unit.objects.filter(document=pair.target_id, position__in=edited)
    texts = dict(units.values_list("position", "text")) if edited else {}
    language = pair.target.language if edited else ""
    return [[_compared(row, texts, language) for row in of_review] for of_review in rows]


def _compared(row: RowState, texts: dict[int, str], language: str) -> RowState:
    if row.post_edit is None:
        return row
    imported = text_of([(chip.unit, chip.start, chip.end) for chip in row.target if not chip.removed], texts, language)
    return replace(row, post_edit=None) if row.target and row.post_edit == imported else row
