"""Whatever is sent as an operation is done, refused as wrong (400), or in conflict (409): never an error of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from annotator.models import Operation, Pair, Review, Role
from annotator.reviewing.steps import KINDS
from tests.annotator.reviewing.editor import Editor, gestures

ClientOf = Callable[[User], APIClient]

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("rows", "fields", "groups", "emptied", "chip", "chips", "at", "new_chip", "removed", "row", "source", "target",
         "operation", "leave_unreviewed", "position", "status", "tags")  # fmt: skip


def steps_on(ids: list[str]) -> Any:
    """Steps of known types whose parts are any JSON, ids of what is there among it."""
    value = ANY_JSON | st.sampled_from(ids) | st.lists(st.sampled_from(ids), max_size=3)
    value |= st.dictionaries(st.sampled_from(NAMES), value, max_size=4)
    value |= st.lists(st.dictionaries(st.sampled_from(NAMES), value, max_size=4), max_size=2)
    step = st.dictionaries(st.sampled_from(NAMES), value, max_size=5)
    typed = st.builds(lambda kind, rest: {"type": kind, **rest}, st.sampled_from(sorted(KINDS)), step)
    return st.lists(typed | ANY_JSON, min_size=1, max_size=3)


def test_any_json_as_a_step_is_answered_plainly(editor: Editor) -> None:
    rows = editor.rows
    ids = [row["id"] for row in rows] + [chip["id"] for row in rows for chip in (*row["source"], *row["target"])]
    known_versions = st.dictionaries(st.sampled_from(ids) | st.text(max_size=5), st.integers(), max_size=2)

    @settings(max_examples=60, deadline=None)
    @given(steps=steps_on([*ids, str(uuid4())]), versions=known_versions)
    def send(steps: Any, versions: Any) -> None:
        with transaction.atomic():
            answer = editor.send(*steps, versions=versions)
            assert answer.status_code in (200, 400, 409), answer.data
            assert answer.status_code == 200 or answer.json()["detail"]
            transaction.set_rollback(True)

    send()


@pytest.mark.parametrize("source", [True, 5, 1e308, None, {}, "x", [True], ["x"], [1e308], [-1], [2**40]])
def test_sentences_that_are_no_list_of_numbers_are_refused(
    client_of: ClientOf, annotator: User, talk: Pair, source: Any
) -> None:
    editor = Editor(client_of(annotator), talk)
    answer = editor.send({"type": "reassign", "row": editor.rows[0]["id"], "source": source, "chips": [str(uuid4())]})
    assert answer.status_code == 400, answer.data


@pytest.mark.parametrize("verb", ["return", "carry_over", "undo", "redo"])
def test_a_client_cannot_write_the_servers_entries_into_the_history(editor: Editor, verb: str) -> None:
    answer = editor.send(*gestures(editor.rows)["accept"], verb=verb)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_operation")
    assert not Operation.objects.exists()


def test_an_entry_that_only_bears_the_name_of_a_return_breaks_no_undo(
    editor: Editor, client_of: ClientOf, person: Callable[..., User]
) -> None:
    """Logs from before such names were refused may hold one."""
    editor.done(*gestures(editor.rows)["submit"])
    curator = client_of(person(Role.ADJUDICATOR))
    assert curator.post(f"/api/v1/reviews/{editor.id}/return/", {"reason": "Row 3."}).status_code == 200
    forged = editor.done(*gestures(editor.rows)["accept"])["results"][0]["id"]
    Operation.objects.filter(pk=forged).update(verb="return")
    editor.done(*gestures(editor.rows)["submit"])
    editor.undo()
    assert Review.objects.get().return_reason == "Row 3."
    editor.undo()
    assert editor.rows[0]["status"] == "proposed"


def test_carrying_over_is_not_undone_by_its_id(editor: Editor, annotator: User) -> None:
    entry = Operation.objects.create(
        pk=uuid4(), review_id=editor.id, sequence=1, verb="carry_over", steps=[{"type": "carry_over", "review": 7}],
        before={"state": "open", "rows": []}, after={"state": "open", "rows": []}, by=annotator,
    )  # fmt: skip
    Review.objects.update(revision=1)
    answer = editor.send({"type": "undo", "operation": str(entry.pk)}, verb="undo", versions={})
    assert answer.status_code == 400
    entry.refresh_from_db()
    assert not entry.undone
