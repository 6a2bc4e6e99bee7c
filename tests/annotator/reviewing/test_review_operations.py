"""Operations on a review through the API: each compared with what Postgres holds, each undone to the byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.backends.postgresql.psycopg_any import NumericRange
from rest_framework.test import APIClient

from annotator.models import Chip, Operation, Pair, ReviewRow
from tests.annotator.reviewing.editor import Editor, gestures, ids

ClientOf = Callable[[User], APIClient]


@pytest.mark.parametrize("name", list(gestures([{"id": "", "source": [], "target": [{"id": ""}] * 2}] * 4)))
def test_each_gesture_is_stored_and_undone_and_redone_to_the_byte(editor: Editor, name: str) -> None:
    before = editor.bare()
    answer = editor.done(*gestures(editor.rows)[name], verb=name)
    after = editor.bare()
    state = answer["review"]["state"]
    assert (after != before) == (name != "submit")
    assert answer["review"]["undo"]["verb"] == name

    undone = editor.undo()
    assert editor.bare() == before
    assert undone["review"] | {"revision": 0} == {
        "state": "open", "revision": 0, "n_rows": 4, "n_reviewed": 0, "undo": None, "redo": answer["review"]["undo"],
        "superseded_by": None,
    }  # fmt: skip
    redone = editor.redo()
    assert editor.bare() == after
    assert redone["review"]["state"] == state
    assert redone["review"]["redo"] is None


def test_many_operations_are_undone_in_order_over_reloads(editor: Editor) -> None:
    states = [editor.bare()]
    for name in ("accept", "move a chunk to the next row", "post-edit", "remove", "label"):
        editor.done(*gestures(editor.rows)[name])
        states.append(editor.bare())
    for state in reversed(states[:-1]):
        editor.undo()
        assert editor.bare() == state
    for state in states[1:]:
        editor.redo()
        assert editor.bare() == state


def test_a_new_edit_forgets_what_was_undone(editor: Editor) -> None:
    editor.done(*gestures(editor.rows)["accept"])
    editor.undo()
    answer = editor.done(*gestures(editor.rows)["label"])
    assert answer["review"]["redo"] is None


def test_once_all_is_undone_only_what_was_undone_since_the_last_edit_is_redone(editor: Editor) -> None:
    """What an edit has forgotten stays forgotten, also when that edit is undone itself and nothing stands."""
    one = editor.rows[0]["id"]

    def labelled(**fields: bool) -> dict[str, Any]:
        return editor.done({"type": "set", "rows": [one], "fields": fields}, verb=next(iter(fields)))

    labelled(flagged=True)
    editor.undo()
    assert labelled(good_align=True)["review"]["redo"] is None
    labelled(good_mt=True)
    editor.undo()
    emptied = editor.undo()
    assert emptied["review"]["undo"] is None
    assert emptied["review"]["redo"]["verb"] == "good_align"
    assert editor.redo()["review"]["redo"]["verb"] == "good_mt"
    assert editor.redo()["review"]["redo"] is None
    row = editor.rows[0]
    assert (row["flagged"], row["good_align"], row["good_mt"]) == (False, True, True)


def test_the_same_operation_twice_is_done_once(editor: Editor) -> None:
    steps, versions = gestures(editor.rows)["merge"], {row["id"]: row["version"] for row in editor.rows}
    operation = {"id": str(uuid4()), "verb": "merge", "steps": steps, "versions": versions}
    url = f"/api/v1/reviews/{editor.id}/operations/"
    first = editor.client.post(url, {"operations": [operation]}).json()
    again = editor.client.post(url, {"operations": [operation, operation]}).json()
    assert [result["repeated"] for result in again["results"]] == [True, True]
    assert Operation.objects.count() == 1
    assert again["rows"] == first["rows"]
    assert again["deleted"] == first["deleted"] != []


def test_operations_before_a_refused_one_stay_and_it_says_which(editor: Editor) -> None:
    row = editor.rows[0]
    good = {"id": str(uuid4()), "verb": "accept", "steps": gestures(editor.rows)["accept"], "versions": {row["id"]: 1}}
    bad = {"id": str(uuid4()), "verb": "edit", "steps": [{"type": "fly"}], "versions": {}}
    answer = editor.client.post(f"/api/v1/reviews/{editor.id}/operations/", {"operations": [good, bad]})
    assert answer.status_code == 400
    assert answer.json()["operation"] == bad["id"]
    assert [result["id"] for result in answer.json()["results"]] == [good["id"]]
    assert editor.rows[0]["status"] == "accepted"


def test_a_talk_span_is_split_at_a_word_and_given_another_sentence(
    client_of: ClientOf, annotator: User, talk: Pair
) -> None:
    editor = Editor(client_of(annotator), talk)
    before = editor.bare()
    first = editor.rows[0]
    half, row, source = str(uuid4()), str(uuid4()), str(uuid4())
    editor.done(
        {"type": "split_chip", "chip": first["target"][0]["id"], "at": 6, "new_chip": half},
        {
            "type": "regroup",
            "groups": [
                {"row": first["id"], "source": ids(first["source"]), "target": ids(first["target"])},
                {"row": row, "position": 1.5, "source": [], "target": [half]},
            ],
        },
        {"type": "reassign", "row": row, "source": [2], "chips": [source]},
        verb="split_span",
    )
    assert [[chip["unit"] for chip in r["source"]] for r in editor.rows] == [[0], [2], [1]]
    editor.done({"type": "reassign", "row": row, "source": [], "chips": []}, verb="no_sentence")
    editor.done({"type": "reassign", "row": first["id"], "source": [1], "chips": [str(uuid4())]}, verb="reassign")
    assert [[chip["unit"] for chip in r["source"]] for r in editor.rows] == [[1], [], [1]]
    missing = editor.send({"type": "reassign", "row": row, "source": [99], "chips": [str(uuid4())]})
    assert (missing.status_code, missing.json()["detail"]) == (400, "The paper has no sentence 99.")
    for _ in range(3):
        editor.undo()
    assert editor.bare() == before


@pytest.mark.parametrize(
    "operation",
    [
        {"steps": [{"type": "set", "rows": ["nonsense"], "fields": {}}]},
        {"steps": [{"type": "undo", "operation": "nonsense"}]},
        {"steps": [{"type": "undo"}, {"type": "undo"}]},
        {"steps": [{"type": "regroup", "groups": [{"source": []}]}]},
        {"steps": [{"type": "set_chips", "chips": [3], "removed": True}]},
        {"steps": []},
        {"id": "nonsense"},
    ],
)
def test_nonsense_is_refused_plainly(editor: Editor, operation: dict[str, Any]) -> None:
    whole = {"id": str(uuid4()), "verb": "x", "steps": [], "versions": {}, **operation}
    answer = editor.client.post(f"/api/v1/reviews/{editor.id}/operations/", {"operations": [whole]})
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_postgres_itself_refuses_the_same_text_in_two_rows(editor: Editor) -> None:
    chip = Chip.objects.filter(side="target", row__review=editor.id).earliest("unit")
    assert chip.extent is not None
    other = ReviewRow.objects.exclude(pk=chip.row_id).earliest("position")
    overlap = NumericRange(chip.extent.lower, chip.extent.lower + 2)

    def write_it_twice() -> None:
        with transaction.atomic():
            Chip.objects.create(row=other, side="target", unit=chip.unit, start=0, end=2, extent=overlap)
            connection.check_constraints()

    with pytest.raises(IntegrityError, match="text_is_in_one_row_only"):
        write_it_twice()
