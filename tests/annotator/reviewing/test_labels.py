"""The project's own labels on rows: which values rows take, undo, conflicts, gold and adjudication."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.models import Operation, Pair, Project, Review, ReviewRow
from annotator.reviewing.adjudication.regions import compare
from annotator.reviewing.gold import agreed_rows
from annotator.reviewing.gold_records import columns_of, gold_records
from annotator.reviewing.guidelines import publish, save_draft
from annotator.reviewing.guidelines.labels import Label, default_labels, labels_of
from annotator.reviewing.state import ROW_FIELDS, RowState
from annotator.reviewing.storage import read_rows
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]


def label(key: str, kind: str, *values: str, **given: Any) -> Label:
    made: Any = {
        "key": key, "name": key, "type": kind, "applies_to": "all", "required": False, "hidden": False,
        "shortcut": None, "values": [{"key": value, "name": value, "hidden": False} for value in values], **given,
    }  # fmt: skip
    return made  # type: ignore[no-any-return]


OWN = [
    label("fluent", "yes_no"),
    label("tone", "choice", "formal", "plain"),
    label("noise", "tags", "cough", "music", "拍手"),
    label("left_out", "choice", "why", applies_to="source"),
]


def publish_labels(project: Project, user: User, own: list[Label], *, moves: bool = False) -> int:
    draft = save_draft(project=project, text="", labels=[*default_labels(), *own], revision=None, user=user)
    return publish(project=project, revision=draft.revision, note="", moves_reviews=moves, user=user)[0].pk


@pytest.fixture
def editor(project: Project, admin: User, annotator: User, bitext: Pair, client_of: ClientOf) -> Editor:
    publish_labels(project, admin, OWN)
    return Editor(client_of(annotator), bitext)


def put(row: str, **labels: Any) -> dict[str, Any]:
    return {"type": "set", "rows": [row], "fields": {"labels": labels}}


def test_labels_are_set_one_by_one_taken_away_and_undone(editor: Editor) -> None:
    first, second = (row["id"] for row in editor.rows[:2])
    before = editor.bare()
    editor.done(put(first, tone="formal", noise=["music", "拍手"]))
    both = {"type": "set", "rows": [first, second], "fields": {"labels": {"fluent": False, "tone": None}}}
    answer = editor.done(both)
    found = {row["id"]: row["labels"] for row in answer["rows"]}
    assert found == {first: {"noise": ["music", "拍手"], "fluent": False}, second: {"fluent": False}}
    assert [row["labels"] for row in editor.rows[:2]] == [found[first], found[second]]
    editor.undo()
    assert editor.rows[0]["labels"] == {"tone": "formal", "noise": ["music", "拍手"]}
    editor.undo()
    assert editor.bare() == before
    editor.redo()
    assert editor.rows[0]["labels"] == {"tone": "formal", "noise": ["music", "拍手"]}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"tone": "rude"}, "expected one of formal, plain"),
        ({"tone": True}, "expected one of formal, plain"),
        ({"fluent": "yes"}, "expected true or false"),
        ({"noise": ["cough", "wind"]}, "expected a list of"),
        ({"noise": "cough"}, "expected a list of"),
        ({"noise": []}, "expected an object of"),
        ({"noise": ["cough", "cough"]}, "expected an object of"),
        ({"good_mt": True}, "no label 'good_mt'"),
        ({"other": True}, "no label 'other'"),
        ({"tone": {"a": 1}}, "expected an object of"),
        (["tone"], "expected an object of"),
    ],
)
def test_values_that_the_guidelines_do_not_know_are_refused(editor: Editor, given: Any, told: str) -> None:
    row = editor.rows[0]["id"]
    answer = editor.send({"type": "set", "rows": [row], "fields": {"labels": given}})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_operation")
    assert told in answer.json()["detail"]
    assert editor.rows[0]["labels"] == {}


def test_an_edit_made_offline_under_another_version_is_kept(editor: Editor, project: Project, admin: User) -> None:
    publish_labels(project, admin, [OWN[0]], moves=True)
    assert [one["key"] for one in labels_of(Review.objects.get(pk=editor.id).guidelines_id)][4:] == ["fluent"]
    editor.done(put(editor.rows[0]["id"], tone="plain"))


def test_a_label_costs_no_more_statements_than_any_edit(editor: Editor) -> None:
    row = editor.rows[0]
    editor.done(put(row["id"], fluent=True))  # the rows are counted, and the labels of the version known
    with CaptureQueriesContext(connection) as context:
        editor.done(put(row["id"], tone="plain"), versions={row["id"]: row["version"] + 1})
    asked = [query["sql"] for query in context if "SAVEPOINT" not in query["sql"]]
    assert len(asked) == 3, "\n".join(asked)


def test_a_row_that_somebody_else_labelled_is_a_conflict(
    editor: Editor, bitext: Pair, admin: User, client_of: ClientOf
) -> None:
    row = editor.rows[0]
    other = Editor(client_of(admin), bitext, review=editor.id)
    other.done(put(row["id"], tone="plain"))
    answer = editor.send(put(row["id"], tone="formal"), versions={row["id"]: row["version"]})
    assert answer.status_code == 409
    assert answer.json()["rows"][0]["labels"] == {"tone": "plain"}


def test_an_operation_logged_by_an_earlier_version_is_undone(editor: Editor) -> None:
    row = editor.rows[0]["id"]
    editor.done({"type": "set", "rows": [row], "fields": {"good_mt": True}})
    operation = Operation.objects.get(review=editor.id)
    for rows in (operation.before, operation.after):
        for logged in rows["rows"]:
            del logged["labels"]
    operation.save()
    editor.undo()
    assert editor.rows[0]["good_mt"] is None


def test_labels_are_columns_of_gold(editor: Editor, project: Project, admin: User, client_of: ClientOf) -> None:
    rows = editor.rows
    editor.done(
        put(rows[0]["id"], tone="formal", noise=["拍手"], fluent=True, left_out="why"),
        {"type": "set", "rows": [row["id"] for row in rows], "fields": {"status": "accepted"}},
        {"type": "submit", "leave_unreviewed": True},
    )
    publish_labels(project, admin, [{**OWN[1], "hidden": True}, *OWN[2:], label("later", "yes_no"), OWN[0]])
    own = ["label_tone", "label_noise", "label_left_out", "label_later", "label_fluent"]
    assert [column for column in columns_of(project) if column.startswith("label_")] == own
    first, second, *_ = gold_records(project)
    assert [first[column] for column in own] == ["formal", ["拍手"], None, None, True]
    assert [second[column] for column in own] == [None] * 5
    assert first["guidelines_version"] == 1
    address = f"/api/v1/projects/{project.slug}/gold/"
    table = b"".join(client_of(admin).get(address).streaming_content).decode().splitlines()  # type: ignore[attr-defined]
    assert dict(zip(table[0].split("\t"), table[1].split("\t"), strict=True))["label_tone"] == "formal"
    lines = b"".join(client_of(admin).get(f"{address}?file_format=jsonl").streaming_content)  # type: ignore[attr-defined]
    assert json.loads(lines.splitlines()[0])["label_noise"] == ["拍手"]


def test_reviews_differ_in_labels_whatever_the_order_of_values(
    editor: Editor, bitext: Pair, admin: User, client_of: ClientOf
) -> None:
    other = Editor(client_of(admin), bitext)
    for one, labels in ((editor, [{"noise": ["cough", "music"]}, {"fluent": True}]),
                        (other, [{"noise": ["music", "cough"]}, {"fluent": False}])):  # fmt: skip
        rows = one.rows
        one.done(
            {"type": "set", "rows": [row["id"] for row in rows], "fields": {"status": "accepted"}},
            *(put(row["id"], **given) for row, given in zip(rows, labels, strict=False)),
        )
    reviews = [Review.objects.get(pk=one.id) for one in (editor, other)]
    found = compare([list(read_rows(review)[0].values()) for review in reviews], is_bitext=True)
    assert [region.parts for region in found.regions] == [("labels",)]
    ours = editor.row_ids
    agreed = agreed_rows([review.pk for review in reviews], [editor.id])
    assert agreed == set(ours) - {ours[1]}


def test_a_row_is_stored_with_every_field_of_its_state(editor: Editor) -> None:
    editor.done(put(editor.rows[0]["id"], tone="plain"))
    row = ReviewRow.objects.get(pk=editor.rows[0]["id"])
    assert row.labels == {"tone": "plain"}
    assert "labels" in ROW_FIELDS
    assert RowState("x", 1.0).labels == {}
