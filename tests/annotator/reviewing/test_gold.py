"""Gold: what is in it, what is not, and that an export says what was typed."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import Pair, Project, Review, ReviewRow, ReviewState, Role
from annotator.platform.writers import tsv
from annotator.reviewing.gold_forms import COLUMNS
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.pieces import join_texts
from tests.annotator.connections import elsewhere
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def reviewed(editor: Editor) -> int:
    """The bitext reviewed: one row post-edited, one chunk removed, one left unreviewed, submitted."""
    one, _, three, four = editor.rows
    accepted = {"status": "accepted", "good_align": True, "good_mt": True}
    post_edited = {**accepted, "post_edit": "満潮を\t手で\n書いた。"}
    editor.done({"type": "set", "rows": [one["id"]], "fields": post_edited})
    editor.done({"type": "set_chips", "chips": [one["target"][1]["id"]], "removed": True})
    editor.done({"type": "set", "rows": [three["id"]], "fields": {"status": "accepted", "null_reason": "omission"}})
    mistranslated = {**accepted, "good_mt": False, "tags": ["mis-translation"]}
    editor.done({"type": "set", "rows": [four["id"]], "fields": mistranslated})
    editor.done({"type": "submit", "leave_unreviewed": True})
    return int(editor.id)


@pytest.fixture
def adjudicator(person: Callable[..., User], client_of: ClientOf) -> APIClient:
    return client_of(person(Role.ADJUDICATOR))


def gold(client: APIClient, query: str) -> str:
    answer = client.get(f"/api/v1/projects/harbour-talks/gold/?{query}")
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode()


def test_accepted_rows_come_out_as_they_were_typed(reviewed: int, adjudicator: APIClient) -> None:
    records = [json.loads(line) for line in gold(adjudicator, "file_format=jsonl").splitlines()]
    assert [record["row"] for record in records] == [1, 2, 3]
    first, null, last = records
    assert (first["source"], first["target"]) == ("High water, by hand.", "満潮の高さを、")
    assert first["target_post_edited"] == "満潮を\t手で\n書いた。"
    assert (first["target_ids"], first["removed_ids"]) == ([0], [1])
    assert (null["target"], null["null_reason"], null["target_ids"]) == ("__drop__", "omission", [])
    assert last["target"] == "か\u3099族が来た👩‍👩‍👧。"
    assert (last["good_align"], last["good_mt"], last["error_tags"]) == (True, False, ["mis-translation"])
    assert {record["annotator"] for record in records} == {"annotator"}
    assert {record["engine_signature"] for record in records} == {"engine:lexical"}
    assert all(record["accepted_at"] and record["submitted_at"] for record in records)


def test_tsv_holds_the_same_rows_and_survives_tabs_and_line_ends(reviewed: int, adjudicator: APIClient) -> None:
    lines = list(csv.DictReader(io.StringIO(gold(adjudicator, "file_format=tsv"), newline=""), delimiter="\t"))
    records = [json.loads(line) for line in gold(adjudicator, "file_format=jsonl").splitlines()]
    assert list(lines[0]) == COLUMNS == list(records[0]), (
        "a key of a record that is no column would be dropped silently"
    )
    assert [line["target_post_edited"] for line in lines] == [record["target_post_edited"] for record in records]
    assert [json.loads(line["target_ids"]) for line in lines] == [record["target_ids"] for record in records]


def test_the_preview_counts_what_the_file_will_hold(reviewed: int, adjudicator: APIClient) -> None:
    assert adjudicator.get("/api/v1/projects/harbour-talks/gold/?preview=1").json() == {"n_reviews": 1, "n_rows": 3}


def test_an_empty_project_gives_a_header_and_a_count_of_nothing(project: Any, adjudicator: APIClient) -> None:
    assert gold(adjudicator, "file_format=tsv") == "\t".join(COLUMNS) + "\n"
    assert adjudicator.get("/api/v1/projects/harbour-talks/gold/?preview=1").json()["n_rows"] == 0


@pytest.mark.parametrize(
    "query", ["file_format=docx", "format=tsv", "test_set=x", "test_set=0", "test_set=-1", "preview=maybe"]
)
def test_a_wrong_parameter_is_named(project: Any, adjudicator: APIClient, query: str) -> None:
    answer = adjudicator.get(f"/api/v1/projects/harbour-talks/gold/?{query}")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == query.partition("=")[0]


def test_a_test_set_takes_submitted_reviews_of_its_project_only(
    reviewed: int, adjudicator: APIClient, annotator: User, talk: Pair, client_of: ClientOf
) -> None:
    open_one = client_of(annotator).post("/api/v1/reviews/", {"pair": talk.pk}).data["id"]
    given = {"project": "harbour-talks", "name": "Spring", "reviews": [open_one]}
    assert adjudicator.post("/api/v1/test-sets/", given).status_code == 400
    made = adjudicator.post("/api/v1/test-sets/", {**given, "reviews": [reviewed]}).json()
    assert made["n_rows"] == 3
    assert adjudicator.post("/api/v1/test-sets/", {**given, "reviews": []}).status_code == 400  # the name is taken
    assert len(gold(adjudicator, f"file_format=jsonl&test_set={made['id']}").splitlines()) == 3
    answer = adjudicator.get(f"/api/v1/projects/harbour-talks/gold/?test_set={made['id'] + 1}")
    assert answer.status_code == 404


def test_a_formula_in_a_tsv_is_a_text(reviewed: int, adjudicator: APIClient, bitext: Pair) -> None:
    bitext.source.units.filter(position=0).update(text="=HYPERLINK(1)")
    assert "'=HYPERLINK" not in gold(adjudicator, "file_format=jsonl")
    assert tsv.line({"a": "=1+1", "b": None, "c": [1, [2, 0, 3]], "d": True}) == "'=1+1\t\t[1, [2, 0, 3]]\ttrue\n"


@pytest.mark.parametrize(
    "text",
    [
        "a\rb", "a\r\nb", "a\nb", "\rx", "\n=1", 'say "so"', '"', "a\tb", "\t", "=1+1", "'=1", "''x", "-5", "＝SUM(A1)",
        "＋1", "x\u2028y\x85z\x0b", "", " ", "か\u3099👩‍👩‍👧", "مرحبا\u200f",
    ],
)  # fmt: skip
def test_any_text_comes_back_from_a_tsv_and_no_spreadsheet_runs_it(text: str) -> None:
    line = tsv.line({"before": "x", "text": text, "after": "y"})
    ((before, read, after),) = csv.reader(io.StringIO(line, newline=""), delimiter="\t")
    assert (before, after) == ("x", "y")
    assert read[:1] not in tuple("=+-@＝＋－＠\t\r\n")
    assert (read[1:] if re.match(r"'+[=+\-@＝＋－＠\t\r\n]", read) else read) == text


class Echo:
    def write(self, text: str) -> str:
        return text


@pytest.mark.parametrize("delimiter", ["\t", ","])
def test_cells_are_quoted_as_csv_quotes_them(delimiter: str) -> None:
    rng = random.Random(0)
    writer = csv.writer(Echo(), delimiter=delimiter, lineterminator="\r\n")
    for _ in range(3000):
        cells = ["a" + "".join(rng.choices('ab",\t\r\n あ', k=rng.randint(0, 4))) for _ in range(rng.randint(1, 4))]
        assert tsv.line_of(cells, delimiter=delimiter, end="\r\n") == writer.writerow(cells)


@pytest.mark.django_db(transaction=True)
def test_an_export_is_of_one_moment(
    reviewed: int, project: Project, annotator: User, talk: Pair, client_of: ClientOf
) -> None:
    """Somebody returns a review, and edits it, while the file is on its way."""
    before = client_of(annotator).post("/api/v1/reviews/", {"pair": talk.pk}).data["id"]
    ReviewRow.objects.filter(review_id=before).update(status="accepted")
    Review.objects.filter(pk=before).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    records = gold_records(project)
    first = next(records)
    assert first["review_id"] == before

    def meanwhile() -> None:
        Review.objects.filter(pk=reviewed).update(state=ReviewState.OPEN, submitted_at=None)
        ReviewRow.objects.filter(review_id=reviewed).update(post_edit="too late", status="proposed")

    elsewhere(meanwhile)
    late = [record for record in records if record["review_id"] == reviewed]
    assert [record["row"] for record in late] == [1, 2, 3]
    assert "too late" not in [record["target_post_edited"] for record in late]
    assert {record["review_id"] for record in gold_records(project)} == {before}


@pytest.mark.parametrize(
    ("texts", "language", "joined"),
    [([" 満潮の、", "手で。"], "ja", "満潮の、手で。"), (["High ", "water", " "], "en", "High water"), ([], "en", "")],
)
def test_pieces_are_joined_as_their_language_is_written(texts: list[str], language: str, joined: str) -> None:
    assert join_texts(texts, language) == joined
