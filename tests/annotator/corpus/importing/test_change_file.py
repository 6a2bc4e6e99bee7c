"""What a person puts right in a staged file: its kind, title, language, columns, what was left out."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.corpus.api.import_serializers import ChangeFileSerializer
from annotator.corpus.importing.options import _TEXT_OPTIONS as LONGEST
from annotator.corpus.importing.options import checked_options
from annotator.corpus.importing.reading import _FOR_IMPORTERS
from annotator.models import Document, Pair, Project, Unit
from tests.annotator.corpus.importing.api import PAPER, SOURCE, TABLE, VTT, commit, file_address, stage

pytestmark = pytest.mark.usefixtures("in_process")


def test_each_choice_for_a_file_is_known_and_as_long_as_its_column() -> None:
    fields: Any = ChangeFileSerializer().fields
    asked = fields.keys() - {"include", "kind"}
    nothing: dict[str, Any] = {"put_back": [], "without_lines": [], "columns": {}, "entries": {}}
    assert checked_options({name: nothing.get(name, "") for name in asked}).keys() == asked
    assert asked.issuperset(_FOR_IMPORTERS)
    columns: Any = Document._meta
    assert {name: fields[name].max_length for name in LONGEST} == LONGEST
    assert {name: columns.get_field(name).max_length for name in LONGEST} == LONGEST


def test_a_text_can_be_a_transcript_a_paper_or_one_side(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("plain.txt", SOURCE))
    kinds = {kind for choice in batch["files"][0]["choices"] for kind in choice["kinds"]}
    assert {"transcript", "paper", "text"} <= kinds
    for kind in ("transcript", "paper", "text"):
        changed = client.patch(file_address(batch), {"kind": kind}).json()
        assert changed["files"][0]["kinds"] == [kind]
    assert client.patch(file_address(batch), {"kind": "slides"}).status_code == 400


def test_title_and_language_are_corrected(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    client.patch(file_address(batch), {"title": "At the harbour", "language": "nl"})
    assert commit(client, batch).status_code == 200
    document = Document.objects.get()
    assert (document.title, document.language) == ("At the harbour", "nl")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"language": "not a language"}, "language"),
        ({"format": "docx"}, "format"),
        ({"columns": {"nonsense": 1}}, "columns"),
        ({"put_back": [-1]}, "put_back[0]"),
        ({"split_target": "words"}, "split_target"),
    ],
)
def test_what_is_not_allowed_is_named(client: APIClient, project: Project, changes: Any, field: str) -> None:
    batch = stage(client, project, ("c.tsv", TABLE))
    answer = client.patch(file_address(batch), changes)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"].startswith(field.split("[")[0])


def test_columns_of_a_table_are_mapped(client: APIClient, project: Project) -> None:
    data = b"x\tlang1\tlang2\ty\n1\ta b\tc d\t-\n2\te\tf\t-\n"
    batch = stage(client, project, ("odd.tsv", data))
    assert batch["files"][0]["state"] == "error"
    mapped = client.patch(file_address(batch), {"columns": {"source": "lang2", "target": "lang1"}}).json()
    assert mapped["files"][0]["state"] == "ready"
    assert mapped["files"][0]["preview"]["rows"][0]["source"] == ["c d"]


def test_a_table_of_odd_columns_is_shown_and_told_what_it_is(client: APIClient, project: Project) -> None:
    data = b"no\tsaid\tremark\trendered\n1\ta b\t-\tc d\n2\te\t-\tf\n"
    batch = stage(client, project, ("odd.tsv", data))
    (file,) = batch["files"]
    assert (file["state"], file["columns"]["mapping"], file["columns"]["headings"]) == ("error", {}, None)
    assert file["columns"]["sample"][:2] == [["no", "said", "remark", "rendered"], ["1", "a b", "-", "c d"]]
    assert file["problems"][0]["message"] == "4 columns without headings that are known"

    half = client.patch(file_address(batch), {"columns": {"source": 1}, "first_row": "headings"}).json()["files"][0]
    assert (half["columns"]["mapping"], half["columns"]["headings"]) == (
        {"source": 1},
        ["no", "said", "remark", "rendered"],
    )
    assert [problem["message"] for problem in half["problems"]] == ["there is no target column"]
    whole = client.patch(file_address(batch), {"columns": {"source": 1, "target": 3}}).json()["files"][0]
    assert (whole["state"], len(whole["preview"]["rows"])) == ("ready", 2)
    as_data = client.patch(file_address(batch), {"first_row": "data"}).json()["files"][0]
    assert as_data["preview"]["rows"][0]["source"] == ["said"]
    client.patch(file_address(batch), {"first_row": "headings"})
    assert commit(client, batch).status_code == 200
    pair = Pair.objects.get()
    assert [unit.text for unit in pair.source.units.order_by("position")] == ["a b", "e"]
    assert [unit.text for unit in pair.target.units.order_by("position")] == ["c d", "f"]


def test_what_was_left_out_is_put_back_where_it_stood(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("paper.md", PAPER))
    index = batch["files"][0]["left_out"][0]["index"]
    put = client.patch(file_address(batch), {"put_back": [index]}).json()["files"][0]
    assert put["left_out"][0]["put_back"] is True
    assert put["n_units"] == 4
    assert commit(client, batch).status_code == 200
    texts = list(Unit.objects.values_list("text", "section__heading"))
    assert [heading for _, heading in texts] == ["Introduction", "Introduction", "Introduction", "Method"]
    assert "left out" in texts[2][0]
    assert Document.objects.get().left_out == []
