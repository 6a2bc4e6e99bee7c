"""Transcripts in plain text."""

from __future__ import annotations

from annotator.importers.registry import parse
from tests.annotator.importers.samples import SAMPLES, read


def test_text_transcript_skips_blank_lines() -> None:
    parsed = parse((SAMPLES / "talk.txt").read_bytes(), "talk.txt", format="text-transcript")
    assert [(u.text, u.line) for u in parsed.documents[0].units] == [
        ("So we count tides.", 1),
        ("Um, by ear.", 3),
        ("And it works, okay?", 4),
    ]


def test_text_transcript_with_times_and_speakers() -> None:
    parsed = read("talk-speakers.txt")
    assert parsed.format == "text-transcript"
    assert [(u.text, u.speaker, u.start_seconds, u.end_seconds) for u in parsed.documents[0].units] == [
        ("So we count tides.", "ANNA", 1.0, 4.0),
        ("By ear?", "BO", 4.0, 6.0),
        ("By ear, yes.", "ANNA", 6.0, 9.0),
        ("Well.", "BO", 9.0, None),
    ]


def test_a_colon_in_some_lines_is_no_speaker() -> None:
    parsed = parse(b"Note: this is it.\nWe count.\nBy ear.\n", "a.txt", format="text-transcript")
    assert parsed.documents[0].units[0].text == "Note: this is it."
    assert parsed.documents[0].units[0].speaker is None
