"""Operations on a review through the API: each compared with what Postgres holds, each undone to the byte."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.backends.postgresql.psycopg_any import NumericRange
from rest_framework.test import APIClient

from annotator.models import Chip, Operation, Pair, Review, ReviewRow, Role

ClientOf = Callable[[User], APIClient]


class Editor:
    """One person at one review, as the page does it."""

    def __init__(self, client: APIClient, pair: Pair) -> None:
        self.client = client
        answer = client.post("/api/v1/reviews/", {"pair": pair.pk})
        assert answer.status_code in (200, 201), answer.data
        self.id = answer.data["id"]

    @property
    def rows(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.client.get(f"/api/v1/reviews/{self.id}/content/").json()["rows"]
        return rows

    def bare(self) -> list[dict[str, Any]]:
        """The rows but for what an undo does not take back: version, by whom, when."""
        moving = ("version", "changed_by", "changed_at")
        return [{name: value for name, value in row.items() if name not in moving} for row in self.rows]

    def send(
        self, *steps: dict[str, Any], verb: str = "edit", versions: dict[str, int] | None = None, **given: Any
    ) -> Any:
        if versions is None:
            versions = {row["id"]: row["version"] for row in self.rows}
        operation = {"id": str(uuid4()), "verb": verb, "steps": list(steps), "versions": versions, **given}
        return self.client.post(f"/api/v1/reviews/{self.id}/operations/", {"operations": [operation]})

    def done(self, *steps: dict[str, Any], **given: Any) -> dict[str, Any]:
        answer = self.send(*steps, **given)
        assert answer.status_code == 200, answer.data
        result: dict[str, Any] = answer.json()
        return result

    def undo(self) -> dict[str, Any]:
        undo = self.client.get(f"/api/v1/reviews/{self.id}/").json()["undo"]
        return self.done({"type": "undo", "operation": undo["operation"]}, verb="undo", versions={})

    def redo(self) -> dict[str, Any]:
        redo = self.client.get(f"/api/v1/reviews/{self.id}/").json()["redo"]
        return self.done({"type": "redo", "operation": redo["operation"]}, verb="redo", versions={})


@pytest.fixture
def editor(client_of: ClientOf, annotator: User, bitext: Pair) -> Editor:
    return Editor(client_of(annotator), bitext)


def ids(chips: list[dict[str, Any]]) -> list[str]:
    return [chip["id"] for chip in chips]


def gestures(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    one, two, _, four = rows
    new_row, new_chip = str(uuid4()), str(uuid4())
    return {
        "accept": [{"type": "set", "rows": [one["id"]], "fields": {"status": "accepted"}}],
        "label": [{"type": "set", "rows": [one["id"]], "fields": {"good_align": True, "good_mt": False}}],
        "tag and flag": [
            {"type": "set", "rows": [two["id"]], "fields": {"tags": ["mis-translation"], "flagged": True}}
        ],
        "post-edit": [{"type": "set", "rows": [one["id"]], "fields": {"post_edit": "満潮を手で。👩‍👩‍👧 か\u3099"}}],
        "move a chunk to the next row": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": ids(one["target"][:1])},
                    {"row": two["id"], "source": ids(two["source"]), "target": ids(one["target"][1:] + two["target"])},
                ],
            }
        ],
        "move a chunk far away": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": ids(one["target"][:1])},
                    {
                        "row": four["id"],
                        "source": ids(four["source"]),
                        "target": ids(one["target"][1:] + four["target"]),
                    },
                ],
            }
        ],
        "merge": [
            {
                "type": "regroup",
                "groups": [
                    {
                        "row": one["id"],
                        "source": ids(one["source"] + two["source"]),
                        "target": ids(one["target"] + two["target"]),
                    }
                ],
                "emptied": [two["id"]],
            }
        ],
        "split the row": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": ids(one["target"][:1])},
                    {"row": new_row, "position": 1.5, "source": [], "target": ids(one["target"][1:])},
                ],
            }
        ],
        "swap": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": ids(two["target"])},
                    {"row": two["id"], "source": ids(two["source"]), "target": ids(one["target"])},
                ],
            }
        ],
        "null": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": []},
                    {"row": new_row, "position": 1.5, "source": [], "target": ids(one["target"])},
                ],
            },
            {"type": "set", "rows": [one["id"]], "fields": {"null_reason": "omission"}},
        ],
        "split the text": [{"type": "split_chip", "chip": four["target"][1]["id"], "at": 3, "new_chip": new_chip}],
        "join the text": [{"type": "join_chips", "chips": ids(four["target"])}],
        "remove": [{"type": "set_chips", "chips": ids(one["target"][:1]), "removed": True}],
        "submit": [{"type": "submit", "leave_unreviewed": True}],
    }


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
        "state": "open", "revision": 0, "n_rows": 4, "n_done": 0, "undo": None, "redo": answer["review"]["undo"],
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


def test_my_own_other_tab_never_blocks_me(editor: Editor) -> None:
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


def test_operations_before_a_refused_one_stay_and_it_says_which(editor: Editor) -> None:
    row = editor.rows[0]
    good = {"id": str(uuid4()), "verb": "accept", "steps": gestures(editor.rows)["accept"], "versions": {row["id"]: 1}}
    bad = {"id": str(uuid4()), "verb": "edit", "steps": [{"type": "fly"}], "versions": {}}
    answer = editor.client.post(f"/api/v1/reviews/{editor.id}/operations/", {"operations": [good, bad]})
    assert answer.status_code == 400
    assert answer.json()["operation"] == bad["id"]
    assert [result["id"] for result in answer.json()["results"]] == [good["id"]]
    assert editor.rows[0]["status"] == "accepted"


def test_submit_wants_every_row_reviewed_and_closes_the_review(editor: Editor) -> None:
    answer = editor.send({"type": "submit"}, verb="submit")
    assert (answer.status_code, answer.json()["code"], answer.json()["n_unreviewed"]) == (400, "unreviewed_rows", 4)
    everything = [row["id"] for row in editor.rows]
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
    assert [len(history[0][side]) for side in ("before", "after")] == [2, 1]


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


def test_comments_outlive_a_merge_and_mention_only_people_of_the_project(
    editor: Editor, person: Callable[..., User], outsider: User
) -> None:
    person(Role.ADJUDICATOR, "wen.li")
    rows = editor.rows
    url = f"/api/v1/reviews/{editor.id}/comments/"
    text = "満潮? @wen.li, @outsider and mail@annotator"
    made = editor.client.post(url, {"row": rows[1]["id"], "text": text})
    assert (made.status_code, made.json()["text"], made.json()["mentions"]) == (201, text, ["wen.li"])
    assert [row["n_comments"] for row in editor.rows] == [0, 1, 0, 0]
    assert editor.client.post(url, {"row": rows[1]["id"], "text": "  "}).status_code == 400
    assert editor.client.post(url, {"row": str(uuid4()), "text": "x"}).json()["code"] == "row_gone"
    editor.done(*gestures(rows)["merge"])
    assert len(editor.client.get(url).json()) == 1
    editor.undo()
    assert [row["n_comments"] for row in editor.rows] == [0, 1, 0, 0]


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


def test_reading_a_review_costs_the_same_queries_whatever_its_length(
    editor: Editor, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(9):
        editor.client.get(f"/api/v1/reviews/{editor.id}/content/")


@pytest.mark.django_db(transaction=True)
def test_two_people_opening_at_once_and_two_edits_at_once_leave_one_of_each(
    client_of: ClientOf, annotator: User, bitext: Pair
) -> None:
    answers: list[int] = []

    def open_it() -> None:
        answers.append(client_of(annotator).post("/api/v1/reviews/", {"pair": bitext.pk}).status_code)
        connection.close()

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 200, 200, 201]
    assert ReviewRow.objects.count() == 4
