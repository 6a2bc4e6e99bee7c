"""Announcements: who reads them, until when, and what becomes of them when they are changed or withdrawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import ActivityEntry, Announcement, AnnouncementSeen, Membership, Project
from annotator.people.announcements import MOST_STANDING

Person = Callable[..., User]


@pytest.fixture
def url(project: Project) -> str:
    return f"/api/v1/projects/{project.slug}/announcements/"


@pytest.fixture
def boss(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


@pytest.fixture
def wen(person: Person, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(person("annotator", "wen"))


def written(answer: Any) -> list[tuple[str, list[str], list[str]]]:
    assert answer.status_code in (200, 201), answer.json()
    return [
        (
            one["text"],
            [each["person"]["username"] for each in one["seen"]],
            [each["username"] for each in one["waiting"]],
        )
        for one in answer.json()
    ]


def standing(client: APIClient, url: str) -> list[tuple[str, bool]]:
    return [(one["text"], one["is_seen"]) for one in client.get(url).json()]


def test_one_is_read_by_everybody_who_reviews_until_they_close_it(
    url: str, boss: APIClient, wen: APIClient, person: Person, client_of: Callable[[User], APIClient]
) -> None:
    lena = client_of(person("viewer", "lena"))
    made = boss.post(url, {"text": " Sung lines\nare “no alignment”. "}, format="json")
    assert written(made) == [("Sung lines are “no alignment”.", [], ["wen"])], "neither its author nor a viewer"
    assert standing(boss, url) == [("Sung lines are “no alignment”.", True)]
    assert lena.get(url).status_code == 403
    assert standing(wen, url) == [("Sung lines are “no alignment”.", False)]
    pk = made.json()[0]["id"]
    for _ in range(2):
        assert wen.post(f"{url}{pk}/close/", {"revision": 1}, format="json").status_code == 204
    assert standing(wen, url) == [("Sung lines are “no alignment”.", True)]
    assert written(boss.get(f"{url}written/")) == [("Sung lines are “no alignment”.", ["wen"], [])]
    assert wen.post(f"{url}{pk}/close/", {"revision": 2}, format="json").status_code == 400
    assert wen.get(f"{url}written/").status_code == 403
    assert wen.post(url, {"text": "Hello"}, format="json").status_code == 403


def test_who_closed_it_sees_it_again_once_it_is_changed(url: str, boss: APIClient, wen: APIClient) -> None:
    pk = boss.post(url, {"text": "From Monday"}, format="json").json()[0]["id"]
    wen.post(f"{url}{pk}/close/", {"revision": 1}, format="json")
    changed = boss.patch(f"{url}{pk}/", {"text": "From Tuesday", "revision": 1}, format="json")
    assert written(changed) == [("From Tuesday", [], ["wen"])]
    assert standing(wen, url) == [("From Tuesday", False)]
    wen.post(f"{url}{pk}/close/", {"revision": 1}, format="json")
    assert standing(wen, url) == [("From Tuesday", False)], "they closed what it said before"
    other = boss.patch(f"{url}{pk}/", {"text": "From Friday", "revision": 1}, format="json")
    assert (other.status_code, other.json()["text"]) == (409, "From Tuesday"), "another admin has not seen that"
    again = boss.patch(f"{url}{pk}/", {"text": "From Tuesday", "revision": 1}, format="json")
    assert again.status_code == 200, "sent again after its answer was lost"
    assert Announcement.objects.get().revision == 2


def test_a_withdrawn_one_is_gone_for_all_and_cannot_be_changed(url: str, boss: APIClient, wen: APIClient) -> None:
    pk = boss.post(url, {"text": "Wrong"}, format="json").json()[0]["id"]
    for _ in range(2):
        assert boss.delete(f"{url}{pk}/").status_code == 204
    assert standing(wen, url) == []
    assert written(boss.get(f"{url}written/")) == []
    assert boss.patch(f"{url}{pk}/", {"text": "Right", "revision": 1}, format="json").json()["code"] == "withdrawn"
    assert wen.post(f"{url}{pk}/close/", {"revision": 1}, format="json").status_code == 204, "it was open at the time"
    verbs = list(ActivityEntry.objects.filter(object_kind="announcement").values_list("verb", "detail"))
    assert sorted(verbs) == [("announced", "Wrong"), ("announcement_withdrawn", "Wrong")]


def test_a_message_to_one_person_is_theirs_alone(
    url: str, project: Project, boss: APIClient, wen: APIClient, person: Person, client_of: Callable[[User], APIClient]
) -> None:
    tom, lena, nobody = person("annotator", "tom"), person("viewer", "lena"), person(None, "nobody")
    made = boss.post(url, {"text": "Look at row 12", "to": tom.pk}, format="json")
    assert written(made) == [("Look at row 12", [], ["tom"])]
    pk = made.json()[0]["id"]
    assert standing(wen, url) == []
    assert wen.post(f"{url}{pk}/close/", {"revision": 1}, format="json").status_code == 404
    assert client_of(tom).get(url).json()[0]["is_to_you"] is True
    for user in (lena, nobody):
        refused = boss.post(url, {"text": "Hello", "to": user.pk}, format="json")
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "to")
    Membership.objects.filter(project=project, user=tom).delete()
    assert written(boss.get(f"{url}written/")) == [("Look at row 12", [], [])], "who has left reads nothing"


def test_the_same_is_written_once_and_no_more_stand_than_anybody_reads(
    url: str, boss: APIClient, wen: APIClient, person: Person
) -> None:
    for _ in range(2):
        assert boss.post(url, {"text": "Once"}, format="json").status_code == 201
    assert Announcement.objects.count() == 1
    wen_id = User.objects.get(username="wen").pk
    boss.post(url, {"text": "Once", "to": wen_id}, format="json")
    for n in range(MOST_STANDING - 2):
        assert boss.post(url, {"text": f"Number {n}"}, format="json").status_code == 201
    refused = boss.post(url, {"text": "One more"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_announcements")
    assert boss.post(url, {"text": "Once"}, format="json").status_code == 201
    for wrong in ("", "  \n ", "x" * 501):
        assert boss.post(url, {"text": wrong}, format="json").status_code == 400
    assert not AnnouncementSeen.objects.exists()
