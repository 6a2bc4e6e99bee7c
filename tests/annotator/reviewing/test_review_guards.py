"""What no edit of a review may do to others: take their rows, overtake their edits, or leave a state that is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.corpus.thresholds import thresholds_of
from annotator.models import Chip, Operation, Pair, Review, ReviewRow, Role
from tests.annotator.connections import elsewhere
from tests.annotator.reviewing.editor import Editor, gestures, ids

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def adjudicator(client_of: ClientOf, person: Callable[..., User]) -> APIClient:
    return client_of(person(Role.ADJUDICATOR))


def as_someone_else(editor: Editor, client: APIClient) -> Editor:
    """Another person at the same review."""
    other = object.__new__(Editor)
    other.client, other.id = client, editor.id
    return other


@pytest.fixture
def another(client_of: ClientOf, person: Callable[..., User], bitext: Pair) -> Editor:
    """Another person's review of the same pair."""
    return Editor(client_of(person(Role.ANNOTATOR, "second")), bitext)


def stored(review: int) -> list[Any]:
    rows = ReviewRow.objects.filter(review=review).order_by("position").values_list("pk", "position", "status")
    chips = Chip.objects.filter(row__review=review).order_by("side", "unit", "start")
    return [*rows, *chips.values_list("pk", "row", "side", "unit", "start", "end")]


def test_an_id_that_is_somebody_elses_takes_nothing_from_them(editor: Editor, another: Editor) -> None:
    theirs, mine = another.rows, editor.rows
    before = stored(another.id)
    one, four = mine[0], mine[3]
    split = {"type": "split_chip", "chip": four["target"][1]["id"], "at": 3}
    moved = [
        {"row": one["id"], "source": ids(one["source"]), "target": ids(one["target"][:1])},
        {"position": 1.5, "source": [], "target": ids(one["target"][1:])},
    ]
    attempts = [
        {**split, "new_chip": theirs[0]["target"][0]["id"]},
        {**split, "new_chip": mine[1]["target"][0]["id"]},
        {"type": "regroup", "groups": [moved[0], {**moved[1], "row": theirs[1]["id"]}]},
    ]
    for step in attempts:
        answer = editor.send(step)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_operation")
        assert "in use already" in answer.json()["detail"]
    assert stored(another.id) == before
    assert editor.row_ids == [row["id"] for row in mine]


def test_a_sentence_given_to_a_span_takes_no_id_that_is_in_use(
    client_of: ClientOf, annotator: User, talk: Pair
) -> None:
    editor = Editor(client_of(annotator), talk)
    row, other = editor.rows
    step = {"type": "reassign", "row": row["id"], "source": [1]}
    for taken in (row["target"][0]["id"], other["target"][0]["id"], other["source"][0]["id"]):
        assert editor.send({**step, "chips": [taken]}).status_code == 400
    again = editor.send({**step, "source": [1, 1], "chips": [str(uuid4()), str(uuid4())]})
    assert (again.status_code, again.json()["detail"]) == (400, "A sentence is named twice; expected each once.")
    assert editor.send({**step, "source": [True], "chips": [str(uuid4())]}).status_code == 400
    # its own sentence keeps its id
    editor.done({**step, "source": [0, 1], "chips": [row["source"][0]["id"], str(uuid4())]})


@pytest.mark.parametrize(
    "step",
    [
        {"type": "set", "rows": [], "fields": {"tags": ["a\0"]}},
        {"type": "set", "rows": [], "fields": {"post_edit": "\ud800"}},
        {"type": "set", "rows": [], "fields": {}, "more": "\0"},
        {"type": "set", "rows": [], "fields": {}, "mo\0re": 1},
        {"type": "set", "rows": [], "fields": {}, "more": [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]},
        {"type": "regroup", "groups": [{"row": str(uuid4()), "position": 10**400, "source": [], "target": []}]},
        {"type": "regroup", "groups": [{"row": str(uuid4()), "position": True, "source": [], "target": []}]},
    ],
)
def test_what_cannot_be_stored_is_refused_with_its_place(editor: Editor, step: dict[str, Any]) -> None:
    body = {"operations": [{"id": str(uuid4()), "verb": "x", "steps": [step], "versions": {}}]}
    url = f"/api/v1/reviews/{editor.id}/operations/"
    answer = editor.client.post(url, json.dumps(body), content_type="application/json")
    assert answer.status_code == 400, answer.content
    assert answer.json()["detail"]
    assert Operation.objects.count() == 0


