"""A page of a list costs what it shows: not what lies before it, and not what else there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.models import AlignmentRun, Document, Pair, Project, Review, Role, RunState, Unit
from annotator.reviewing.content import HISTORY_ENTRIES
from annotator.reviewing.opening import open_review
from annotator.reviewing.operate import operate
from tests import world

ADDRESSES = ["pairs", "documents", "runs", "reviews"]


@pytest.fixture
def client(client_of: Callable[[User], APIClient], admin: User) -> APIClient:
    return client_of(admin)


@pytest.fixture
def many(bitext: Pair, project: Project, person: Callable[..., User], make_document: Any) -> list[Pair]:
    """The bitext and 23 more pairs, each with two documents, two runs and a review."""
    pairs = [bitext]
    for n in range(23):
        texts = [make_document(f"{side} {n:02}", ["One.", "Two."]) for side in "ab"]
        pairs.append(
            Pair.objects.create(project=project, kind="bitext", title=f"p{n:02}", source=texts[0], target=texts[1])
        )
    for n, pair in enumerate(pairs):
        runs = [AlignmentRun.objects.create(pair=pair, number=number, engine="lexical") for number in (5, 6)]
        Review.objects.create(pair=pair, run=runs[0], annotator=person(Role.ANNOTATOR, f"reviewer{n}"))
    return pairs


def test_every_page_is_made_by_the_same_statements(many: list[Pair], client: APIClient, project: Project) -> None:
    def statements(address: str, page: int) -> int:
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(f"/api/v1/{address}/", {"project": project.slug, "page_size": 3, "page": page})
        assert len(answer.data["results"]) == 3
        return len(captured)

    for address in ADDRESSES:
        assert statements(address, 2) == statements(address, 7), address


def test_what_is_skipped_is_not_read(many: list[Pair], client: APIClient, project: Project) -> None:
    """The statement that goes past earlier rows, and the one that counts them, have their ids only."""
    for address in ADDRESSES:
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/api/v1/{address}/", {"project": project.slug, "page_size": 3, "page": 5})
        over_all = [q["sql"] for q in captured if " OFFSET " in q["sql"] or q["sql"].startswith("SELECT COUNT(")]
        assert len(over_all) == 2, address
        for statement in over_all:
            chosen, _, rest = statement.partition(" FROM ")
            assert chosen.count(",") == 0, statement
            assert " OUTER JOIN " not in rest, statement
            assert "annotator_unit" not in rest, statement


def test_pages_hold_everything_once_and_in_order(many: list[Pair], client: APIClient, project: Project) -> None:
    query = {"project": project.slug, "page_size": 5}
    for address in ADDRESSES:
        whole = client.get(f"/api/v1/{address}/", {**query, "page_size": 200}).data
        pages = [
            row["id"]
            for page in range(1, -(-whole["count"] // 5) + 1)
            for row in client.get(f"/api/v1/{address}/", {**query, "page": page}).data["results"]
        ]
        assert pages == [row["id"] for row in whole["results"]], address
        assert len(set(pages)) == whole["count"]
        assert client.get(f"/api/v1/{address}/", {**query, "page": 1 + whole["count"]}).status_code == 404


def test_a_project_of_others_is_an_empty_list(many: list[Pair], client: APIClient, project: Project) -> None:
    other = Project.objects.create(slug="other", name="Other")
    Pair.objects.filter(pk=many[-1].pk).update(project=other)
    for address in ("pairs", "documents"):
        assert client.get(f"/api/v1/{address}/", {"project": "other"}).data["count"] == 0
        assert client.get(f"/api/v1/{address}/", {"project": "nowhere"}).data["count"] == 0
    assert client.get("/api/v1/pairs/").data["count"] == len(many) - 1


def test_a_pair_shows_its_latest_run_its_reviews_and_mine(
    many: list[Pair], client_of: Callable[[User], APIClient], project: Project, annotator: User
) -> None:
    pair = many[3]
    run = pair.runs.get(number=5)
    AlignmentRun.objects.create(pair=pair, number=10, engine="lexical", state=RunState.QUEUED)
    mine = Review.objects.create(pair=pair, run=run, annotator=annotator)
    Review.objects.filter(pair=pair).exclude(pk=mine.pk).update(state="submitted", submitted_at="2026-11-01T00:00:00Z")
    rows = client_of(annotator).get("/api/v1/pairs/", {"project": project.slug}).json()["results"]
    shown = next(row for row in rows if row["id"] == pair.pk)
    assert (shown["latest_run"]["number"], shown["my_review"]["id"]) == (10, mine.pk)
    assert (shown["n_reviews"], shown["n_submitted"]) == (2, 1)
    other = next(row for row in rows if row["id"] == many[4].pk)
    assert (other["latest_run"]["number"], other["my_review"]) == (6, None)
    assert (other["n_reviews"], other["n_submitted"]) == (1, 0)


def test_units_are_counted_without_reading_them(bitext: Pair, client: APIClient, project: Project) -> None:
    empty = Document.objects.create(
        project=project, kind="text", title="Empty", content_hash="e", importer="made", importer_version="1"
    )
    rows = client.get("/api/v1/documents/", {"project": project.slug}).json()["results"]
    assert {row["id"]: row["n_units"] for row in rows} == {
        document.pk: Unit.objects.filter(document=document).count() for document in Document.objects.all()
    }
    assert next(row["n_units"] for row in rows if row["id"] == empty.pk) == 0


def test_the_latest_runs_of_some_pairs(
    many: list[Pair], client_of: Callable[[User], APIClient], client: APIClient, outsider: User
) -> None:
    ids = f"{many[3].pk},{many[5].pk},{many[3].pk}"
    told = client.get("/api/v1/pairs/runs/", {"ids": ids}).json()
    assert [(one["pair"], one["latest_run"]["number"]) for one in told] == [(many[3].pk, 6), (many[5].pk, 6)]
    assert client_of(outsider).get("/api/v1/pairs/runs/", {"ids": ids}).json() == []
    for wrong in ("", "x", "1,,2", "1,-2", ",".join(["1"] * 201), str(2**63)):
        assert client.get("/api/v1/pairs/runs/", {"ids": wrong}).status_code == 400, wrong


def test_the_history_of_a_row_comes_in_pages(bitext: Pair, annotator: User, client: APIClient) -> None:
    review, _ = open_review(pair=bitext, annotator=annotator)
    row, other = map(str, review.rows.order_by("position").values_list("pk", flat=True)[:2])
    for n in range(120):
        step = {"type": "set", "rows": [row, other], "fields": {"post_edit": f"No. {n}"}}
        asked = {"id": str(uuid4()), "verb": "edit", "steps": [step]}
        operate(review_id=review.pk, operations=[asked], user=annotator)
    found: list[dict[str, Any]] = []
    pages = []
    while not pages or pages[-1] == HISTORY_ENTRIES:
        query = {"row": row, **({"before": found[-1]["sequence"]} if found else {})}
        answer = client.get(f"/api/v1/reviews/{review.pk}/operations/", query).json()
        pages.append(len(answer))
        found += answer
    assert pages == [50, 50, 20]
    assert [entry["sequence"] for entry in found] == list(range(120, 0, -1))
    for entry in found:  # the row that was asked for, and not the other one of the operation
        (after,), (before,) = entry["after"], entry["before"]
        assert (after["id"], before["id"]) == (row, row)
        assert after["post_edit"] == f"No. {entry['sequence'] - 1}"


def test_a_project_says_whether_it_has_what_the_pages_of_summaries_are_about(
    project: Project, annotator: User, client_of: Callable[[User], APIClient]
) -> None:
    address = f"/api/v1/projects/{project.slug}/"
    world.bitext(project)
    assert client_of(annotator).get(address).json()["has_summaries"] is False
    world.talk(project)
    assert client_of(annotator).get(address).json()["has_summaries"] is True
