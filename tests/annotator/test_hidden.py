"""What is in other people's projects answers, wherever it is named, as what is not there at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from redis.exceptions import ConnectionError as RedisIsDown
from rest_framework.test import APIClient, APIRequestFactory

from annotator.api.authentication import address_of
from annotator.models import Document, Membership, Pair, Project, Role

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def stranger(client_of: ClientOf, outsider: User) -> APIClient:
    """Admin of a project of their own, as anybody can be."""
    Membership.objects.create(project=Project.objects.create(slug="mine", name="Mine"), user=outsider, role=Role.ADMIN)
    return client_of(outsider)


def test_a_body_that_names_what_is_elsewhere_learns_nothing(
    stranger: APIClient, project: Project, bitext: Pair, talk: Pair
) -> None:
    mine = Project.objects.get(slug="mine")
    own = [
        Document.objects.create(project=mine, kind="text", title=title, content_hash=title, importer="test")
        for title in ("a", "b")
    ]
    review = bitext.reviews.create(run=bitext.runs.get(), annotator=User.objects.create_user("x"))

    def attempts(project_slug: str, document: int, pair: int, run: int, review_id: int) -> list[tuple[str, Any]]:
        return [
            ("pairs", {"project": project_slug, "source": own[0].pk, "target": own[1].pk}),
            ("pairs", {"project": "mine", "source": document, "target": own[0].pk}),
            ("pairs", {"project": "mine", "source": own[0].pk, "target": document}),
            ("pairs", {"project": "mine", "source": own[0].pk, "target": own[1].pk, "offline": document}),
            ("runs", {"pair": pair, "engine": "auto"}),
            ("reviews", {"pair": pair}),
            ("invitations", {"run": run, "author_name": "A", "closes_at": "2099-01-01T00:00:00Z"}),
            ("test-sets", {"project": project_slug, "name": "T", "reviews": []}),
            ("test-sets", {"project": "mine", "name": "T", "reviews": [review_id]}),
        ]

    there = attempts(project.slug, bitext.source_id, bitext.pk, talk.runs.get().pk, review.pk)
    nowhere = attempts("nowhere", 10**6, 10**6, 10**6, 10**6)
    for (name, hidden), (_, missing) in zip(there, nowhere, strict=True):
        answers = [stranger.post(f"/api/v1/{name}/", body) for body in (hidden, missing)]
        assert [answer.status_code for answer in answers] == [404, 404], (name, hidden, answers[0].content)
        assert answers[0].content == answers[1].content
        assert answers[0].json()["errors"][0]["field"]


def test_addresses_made_up_in_a_header_do_not_outrun_the_count(db: None) -> None:
    cache.clear()
    client = APIClient()
    told = [
        client.post(
            "/api/v1/session/", {"username": f"n{n}", "password": "no"}, HTTP_X_FORWARDED_FOR=f"10.0.0.{n}"
        ).status_code
        for n in range(31)
    ]
    cache.clear()
    assert told == [400] * 30 + [429]


def test_behind_a_proxy_people_are_counted_apart(db: None, settings: Any) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    request = APIRequestFactory().get("/", HTTP_X_FORWARDED_FOR="made up, 192.0.2.7")
    assert address_of(request) == "192.0.2.7"


def test_without_redis_sign_in_says_so(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise RedisIsDown("connection refused")

    monkeypatch.setattr(cache, "get", refuse)
    client = APIClient(raise_request_exception=False)
    answer = client.post("/api/v1/session/", {"username": "nobody", "password": "no"})
    assert (answer.status_code, answer.json()["code"]) == (503, "redis_unavailable")
