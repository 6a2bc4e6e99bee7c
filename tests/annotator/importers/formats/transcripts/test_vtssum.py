"""VT-SSum: what becomes of a file, what is refused, and the same bytes once it was reviewed."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.importers.registry import parse
from annotator.models import Document, Pair, ReviewRow
from tests.annotator.importers.samples import needs_data, read
from tests.annotator.reviewing.editor import Editor
from tests.annotator.shared import do_task
from tests.data import DATA


def video(*clips: tuple[str, list[tuple[str, int]]], **about: Any) -> bytes:
    """A file as the corpus has them."""
    fields = {
        "id": "tides01", "title": "Counting Tides", "info": {"published": "2026", "author": ["R. Moor"]},
        "url": "https://example.org/tides", **about,
        "segmentation": [[sent for sent, _ in said] for _, said in clips if said],
        "summarization": {
            name: {
                "is_summarization_sample": any(label for _, label in said),
                "summarization_data": [{"sent": sent, "label": label} for sent, label in said],
            }
            for name, said in clips
        },
    }  # fmt: skip
    return json.dumps(fields, indent=4).encode()


TIDES = video(
    ("clip_0", [("So we count tides.", 1), ("By ear – 朝.", 0)]),
    ("clip_1", []),
    ("clip_2", [("And it works for all of us.", 0)]),
)
#: As many pages without text, of another talk.
WINDS = video(
    ("clip_0", [("Winds are next.", 0)]), ("clip_1", [("They blow.", 1)]), ("clip_2", []),
    id="winds", title="Winds",
)  # fmt: skip


def test_vtssum() -> None:
    (talk,) = read("talk.vtssum.json").bitexts
    assert [unit.text for unit in talk.target.units] == [
        "So we count tides.", "By ear.", "And it works for all of us.",
    ]  # fmt: skip
    assert [(unit.text, unit.page) for unit in talk.source.units] == [("", 1), ("", 2), ("", 3)]
    assert talk.beads == (((0,), (0, 1), None), ((1,), (), None), ((2,), (2,), None))
    assert talk.metadata["rows"] == [{"key_sentences": [0]}, {"key_sentences": []}, {"key_sentences": []}]
    assert talk.metadata["external_id"] == "tides01"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (b'"label": 1', b'"label": 2', 24, "clip_0 sentence 0: label is '2'"),
        (b'"url"', b'"link"', 1, "found id, title, info, link, segmentation, summarization"),
        (b'"sent": "By ear', b'"sent": "By hand', 12, "segment 0 has not the sentences of clip_0"),
        (
            b'"is_summarization_sample": true',
            b'"is_summarization_sample": 1',
            21,
            "is_summarization_sample is 1",
        ),
    ],
)
def test_what_is_not_as_the_corpus_has_it_is_refused_with_its_place(
    old: bytes, new: bytes, line: int, message: str
) -> None:
    assert TIDES.count(old)
    parsed = parse(TIDES.replace(old, new, 1), "talk.json", "vtssum")
    (problem,) = parsed.errors
    assert message in problem.message
    assert problem.line == line


def reviewed(client: APIClient, files: dict[str, bytes]) -> dict[str, bytes]:
    """Import the files, accept every proposed row and submit; the gold export as VT-SSum's files."""
    uploads = [SimpleUploadedFile(name, data) for name, data in files.items()]
    answer = client.post("/api/v1/imports/", {"project": "harbour-talks", "files": uploads}, format="multipart")
    assert answer.status_code == 201, answer.data
    batch = answer.data["id"]
    if answer.data["state"] != "staged":  # a worker reads it
        do_task("import_batch", batch)
    answer = client.post(f"/api/v1/imports/{batch}/commit/")
    assert answer.status_code in (200, 202), answer.data
    if answer.data["state"] != "imported":
        do_task("import_batch", batch)
    for pair in Pair.objects.order_by("pk"):
        editor = Editor(client, pair)
        editor.done({"type": "set", "rows": editor.row_ids, "fields": {"status": "accepted"}})
        editor.done({"type": "submit"}, verb="submit")
    answer = client.get("/api/v1/projects/harbour-talks/gold/?file_format=vtssum")
    packed = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        written = [archive.read(name) for name in archive.namelist()]
    return {json.loads(data)["id"]: data for data in written}


@pytest.mark.django_db
@pytest.mark.usefixtures("in_process", "project")
def test_what_is_imported_and_accepted_is_exported_as_it_was(
    admin: User, client_of: Callable[[User], APIClient]
) -> None:
    assert reviewed(client_of(admin), {"a.json": TIDES, "b.json": WINDS}) == {"tides01": TIDES, "winds": WINDS}
    assert {pair.kind for pair in Pair.objects.all()} == {"slides_talk"}
    assert Document.objects.filter(kind="slides").count() == 2, "decks of as many blank pages are two decks"
    assert ReviewRow.objects.count() == 6


@needs_data
@pytest.mark.django_db
@pytest.mark.usefixtures("in_process", "project")
def test_the_published_files_come_back_to_the_byte(admin: User, client_of: Callable[[User], APIClient]) -> None:
    files = {path.name: path.read_bytes() for path in sorted((DATA / "vtssum").glob("*.json"))}
    assert len(files) == 20
    assert reviewed(client_of(admin), files) == {name.removesuffix(".json"): data for name, data in files.items()}
