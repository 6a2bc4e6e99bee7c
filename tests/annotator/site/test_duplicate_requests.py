"""The same request twice at the same moment, as a double click sends it: no 5xx, and nothing stored twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import Membership, Pair, Pass, PassOperation, Project, Review, Role, TestSet
from annotator.people.projects import change_role, remove_member
from annotator.platform.errors import Conflict
from tests import world
from tests.annotator.connections import at_once, at_once_before_writing

N = 6


def sent_at_once(act: Callable[[], Any]) -> Counter[int]:
    """Send N times at the same moment. Returns how many answers had which status."""
    statuses = at_once([lambda: act().status_code] * N)
    assert all(isinstance(status, int) and status < 500 for status in statuses), statuses
    return Counter(statuses)


@pytest.fixture
def post(transactional_db: None, admin: User) -> Callable[[str, Any], Any]:
    def send(address: str, body: Any) -> Any:
        client = APIClient(raise_request_exception=False)
        client.force_authenticate(admin)
        return client.post(f"/api/v1/{address}", body)

    return send


def test_projects_of_one_name_get_addresses_of_their_own(post: Callable[..., Any]) -> None:
    assert sent_at_once(lambda: post("projects/", {"name": "Tides"})) == {201: N}
    slugs = Project.objects.filter(name="Tides").values_list("slug", flat=True)
    assert sorted(slugs) == ["tides", *(f"tides-{n}" for n in range(2, N + 1))]


def test_a_person_is_added_once(post: Callable[..., Any]) -> None:
    given = {"username": "ines", "role": "viewer", "password": "low tide at noon"}
    assert sent_at_once(lambda: post("projects/harbour-talks/members/", given)) == {201: 1, 409: N - 1}
    assert Membership.objects.filter(user__username="ines").count() == 1


@pytest.mark.parametrize("leaves", ["demoted", "removed"])
def test_two_admins_who_end_each_other_leave_one(
    transactional_db: None, project: Project, admin: User, person: Callable[..., User], leaves: str
) -> None:
    members = [Membership.objects.get(user=user) for user in (admin, person(Role.ADMIN, "second"))]

    def end(other: Membership) -> str:
        try:
            change_role(other, role=Role.VIEWER) if leaves == "demoted" else remove_member(other)
        except Conflict as conflict:
            return conflict.code
        return "done"

    told = at_once_before_writing(project.memberships.all(), [partial(end, member) for member in members])
    assert sorted(told) == ["done", "last_admin"]
    assert project.memberships.filter(role=Role.ADMIN).count() == 1


def test_a_test_set_is_made_once(post: Callable[..., Any]) -> None:
    told = sent_at_once(lambda: post("test-sets/", {"project": "harbour-talks", "name": "Spring", "reviews": []}))
    assert told[201] == 1
    assert TestSet.objects.count() == 1


def test_runs_are_numbered(post: Callable[..., Any], bitext: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotator.platform.work.send", lambda task, pk: None)
    sent_at_once(lambda: post("runs/", {"pair": bitext.pk, "engine": "auto"}))
    numbers = sorted(bitext.runs.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 1


def test_one_review_is_opened_and_submitted_once(post: Callable[..., Any], bitext: Pair) -> None:
    sent_at_once(lambda: post("reviews/", {"pair": bitext.pk}))
    review = Review.objects.get()
    steps = [{"type": "submit", "leave_unreviewed": True}]
    operation = {"id": str(uuid4()), "verb": "submit", "steps": steps, "versions": {}}
    assert sent_at_once(lambda: post(f"reviews/{review.pk}/operations/", {"operations": [operation]})) == {200: N}
    review.refresh_from_db()
    assert review.state == "submitted"
    assert review.operations.count() == 1


def test_an_author_answers_once(post: Callable[..., Any], talk: Pair) -> None:
    closes = (timezone.now() + timedelta(days=7)).isoformat()
    made = post("invitations/", {"run": talk.runs.get().pk, "author_name": "Ines", "closes_at": closes}).json()
    page = "/api/v1/rate/" + made["url"].rsplit("/", 1)[1] + "/"
    (first, *_) = APIClient().get(page).json()["sentences"]
    body = {"answers": {first["id"]: True}, "score": 4, "finished": True}
    assert sent_at_once(lambda: APIClient(raise_request_exception=False).patch(page, body)) == {200: N}
    seen = APIClient().get(page).json()
    assert (seen["sentences"][0]["answer"], seen["score"]) == (True, 4)


def test_one_of_many_who_claim_a_pass_at_once_gets_it(
    transactional_db: None, project: Project, person: Callable[..., User]
) -> None:
    check = world.checked_transcript(project, n=1)
    people = [person(Role.ANNOTATOR, f"filler-{n}") for n in range(N)]

    def claim(user: User) -> int:
        client = APIClient(raise_request_exception=False)
        client.force_authenticate(user)
        body = {"check": check.pk, "kind": "first"}
        return int(client.post(f"/api/v1/projects/{project.slug}/transcripts/claim/", body, format="json").status_code)

    statuses = at_once([partial(claim, user) for user in people])
    assert sorted(statuses) == [200, *[409] * (N - 1)]
    assert Pass.objects.filter(transcript_check=check).count() == 1


def test_answers_that_are_sent_many_times_at_once_are_stored_once(
    transactional_db: None, project: Project, person: Callable[..., User]
) -> None:
    check, filler = world.checked_transcript(project, n=1), person(Role.ANNOTATOR, "filler")
    client = APIClient()
    client.force_authenticate(filler)
    taken = client.post(
        f"/api/v1/projects/{project.slug}/transcripts/claim/", {"check": check.pk, "kind": "first"}, format="json"
    ).json()
    mask = client.get(f"/api/v1/passes/{taken['id']}/").json()["masks"][0]["code"]
    answer = {"choice": "a"}
    operation = {"id": str(uuid4()), "mask": mask, "verb": "answer", "answer": answer, "base": None}

    def send() -> Any:
        own = APIClient(raise_request_exception=False)
        own.force_authenticate(filler)
        return own.post(f"/api/v1/passes/{taken['id']}/operations/", {"operations": [operation]}, format="json")

    assert sent_at_once(send) == {200: N}
    log = PassOperation.objects.filter(of_pass=taken["id"])
    assert [str(stored.pk) for stored in log] == [operation["id"]]
