"""Several people and pages at one review: who is told what, and whose edit waits for a decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Operation, Pair, ReviewRow, Role
from tests.annotator.connections import at_once
from tests.annotator.reviewing.editor import Editor, gestures

ClientOf = Callable[[User], APIClient]


def test_somebody_elses_edit_is_a_conflict_that_shows_both(
    editor: Editor, client_of: ClientOf, person: Callable[..., User], bitext: Pair
) -> None:
    row = editor.rows[0]
    versions = {row["id"]: row["version"]}
    adjudicator = client_of(person(Role.ADJUDICATOR))
    theirs = {
        "id": str(uuid4()),
        "verb": "post_edit",
        "steps": [{"type": "set", "rows": [row["id"]], "fields": {"post_edit": "theirs"}}],
        "versions": versions,
    }
    assert adjudicator.post(f"/api/v1/reviews/{editor.id}/operations/", {"operations": [theirs]}).status_code == 200
    mine = {"type": "set", "rows": [row["id"]], "fields": {"post_edit": "mine"}}
    answer = editor.send(mine, versions=versions)
    assert answer.status_code == 409
    assert answer.json()["code"] == "conflict"
    assert answer.json()["rows"][0]["post_edit"] == "theirs"
    assert answer.json()["changed_by"]["name"] == "adjudicator"
    assert editor.rows[0]["post_edit"] == "theirs"

    editor.done(mine, versions={row["id"]: answer.json()["rows"][0]["version"]})
    assert editor.rows[0]["post_edit"] == "mine"


def test_a_conflict_names_what_both_started_from(editor: Editor) -> None:
    row = editor.rows[0]["id"]

    def write(text: str, version: int, page: str) -> Any:
        step = {"type": "set", "rows": [row], "fields": {"post_edit": text}}
        return editor.send(step, versions={row: version}, page=page)

    here, there = str(uuid4()), str(uuid4())
    assert write("first", 1, here).status_code == 200
    opened_on = editor.rows[0]["version"]
    assert write("second", opened_on, there).status_code == 200
    assert write("third", opened_on + 1, there).status_code == 200
    answer = write("mine", opened_on, here)
    assert answer.status_code == 409
    started = answer.json()["started_from"]
    assert [(one["id"], one["version"], one["post_edit"]) for one in started] == [(row, opened_on, "first")]
    assert "link" not in started[0]
    assert answer.json()["rows"][0]["post_edit"] == "third"
    # The third is what is saved, and the second was saved before it.
    assert answer.json()["n_before"] == 1
    assert write("mine", opened_on + 1, here).json()["n_before"] == 0


def test_what_others_did_is_told_from_any_revision_on(
    editor: Editor, client_of: ClientOf, person: Callable[..., User]
) -> None:
    rows = editor.rows
    adjudicator = client_of(person(Role.ADJUDICATOR))
    address = f"/api/v1/reviews/{editor.id}"

    def changes(since: int, client: APIClient = editor.client) -> dict[str, Any]:
        answer = client.get(f"{address}/changes/?since={since}")
        assert answer.status_code == 200, answer.data
        told: dict[str, Any] = answer.json()
        return told

    assert changes(0)["results"] == changes(0)["rows"] == changes(0)["deleted"] == []
    theirs = {
        "id": str(uuid4()),
        "verb": "flag",
        "steps": [{"type": "set", "rows": [rows[3]["id"]], "fields": {"flagged": True}}],
        "versions": {},
    }
    assert adjudicator.post(f"{address}/operations/", {"operations": [theirs]}).status_code == 200
    mine = editor.done(*gestures(rows)["merge"])
    # The answer to one's own edit is of that edit only: its revision shows that something else came before.
    assert (mine["results"][0]["sequence"], mine["review"]["revision"]) == (2, 2)
    now = {row["id"]: row for row in editor.rows}
    told = changes(0)
    assert [(result["id"], result["sequence"]) for result in told["results"]] == [
        (theirs["id"], 1),
        (mine["results"][0]["id"], 2),
    ]
    assert {row["id"]: row for row in told["rows"]} == {id_: now[id_] for id_ in (rows[0]["id"], rows[3]["id"])}
    assert told["deleted"] == [rows[1]["id"]]
    assert told["review"]["undo"]["operation"] == mine["results"][0]["id"]
    assert changes(0, adjudicator)["review"]["undo"]["operation"] == theirs["id"]
    assert [result["sequence"] for result in changes(1)["results"]] == [2]
    assert changes(2)["rows"] == []

    # What came back is no longer gone.
    editor.undo()
    assert {row["id"] for row in changes(1)["rows"]} == {row["id"] for row in rows[:2]}
    assert changes(1)["deleted"] == []
    assert editor.client.get(f"{address}/changes/").status_code == 400
    assert editor.client.get(f"{address}/changes/?since=-1").status_code == 400


def test_edits_are_not_taken_for_those_of_another_person(editor: Editor, annotator: User) -> None:
    address = f"/api/v1/reviews/{editor.id}/"
    reader = editor.client.get(address).json()["reader"]
    assert reader["id"] == annotator.pk
    steps = [{"type": "set", "rows": [editor.rows[0]["id"]], "fields": {"flagged": True}}]
    operation = {"id": str(uuid4()), "verb": "flag", "steps": steps, "versions": {}}
    refused = editor.client.post(f"{address}operations/", {"operations": [operation], "by": annotator.pk + 1})
    assert (refused.status_code, refused.json()["code"]) == (403, "someone_else")
    assert not Operation.objects.exists()
    taken = editor.client.post(f"{address}operations/", {"operations": [operation], "by": annotator.pk})
    assert taken.status_code == 200
    assert editor.rows[0]["flagged"]


def test_clients_without_a_page_count_as_one_page(editor: Editor) -> None:
    row = editor.rows[0]
    stale = {row["id"]: row["version"]}
    editor.done({"type": "set", "rows": [row["id"]], "fields": {"good_align": True}}, versions=stale)
    editor.done({"type": "set", "rows": [row["id"]], "fields": {"good_mt": False}}, versions=stale)
    assert (editor.rows[0]["good_align"], editor.rows[0]["good_mt"]) == (True, False)


def test_a_stale_tab_that_names_a_row_that_is_gone_gets_a_conflict_not_an_error(editor: Editor) -> None:
    rows = editor.rows
    stale = {row["id"]: row["version"] for row in rows[:2]}
    steps = gestures(rows)
    editor.done(*steps["merge"], versions=stale)
    answer = editor.send(*steps["swap"], versions=stale)
    assert answer.status_code == 409
    assert len(editor.rows) == 3


@pytest.mark.django_db(transaction=True)
def test_a_review_opened_four_times_at_once_is_one_review(client_of: ClientOf, annotator: User, bitext: Pair) -> None:
    def open_it() -> int:
        return client_of(annotator).post("/api/v1/reviews/", {"pair": bitext.pk}).status_code

    assert sorted(at_once([open_it] * 4)) == [200, 200, 200, 201]
    assert ReviewRow.objects.count() == 4


def flag(row: dict[str, Any], text: str) -> dict[str, Any]:
    return {"type": "set", "rows": [row["id"]], "fields": {"post_edit": text}}


def test_an_edit_by_someone_else_is_a_conflict_though_my_other_page_edited_the_row_after_it(
    editor: Editor, client_of: ClientOf, person: Callable[..., User], bitext: Pair
) -> None:
    """The second page saw their text, the first did not: what it sends late must not take that text away."""
    row = editor.rows[0]
    first, second = str(uuid4()), str(uuid4())
    theirs = Editor(client_of(person(Role.ADMIN)), bitext, review=editor.id)
    theirs.done(flag(row, "theirs"), versions={row["id"]: 1}, page=str(uuid4()))
    editor.done({"type": "set", "rows": [row["id"]], "fields": {"flagged": True}}, versions={row["id"]: 2}, page=second)
    late = editor.send(flag(row, "mine"), versions={row["id"]: 1}, page=first)
    assert (late.status_code, late.json()["changed_by"]["name"]) == (409, "admin")
    assert editor.rows[0]["post_edit"] == "theirs"


def test_my_own_edit_from_another_page_is_a_conflict(editor: Editor, annotator: User) -> None:
    row = editor.rows[0]
    first, second = str(uuid4()), str(uuid4())
    editor.done(flag(row, "from the first"), versions={row["id"]: 1}, page=first)
    late = editor.send(flag(row, "from the second"), versions={row["id"]: 1}, page=second)
    assert (late.status_code, late.json()["changed_by"]["id"]) == (409, annotator.pk)
    assert "another tab" in late.json()["detail"]
    editor.done(flag(row, "seen"), versions={row["id"]: 2}, page=second)
    assert editor.rows[0]["post_edit"] == "seen"


def test_what_one_page_sends_in_order_never_conflicts_with_itself(editor: Editor) -> None:
    """Though it gives the version that it was last told: it made the edits while it was offline."""
    page, row = str(uuid4()), editor.rows[0]
    for text in ("one", "two", "three"):
        editor.done(flag(row, text), versions={row["id"]: 1}, page=page)
    assert editor.rows[0]["post_edit"] == "three"


def test_an_undo_on_another_page_is_a_conflict_too(editor: Editor) -> None:
    row = editor.rows[0]
    first, second = str(uuid4()), str(uuid4())
    done = editor.done(flag(row, "one"), versions={row["id"]: 1}, page=first)
    undo = {"type": "undo", "operation": done["results"][0]["id"]}
    editor.done(undo, verb="undo", versions={}, page=second)
    assert editor.send(flag(row, "two"), versions={row["id"]: 2}, page=first).status_code == 409


def test_what_others_did_to_a_row_long_ago_does_not_block_edits_of_it_once_it_is_gone(
    editor: Editor, client_of: ClientOf, person: Callable[..., User], bitext: Pair
) -> None:
    """The row went in a merge by this very page: the stale number is no sign that somebody else was there."""
    rows, page = editor.rows, str(uuid4())
    theirs = Editor(client_of(person(Role.ADMIN)), bitext, review=editor.id)
    theirs.done({"type": "set", "rows": [rows[1]["id"]], "fields": {"flagged": True}}, versions={rows[1]["id"]: 1})
    rows = editor.rows
    known = {row["id"]: row["version"] for row in rows[:2]}
    merged = editor.done(*gestures(rows)["merge"], versions=known, page=page)
    editor.done({"type": "undo", "operation": merged["results"][0]["id"]}, verb="undo", versions={}, page=page)
    editor.done({"type": "set", "rows": [rows[1]["id"]], "fields": {"good_mt": True}}, versions=known, page=page)
    assert (editor.rows[1]["flagged"], editor.rows[1]["good_mt"]) == (True, True)


def test_a_row_that_somebody_else_merged_away_is_a_conflict(
    editor: Editor, client_of: ClientOf, person: Callable[..., User], bitext: Pair
) -> None:
    rows = editor.rows
    theirs = Editor(client_of(person(Role.ADMIN)), bitext, review=editor.id)
    theirs.done(*gestures(rows)["merge"], page=str(uuid4()))
    remove = {"type": "set_chips", "chips": [rows[1]["target"][0]["id"]], "removed": True}
    late = editor.send(remove, versions={rows[1]["id"]: 1}, page=str(uuid4()))
    assert (late.status_code, late.json()["code"]) == (409, "conflict")
    assert late.json()["rows"][0]["id"] == rows[0]["id"]
