"""Nothing that an annotator can get tells where a review is probed: no shape of an answer, no proposal, no statement.

For words and numbers of it, test_blind.py looks in the answers of all addresses.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from alignment.lexical import PriorKnowledge, lexical
from annotator.aligning.bitext import links_of
from annotator.models import Pair, ProbedReview, ProbePolicy, Project, Review, Role
from annotator.reviewing.opening import open_review
from annotator.reviewing.planting import place_probes
from annotator.reviewing.probes.standing import standing_of
from annotator.reviewing.realigning import propose_realignment
from annotator.reviewing.storage import copy_links
from tests import world
from tests.annotator.reviewing.editor import Editor
from tests.annotator.reviewing.probes.conftest import probes_of

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def twins(
    long_bitext: Pair, project: Project, annotator: User, person: Callable[..., User], client_of: ClientOf
) -> list[tuple[APIClient, Editor]]:
    """Two annotators with a review of one pair each, the first with probes."""
    found = []
    for user, shares in ((annotator, (0.2, 0.2)), (person(Role.ANNOTATOR, "ben"), (0.0, 0.0))):
        review = Review.objects.create(pair=long_bitext, run=long_bitext.runs.get(), annotator=user)
        copy_links(review, review.run)
        if any(shares):
            place_probes(review, seed=5, blind_share=shares[0], planted_share=shares[1])
        found.append((client_of(user), Editor(client_of(user), long_bitext, review=review.pk)))
    ProbePolicy.objects.create(project=project, blind_share=0.1, planted_share=0.1)
    return found


def shape(value: Any, name: str = "") -> Any:
    """Keys and types; of a list, those of all that it holds."""
    if isinstance(value, dict):
        return {key: shape(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return sorted({json.dumps(shape(item), sort_keys=True) for item in value})
    if name == "position" and isinstance(value, float):
        return f"{value.is_integer()}"
    return type(value).__name__


def test_reviews_with_and_without_probes_have_one_shape(twins: list[tuple[APIClient, Editor]]) -> None:
    shapes = []
    for client, editor in twins:
        rows = editor.rows
        for row in rows:
            row["has_both"] = bool(row["source"] and row["target"])
        linked = [row for row in rows if row["has_both"]]
        editor.done({"type": "set", "rows": [row["id"] for row in rows], "fields": {"status": "accepted"}})
        said: dict[str, Any] = {"rows": shape(rows), "linked": shape(linked)}
        for address in ("", "content/", "changes/?since=0", "comments/", "corrections/", "next/"):
            answer: Any = client.get(f"/api/v1/reviews/{editor.id}/{address}")
            assert answer.status_code == 200, address
            said[address] = shape(json.loads(answer.getvalue()))
        histories = [client.get(f"/api/v1/reviews/{editor.id}/operations/?row={row['id']}").json() for row in rows]
        said["history"] = shape(histories)
        assert all("link" not in one["before"][0] for history in histories for one in history)
        shapes.append(said)
    assert shapes[0] == shapes[1]


def test_what_engines_propose_is_closed_to_annotators_of_the_whole_project(
    twins: list[tuple[APIClient, Editor]], long_bitext: Pair, bitext: Pair, talk: Pair, admin: User,
    client_of: ClientOf, person: Callable[..., User],
) -> None:  # fmt: skip
    """Also of pairs that nobody has begun: a single closed run would tell which review is probed."""

    def statuses(client: APIClient) -> list[int]:
        runs = [long_bitext.runs.get(), bitext.runs.get(), talk.runs.get()]
        addresses = [f"/api/v1/runs/{run.pk}/links/" for run in runs] + [f"/api/v1/runs/{runs[2].pk}/summary/"]
        return [client.get(address).status_code for address in addresses]

    annotators = [client for client, _ in twins]
    assert [statuses(client) for client in annotators] == [[403] * 4] * 2
    for client in annotators:
        run = client.get(f"/api/v1/runs/{long_bitext.runs.get().pk}/").json()
        assert (run["info"], run["n_links"]) == ({}, None)
        assert [one["n_links"] for one in client.get("/api/v1/runs/").json()["results"]] == [None] * 3
    for role in (Role.ADJUDICATOR, Role.VIEWER):
        assert statuses(client_of(person(role, f"the {role}"))) == [200] * 4
    assert client_of(admin).get(f"/api/v1/runs/{long_bitext.runs.get().pk}/").json()["n_links"] == 40
    ProbePolicy.objects.all().delete()
    assert statuses(annotators[1]) == [403] * 4, "reviews that were opened before are probed still"
    ProbedReview.objects.all().delete()
    assert statuses(annotators[1]) == [200] * 4


@pytest.mark.parametrize("which", ["bitext", "talk"])
def test_realigning_proposes_nothing_where_a_review_is_probed(
    which: str, demo: Pair, long_talk: Pair, annotator: User, client_of: ClientOf
) -> None:
    """Untouched, every other row is what the engine proposes: proposals would be exactly the probes."""
    pair = demo if which == "bitext" else long_talk
    if which == "bitext":
        source, target = (list(side.units.values_list("text", flat=True)) for side in (demo.source, demo.target))
        world.make_run(demo, links_of(lexical(source, target, known=PriorKnowledge("en", "ja")), target))
    run = pair.runs.get()
    review = Review.objects.create(pair=pair, run=run, annotator=annotator)
    copy_links(review, run)
    before = propose_realignment(review)
    place_probes(review, seed=3, blind_share=0.2, planted_share=0.1)
    probes = probes_of(review)
    assert len(probes) > 3
    after = propose_realignment(review)
    assert after["n_fixed"] == before["n_fixed"] == 0
    held = {row.id for one in standing_of([review.pk])[review.pk] for row in one.rows}
    assert held
    assert not held & {row for proposal in after["proposals"] for row in proposal["rows"]}
    if which == "bitext":
        assert (before["proposals"], after["proposals"]) == ([], [])


def test_an_edit_of_a_probed_review_takes_no_statement_more(twins: list[tuple[APIClient, Editor]]) -> None:
    counts = []
    for _, editor in twins:
        row = next(row for row in editor.rows if row["source"] and row["target"])
        step = {"type": "set", "rows": [row["id"]], "fields": {"status": "accepted"}}
        given = {"versions": {row["id"]: row["version"]}}
        editor.done(step, **given)
        with CaptureQueriesContext(connection) as captured:
            editor.done({**step, "fields": {"flagged": True}}, versions={row["id"]: row["version"] + 1})
        counts.append(len(captured))
        assert not any("probe" in query["sql"].lower() for query in captured)
    assert counts[0] == counts[1]


def test_opening_takes_the_same_statements_for_many_rows(
    project: Project, probing: ProbePolicy, person: Callable[..., User]
) -> None:
    counts = []
    for n in (60, 240):
        pair = world.long_bitext(project, n)
        user = person(Role.ANNOTATOR, f"ann{n}")
        with CaptureQueriesContext(connection) as captured:
            open_review(pair=pair, annotator=user)
        counts.append(len([q for q in captured if "ANALYZE" not in q["sql"] and "pg_class" not in q["sql"]]))
    assert counts[1] <= counts[0] + 1
