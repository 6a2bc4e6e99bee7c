"""A review from open to submitted and back, and what is told about it: its history, its cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Review, Role
from tests.annotator.reviewing.editor import Editor, gestures

ClientOf = Callable[[User], APIClient]


def test_submit_wants_every_row_reviewed_and_closes_the_review(editor: Editor) -> None:
    answer = editor.send({"type": "submit"}, verb="submit")
    assert (answer.status_code, answer.json()["code"], answer.json()["n_unreviewed"]) == (400, "unreviewed_rows", 4)
    everything = editor.row_ids
    editor.done({"type": "set", "rows": everything, "fields": {"status": "accepted"}})
    assert editor.done({"type": "submit"}, verb="submit")["review"]["state"] == "submitted"
    refused = editor.send(*gestures(editor.rows)["label"])
    assert (refused.status_code, refused.json()["code"]) == (409, "submitted")
    assert editor.done({"type": "reopen"}, verb="reopen")["review"]["state"] == "open"
    assert Review.objects.get().submitted_at is None


def test_a_submitted_review_is_returned_with_a_reason(
    editor: Editor, client_of: ClientOf, person: Callable[..., User]
) -> None:
    editor.done({"type": "submit", "leave_unreviewed": True}, verb="submit")
    adjudicator = client_of(person(Role.ADJUDICATOR))
    url = f"/api/v1/reviews/{editor.id}/return/"
    assert adjudicator.post(url, {"reason": " "}).status_code == 400
    assert editor.client.post(url, {"reason": "mine"}).status_code == 403
    answer = adjudicator.post(url, {"reason": "Target shifted by one from row 3."})
    assert (answer.status_code, answer.data["state"]) == (200, "returned")
    assert editor.done({"type": "submit", "leave_unreviewed": True}, verb="submit")["review"]["state"] == "submitted"


def test_the_history_of_a_row_tells_who_did_what(editor: Editor) -> None:
    row = editor.rows[0]["id"]
    editor.done(*gestures(editor.rows)["accept"], verb="accept")
    editor.done(*gestures(editor.rows)["merge"], verb="merge")
    history = editor.client.get(f"/api/v1/reviews/{editor.id}/operations/?row={row}").json()
    assert [(entry["verb"], entry["by"]["name"]) for entry in history] == [
        ("merge", "annotator"),
        ("accept", "annotator"),
    ]
    # The merge touched two rows; told is the one that was asked for.
    assert [[row["id"] for row in history[0][side]] for side in ("before", "after")] == [[row], [row]]


def test_reading_a_review_costs_the_same_queries_whatever_its_length(
    editor: Editor, django_assert_num_queries: Any
) -> None:
    # Who asks, the review, its rows; of its two texts units, sections and corrections.
    with django_assert_num_queries(10):
        editor.client.get(f"/api/v1/reviews/{editor.id}/content/")
