"""Two runs of a pair side by side: what differs, how each compares with gold, and who is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import AlignmentRun, Pair, ProbePolicy, Review, ReviewState
from annotator.reviewing.opening import open_review

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def client(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


def compared(client: APIClient, first: AlignmentRun, second: AlignmentRun, **query: Any) -> Any:
    return client.get(f"/api/v1/runs/{first.pk}/comparison/", {"against": second.pk, **query})


def make_gold(pair: Pair, annotator: User, run: AlignmentRun) -> None:
    review, _ = open_review(pair=pair, annotator=annotator, run=run)
    review.rows.update(status="accepted")
    Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())


@pytest.fixture
def other(bitext: Pair, make_run: Any) -> AlignmentRun:
    """Target 1 goes to the second sentence; the second sentence's own target to none."""
    run: AlignmentRun = make_run(
        bitext,
        [
            {"source": [0], "target": [[0, 0, 7]]},
            {"source": [1], "target": [[1, 0, 5]]},
            {"source": [], "target": [[2, 0, 9]]},
            {"source": [2], "target": []},
            {"source": [3], "target": [[3, 0, 4], [4, 0, 8]]},
        ],
        engine="vecalign",
        options={"alignment_max_size": 3},
    )
    return run


def test_what_differs_is_told_stretch_by_stretch(client: APIClient, bitext: Pair, other: AlignmentRun) -> None:
    first = bitext.runs.get(number=1)
    answer = compared(client, first, other)
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert (told["first"]["number"], told["second"]["options"]) == (1, {"alignment_max_size": 3})
    assert [(row["text"], row["first"]["units"], row["second"]["units"], row["gold"]) for row in told["rows"]] == [
        ("手書きで。", [0], [1], None),
        ("誰にも頼まれずに。", [1], [], None),
    ]
    assert told["rows"][1]["first"]["text"] == "Nobody asked her to."
    lengths = [len(text) for text in bitext.target.texts()]
    assert told["agreement"] == pytest.approx(1 - (lengths[1] + lengths[2]) / sum(lengths))
    assert (told["n_differences"], told["scores"], told["next_after"]) == (2, [], None)


def test_both_are_scored_against_gold(client: APIClient, bitext: Pair, other: AlignmentRun, annotator: User) -> None:
    first = bitext.runs.get(number=1)
    make_gold(bitext, annotator, first)
    told = compared(client, first, other).json()
    scores = {each["key"]: each for each in told["scores"]}
    assert {key: each["first"] for key, each in scores.items()} == {"text": 1.0, "strict_f1": 1.0, "lax_f1": 1.0}
    assert scores["strict_f1"]["second"] == pytest.approx(2 * (2 / 5) * (1 / 3) / (2 / 5 + 1 / 3))
    assert scores["text"]["second"] == pytest.approx(told["agreement"])
    assert [row["gold"]["units"] for row in told["rows"]] == [[0], [1]]


def test_a_talk_differs_inside_a_segment(client: APIClient, talk: Pair, make_run: Any, annotator: User) -> None:
    first = talk.runs.get()
    second = make_run(
        talk, [{"source": [0], "target": [[0, 0, 20]]}, {"source": [2], "target": [[0, 20, 26], [1, 0, 23]]}]
    )
    make_gold(talk, annotator, first)
    told = compared(client, first, second).json()
    assert [(row["first"]["units"], row["second"]["units"]) for row in told["rows"]] == [([1], [0]), ([1], [2])]
    assert talk.target.texts()[0][16:20].strip() == told["rows"][0]["text"]
    assert [each["key"] for each in told["scores"]] == ["text"]
    assert told["scores"][0]["first"] == 1.0


def test_a_run_is_the_same_as_itself(client: APIClient, bitext: Pair) -> None:
    run = bitext.runs.get()
    told = compared(client, run, run).json()
    assert (told["agreement"], told["n_differences"], told["rows"]) == (1.0, 0, [])


def test_differences_come_page_by_page(client: APIClient, bitext: Pair, other: AlignmentRun) -> None:
    first = bitext.runs.get(number=1)
    told = compared(client, first, other, limit=1).json()
    assert ([row["number"] for row in told["rows"]], told["next_after"]) == ([1], 1)
    told = compared(client, first, other, limit=1, after=1).json()
    assert ([row["number"] for row in told["rows"]], told["next_after"]) == ([2], None)


def test_what_cannot_be_compared_is_told(
    client: APIClient, bitext: Pair, talk: Pair, client_of: ClientOf, outsider: User
) -> None:
    first = bitext.runs.get()
    assert compared(client, first, talk.runs.get()).status_code == 409
    waiting = AlignmentRun.objects.create(pair=bitext, number=9, engine="lexical")
    answer = compared(client, first, waiting)
    assert (answer.status_code, answer.json()["detail"]) == (409, "Run 9 has no links.")
    assert client.get(f"/api/v1/runs/{first.pk}/comparison/").status_code == 400
    assert client.get(f"/api/v1/runs/{first.pk}/comparison/?against=99999").status_code == 404
    assert compared(client_of(outsider), first, first).status_code == 404


def test_annotators_are_told_nothing_of_gold_and_nothing_at_all_where_reviewers_are_checked(
    bitext: Pair, other: AlignmentRun, annotator: User, client_of: ClientOf, client: APIClient
) -> None:
    first = bitext.runs.get(number=1)
    make_gold(bitext, annotator, first)
    assert compared(client, first, other).json()["scores"]
    told = compared(client_of(annotator), first, other).json()
    assert (told["scores"], {row["gold"] is None for row in told["rows"]}) == ([], {True})
    ProbePolicy.objects.create(project=bitext.project, blind_share=0.1, planted_share=0)
    assert compared(client_of(annotator), first, other).status_code == 403
