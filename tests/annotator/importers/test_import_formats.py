"""Recogniser output, XML papers, LaTeX, S2ORC, exchange formats, alignments, timelines: a golden parse a sample."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from annotator.importers.base import Document, Parsed
from annotator.importers.registry import parse

SAMPLES = Path(__file__).parents[1] / "samples"
DATA = Path(os.environ.get("LECTERN_DATA", Path(__file__).parents[4] / "shared" / "data"))
needs_data = pytest.mark.skipif(not DATA.exists(), reason="the development data is not here")


def read(name: str, **options: object) -> Parsed:
    parsed = parse((SAMPLES / name).read_bytes(), name, options=options)
    assert parsed.ok, [str(problem) for problem in parsed.errors]
    return parsed


def timed(document: Document) -> list[tuple[str, float | None, float | None, str | None]]:
    return [(unit.text, unit.start_seconds, unit.end_seconds, unit.speaker) for unit in document.units]


def words(document: Document, index: int = 0) -> list[tuple[str, float | None, float | None]]:
    unit = document.units[index]
    assert all(unit.text[word.start : word.end] == word.text for word in unit.words)
    return [(word.text, word.start_seconds, word.end_seconds) for word in unit.words]


def test_whisper() -> None:
    parsed = read("talk.whisper.json")
    (document,) = parsed.documents
    assert (parsed.format, document.kind, document.language) == ("whisper", "transcript", "en")
    assert timed(document) == [("So we count tides.", 1.0, 3.0, None), ("By ear.", 3.5, 4.5, None)]
    assert words(document) == [("So", 1.0, 1.4), ("we", 1.4, 1.6), ("count", 1.6, 2.2), ("tides.", 2.2, 3.0)]


def test_whisper_cpp() -> None:
    entry = '{"timestamps": {}, "offsets": {"from": 500, "to": 1500}, "text": " Ja."}'
    data = f'{{"result": {{"language": "de"}}, "transcription": [{entry}]}}'.encode()
    (document,) = parse(data, "a.json").documents
    assert (document.language, timed(document)) == ("de", [("Ja.", 0.5, 1.5, None)])


def test_watson_keeps_hesitations_and_leaves_alternatives_out() -> None:
    (document,) = read("talk.watson.json").documents
    assert timed(document) == [
        ("so %HESITATION we count tides", 1.0, 3.0, "Speaker 0"),
        ("by ear", 3.5, 4.5, "Speaker 1"),
    ]
    assert words(document)[1] == ("%HESITATION", 1.4, 1.8)
    assert [(left.text, left.reason) for left in document.left_out] == [
        ("so we count ties", "another alternative"),
        ("and", "interim result"),
    ]


def test_azure() -> None:
    parsed = read("talk.azure.json")
    (document,) = parsed.documents
    assert document.language == "en"
    assert timed(document) == [("So we count three tides.", 1.0, 3.0, "Speaker 1")]
    assert words(document) == [("So", 1.0, 1.4), ("we", 1.4, 1.6), ("count", 1.6, 2.0)]
    assert [str(problem) for problem in parsed.warnings] == [
        "talk.azure.json line 7 column 3: recognizedPhrases[1] was not recognised (Failure)"
    ]


def test_azure_fast_transcription() -> None:
    data = b'{"phrases": [{"offsetMilliseconds": 500, "durationMilliseconds": 1000, "text": "Ja.", "locale": "de-DE"}]}'
    (document,) = parse(data, "a.json").documents
    assert (document.language, timed(document)) == ("de", [("Ja.", 0.5, 1.5, None)])


def test_m3av_speech_in_both_forms() -> None:
    (written,) = read("talk.m3av.json").documents
    (spoken,) = read("talk.m3av.json", form="spoken").documents
    assert timed(written) == [("So, we count tides.", 1.0, 3.0, None)]
    assert words(written) == [("So,", 1.0, 1.4), ("we", 1.4, 1.6)]
    assert written.metadata["spoken"] == ["so we count tides"]
    assert spoken.units[0].text == "so we count tides"
    assert spoken.metadata["written"] == ["So, we count tides."]


def test_m3av_slides_end_at_their_images_time() -> None:
    (document,) = read("slides.m3av.json").documents
    assert document.kind == "slides"
    assert [(u.text, u.start_seconds, u.end_seconds, u.page) for u in document.units] == [
        ("Counting Tides\nby ear", 0.0, 5.0, 1),
        ("Thanks", 5.0, 12.0, 2),
    ]
    assert document.metadata["blocks"][0][1]["text"] == "Counting"


def test_m3av_segments_are_slides_and_speech_side_by_side() -> None:
    slides, speech = read("segments.m3av.json").documents
    assert (slides.kind, speech.kind) == ("slides", "transcript")
    assert [(u.text, u.start_seconds, u.end_seconds, u.page) for u in slides.units] == [
        ("Counting Tides\nby ear", 0.0, 5.0, 1),
        ("What we hear\nwater\nhalyards", 5.0, 12.0, 2),
        ("Thanks", 24.25, 30.5, 3),
    ]
    assert timed(speech) == [
        ("So, we count tides. By ear, mostly.", 0.0, 5.0, None),
        ("Water, and now and then a halyard.", 5.0, 12.0, None),
        ("Thank you.", 24.25, 30.5, None),
    ]
    assert slides.metadata["external_id"] == speech.metadata["external_id"] == "HBR-001:segments"


def test_m3av_paper_is_a_list_of_sentences() -> None:
    (paper,) = read("paper.m3av.json").documents
    assert (paper.kind, paper.language) == ("paper", "en")
    assert [unit.text for unit in paper.units] == [
        "Tides turn twice a day, and harbours hear both of them.",
        "We count them by ear.",
        "The method needs a wall, a rope and some patience.",
    ]


def test_vtssum() -> None:
    (document,) = read("talk.vtssum.json").documents
    assert [(u.text, u.section) for u in document.units] == [
        ("So we count tides.", 0),
        ("By ear.", 0),
        ("And it works for all of us.", 1),
    ]
    assert document.metadata["labels"] == [1, 0, None]
    assert document.metadata["external_id"] == "tides01"


@pytest.mark.parametrize(
    ("name", "related", "left_out"),
    [
        (
            "paper.tei.xml",
            ["Gauges are old.", "They rust.", "They are new."],
            {"footnote", "figure or table", "reference list"},
        ),
        (
            "paper.jats.xml",
            ["Gauges are old.", "They are new:", "One rings."],
            {"footnote", "figure", "reference list"},
        ),
        ("paper.s2orc.json", ["Gauges are old."], {"figure or table", "reference list"}),
        ("paper.tex", ["Gauges are old."], {"footnote", "formula", "reference list"}),
    ],
)
def test_papers_of_other_formats(name: str, related: list[str], left_out: set[str]) -> None:
    (document,) = read(name).documents
    kinds = {section.kind for section in document.sections}
    assert {"abstract", "introduction", "related_work", "acknowledgments"} <= kinds
    by_kind = {
        kind: [u.text for u in document.units if u.section is not None and document.sections[u.section].kind == kind]
        for kind in kinds
    }
    assert document.title == "Counting Tides by Ear"
    assert by_kind["abstract"] == ["We count tides by ear.", "The method needs no gauge."]
    assert by_kind["related_work"] == related
    assert by_kind["acknowledgments"] == ["We thank the pilots."]
    assert {left.reason for left in document.left_out} == left_out
    assert document.metadata["authors"][0] == "R. Moor"


def test_latex_markup_gives_way_to_its_text() -> None:
    (document,) = read("paper.tex").documents
    texts = [unit.text for unit in document.units]
    assert "Harbours are noisy [lev2019], see Fig. [fig:a]." in texts
    assert "Café noise is 5% louder." in texts
    assert "Measure α ≤ 5 minutes." in texts
    assert [(s.number, s.heading) for s in document.sections][1:3] == [("1", "Introduction"), ("1.1", "Aims")]


def test_latex_faults() -> None:
    parsed = parse(b"\\documentclass{a}\n\\begin{document}\nText here.\n\\begin{figure}\nx\n\\end{document}", "a.tex")
    assert str(parsed.errors[0]).startswith("a.tex line 4 column 1: \\begin{figure} has no end")


def test_ttml_times_are_relative_to_what_encloses_them() -> None:
    (document,) = read("talk.ttml").documents
    assert [(t, round(s or 0, 3), round(e or 0, 3), p) for t, s, e, p in timed(document)] == [
        ("So we count tides", 1.0, 4.0, "Anna"),
        ("by ear", 4.2, 4.7, None),
    ]
    assert words(document) == [("So", 1.0, 2.5), ("we", 1.0, 2.5), ("count", 2.5, 4.0), ("tides", 2.5, 4.0)]


@pytest.mark.parametrize(
    ("name", "language", "target"), [("pair.tmx", "de", "Wir zählen Gezeiten."), ("pair.xlf", "ja", "潮を数えます。")]
)
def test_exchange_formats(name: str, language: str, target: str) -> None:
    (bitext,) = read(name).bitexts
    assert (bitext.source.language, bitext.target.language) == ("en", language)
    assert [unit.text for unit in bitext.source.units] == ["We count tides.", "By ear."]
    assert [unit.text for unit in bitext.target.units] == [target]
    assert bitext.beads == (((0,), (0,), None), ((1,), (), None))


def test_xliff_2_has_segments_within_units_and_a_bitext_a_file() -> None:
    tides, glass = read("pair2.xlf").bitexts
    assert (tides.title, tides.source.language, tides.target.language) == ("tides", "en", "de")
    assert [unit.text for unit in tides.source.units] == ["We count tides.", "By ear."], (
        "notes and ignorables are no text"
    )
    assert [unit.text for unit in tides.target.units] == ["Wir zählen Gezeiten."]
    assert tides.beads == (((0,), (0,), None), ((1,), (), None))
    assert tides.metadata["rows"] == [{"id": "s1"}, {"id": "s2"}]
    assert [unit.text for unit in glass.source.units] == ["Glass sings."]


def test_s2orc_with_annotations_over_one_text() -> None:
    (document,) = read("paper.s2orc-annotated.json").documents
    assert [(section.number, section.heading, section.kind) for section in document.sections] == [
        (None, "Abstract", "abstract"),
        ("1", "Introduction", "introduction"),
        ("2", "Related Work", "related_work"),
        (None, "Acknowledgments", "acknowledgments"),
    ]
    assert [(unit.text, unit.section) for unit in document.units] == [
        ("We count tides by ear.", 0),
        ("The method needs no gauge.", 0),
        ("Harbours are noisy 🌊 (see Fig. 1).", 1),
        ("They are loud.", 1),
        ("Gauges are old.", 2),
        ("We thank the pilots.", 3),
    ]
    assert [(left.text, left.reason) for left in document.left_out] == [
        ("Lev, G. 2019. A paper about talks.", "reference list")
    ]
    assert document.metadata == {"authors": ["R. Moor", "A. Sund"], "external_id": 7, "year": 2026}


def test_tmx_of_three_languages_asks_which() -> None:
    variants = "".join(f'<tuv xml:lang="{code}"><seg>x {code}</seg></tuv>' for code in ("en", "de", "fr"))
    data = f'<tmx version="1.4"><header srclang="en"/><body><tu>{variants}</tu></body></tmx>'.encode()
    assert "there are 3 languages: de, en, fr" in parse(data, "a.tmx").errors[0].message
    assert parse(data, "a.tmx", options={"target_language": "fr"}).bitexts[0].target.units[0].text == "x fr"


def test_alignments() -> None:
    vecalign, ladder = read("pair.align"), read("pair.ladder")
    assert vecalign.beads == (
        ((0,), (0,), 0.25),
        ((1, 2), (1,), 0.5),
        ((), (2,), 0.0),
        ((3,), (4,), None),
        ((4,), (3,), None),
    )
    assert vecalign.metadata == {"source_length": 5, "target_length": 5}
    assert ladder.beads == (((0,), (0,), 0.5), ((1, 2), (1,), 0.25), ((3,), (), 0.75))


SEGMENT = b'[{"name": %s, "ocr_text": "Tides", "speech_text": "So we count.", "start": %s, "end": %s}]'


@pytest.mark.parametrize(
    ("data", "format", "expected"),
    [
        (b"[0]:[0]\n[0]:[1]\n", "align", "a line 2 column 2: source 0 is in a second bead"),
        (b"[0]:[0]\nwhat\n", "align", "a line 2 column 1: this line is no bead"),
        (b"[0]:[0]:x\n", "align", "a line 1 column 9: 'x' is not a score"),
        (b"[]:[]:0\n", "align", "a line 1 column 1: the bead is empty on both sides"),
        (b"0\t0\t1\n2\t1\t1\n1\t2\t1\n", "ladder", "a line 3 column 1: the rung does not go up"),
        (b"1\t0\t1\n2\t1\t1\n", "ladder", "a line 1 column 1: the ladder begins at 1, 0"),
        (b"slide,start\n1,x\n", "timeline", "a line 2 column 3: 'x' is not a time"),
        (b"slide,start\n1,5\n2,4\n", "timeline", "a line 3 column 3: the slide starts before the one above it"),
        (b'{"segments": [{"start": 2, "end": 1, "text": "a"}]}', "whisper", "a line 1 column 15: segments[0] ends"),
        (b'{"segments": [{"start": "x", "end": 1, "text": "a"}]}', "whisper", "a line 1 column 25: segments[0].start"),
        (b'[{"timestr": "1_2"}]', "m3av-speech", "a line 1 column 14: timestr is '1_2'"),
        (SEGMENT % (b'"cat.jpg"', b"2", b"4"), "m3av-segments", "a line 1 column 11: name is 'cat.jpg'"),
        (SEGMENT % (b'"H-0004000.jpg"', b"5", b"4"), "m3av-segments", "a line 1 column 2: [0] ends (4.0 s) before"),
        (SEGMENT % (b'"H-0004000.jpg"', b'"soon"', b"4"), "m3av-segments", "a line 1 column 89: [0].start is 'soon'"),
        (b'["One.", 2]', "m3av-paper", "a line 1 column 10: [1] is a number; expected a text"),
    ],
)  # fmt: skip
def test_faults_name_their_place(data: bytes, format: str, expected: str) -> None:
    assert str(parse(data, "a", format=format).errors[0]).startswith(expected)


def test_timeline() -> None:
    assert read("timeline.csv").metadata["timeline"] == [(1, 0.0, 5.5), (2, 5.5, 12.0), (1, 12.0, 15.0)]


BOMB = "<!DOCTYPE a [" + "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 10)) + "]>"


@pytest.mark.parametrize("format", ["tei", "jats", "ttml", "tmx", "xliff"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
@pytest.mark.parametrize("declaration", [BOMB, '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'])
def test_entities_are_refused(format: str, codec: str, declaration: str) -> None:
    parsed = parse(f'<?xml version="1.0"?>\n{declaration}<tmx>&x;</tmx>'.encode(codec), "a.xml", format=format)
    assert parsed.errors[0].message == "the file declares an entity"
    assert parsed.errors[0].line == 2


def test_broken_xml_names_line_and_column() -> None:
    parsed = parse(b'<tmx version="1.4">\n<body>\n<tu></body></tmx>', "a.tmx")
    assert (parsed.errors[0].line, parsed.errors[0].column) == (3, 12)


@needs_data
def test_published_speech_and_slides_are_read() -> None:
    speech = sorted((DATA / "m3av").glob("*/speech/*.json"))
    slides = sorted((DATA / "m3av").glob("*/ocr/ocr_result.json"))
    parsed = [parse(path.read_bytes(), path.name) for path in speech]
    assert all(one.ok and one.format == "m3av-speech" and not one.warnings for one in parsed)
    assert [len(one.documents[0].units) for one in parsed] == [38, 39, 43, 475]
    parsed = [parse(path.read_bytes(), path.name) for path in slides]
    assert all(one.ok and one.format == "m3av-ocr" for one in parsed)
    assert [len(one.documents[0].units) for one in parsed] == [35, 14, 14, 79]
    parsed = [parse(path.read_bytes(), path.name) for path in sorted((DATA / "m3av").glob("*/ocr/seg_speech_ocr.json"))]
    assert all(one.ok and one.format == "m3av-segments" and not one.problems for one in parsed)
    assert [[len(side.units) for side in one.documents] for one in parsed] == [[35, 35], [12, 12], [14, 14], [78, 78]]
    parsed = [parse(path.read_bytes(), path.name) for path in sorted((DATA / "m3av").glob("*/paper/paper_sen*.json"))]
    assert all(one.ok and one.format == "m3av-paper" and not one.problems for one in parsed)
    assert [len(one.documents[0].units) for one in parsed] == [330, 298, 483]


@needs_data
def test_published_summarisation_talks_are_read() -> None:
    parsed = [parse(path.read_bytes(), path.name) for path in sorted((DATA / "vtssum").glob("*.json"))]
    assert len(parsed) == 20
    assert all(one.ok and one.format == "vtssum" and not one.problems for one in parsed)
    assert all(len(one.documents[0].metadata["labels"]) == len(one.documents[0].units) for one in parsed)


@needs_data
def test_published_alignments_are_read() -> None:
    gold = parse((DATA / "bleualign" / "dev.defr").read_bytes(), "dev.defr")
    assert (gold.ok, len(gold.beads or ())) == (True, 422)
    assert parse((DATA / "golden" / "vecalign" / "dev.mt.align").read_bytes(), "dev.mt.align").ok
