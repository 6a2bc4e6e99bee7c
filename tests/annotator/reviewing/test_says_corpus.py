"""What rows say, in the cases that the page shares (tests/contract/says)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from annotator.models import Chip, Pair, PairKind, Review, ReviewRow, ReviewState
from annotator.reviewing.adjudication.regions import compare
from annotator.reviewing.gold import agreed_rows
from annotator.reviewing.state import ChipState, RowState
from annotator.reviewing.storage import chip_models, row_model

CASES = json.loads((Path(__file__).parents[2] / "contract" / "says" / "cases.json").read_text())
by_name = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])


def chips(pieces: list[list[int]], *, removed: bool = False, is_key: bool = False) -> list[ChipState]:
    return [ChipState(str(uuid4()), *piece, removed=removed, is_key=is_key) for piece in pieces]


def rows_of(case: dict[str, Any], review: str) -> list[RowState]:
    rows = []
    for position, row in enumerate(case[review]):
        pieces = ("source", "target", "removed", "key")
        fields = {name: tuple(value) if name == "tags" else value for name, value in row.items() if name not in pieces}
        target = [*chips(row["target"]), *chips(row.get("removed", []), removed=True)]
        target += chips(row.get("key", []), is_key=True)
        source = tuple(chips(row["source"]))
        rows.append(RowState(str(uuid4()), position, 1, source, tuple(target), "accepted", **fields))
    return rows


@by_name
def test_regions_are_where_rows_say_something_else(case: dict[str, Any]) -> None:
    reviews = [rows_of(case, "one"), rows_of(case, "other")]
    found = compare(reviews, is_bitext=case["kind"] == PairKind.BITEXT)
    assert (not found.regions) == case["same"]


@by_name
def test_rows_that_say_the_same_are_agreed_on(
    case: dict[str, Any], bitext: Pair, talk: Pair, slides: Pair, admin: User, annotator: User
) -> None:
    pair = {PairKind.BITEXT: bitext, PairKind.PAPER_TALK: talk, PairKind.SLIDES_TALK: slides}[case["kind"]]
    reviews = []
    for name, person in (("one", admin), ("other", annotator)):
        rows = rows_of(case, name)
        review = Review.objects.create(
            pair=pair, run=pair.runs.get(), annotator=person, state=ReviewState.SUBMITTED,
            submitted_at="2026-01-01T00:00:00Z",
        )  # fmt: skip
        ReviewRow.objects.bulk_create([row_model(review, row, person.pk) for row in rows])
        Chip.objects.bulk_create(chip_models(review, rows, pair.kind == PairKind.BITEXT))
        reviews.append(review.pk)
    every = set(map(str, ReviewRow.objects.filter(review__in=reviews).values_list("pk", flat=True)))
    assert (agreed_rows(reviews, reviews) == every) == case["same"]
