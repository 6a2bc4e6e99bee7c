"""Papers: science-parse JSON, Markdown, plain text."""

from __future__ import annotations

import json

import pytest

from annotator.importers.base import Document
from annotator.importers.registry import parse
from annotator.importers.support.sections import kind_of, split_number
from tests.annotator.importers.samples import SAMPLES, read
from tests.data import DATA


def by_section(document: Document) -> list[tuple[str | None, str, str, list[str]]]:
    return [
        (section.number, section.heading, section.kind, [u.text for u in document.units if u.section == index])
        for index, section in enumerate(document.sections)
    ]


def test_markdown_paper() -> None:
    parsed = read("paper.md")
    assert (parsed.ok, parsed.format, parsed.problems) == (True, "markdown", ())
    (document,) = parsed.documents
    assert (document.kind, document.title, document.language) == ("paper", "Counting Tides by Ear", "en")
    assert document.metadata == {"authors": "R. Moor"}
    assert by_section(document) == [
        (None, "Abstract", "abstract", ["We count tides by ear.", "The method needs no gauge."]),
        (
            "1",
            "Introduction",
            "introduction",
            [
                "Harbours are noisy (see Fig. 2 and Lev et al., 2019).",
                "We record them at 44.1 kHz, i.e. as music is recorded.",
                "Does it work?",
                "It does!",
            ],
        ),
        ("1.1", "Aims", "introduction", ["Find the turn of the tide.", "Measure it to within 5 minutes."]),
        ("2", "Related Work", "related_work", ["Gauges are described by Holm."]),
        ("2.1", "Gauges", "related_work", ["J. K. Holm built one in 1911."]),
        ("3", "Method", "method", ["We filter the sound."]),
        (None, "Acknowledgments", "acknowledgments", ["We thank the pilots."]),
        (None, "References", "references", []),
    ]
    assert [(left.reason, left.line) for left in document.left_out] == [
        ("footnote", 16),
        ("code", 35),
        ("table", 39),
        ("image", 43),
        ("formula", 45),
        ("reference list", 53),
    ]
    assert [unit.line for unit in document.units][2:6] == [13, 13, 14, 14]


def test_markdown_fence_without_end_names_its_line() -> None:
    parsed = parse(b"# A\n\nText here.\n\n# B\n\n```\ncode", "a.md")
    assert [str(problem) for problem in parsed.errors] == [
        "a.md line 7 column 1: the code that begins here has no end; expected a closing line like the opening one"
    ]


def test_markdown_list_marks_are_marks_only_where_an_item_begins() -> None:
    text = (
        "# A\n\n## Introduction\n\n"
        "Alignments are made (Marchetti et al., 2017) or from text - as here - or 3) by machines.\n"
        "They cost much (see Holm et al.,\n17) or from text, in the year\n12. of the project.\n\n"
        "1. First of all.\n2. Second - and last.\n   - A bullet.\n\n> 3. Quoted.\n"
    )
    (document,) = parse(text.encode(), "a.md").documents
    assert [(unit.text, unit.line) for unit in document.units] == [
        ("Alignments are made (Marchetti et al., 2017) or from text - as here - or 3) by machines.", 5),
        ("They cost much (see Holm et al., 17) or from text, in the year 12. of the project.", 6),
        ("First of all.", 10),
        ("Second - and last.", 11),
        ("A bullet.", 12),
        ("Quoted.", 14),
    ]


def test_a_summary_is_the_abstract_only_at_the_head() -> None:
    head = "Summary\n\nWe count.\n\n1 Introduction\n\nIt is loud.\n\n"
    (document,) = parse(f"A Title\n\n{head}2 Summary\n\nWe counted.\n".encode(), "a.txt").documents
    assert [section.kind for section in document.sections] == ["abstract", "introduction", "conclusion"]


def test_plain_text_paper() -> None:
    parsed = read("paper.txt")
    assert (parsed.ok, parsed.format, parsed.problems) == (True, "text-paper", ())
    (document,) = parsed.documents
    assert document.title == "Counting Tides by Ear"
    assert by_section(document) == [
        (None, "Abstract", "abstract", ["We count tides by ear.", "The method needs no gauge."]),
        (
            "1",
            "Introduction",
            "introduction",
            [
                "Harbours are noisy, and their noise is well understood.",
                "A hydrophone hears 3.5 times more than an ear, cf. Eq. (2).",
            ],
        ),
        ("2", "RELATED WORK", "related_work", ["Gauges are old."]),
        ("2.1", "Acoustic gauges", "related_work", ["They are new."]),
        ("3", "Conclusion", "conclusion", ["It works."]),
        (None, "References", "references", []),
    ]
    assert [(left.text, left.reason, left.line) for left in document.left_out] == [
        ("12", "page number", 13),
        ("Lev, G. 2019. A paper about talks.", "reference list", 29),
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


@pytest.mark.parametrize(
    ("heading", "number", "text", "kind"),
    [
        ("1 Introduction", "1", "Introduction", "introduction"),
        ("I. INTRODUCTION", "I", "INTRODUCTION", "introduction"),
        ("2. Related Work", "2", "Related Work", "related_work"),
        ("Background and Related Work", None, "Background and Related Work", "related_work"),
        ("Acknowledgements", None, "Acknowledgements", "acknowledgments"),
        ("4.3 Classification Results", "4.3", "Classification Results", "results"),
        ("5 Conclusions and Future Work", "5", "Conclusions and Future Work", "conclusion"),
        ("A.1 Proofs", "A.1", "Proofs", "body"),
        ("A Proof of Everything", None, "A Proof of Everything", "body"),
        ("Appendix B", None, "Appendix B", "appendix"),
        ("3 提案手法", "3", "提案手法", "method"),
        ("References", None, "References", "references"),
        ("Models Analysis", None, "Models Analysis", "body"),
        ("2018 in review", None, "2018 in review", "body"),
    ],
)
def test_headings(heading: str, number: str | None, text: str, kind: str) -> None:
    assert split_number(heading) == (number, text)
    assert kind_of(heading) == kind
