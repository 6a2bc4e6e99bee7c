"""A review that was carried over to a newer version of its texts takes no more edits, and names its successor."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Pair, Review, Role
from tests.annotator.reviewing.editor import Editor, gestures

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def successor(editor: Editor, annotator: User, talk: Pair) -> Review:
    """Any other review will do: what is tested is the old one."""
    newer = Review.objects.create(pair=talk, run=talk.runs.get(), annotator=annotator)
    Review.objects.filter(pk=editor.id).update(superseded_by=newer)
    return newer


def test_a_superseded_review_refuses_edits_and_names_the_review_to_continue_with(
    editor: Editor, bitext: Pair, annotator: User, talk: Pair
) -> None:
    done = editor.done(*gestures(editor.rows)["accept"])
    before = editor.rows
    newer = Review.objects.create(pair=talk, run=talk.runs.get(), annotator=annotator)
    assert editor.client.get(f"/api/v1/reviews/{editor.id}/").json()["superseded_by"] is None
    Review.objects.filter(pk=editor.id).update(superseded_by=newer)
    assert editor.client.get(f"/api/v1/reviews/{editor.id}/").json()["superseded_by"] == newer.pk

    undo = {"type": "undo", "operation": done["results"][0]["id"]}
    for steps in (gestures(before)["label"], gestures(before)["submit"], [undo]):
        answer = editor.send(*steps)
        assert (answer.status_code, answer.json()["code"]) == (409, "superseded")
        assert answer.json()["superseded_by"] == newer.pk
    assert editor.rows == before


def test_what_changed_since_names_the_review_to_continue_with(editor: Editor, annotator: User, talk: Pair) -> None:
    """So that a page in which nobody edits learns it too."""
    url = f"/api/v1/reviews/{editor.id}/changes/?since=0"
    assert editor.client.get(url).json()["review"]["superseded_by"] is None
    newer = Review.objects.create(pair=talk, run=talk.runs.get(), annotator=annotator)
    Review.objects.filter(pk=editor.id).update(superseded_by=newer)
    assert editor.client.get(url).json()["review"]["superseded_by"] == newer.pk


def test_an_edit_that_was_taken_before_is_still_acknowledged(editor: Editor, successor: Review) -> None:
    """Its answer was lost on the way: the page must not keep it as unsent."""
    Review.objects.filter(pk=editor.id).update(superseded_by=None)
    given = {"id": str(uuid4()), "verb": "accept", "steps": gestures(editor.rows)["accept"], "versions": {}}
    url = f"/api/v1/reviews/{editor.id}/operations/"
    assert editor.client.post(url, {"operations": [given]}).status_code == 200
    Review.objects.filter(pk=editor.id).update(superseded_by=successor)
    again = editor.client.post(url, {"operations": [given]})
    assert again.status_code == 200
    assert again.json()["results"][0]["repeated"]


def test_a_superseded_review_is_not_returned(
    editor: Editor, successor: Review, person: Callable[..., User], client_of: ClientOf
) -> None:
    Review.objects.filter(pk=editor.id).update(superseded_by=None)
    editor.done(*gestures(editor.rows)["submit"])
    Review.objects.filter(pk=editor.id).update(superseded_by=successor)
    curator = client_of(person(Role.ADJUDICATOR))
    answer = curator.post(f"/api/v1/reviews/{editor.id}/return/", {"reason": "Row 3"})
    assert (answer.status_code, answer.json()["code"]) == (409, "superseded")
