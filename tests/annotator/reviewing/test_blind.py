"""Reviews are blind: no answer that an annotator can get holds anything of another's review before it is adjudicated.

The addresses come from the OpenAPI document, so an endpoint that is added is tried too; those that annotators may not
read at all are tried in test_permissions.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import AssignmentPolicy, Project, Review, ReviewKind, ReviewState, Role
from annotator.reviewing.concordance.index import fill_index
from annotator.reviewing.slots import policy as slot_policy
from tests import world as worlds
from tests.annotator.conftest import make_person, make_project
from tests.annotator.described import described_api
from tests.annotator.people.test_permissions import closed_to, template_of
from tests.annotator.populated import Ids, populate
from tests.annotator.reviewing.editor import Editor
from tests.annotator.shared import shared_rows
from tests.annotator.site.test_openapi import _addresses, _gets

#: What Ben writes, in whatever can be written; nobody but he and those who adjudicate reads it.
MARK = "quartz-of-ben"
NAMES_A_PERSON = {"annotator", "author", "by", "withdrawn_by"}

pytestmark = pytest.mark.django_db


class World:
    def __init__(self, project: Project, client: APIClient, ids: Ids, ben: User) -> None:
        self.project, self.client, self.ids, self.ben = project, client, ids, ben

    def leaks(self) -> list[str]:
        """Every answer with something of Ben's work, by its address."""
        others = set(Review.objects.exclude(annotator__username="ann").values_list("pk", flat=True))
        found, n_answers = [], 0
        for address in self._all_addresses():
            answer = self.client.get(address)
            if answer.status_code != 200:
                continue
            n_answers += 1
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            if MARK.encode() in body:
                found.append(f"{address}: his words")
            if answer["Content-Type"] == "application/json" and not answer.streaming:
                found += [f"{address}: {what}" for what in _named(answer.json(), self.ben, others)]
        assert n_answers > 60, "the walk saw next to nothing"
        return found

    def _all_addresses(self) -> Iterator[str]:
        schema: Any = described_api()
        closed = closed_to(Role.ANNOTATOR)
        for template, _ in _gets(schema):
            if template_of(template) not in closed:
                yield from _addresses(template, self.project, self.ids)
        root = f"/api/v1/projects/{self.project.slug}"
        yield from (f"{root}/concordance/?q={text}" for text in (MARK, "breath", "water"))
        yield from ("/api/v1/reviews/?state=submitted", "/api/v1/slots/?state=submitted", "/api/v1/slots/?overdue=true")


def _named(value: Any, ben: User, others: set[int]) -> Iterator[str]:
    """Where an answer says that a review is Ben's, or names a review of somebody else."""
    if isinstance(value, dict):
        for name, item in value.items():
            who = item.get("id") if isinstance(item, dict) else item
            if name in NAMES_A_PERSON and who == ben.pk:
                yield f"{name} is Ben"
            if name == "review" and who in others:
                yield "another's review"
            yield from _named(item, ben, others)
    elif isinstance(value, list):
        for item in value:
            yield from _named(item, ben, others)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    media = tmp_path_factory.mktemp("media")
    with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=media):
        yield make_world()


def client_of(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def make_world() -> World:
    project = make_project()
    bitext, talk = worlds.bitext(project), worlds.talk(project)
    ann, ben, admin, annotator = (
        make_person(project, role, name)
        for role, name in ((Role.ANNOTATOR, "ann"), (Role.ANNOTATOR, "ben"), (Role.ADMIN, ""), (Role.ANNOTATOR, ""))
    )
    chief, client, other = client_of(admin), client_of(ann), client_of(ben)
    for pair in (talk, bitext):
        for editor in (Editor(client, pair), Editor(other, pair)):
            rows = editor.row_ids
            editor.done({"type": "set", "rows": rows, "fields": {"status": "accepted"}})
            if editor.client is other:
                editor.done({"type": "set", "rows": rows, "fields": {"post_edit": f"water {MARK}", "tags": [MARK]}})
                said = {"row": rows[0], "text": f"@ann {MARK}"}
                assert other.post(f"/api/v1/reviews/{editor.id}/comments/", said).status_code == 201
                place = {"side": "target", "unit": 1, "start": 0, "end": 1, "text": "X"}
                assert other.post(f"/api/v1/reviews/{editor.id}/corrections/", place).status_code == 201
            editor.done({"type": "submit"}, verb="submit")
    returned = Review.objects.get(annotator=ben, pair=bitext)
    assert chief.post(f"/api/v1/reviews/{returned.pk}/return/", {"reason": MARK}).status_code == 200
    ids = populate(project, chief, annotator, bitext, talk)
    own = Review.objects.filter(annotator=ann).values_list("pk", flat=True)
    ids["rows"] += product(own, dict(ids["rows"]).values())
    # All that the talk needs are in, so that nothing but the rule keeps them from being recalled.
    talks = Review.objects.judgements().filter(pair=talk)
    talks.update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    slot_policy.set_policy(project, reviews_per_pair=1)
    fill_index(project.pk)
    return World(project, client, ids, ben)


def test_an_annotator_finds_nothing_of_anothers_review(world: World) -> None:
    assert world.leaks() == []


def test_what_is_adjudicated_or_not_blind_is_recalled(world: World) -> None:
    def recalled() -> int:
        address = f"/api/v1/projects/{world.project.slug}/concordance/?q=breath"
        return sum(MARK in str(row) for row in world.client.get(address).json()["rows"])

    assert recalled() == 0
    AssignmentPolicy.objects.update(blind=False)
    assert recalled() > 0
    AssignmentPolicy.objects.update(blind=True)
    adjudication = Review.objects.get(kind=ReviewKind.ADJUDICATION)
    adjudication.state, adjudication.submitted_at = ReviewState.SUBMITTED, adjudication.created_at
    adjudication.save()
    assert recalled() > 0


def test_whose_a_correction_is_is_told_where_reviews_are_not_blind(world: World) -> None:
    own = Review.objects.get(annotator__username="ann", pair__kind="paper_talk")

    def makers() -> list[Any]:
        found = world.client.get(f"/api/v1/reviews/{own.pk}/corrections/").json()
        return [one["by"] and one["by"]["name"] for one in found]

    assert makers() == [None]
    AssignmentPolicy.objects.update(blind=False)
    assert makers() == ["ben"]


def test_who_adjudicates_no_longer_keeps_nothing_of_it(world: World) -> None:
    """An adjudication holds rows of others' reviews; it is not its maker's own as a review is."""
    adjudication = Review.objects.get(kind=ReviewKind.ADJUDICATION)
    adjudication.annotator = User.objects.get(username="ann")
    adjudication.save()
    for address in ("", "content/", "changes/?since=0"):
        assert world.client.get(f"/api/v1/reviews/{adjudication.pk}/{address}").status_code == 404
    answer = world.client.post(f"/api/v1/reviews/{adjudication.pk}/operations/", {"operations": []})
    assert answer.status_code == 404
    listed = world.client.get("/api/v1/reviews/").json()["results"]
    assert adjudication.pk not in [one["id"] for one in listed]