def test_a_number_beyond_all_is_refused(editor: Editor) -> None:
    """1e999 is infinity to a parser, and no number in an answer."""
    row = editor.rows[0]
    groups = [
        {"row": row["id"], "source": ids(row["source"]), "target": []},
        {"row": str(uuid4()), "position": "far", "source": [], "target": ids(row["target"])},
    ]
    steps = [{"type": "regroup", "groups": groups}]
    body = json.dumps({"operations": [{"id": str(uuid4()), "verb": "x", "steps": steps, "versions": {}}]})
    url = f"/api/v1/reviews/{editor.id}/operations/"
    answer = editor.client.post(url, body.replace('"far"', "1e999"), content_type="application/json")
    assert answer.status_code == 400
    assert "finite" in answer.json()["detail"]


def test_submitting_after_a_return_can_be_undone(editor: Editor, adjudicator: APIClient) -> None:
    editor.done({"type": "submit", "leave_unreviewed": True}, verb="submit")
    reason = "Target shifted by one from row 3."
    adjudicator.post(f"/api/v1/reviews/{editor.id}/return/", {"reason": reason})
    editor.done({"type": "submit", "leave_unreviewed": True}, verb="submit")
    assert editor.undo()["review"]["state"] == "returned"
    review = Review.objects.get()
    assert (review.return_reason, review.submitted_at) == (reason, None)
    assert editor.redo()["review"]["state"] == "submitted"


def test_an_undo_does_not_wipe_out_that_a_review_was_returned(editor: Editor, adjudicator: APIClient) -> None:
    submitted = editor.done({"type": "submit", "leave_unreviewed": True}, verb="submit")["results"][0]["id"]
    adjudicator.post(f"/api/v1/reviews/{editor.id}/return/", {"reason": "Look at row 3."})
    answer = editor.send({"type": "undo", "operation": submitted}, verb="undo", versions={})
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_do")
    returned = str(Operation.objects.get(verb="return").pk)
    answer = editor.send({"type": "undo", "operation": returned}, verb="undo", versions={})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_operation")
    assert Review.objects.get().state == "returned"


def test_doing_a_submission_again_wants_every_row_reviewed_as_the_first_time(editor: Editor) -> None:
    everything = editor.row_ids
    editor.done({"type": "set", "rows": everything, "fields": {"status": "accepted"}})
    submitted = editor.done({"type": "submit"}, verb="submit")["results"][0]["id"]
    editor.undo()
    editor.done({"type": "set", "rows": everything[:1], "fields": {"status": "proposed"}})
    answer = editor.send({"type": "redo", "operation": submitted}, verb="redo", versions={})
    assert (answer.status_code, answer.json()["code"]) == (400, "unreviewed_rows")
    assert Review.objects.get().state == "open"


def test_a_row_that_comes_back_is_not_taken_for_its_former_self(editor: Editor, adjudicator: APIClient) -> None:
    """Merge, undo, edit, undo, redo the merge, undo it: counted on alone, a version would come twice."""
    other = as_someone_else(editor, adjudicator)
    seen: dict[int, Any] = {}

    def look() -> dict[str, Any]:
        row = next(row for row in editor.rows if row["position"] == 2)
        what = (row["post_edit"], row["status"], ids(row["target"]))
        assert seen.setdefault(row["version"], what) == what, f"version {row['version']} says two things"
        return row

    merge = other.done(*gestures(look_at := editor.rows)["merge"])["results"][0]["id"]
    other.undo()
    row = look()
    other.done({"type": "set", "rows": [row["id"]], "fields": {"post_edit": "A"}})
    stale = look()["version"]
    other.undo()
    look()
    other.done({"type": "redo", "operation": merge}, verb="redo", versions={})
    other.undo()
    look()
    other.done({"type": "set", "rows": [row["id"]], "fields": {"post_edit": "C"}})
    look()
    mine = {"type": "set", "rows": [row["id"]], "fields": {"post_edit": "mine"}}
    assert editor.send(mine, versions={row["id"]: stale}).status_code == 409
    assert len(look_at) == 4


