"""Archives with a manifest."""

from __future__ import annotations

import json

import pytest

from annotator.corpus.importing.archives import _FORMAT_OF_ROLE, _KINDS_OF_ROLE
from annotator.importers import moved_projects
from annotator.importers.archive import FILE_ROLES, M3AV_FILES
from annotator.importers.registry import FORMATS, parse, recognise
from annotator.site.moving import manifests
from tests.annotator.importers.samples import MANIFEST, zip_of


def test_each_file_of_an_entry_has_formats_that_it_may_be_in() -> None:
    assert set(_KINDS_OF_ROLE) == {*FILE_ROLES, *M3AV_FILES.values()}
    assert set(_FORMAT_OF_ROLE) <= set(_KINDS_OF_ROLE)
    recognised = {role: kinds for role, kinds in _KINDS_OF_ROLE.items() if role not in _FORMAT_OF_ROLE}
    held = {kind for format in FORMATS for kind in format.kinds}
    assert {role for role, kinds in recognised.items() if not held.issuperset(kinds)} == set()


def test_projects_are_read_in_the_format_that_they_are_written_in() -> None:
    read, written = ((each.FORMAT, each.VERSION, each.MANIFEST) for each in (moved_projects, manifests))
    assert read == written


def test_archive_with_a_table() -> None:
    files = {"talks/manifest.csv": MANIFEST, "talks/papers/t1.txt": "p", "talks/t1.vtt": "v", "talks/t2.vtt": "v"}
    data = zip_of({**files, "talks/notes.md": "n", "__MACOSX/x": "y"})
    parsed = parse(data, "spring.zip")
    assert (parsed.format, parsed.ok) == ("archive", True)
    assert parsed.metadata["entries"] == [
        {
            "id": "t1",
            "fields": {"title": "Tides", "speaker": "Anna", "split": "train"},
            "files": {"paper": "talks/papers/t1.txt", "transcript": "talks/t1.vtt"},
            "line": 2,
        },
        {
            "id": "t2",
            "fields": {"title": "Glass", "speaker": "Bo", "split": "dev"},
            "files": {"transcript": "talks/t2.vtt"},
            "line": 3,
        },
    ]
    assert [str(problem) for problem in parsed.warnings] == [
        "spring.zip/talks/manifest.csv: 1 file is listed in no entry: talks/notes.md; "
        "expected each file named by the manifest"
    ]


def test_archive_with_json() -> None:
    manifest = json.dumps({"talks": [{"talk_id": "t1", "author": "Anna", "transcript": "a.vtt", "year": 2026}]})
    parsed = parse(zip_of({"manifest.json": manifest, "a.vtt": "v"}), "a.zip")
    assert parsed.metadata["entries"] == [
        {"id": "t1", "fields": {"speaker": "Anna", "year": "2026"}, "files": {"transcript": "a.vtt"}, "line": 1}
    ]


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        ("id,paper\nt1,b.txt\n", "a.zip/manifest.csv line 2: the paper of 't1' is missing: b.txt"),
        ("id,paper\nt1,../b.txt\n", "a.zip/manifest.csv line 2: the paper of 't1' is outside the archive"),
        ("id,paper\nt1,/etc/passwd\n", "a.zip/manifest.csv line 2: the paper of 't1' is outside the archive"),
        (
            "id,paper\nt1,a.txt\nt1,a.txt\n",
            "a.zip/manifest.csv line 3: the entry 't1' is listed twice (first in line 2)",
        ),
        ("id,paper\n,a.txt\n", "a.zip/manifest.csv line 2: an entry without an id"),
        ("id,paper\nt1,\n", "a.zip/manifest.csv line 2: the entry 't1' has no file"),
        ("id,paper\nt1\n", "a.zip/manifest.csv line 2 column 1: this row has 1 column; expected 2 columns"),
        ("paper\na.txt\n", "a.zip/manifest.csv line 1 column 1: the manifest has no id column"),
        ("id,paper\n", "a.zip/manifest.csv line 1: the manifest lists no entry"),
    ],
)
def test_manifest_faults_name_their_line(manifest: str, expected: str) -> None:
    parsed = parse(zip_of({"manifest.csv": manifest, "a.txt": "a"}), "a.zip")
    assert not parsed.ok
    assert str(parsed.errors[0]).startswith(expected)


def test_archive_without_a_manifest() -> None:
    assert "the archive has no manifest" in parse(zip_of({"a.txt": "a"}), "a.zip").errors[0].message


TYPES, WORD, BOOK = "[Content_Types].xml", "word/document.xml", "xl/workbook.xml"


def test_an_archive_that_holds_office_files_is_one_all_the_same() -> None:
    word = zip_of({TYPES: "x", WORD: "x"})
    data = zip_of(
        {"manifest.csv": "id,paper\n1,a.md\n", "a.md": "# A", "word/notes.docx": word}, stored="word/notes.docx"
    )
    assert recognise(data, "talks.zip")[0][0].name == "archive"
    assert parse(data, "talks.zip").ok
