"""Nothing that an annotator can get tells where a review is probed: no field, no value, no shape of an answer.

The addresses come from the OpenAPI document, so an endpoint that is added is tried too; those that annotators may not
read at all are tried in test_permissions.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from alignment.lexical import PriorKnowledge, lexical
from annotator.aligning.bitext import links_of
from annotator.models import Pair, ProbedReview, ProbePolicy, Project, Review, Role
from annotator.reviewing.api.review_serializers import ReviewSerializer
from annotator.reviewing.opening import open_review
from annotator.reviewing.planting import place_probes
from annotator.reviewing.probes.standing import standing_of
from annotator.reviewing.realigning import propose_realignment
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.storage import copy_links
from tests import world
from tests.annotator.conftest import make_person, make_project
from tests.annotator.described import described_api
from tests.annotator.people.test_permissions import closed_to, template_of
from tests.annotator.populated import populate
from tests.annotator.reviewing.editor import Editor
from tests.annotator.reviewing.probes.conftest import make_long_talk, probes_of
from tests.annotator.shared import shared_rows
from tests.annotator.site.test_openapi import _addresses, _gets

ClientOf = Callable[[User], APIClient]

#: What says that something is probed, in the names of fields and in values.
TELLING = ("probe", "blind_", "planted", "trap", "swap", "boundary", "links_instead")
#: The policy of assignments says whether reviews are shown to others, and an author's page asks for a number to see
#: whether it is read: other matters.
HARMLESS = {"/api/v1/defaults/", "/api/v1/projects/{project_slug}/assignment-policy/", "/api/v1/rate/{token}/"}


def leaks(client: APIClient, project: Project, ids: dict[str, list[Any]], secrets: set[str], part: str) -> list[str]:
    schema: Any = described_api()
    closed = closed_to(Role.ANNOTATOR)
    found, n_answers = [], 0
    for template, _ in _gets(schema):
        if template == "/api/v1/schema/" or template in HARMLESS or not template.startswith(part):
            continue
        if template_of(template) in closed:
            continue
        for address in _addresses(template, project, ids):
            answer = client.get(address)
            if answer.status_code != 200:
                continue
            n_answers += 1
            body = (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode(errors="replace")
            found += [f"{address}: {word}" for word in TELLING if word in body.lower()]
            if answer["Content-Type"] == "application/json":
                found += [f"{address}: {value}" for value in secrets & set(_values(json.loads(body)))]
    assert n_answers > 60, "the walk saw next to nothing"
    return found


def _values(value: Any) -> Iterator[str]:
    """All numbers and texts of an answer, the numbers that are large enough to be told from others."""
    if isinstance(value, dict):
        for item in value.values():
            yield from _values(item)
    elif isinstance(value, list):
        for item in value:
            yield from _values(item)
    elif isinstance(value, (int, float, str)) and len(str(value)) > 6:
        yield str(value)


class Probed:
    """A project that holds something of everything, in which Ann has reviews with probes, in progress and submitted."""

    def __init__(self, project: Project, client: APIClient, ids: dict[str, list[Any]], secrets: set[str]) -> None:
        self.project, self.client, self.ids, self.secrets = project, client, ids, secrets

    def leaks(self, part: str = "/api/v1/") -> list[str]:
        return leaks(self.client, self.project, self.ids, self.secrets, part)


def make_probed() -> Probed:
    project = make_project()
    admin, annotator = make_person(project, Role.ADMIN), make_person(project, Role.ANNOTATOR)
    chief, client = APIClient(), APIClient()
    chief.force_authenticate(admin)
    client.force_authenticate(annotator)
    ids = populate(project, chief, annotator, world.bitext(project), world.talk(project))
    ProbePolicy.objects.create(project=project, blind_share=0.1234567, planted_share=0.2345671)
    long_talk = make_long_talk(project)
    slot_policy.make_slots_of(long_talk.pk, project.pk)
    editor = Editor(client, long_talk)
    rows = editor.row_ids
    editor.done({"type": "set", "rows": rows[:1], "fields": {"status": "accepted"}})
    assert client.post(f"/api/v1/reviews/{editor.id}/comments/", {"row": rows[0], "text": "?"}).status_code == 201
    ids["reviews"].append(editor.id)
    ids["runs"].append(long_talk.runs.get().pk)
    ids["rows"] += [(editor.id, row) for row in rows[:3]]
    seeds = ProbedReview.objects.values_list("seed", flat=True)
    assert len(seeds) == 2
    return Probed(project, client, ids, {str(seed) for seed in seeds} | {"0.1234567", "0.2345671"})


@pytest.fixture(scope="class")
def whole(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Probed]:
    media = tmp_path_factory.mktemp("media")
    with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=media):
        yield make_probed()


@pytest.mark.django_db
class TestWalk:
    def test_an_annotator_finds_no_word_and_no_number_of_probes(self, whole: Probed) -> None:
        assert whole.leaks() == []

    def test_the_walk_finds_a_leak(self, whole: Probed, monkeypatch: pytest.MonkeyPatch) -> None:
        told = ReviewSerializer.to_representation

        def leaking(self: Any, review: Any) -> Any:
            return {**told(self, review), "n": getattr(ProbedReview.objects.filter(review=review).first(), "seed", 0)}

        monkeypatch.setattr(ReviewSerializer, "to_representation", leaking)
        assert whole.leaks("/api/v1/reviews/")


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
