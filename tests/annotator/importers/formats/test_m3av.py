"""M3AV's speech, slides, segments and papers."""

from __future__ import annotations

from annotator.importers.registry import parse
from tests.annotator.importers.samples import needs_data, read, timed, words
from tests.data import DATA


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
