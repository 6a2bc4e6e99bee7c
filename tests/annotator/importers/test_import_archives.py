"""Slides, and archives of many talks with a manifest; archives that are built to harm."""

from __future__ import annotations

import io
import json
import random
import zipfile

import pptx
import pytest

from annotator.importers.base import Problems, Refused
from annotator.importers.registry import HEAD, parse, recognise
from annotator.importers.support.zip_source import Archive


def zip_of(files: dict[str, bytes | str], stored: str = "") -> bytes:
    """stored : the file that is not compressed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content, zipfile.ZIP_STORED if name == stored else None)
    return stream.getvalue()


def presentation() -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.placeholders[1].text_frame.text = "Harbours are noisy\nPilots know"
    first.shapes.title.text = "Counting Tides"
    first.notes_slide.notes_text_frame.text = "Say hello"
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Error"
    table = second.shapes.add_table(2, 2, 0, 3_000_000, 3_000_000, 1_000_000).table
    for row, cells in enumerate((("winter", "7.1"), ("summer", "2.4"))):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    deck.slides.add_slide(deck.slide_layouts[6])
    stream = io.BytesIO()
    deck.save(stream)
    return stream.getvalue()


def test_powerpoint() -> None:
    parsed = parse(presentation(), "deck.pptx")
    assert (parsed.format, parsed.ok) == ("pptx", True)
    (document,) = parsed.documents
    assert document.kind == "slides"
    assert [(unit.text, unit.page) for unit in document.units] == [
        ("Counting Tides\nHarbours are noisy\nPilots know", 1),
        ("Error\nwinter 7.1\nsummer 2.4", 2),
        ("", 3),
    ]
    assert document.metadata["notes"] == ["Say hello", "", ""]
    assert [str(problem) for problem in parsed.warnings] == ["deck.pptx page 3: the slide has no text"]


def test_an_empty_archive_is_called_one() -> None:
    (problem,) = parse(zip_of({}), "empty.zip").errors
    assert str(problem) == (
        "empty.zip: this is an empty zip archive, which cannot be imported; expected an archive with files in it"
    )


def test_a_damaged_presentation_is_described_in_plain_words() -> None:
    data = presentation()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["ppt/presentation.xml"] = files["ppt/presentation.xml"][:200]
    files["ppt/slides/slide1.xml"] = b"<a/>"
    parsed = parse(zip_of(files), "deck.pptx", format="pptx")
    assert parsed.errors[0].message == "the presentation is damaged and cannot be opened"


def test_damaged_powerpoint_is_refused() -> None:
    data = presentation()
    assert "damaged" in parse(data[:-400], "deck.pptx", format="pptx").errors[0].message
    assert "not a PowerPoint file" in parse(zip_of({"a.xml": "x"}), "deck.pptx", format="pptx").errors[0].message


MANIFEST = (
    "id,title,paper,transcript,speaker,split\nt1,Tides,papers/t1.txt,t1.vtt,Anna,train\nt2,Glass,,t2.vtt,Bo,dev\n"
)


def test_archive_with_a_table() -> None:
    files = {"talks/manifest.csv": MANIFEST, "talks/papers/t1.txt": "p", "talks/t1.vtt": "v", "talks/t2.vtt": "v"}
    data = zip_of({**files, "talks/notes.md": "n", "__MACOSX/x": "y"})
    parsed = parse(data, "spring.zip")
    assert (parsed.format, parsed.ok) == ("archive", True)
    assert parsed.metadata["talks"] == [
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
        "spring.zip/talks/manifest.csv: 1 files are in no talk: talks/notes.md; "
        "expected each file named by the manifest"
    ]


def test_archive_with_json() -> None:
    manifest = json.dumps({"talks": [{"talk_id": "t1", "author": "Anna", "transcript": "a.vtt", "year": 2026}]})
    parsed = parse(zip_of({"manifest.json": manifest, "a.vtt": "v"}), "a.zip")
    assert parsed.metadata["talks"] == [
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
            "a.zip/manifest.csv line 3: the talk 't1' is listed twice (first in line 2)",
        ),
        ("id,paper\n,a.txt\n", "a.zip/manifest.csv line 2: a talk without an id"),
        ("id,paper\nt1,\n", "a.zip/manifest.csv line 2: the talk 't1' has no file"),
        ("id,paper\nt1\n", "a.zip/manifest.csv line 2 column 1: this row has 1 columns; expected 2"),
        ("paper\na.txt\n", "a.zip/manifest.csv line 1 column 1: the manifest has no id column"),
        ("id,paper\n", "a.zip/manifest.csv line 1: the manifest lists no talk"),
    ],
)
def test_manifest_faults_name_their_line(manifest: str, expected: str) -> None:
    parsed = parse(zip_of({"manifest.csv": manifest, "a.txt": "a"}), "a.zip")
    assert not parsed.ok
    assert str(parsed.errors[0]).startswith(expected)


def test_archive_without_a_manifest() -> None:
    assert "the archive has no manifest" in parse(zip_of({"a.txt": "a"}), "a.zip").errors[0].message


@pytest.mark.parametrize("name", ["../evil.txt", "/etc/passwd", "a/../../b", "..\\evil.txt", "C:\\evil.txt"])
def test_paths_outside_are_refused(name: str) -> None:
    parsed = parse(zip_of({"manifest.csv": MANIFEST, name: "x"}), "a.zip")
    assert "a file outside itself" in parsed.errors[0].message


def test_bombs_are_refused_before_they_are_unpacked() -> None:
    parsed = parse(zip_of({"manifest.csv": MANIFEST, "bomb.txt": b"\0" * 60_000_000}), "a.zip")
    assert "times its size" in parsed.errors[0].message


def test_lying_sizes_are_noticed() -> None:
    data = bytearray(zip_of({"a.txt": "x" * 5000}))
    for at in range(len(data) - 4):
        if data[at : at + 4] == (5000).to_bytes(4, "little"):
            data[at : at + 4] = (10).to_bytes(4, "little")
    archive = Archive(bytes(data), Problems("a.zip"))
    with pytest.raises(Refused, match=r"larger than the archive says|damaged"):
        archive.read("a.txt")


def test_symbolic_links_and_locked_files_are_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        link = zipfile.ZipInfo("link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert "symbolic link" in parse(stream.getvalue(), "a.zip").errors[0].message
    data = bytearray(zip_of({"manifest.csv": "id,paper\n"}))
    central = data.find(b"PK\x01\x02")
    data[central + 8] |= 1
    assert "locked with a password" in parse(bytes(data), "a.zip").errors[0].message


def test_damaged_archives_are_refused() -> None:
    data = zip_of({"manifest.csv": MANIFEST})
    assert "damaged" in parse(data[:-10], "a.zip").errors[0].message


TYPES, WORD, BOOK = "[Content_Types].xml", "word/document.xml", "xl/workbook.xml"
OPEN = "application/vnd.oasis.opendocument."
TEXT, TABLE = "save it as text, Markdown or PDF", "save it as TSV or CSV"
LONG = random.Random(3).randbytes(100_000)


@pytest.mark.parametrize(
    ("name", "files", "what", "advice"),
    [
        ("notes.docx", {TYPES: "x", WORD: "x"}, "a Word document", TEXT),
        ("upload", {TYPES: "x", WORD: "x"}, "a Word document", TEXT),
        ("pictures-first.docx", {"customXml/item1.xml": LONG, WORD: "x"}, "a Word document", TEXT),
        ("not-really.docx", {"a.txt": "x"}, "a Word document", TEXT),
        ("rows.xlsx", {TYPES: LONG, BOOK: "x"}, "an Excel workbook", TABLE),
        ("notes.odt", {"mimetype": OPEN + "text", "content.xml": "x"}, "an OpenDocument text", TEXT),
        ("rows.ods", {"mimetype": OPEN + "spreadsheet", "content.xml": "x"}, "an OpenDocument spreadsheet", TABLE),
        ("deck.odp", {"mimetype": OPEN + "presentation"}, "an OpenDocument presentation", "save it as PDF or PPTX"),
        ("book.epub", {"mimetype": "application/epub+zip", "OEBPS/a.xhtml": "x"}, "an e-book", TEXT),
        ("deck.key", {"Index/Document.iwa": "x"}, "a Keynote presentation", "save it as PDF or PPTX"),
    ],
)
def test_office_files_are_named(name: str, files: dict[str, bytes | str], what: str, advice: str) -> None:
    data = zip_of(files, stored="mimetype")
    assert recognise(data[:HEAD], name) == []
    parsed = parse(data, name)
    assert not parsed.documents
    assert str(parsed.errors[0]) == f"{name}: this is {what}, which cannot be imported; expected {advice}"


def test_an_archive_that_holds_office_files_is_one_all_the_same() -> None:
    word = zip_of({TYPES: "x", WORD: "x"})
    data = zip_of(
        {"manifest.csv": "id,paper\n1,a.md\n", "a.md": "# A", "word/notes.docx": word}, stored="word/notes.docx"
    )
    assert recognise(data, "talks.zip")[0][0].name == "archive"
    assert parse(data, "talks.zip").ok
