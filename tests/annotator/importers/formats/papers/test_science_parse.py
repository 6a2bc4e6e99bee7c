"""Papers by science-parse."""

from __future__ import annotations

import json

import pytest

from annotator.importers.base import Document
from annotator.importers.registry import parse
from tests.annotator.importers.samples import SAMPLES, read
from tests.data import DATA


def by_section(document: Document) -> list[tuple[str | None, str, str, list[str]]]:
    return [
        (section.number, section.heading, section.kind, [u.text for u in document.units if u.section == index])
        for index, section in enumerate(document.sections)
    ]


def test_science_parse() -> None:
    parsed = read("science-parse.json")
    assert (parsed.ok, parsed.format) == (True, "science-parse")
    (document,) = parsed.documents
    assert document.metadata["authors"] == ["R. Moor", "A. Sund"]
    assert document.metadata["year"] == 2026
    assert by_section(document) == [
        (None, "Abstract", "abstract", ["We count tides by ear.", "The method needs no gauge."]),
        (
            "1",
            "Introduction",
            "introduction",
            ["Harbours are noisy, as chatter on quays shows.", "We record them.", "Short."],
        ),
        ("2", "Related Work", "related_work", ["Gauges are old."]),
        ("2.1", "Acoustic gauges", "related_work", ["They are new."]),
        ("3", "Experiments", "experiments", []),
        ("3.1", "Recordings", "experiments", ["We made 706 recordings.", "All of them are long."]),
        (None, "Acknowledgements", "acknowledgments", ["We thank the pilots."]),
    ]
    assert [(left.text[:20], left.reason) for left in document.left_out] == [
        ("Proceedings of the H", "copyright or proceedings line"),
        ("1https://example.org", "footnote"),
        ("2In calm weather onl", "footnote"),
        ("1811", "page number"),
    ]


def test_science_parse_reads_both_forms() -> None:
    flat = json.loads((SAMPLES / "science-parse.json").read_text(encoding="utf-8"))
    nested = json.dumps({"name": "a.pdf", "metadata": flat}).encode()
    assert parse(nested, "a.json").documents[0].units[2].text == read("science-parse.json").documents[0].units[2].text


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('{"sections": [\n  {"text": "A."},\n  {"text": 7}\n]}', 3, 12, "sections[2].text is a number"),
        ('{"sections": [\n  "A."\n]}', 2, 3, "sections[0] is a text"),
        ('{"sections": [\n  {"text": "A.}\n]}', 2, 16, "this is not JSON"),
        ('{"sections": "A"}', 1, 14, "sections is a text"),
        ('{"title": "A"}', 1, 1, "sections is missing"),
        ('{"sections": [], "year": NaN}', None, None, "NaN is not a JSON number"),
        ("[" * 100_000, None, None, "nested too deeply"),
        ('{"sections": [{"text": "A \\ud800 B"}]}', 1, None, "half of a surrogate pair"),
        ('{"sections": [{"text": "A \\u0000 B"}]}', 1, None, "a null character"),
    ],
)
def test_faults_in_science_parse_name_their_place(text: str, line: int | None, column: int | None, words: str) -> None:
    text = text.replace('{"text": "A."},\n', '{"text": "A."},\n  {"text": "B."},', 1)
    parsed = parse(text.encode(), "a.json", format="science-parse")
    assert not parsed.ok
    assert words in parsed.errors[0].message
    if line is not None:
        assert parsed.errors[0].line == line
    if column is not None and "[2]" not in words:
        assert parsed.errors[0].column == column


@pytest.mark.skipif(not (DATA / "talksumm").exists(), reason="the development data is not here")
def test_published_example_has_the_papers_count_of_sentences() -> None:
    path = next((DATA / "talksumm" / "json").glob("*.json"))
    (document,) = parse(path.read_bytes(), path.name).documents
    excluded = {"abstract", "related_work", "acknowledgments"}
    kept = [unit for unit in document.units if document.sections[unit.section or 0].kind not in excluded]
    assert abs(len(kept) - 164) <= 30
    golden = json.loads((DATA / "golden" / "talksumm" / "golden_vec100.json").read_text(encoding="utf-8"))
    same = {unit.text for unit in document.units} & set(golden["paper_sentences"])
    assert len(same) >= 0.9 * len(golden["paper_sentences"])
    assert len(document.left_out) == 10
