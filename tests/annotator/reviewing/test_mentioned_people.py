"""Whom a comment mentions, in the cases that the page shares (tests/contract/mentions)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotator.models import Membership, Review, ReviewState, Role
from annotator.reviewing.commenting import add_comment, names_in
from annotator.reviewing.permissions import reviews_seen_by
from tests.annotator.reviewing.editor import Editor

CASES = Path(__file__).parents[2] / "contract" / "mentions"
NAMES, READERS = (json.loads((CASES / f"{name}.json").read_text(encoding="utf-8")) for name in ("names", "readers"))


@pytest.mark.parametrize("case", NAMES, ids=lambda case: case["of"])
def test_names_are_found_behind_an_at_sign(case: Any) -> None:
    assert names_in(case["text"]) == case["names"]


@pytest.mark.parametrize("case", READERS, ids=lambda case: f"{case['kind']}: {case['of']}")
def test_who_may_read_the_review_is_mentioned(
    editor: Editor, annotator: User, person: Callable[..., User], case: Any
) -> None:
    row = editor.rows[0]["id"]
    User.objects.filter(pk=annotator.pk).update(username="own")
    Membership.objects.filter(user=annotator).update(role=case["own"])
    people = {role: person(role, role) for role in Role.values} | {"own": annotator}
    submitted_at = timezone.now() if case["state"] == ReviewState.SUBMITTED else None
    Review.objects.filter(pk=editor.id).update(
        kind=case["kind"], state=case["state"], submitted_at=submitted_at, return_reason="Why"
    )
    review = Review.objects.get(pk=editor.id)
    text = " ".join(f"@{name}" for name in people)
    made = add_comment(review=review, row_id=row, text=text, user=people["admin"])
    assert made.mentions == sorted(case["readers"])
    seen = [name for name, each in people.items() if reviews_seen_by(each).filter(pk=review.pk).exists()]
    assert sorted(seen) == made.mentions
