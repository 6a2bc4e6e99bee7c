"""The summary of a review: the run's where nothing was edited, and what people made of it after that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.aligning.engines import default_engine
from annotator.aligning.runs import execute, start_run
from annotator.models import Pair, Project, Review
from annotator.reviewing.opening import open_review
from annotator.site.demo import import_texts
from annotator.summaries.making import review_durations, summarise_review, summarise_run

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def review(talk: Pair, annotator: User) -> Review:
    """Spans "so no full stop " on sentence 0, "just words" and "and a breath is a label" on sentence 1."""
    return open_review(pair=talk, annotator=annotator)[0]


def edit(client: APIClient, review: Review, *steps: dict[str, Any]) -> None:
    operation = {"id": str(uuid4()), "verb": "reassign", "steps": list(steps)}
    answer = client.post(f"/api/v1/reviews/{review.pk}/operations/", {"operations": [operation]})
    assert answer.status_code == 200, answer.data


def positions(client: APIClient, review: Review, budget: str) -> list[int]:
    answer = client.get(f"/api/v1/reviews/{review.pk}/summary/?{budget}")
    assert answer.status_code == 200, answer.data
    return [sentence["position"] for sentence in answer.json()["sentences"]]


def test_counts_content_words_where_the_spans_are(review: Review) -> None:
    # "full stop"; "just" is a stop word, so "words"; "breath label".
    assert review_durations(review) == [2, 3, 0]


def test_follows_every_edit(review: Review, annotator: User, client_of: ClientOf) -> None:
    client = client_of(annotator)
    assert positions(client, review, "n_sentences=1") == [1]
    first, second = client.get(f"/api/v1/reviews/{review.pk}/content/").json()["rows"]
    to = {"type": "reassign", "row": second["id"], "source": [2], "chips": [str(uuid4())]}
    edit(client, review, to)
    assert review_durations(review) == [2, 0, 3]
    assert positions(client, review, "n_sentences=1") == [2]
    edit(client, review, {"type": "set_chips", "chips": [second["target"][1]["id"]], "removed": True})
    assert review_durations(review) == [2, 0, 1]
    assert positions(client, review, "n_sentences=1") == [0]
    chip, new = first["target"][0]["id"], str(uuid4())
    edit(client, review, {"type": "split_chip", "chip": chip, "at": 11, "new_chip": new})
    edit(client, review, {"type": "set_chips", "chips": [new], "removed": True})
    assert review_durations(review) == [1, 0, 1]
    assert positions(client, review, "n_words=4") == [0, 2]


def test_says_what_the_page_needs_to_make_it_anew(review: Review, annotator: User, client_of: ClientOf) -> None:
    content = client_of(annotator).get(f"/api/v1/reviews/{review.pk}/content/").json()
    assert [unit["counted"] for unit in content["target_units"]] == [[6, 11, 21], [6, 18]]
    assert [unit["n_tokens"] for unit in content["source_units"]] == [5, 6, 5]


def test_a_bitext_has_none(bitext: Pair, annotator: User, client_of: ClientOf) -> None:
    review, _ = open_review(pair=bitext, annotator=annotator)
    client = client_of(annotator)
    assert client.get(f"/api/v1/reviews/{review.pk}/summary/").json()["code"] == "no_summary"
    units = client.get(f"/api/v1/reviews/{review.pk}/content/").json()["target_units"]
    assert not any("counted" in unit for unit in units)


def test_unedited_it_is_the_runs(project: Project, admin: User) -> None:
    """On the demo talk, whose spans the engine makes: the same count for every sentence."""
    import_texts(project, admin, reviewed=[])
    pair = project.pairs.get(title="Listening for the full stop")
    run = start_run(pair=pair, engine=default_engine(pair), options={}, user=admin)
    execute(run.pk)
    run.refresh_from_db()
    review, _ = open_review(pair=run.pair, annotator=admin)
    assert sum(run.info["durations"]) > 500
    assert review_durations(review) == run.info["durations"]
    for budget in ({"n_words": 150}, {"n_sentences": 30}, {"ratio": 0.3}):
        assert summarise_review(review, **budget) == summarise_run(run, **budget)
