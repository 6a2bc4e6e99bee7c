"""The model that edits under faults are compared with agrees with the application where there are no faults."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Pair, Project, ReviewRow
from tests import world
from tests.faults import slides_seed
from tests.faults.annotators import Acknowledged, compared
from tests.faults.annotators import Annotator as FaultyAnnotator
from tests.faults.model import Hand, Model, plain_row

pytestmark = pytest.mark.django_db


class InProcess:
    """In the place of a browser's connection."""

    def __init__(self, client: APIClient) -> None:
        self._client = client

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = getattr(self._client, method.lower())(f"/api/v1/{path}", body, format="json")
        assert answer.status_code < 300, answer.content
        return answer.json()


@pytest.mark.parametrize("has_slides", [False, True])
def test_every_answer_and_row_is_as_the_model_has_it(project: Project, annotator: User, has_slides: bool) -> None:
    pages: dict[int, int] | None = None
    pair: Pair = world.long_bitext(project, 14)
    if has_slides:
        made = slides_seed.write(project.slug, 30)
        pair, pages = Pair.objects.get(pk=made["pair"]), dict(enumerate(made["pages"]))
    client = APIClient()
    client.force_authenticate(annotator)
    acknowledged, left = Acknowledged(), iter([False] * 12)

    class Enough:
        def is_set(self) -> bool:
            return next(left, True)

    one = FaultyAnnotator(InProcess(client), pair.pk, acknowledged, Enough(), 3, pages)  # type: ignore[arg-type]
    one.run()
    assert one.error is None, repr(one.error)
    assert acknowledged.problems == []
    assert len(acknowledged.operations) > 60
    rows = client.get(f"/api/v1/reviews/{one.review}/content/").json()["rows"]
    found = {row["id"]: plain_row(row) for row in rows}
    assert found.keys() == one.model.rows.keys() == {str(pk) for pk in ReviewRow.objects.values_list("pk", flat=True)}
    for row_id, row in found.items():
        assert compared("", row_id, one.model.rows[row_id], row) == []


def test_key_sentences_and_pages_are_edited_in_talks_with_slides_alone() -> None:
    kinds = {True: Model({}, {0: 9}), False: Model({})}
    drawn = {has_slides: set(Hand(model, random.Random(1))._kinds) for has_slides, model in kinds.items()}
    assert drawn[True] - drawn[False] == {"set_key", "reassign"}
