"""The corpus that lists are measured on is such as Lectern itself writes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import orjson
import pytest
from django.contrib.auth.models import User

from annotator.models import Operation, Project, Review, TestSet
from annotator.reviewing.content import history_of_row, review_content
from annotator.reviewing.gold import gold_preview
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.opening import open_review
from annotator.reviewing.operate import operate
from annotator.teams.figures import refresh
from annotator.teams.quality import quality_of

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from corpus import Size, fill  # type: ignore[import-not-found]

SIZE = Size(pairs=12, rows=40, annotators=3, reviews=10, operations=200)


@pytest.fixture
def corpus(db: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("annotator.platform.work.TURN_SECONDS", 600)  # however busy the machine is
    return fill(SIZE)


def test_has_what_it_says(corpus: Any) -> None:
    project = Project.objects.get(slug=corpus.project)
    assert project.pairs.count() == SIZE.pairs
    assert Review.objects.count() == SIZE.reviews
    assert Operation.objects.count() == 10 * 18 + 20
    for review in Review.objects.all():
        assert review.row_count == review.rows.count() == SIZE.rows
        assert review.reviewed_count == review.rows.reviewed().count()
        assert review.revision == review.operations.count()


def test_reads_as_any_other_project(corpus: Any) -> None:
    project = Project.objects.get(slug=corpus.project)
    n_rows = gold_preview(project)["n_rows"]
    assert len(list(gold_records(project))) == n_rows > 0
    assert gold_preview(project, TestSet.objects.get(pk=corpus.test_set))["n_rows"] == n_rows
    refresh(project.pk)
    figures = quality_of(project)
    assert [engine["engine"] for engine in figures["engines"]] == ["lexical"]
    assert figures["agreement"]
    review = Review.objects.get(pk=corpus.busy_review)
    content = orjson.loads(b"".join(review_content(review.pk, review.annotator)))
    assert len(content["rows"]) == SIZE.rows
    assert sum(len(row["target"]) for row in content["rows"]) == SIZE.rows
    assert len(history_of_row(review, corpus.busy_row, review.annotator)) >= 20


def test_can_be_edited_and_undone(corpus: Any) -> None:
    review = Review.objects.get(pk=corpus.review)
    last = Operation.objects.filter(review=review).latest("sequence")
    undo = {"id": uuid4(), "verb": "undo", "steps": [{"type": "undo", "operation": str(last.pk)}]}
    outcome = operate(review_id=review.pk, operations=[undo], user=review.annotator)
    assert outcome["rows"][0]["good_align"] is None
    opened, is_new = open_review(
        pair=Project.objects.get(slug=corpus.project).pairs.get(pk=corpus.pair),
        annotator=User.objects.last(),  # type: ignore[arg-type]
    )
    assert is_new
    assert opened.row_count == SIZE.rows
