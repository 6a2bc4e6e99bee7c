"""Corrections of imported texts: beside the text, of the document, withdrawn by their author or an admin."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.backends.postgresql.psycopg_any import NumericRange
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.models import Correction, Pair, Project, Role, Unit
from annotator.reviewing.corrections import corrected
from annotator.reviewing.gold_records import gold_records
from tests.annotator.reviewing.editor import Editor

CASES = json.loads((Path(__file__).parents[2] / "contract" / "corrections" / "cases.json").read_text("utf-8"))
ClientOf = Callable[[User], APIClient]


def make(editor: Editor, unit: int, start: int, end: int, text: str, side: str = "source", **given: Any) -> Any:
    return editor.client.post(
        f"/api/v1/reviews/{editor.id}/corrections/",
        {"side": side, "unit": unit, "start": start, "end": end, "text": text, **given},
        format="json",
    )


def listed(editor: Editor) -> list[dict[str, Any]]:
    answer = editor.client.get(f"/api/v1/reviews/{editor.id}/corrections/")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()
    return found


def test_a_correction_stands_beside_the_text_in_every_review_of_it(
    editor: Editor, annotator: User, bitext: Pair, client_of: ClientOf, person: Callable[..., User]
) -> None:
    other = Editor(client_of(person(Role.ANNOTATOR, "tom")), bitext)
    before = other.client.get(f"/api/v1/reviews/{other.id}/changes/?since=0").json()
    assert before["corrections"] == 0
    answer = make(editor, 0, 0, 4, "Low")
    assert answer.status_code == 201, answer.content
    assert answer.json() == listed(editor)
    (one,) = listed(other)
    assert (one["side"], one["unit"], one["start"], one["end"], one["text"]) == ("source", 0, 0, 4, "Low")
    assert one["by"] is None, "whose it is would tell that somebody else reviews the text"
    assert listed(editor)[0]["by"]["id"] == annotator.pk
    assert [one["may_withdraw"], listed(editor)[0]["may_withdraw"]] == [False, True]
    assert other.client.get(f"/api/v1/reviews/{other.id}/changes/?since=0").json()["corrections"] == 1
    content = other.client.get(f"/api/v1/reviews/{other.id}/content/").json()
    assert content["corrections"] == [one]
    assert content["source_units"][0]["text"] == "High water, by hand."
    assert Unit.objects.get(document=bitext.source, position=0).text == "High water, by hand."
    assert content["revision"] == 0


def test_it_is_withdrawn_by_its_author_or_an_admin_and_stays_in_the_history(
    editor: Editor, annotator: User, client_of: ClientOf, person: Callable[..., User], admin: User
) -> None:
    def withdraw(client: APIClient, pk: int) -> Any:
        return client.delete(f"/api/v1/reviews/{editor.id}/corrections/{pk}/")

    first = make(editor, 0, 0, 4, "Low").json()[0]["id"]
    wen = client_of(person(Role.ADJUDICATOR, "wen"))
    refused = withdraw(wen, first)
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
    done = withdraw(editor.client, first)
    assert done.status_code == 200
    assert done.json()[0]["withdrawn_by"]["id"] == annotator.pk
    assert withdraw(editor.client, first).status_code == 409
    second = next(c for c in make(editor, 0, 0, 4, "Ebb").json() if c["withdrawn_at"] is None)["id"]
    assert withdraw(client_of(admin), second).status_code == 200
    for client, withdrawn_by in ((client_of(admin), admin.pk), (editor.client, None)):
        found = client.get(f"/api/v1/reviews/{editor.id}/corrections/").json()
        assert [(c["text"], c["withdrawn_by"] and c["withdrawn_by"]["id"]) for c in found] == [
            ("Low", annotator.pk), ("Ebb", withdrawn_by),
        ]  # fmt: skip
    changes = editor.client.get(f"/api/v1/reviews/{editor.id}/changes/?since=0").json()
    assert changes["corrections"] == 4


def test_a_place_is_corrected_once_until_the_correction_is_replaced(
    editor: Editor, bitext: Pair, client_of: ClientOf, person: Callable[..., User]
) -> None:
    first = make(editor, 0, 0, 4, "Low").json()[0]["id"]
    again = make(editor, 0, 2, 10, "x")
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    assert make(editor, 0, 5, 10, "tide").status_code == 201
    assert make(editor, 1, 0, 4, "x").status_code == 201
    replaced = make(editor, 0, 0, 4, "Ebb", replaces=[first])
    assert replaced.status_code == 201
    standing = [(c["start"], c["text"]) for c in replaced.json() if c["unit"] == 0 and c["withdrawn_at"] is None]
    assert standing == [(0, "Ebb"), (5, "tide")]
    # What somebody else made is not replaced, and nothing is withdrawn on the way.
    tom = Editor(client_of(person(Role.ANNOTATOR, "tom")), bitext)
    mine = make(tom, 2, 0, 2, "x").json()
    ids = [c["id"] for c in mine if c["withdrawn_at"] is None and c["unit"] in (0, 2)]
    assert make(tom, 0, 0, 10, "y", replaces=ids).status_code == 403
    assert [c["withdrawn_at"] for c in listed(tom) if c["id"] in ids] == [None] * len(ids)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"unit": 99}, "unit"), ({"end": 99}, "end"), ({"start": 4}, "end"), ({"text": "High"}, "text"),
        ({"side": "both"}, "side"), ({"text": "x" * 2001}, "text"), ({"text": "a\nb"}, "text"),
    ],
)  # fmt: skip
def test_what_cannot_be_corrected_is_said(editor: Editor, given: dict[str, Any], field: str) -> None:
    answer = make(editor, **{"unit": 0, "start": 0, "end": 4, "text": "Low", **given})
    assert answer.status_code == 400, answer.content
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert not Correction.objects.exists()


def test_a_submitted_review_takes_none(editor: Editor) -> None:
    editor.done({"type": "submit", "leave_unreviewed": True}, verb="submit")
    assert make(editor, 0, 0, 4, "Low").json()["code"] == "submitted"


def test_the_database_holds_one_correction_of_a_character(bitext: Pair) -> None:
    def put(start: int, end: int, **given: Any) -> None:
        with transaction.atomic():
            Correction.objects.create(
                document=bitext.source, unit=0, start=start, end=end, text="x",
                **{"extent": NumericRange(start, end), **given},
            )  # fmt: skip

    put(0, 4)
    for wrong in ({"start": 3, "end": 6}, {"start": 9, "end": 9}, {"start": 6, "end": 8, "extent": None}):
        with pytest.raises(IntegrityError):
            put(**wrong)  # type: ignore[arg-type]


def test_gold_has_the_texts_as_imported_and_as_corrected(editor: Editor, project: Project) -> None:
    make(editor, 0, 0, 4, "Low")
    make(editor, 0, 0, 2, "干潮", side="target")
    rows = [editor.rows[place]["id"] for place in (0, 3)]
    editor.done({"type": "set", "rows": rows, "fields": {"status": "accepted"}})
    editor.done({"type": "submit", "leave_unreviewed": True}, verb="submit")
    first, second = gold_records(project)
    assert (first["source"], first["source_corrected"]) == ("High water, by hand.", "Low water, by hand.")
    assert first["target"].startswith("満潮")
    assert first["target_corrected"] == "干潮" + first["target"][2:]
    assert second["source_corrected"] == second["source"]
    with CaptureQueriesContext(connection) as captured:
        list(gold_records(project))
    assert sum("annotator_correction" in query["sql"] for query in captured) == 1


@pytest.mark.parametrize(
    ("start", "end", "reads"),
    [(0, 10, "aXYdefZj"), (0, 3, "aXY"), (0, 2, "a"), (2, 5, "XYde"), (7, 8, ""), (8, 10, "Zj"), (3, 6, "def")],
)
def test_a_part_of_a_unit_reads_what_is_corrected_in_it(start: int, end: int, reads: str) -> None:
    assert corrected("abcdefghij", start, end, [(1, 3, "XY"), (6, 9, "Z")]) == reads


def test_an_edit_takes_no_statement_for_corrections(editor: Editor) -> None:
    make(editor, 0, 0, 4, "Low")
    row = editor.rows[0]
    with CaptureQueriesContext(connection) as captured:
        editor.done(
            {"type": "set", "rows": [row["id"]], "fields": {"flagged": True}}, versions={row["id"]: row["version"]}
        )
    assert not [query["sql"] for query in captured if "annotator_correction" in query["sql"]]


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_corrected_text_reads_as_in_the_page(case: dict[str, Any]) -> None:
    corrections = [(start, end, text) for start, end, text in case["corrections"]]
    assert corrected(case["text"], case["start"], case["end"], corrections) == case["reads"]
