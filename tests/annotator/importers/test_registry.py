"""Recognising files by content, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from annotator import models
from annotator.importers.base import Bitext, Document, DocumentKind, LeftOut, Parsed, Section, SummaryOfPaper, Term
from annotator.importers.registry import FORMATS, parse, recognise
from tests.annotator.importers.samples import SAMPLES

EXPECTED = {
    "paper.md": "markdown",
    "paper.txt": "text-paper",
    "science-parse.json": "science-parse",
    "talk.vtt": "vtt",
    "talk.srt": "srt",
    "talk.txt": "text-transcript",
    "talk-speakers.txt": "text-transcript",
    "talks.intra.tsv": "tsv",
    "talks.true.tsv": "tsv",
    "plain.tsv": "tsv",
    "side.en": "text-lines",
    "side.ja": "text-lines",
    "talk.whisper.json": "whisper",
    "talk.watson.json": "watson",
    "talk.azure.json": "azure",
    "talk.m3av.json": "m3av-speech",
    "slides.m3av.json": "m3av-ocr",
    "segments.m3av.json": "m3av-segments",
    "paper.m3av.json": "m3av-paper",
    "talk.vtssum.json": "vtssum",
    "paper.tei.xml": "tei",
    "paper.jats.xml": "jats",
    "paper.s2orc.json": "s2orc",
    "paper.tex": "latex",
    "talk.ttml": "ttml",
    "pair.tmx": "tmx",
    "pair.xlf": "xliff",
    "pair.align": "align",
    "pair.en.xml": "intertext",
    "pair.en.ja.xml": "intertext-links",
    "pair.ladder": "ladder",
    "timeline.csv": "timeline",
}


@pytest.mark.parametrize(("sample", "format"), EXPECTED.items())
def test_samples_are_recognised(sample: str, format: str) -> None:
    assert recognise((SAMPLES / sample).read_bytes(), sample)[0][0].name == format


@pytest.mark.parametrize("sample", ["science-parse.json", "talk.vtt", "talk.srt", "talks.intra.tsv", "paper.md"])
def test_recognised_by_content_whatever_the_name(sample: str) -> None:
    assert recognise((SAMPLES / sample).read_bytes(), "upload.bin")[0][0].name == EXPECTED[sample]


def test_a_text_whose_name_says_pdf_is_taken_for_one_only_where_its_form_tells() -> None:
    assert [found.name for found, _ in recognise((SAMPLES / "talk.vtt").read_bytes(), "talk.pdf")] == ["vtt"]
    assert recognise((SAMPLES / "talk.txt").read_bytes(), "talk.pdf") == []
    assert parse((SAMPLES / "talk.txt").read_bytes(), "talk.pdf", "text-transcript").ok, "where somebody says so"


def test_importers_and_tables_know_the_same_kinds_of_documents() -> None:
    assert set(get_args(DocumentKind)) == set(models.DocumentKind.values)


def test_results_say_what_read_them() -> None:
    parsed = parse((SAMPLES / "talk.vtt").read_bytes(), "talk.vtt")
    assert (parsed.name, parsed.version) == ("talk.vtt", "vtt/1")


def test_names_are_unique() -> None:
    assert len({format.name for format in FORMATS}) == len(FORMATS)


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (b"", "a.vtt", "a.vtt: the file is empty"),
        (b" \n \n", "a.txt", "a.txt: the file holds only white space"),
        (b"PK\x03\x04" + b"\0" * 26 + b"word/document.xml", "notes.docx", "this is a Word document"),
        (b"\x89PNG\r\n\x1a\n", "a.pdf", "this is a picture"),
        (b"{}", "a.json", "the format was not recognised"),
        (b"<!DOCTYPE html><html>", "a.html", "this is a web page"),
        (b"text\0text", "a.txt", "line 1 column 5: a null byte"),
        (b"A text.\n", "a.pdf", "a.pdf: this is not a PDF, although its name says so"),
        (b"\0\0", "a.zip", "a.zip: this is not a zip archive"),
    ],
)
def test_what_is_not_read_is_said(data: bytes, name: str, words: str) -> None:
    parsed = parse(data, name)
    assert not parsed.ok
    assert words in str(parsed.errors[0])
    assert parsed.errors[0].expected


@pytest.mark.parametrize("format", [format.name for format in FORMATS])
@pytest.mark.parametrize("data", [b"", b"\n \n", b"\0\0\0", b"\xff\xfe", b"\x80\x81\x82", b"{", b"a"])
def test_every_format_answers_every_file(format: str, data: bytes) -> None:
    parsed = parse(data, "a.bin", format=format)
    assert parsed.problems or parsed.documents or parsed.bitexts


@pytest.mark.parametrize(
    "content",
    [
        {"documents": (Document("paper", language="\0"),)},
        {"documents": (Document("paper", sections=(Section("Tides", number="\0"),)),)},
        {"documents": (Document("paper", left_out=(LeftOut("12", "\ud800"),)),)},
        {"documents": (Document("paper", metadata={"authors": [{"\0": 1}]}),)},
        {"bitexts": (Bitext("Ledger", Document("text"), Document("text"), metadata={"rows": [{"note": "\0"}]}),)},
        {"terms": (Term("tide", forbidden=("\0",)),)},
        {"summaries": (SummaryOfPaper("Tides", author="\0"),)},
    ],
)
def test_no_text_of_a_result_is_one_that_cannot_be_stored(
    content: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = replace(FORMATS[0], parse=lambda *_: Parsed("made", **content))
    monkeypatch.setattr("annotator.importers.registry._ALL", {"made": made})
    (problem,) = parse(b"", "a.txt", "made").errors
    assert problem.expected == "text that can be stored"
