"""An adjudication that is submitted while somebody reopens one of the reviews that it compares."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from annotator.models import Review
from annotator.platform.errors import Conflict
from annotator.reviewing.operate import operate
from tests.annotator.connections import at_once_before_writing
from tests.annotator.reviewing.adjudication.conftest import Table
from tests.annotator.reviewing.adjudication.test_adjudications import settle


@pytest.mark.django_db(transaction=True)
def test_a_review_is_reopened_before_it_is_settled_or_not_at_all(table: Table) -> None:
    ann = table.submitted("ann")
    table.submitted("ben", {0: {"good_mt": True}})
    editor = table.adjudication()
    settle(editor)

    def sent(review: int, user: str, kind: str) -> dict[str, Any]:
        operation = {"id": str(uuid4()), "verb": kind, "steps": [{"type": kind}], "versions": {}}
        return operate(review_id=review, operations=[operation], user=User.objects.get(username=user))

    # The log names who wrote, so that neither can write while both have checked what they check.
    outcomes = at_once_before_writing(
        User.objects.all(),
        [lambda: sent(ann.id, "ann", "reopen"), lambda: sent(editor.id, "chief", "submit")],
    )
    refused = [one for one in outcomes if isinstance(one, Conflict)]
    states = [Review.objects.get(pk=one).state for one in (ann.id, editor.id)]
    assert len(refused) == 1, outcomes
    assert (refused[0].code, *states) in {
        ("adjudicated", "submitted", "submitted"),
        ("reviews_changed", "open", "open"),
    }
