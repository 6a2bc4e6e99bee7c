"""An edit is worked out without a lock: what happens when the review changes between its reading and its writing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Operation, Pair, Review
from annotator.reviewing.operate import operate
from annotator.reviewing.storage import counted
from tests.annotator.reviewing.editor import Editor, gestures

Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Do something after the next edit has read its rows, and before it writes them."""
    module = __import__("annotator.reviewing.operate", fromlist=["operate"])
    read_rows = module.read_rows

    def arrange(happens: Callable[[], object]) -> None:
        def read(*arguments: Any, **named: Any) -> Any:
            found = read_rows(*arguments, **named)
            monkeypatch.setattr(module, "read_rows", read_rows)
            happens()
            return found

        monkeypatch.setattr(module, "read_rows", read)

    return arrange


@pytest.fixture
def other(editor: Editor, person: Callable[..., User], client_of: Callable[[User], APIClient], bitext: Pair) -> Editor:
    return Editor(client_of(person("adjudicator")), bitext, review=editor.id)


def accept(row: dict[str, Any]) -> dict[str, Any]:
    return {"type": "set", "rows": [row["id"]], "fields": {"status": "accepted"}}


def test_an_edit_of_another_row_loses_nothing_and_is_stored_after_it(
    editor: Editor, other: Editor, meanwhile: Meanwhile
) -> None:
    one, two, *_ = editor.rows
    meanwhile(lambda: other.done(accept(two)))
    answer = editor.done(accept(one))
    assert [row["status"] for row in editor.rows] == ["accepted", "accepted", "proposed", "proposed"]
    assert (answer["review"]["revision"], answer["review"]["n_reviewed"]) == (2, 2)
    assert list(Operation.objects.order_by("sequence").values_list("sequence", flat=True)) == [1, 2]
    review = Review.objects.get(pk=editor.id)
    assert (review.row_count, review.reviewed_count) == counted(review)


def test_an_edit_of_the_same_row_is_a_conflict(editor: Editor, other: Editor, meanwhile: Meanwhile) -> None:
    one = editor.rows[0]
    meanwhile(lambda: other.done({"type": "set", "rows": [one["id"]], "fields": {"post_edit": "先"}}))
    answer = editor.send({"type": "set", "rows": [one["id"]], "fields": {"post_edit": "後"}})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert answer.json()["rows"][0]["post_edit"] == "先"
    assert editor.rows[0]["post_edit"] == "先"


@pytest.mark.parametrize("gesture", ["merge", "split the row", "move a chunk to the next row", "split the text"])
def test_rows_that_are_regrouped_meanwhile_lose_no_text(
    editor: Editor, other: Editor, meanwhile: Meanwhile, gesture: str
) -> None:
    text = {chip["id"] for row in editor.rows for chip in row["target"]}
    made = gestures(editor.rows)
    meanwhile(lambda: other.done(*made["swap"]))
    assert editor.send(*made[gesture]).status_code in (200, 409)
    now = [chip["id"] for row in editor.rows for chip in row["target"]]
    assert len(now) == len(set(now))
    assert set(now) >= text


def test_a_review_submitted_meanwhile_takes_no_edit(editor: Editor, other: Editor, meanwhile: Meanwhile) -> None:
    meanwhile(lambda: other.done({"type": "submit", "leave_unreviewed": True}))
    answer = editor.send(accept(editor.rows[0]))
    assert (answer.status_code, answer.json()["code"]) == (409, "submitted")


def test_a_review_carried_over_meanwhile_names_the_one_to_go_on_with(
    editor: Editor, annotator: User, meanwhile: Meanwhile
) -> None:
    review = Review.objects.get(pk=editor.id)
    copy = Review.objects.create(
        pair=Pair.objects.create(
            project=review.pair.project, kind="bitext", title="newer", source=review.pair.target,
            target=review.pair.source,
        ),
        run=review.run,
        annotator=annotator,
    )  # fmt: skip
    meanwhile(lambda: Review.objects.filter(pk=review.pk).update(superseded_by=copy))
    answer = editor.send(accept(editor.rows[0]))
    assert (answer.status_code, answer.json()["superseded_by"]) == (409, copy.pk)
    assert not Operation.objects.exists()


def test_the_same_operation_stored_meanwhile_is_answered_as_repeated(editor: Editor, meanwhile: Meanwhile) -> None:
    one = editor.rows[0]
    operation = {
        "id": "6f0f7c8e-0000-4000-8000-000000000001", "verb": "accept", "steps": [accept(one)],
        "versions": {one["id"]: one["version"]},
    }  # fmt: skip
    url, body = f"/api/v1/reviews/{editor.id}/operations/", {"operations": [operation]}
    meanwhile(lambda: editor.client.post(url, body))
    answer = editor.client.post(url, body)
    assert answer.status_code == 200
    assert [result["repeated"] for result in answer.json()["results"]] == [True]
    assert answer.json()["rows"][0]["version"] == 2
    assert Operation.objects.count() == 1


def test_numbers_beyond_64_bits_in_a_step_are_stored_as_they_came(editor: Editor) -> None:
    editor.done({**accept(editor.rows[0]), "remark": 2**90})
    assert Operation.objects.get().steps[0]["remark"] == 2**90


def test_several_edits_in_one_request_are_one_transaction(editor: Editor, annotator: User) -> None:
    """They are applied under the lock; the first that is refused ends the request, and those before it stay."""
    one, two, *_ = editor.rows
    operations = [
        {"id": f"6f0f7c8e-0000-4000-8000-00000000000{n}", "verb": "accept", "steps": [accept(row)], "versions": {}}
        for n, row in enumerate((one, two, {"id": "6f0f7c8e-0000-4000-8000-0000000000ff"}))
    ]
    answer = editor.client.post(f"/api/v1/reviews/{editor.id}/operations/", {"operations": operations})
    assert answer.status_code == 400
    assert [result["sequence"] for result in answer.json()["results"]] == [1, 2]
    assert operate(review_id=editor.id, operations=operations[:2], user=annotator)["review"]["revision"] == 2