def test_a_chunk_that_somebody_moved_is_a_conflict_though_the_versions_coincide(
    editor: Editor, adjudicator: APIClient
) -> None:
    """My page counts its own edits ahead; somebody else's may be as many."""
    one, two, _, four = editor.rows
    other = as_someone_else(editor, adjudicator)
    other.done(*gestures(editor.rows)["move a chunk far away"])
    groups = [
        {"row": one["id"], "source": ids(one["source"]), "target": ids(one["target"][:1])},
        {"row": two["id"], "source": ids(two["source"]), "target": ids(one["target"][1:] + two["target"])},
    ]
    versions = {one["id"]: one["version"] + 1, two["id"]: two["version"]}
    answer = editor.send({"type": "regroup", "groups": groups}, versions=versions)
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert answer.json()["changed_by"]["name"] == "adjudicator"
    remove = {"type": "set_chips", "chips": ids(one["target"][1:]), "removed": True}
    answer = editor.send(remove, versions={one["id"]: one["version"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert four["id"] in {row["id"] for row in answer.json()["rows"]}
    # Whoever knows where it is may.
    editor.done(remove, versions={four["id"]: four["version"] + 1})


def test_two_new_rows_at_one_place_both_find_room(editor: Editor, adjudicator: APIClient) -> None:
    one, _, _, four = editor.rows

    def halves(row: dict[str, Any], position: float) -> dict[str, Any]:
        return {
            "type": "regroup",
            "groups": [
                {"row": row["id"], "source": ids(row["source"]), "target": ids(row["target"][:1])},
                {"row": str(uuid4()), "position": position, "source": [], "target": ids(row["target"][1:])},
            ],
        }

    as_someone_else(editor, adjudicator).done(halves(four, 1.5))
    told = editor.done(halves(one, 1.5))
    assert {row["position"] for row in told["rows"]} == {1.0, 1.75}
    assert [row["position"] for row in editor.rows] == [1.0, 1.5, 1.75, 2.0, 3.0, 4.0]
    editor.undo()
    editor.redo()
    editor.undo()
    assert [row["position"] for row in editor.rows] == [1.0, 1.5, 2.0, 3.0, 4.0]


@pytest.mark.django_db(transaction=True)
def test_what_is_read_is_of_one_moment(
    editor: Editor, annotator: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody merges two rows after the chunks were read and before the rows are."""
    merge = gestures(editor.rows)["merge"]
    times: list[int] = []

    def meanwhile(pair: Pair) -> Any:
        times.append(1)
        if len(times) == 1:
            other = as_someone_else(editor, client_of(annotator))
            elsewhere(lambda: other.done(*merge, versions={}))
        return thresholds_of(pair)

    monkeypatch.setattr("annotator.reviewing.content.thresholds_of", meanwhile)
    read = editor.client.get(f"/api/v1/reviews/{editor.id}/content/").json()
    monkeypatch.undo()
    assert Review.objects.get(pk=editor.id).revision == 1
    assert (read["revision"], len(read["rows"])) == (0, 4)
    assert sum(len(row["target"]) for row in read["rows"]) == 5
    later = editor.client.get(f"/api/v1/reviews/{editor.id}/changes/?since={read['revision']}").json()
    assert (later["review"]["revision"], len(later["deleted"])) == (1, 1)


def test_a_review_is_opened_from_a_run_of_its_own_pair(
    client_of: ClientOf, annotator: User, bitext: Pair, talk: Pair
) -> None:
    answer = client_of(annotator).post("/api/v1/reviews/", {"pair": bitext.pk, "run": talk.runs.get().pk})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "run"
    assert "Full stop is succeeded; expected one of this pair" in answer.json()["detail"]
    assert not Review.objects.exists()
