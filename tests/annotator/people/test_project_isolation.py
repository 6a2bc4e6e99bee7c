"""Records of other people's projects look as if they did not exist, wherever a request names them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

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
