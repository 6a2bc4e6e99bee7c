"""WebVTT."""

from __future__ import annotations

import pytest

from annotator.importers.registry import parse
from tests.annotator.importers.samples import read


def test_vtt_keeps_voices_times_and_word_times() -> None:
    parsed = read("talk.vtt")
    assert (parsed.ok, parsed.format, parsed.problems) == (True, "vtt", ())
    (document,) = parsed.documents
    assert document.language == "en"
    assert [(u.text, u.start_seconds, u.end_seconds, u.speaker, u.line) for u in document.units] == [
        ("So we count tides", 1.0, 4.0, "Anna", 7),
        ("by ear & by hand, you know", 4.0, 6.25, None, 10),
        ("Really?", 6.25, 8.0, "Bo", 14),
    ]
    assert [(w.text, w.start, w.end, w.start_seconds, w.end_seconds) for w in document.units[0].words] == [
        ("So", 0, 2, 1.0, 1.5),
        ("we", 3, 5, 1.5, 2.0),
        ("count", 6, 11, 2.0, 2.5),
        ("tides", 12, 17, 2.5, 4.0),
    ]
    assert [left.reason for left in document.left_out] == ["NOTE block"]


def test_vtt_rolling_captions_are_said_once() -> None:
    cues, lines = ["WEBVTT", ""], ["one one", "two two", "three three", "four four", "five five"]
    for index, line in enumerate(lines):
        shown = ([lines[index - 1]] if index else []) + [
            f"{line.split()[0]}<00:00:0{index}.500><c> {line.split()[1]}</c>"
        ]
        cues += [f"00:00:0{index}.000 --> 00:00:0{index + 1}.000", *shown, ""]
    parsed = parse("\n".join(cues).encode(), "a.vtt")
    assert [unit.text for unit in parsed.documents[0].units] == lines
    assert len(parsed.documents[0].left_out) == 4
    assert parsed.documents[0].units[1].words[1].start_seconds == 1.5


VTT_FAULTS = [
    (
        "00:02:58.400 --> 00:02:58.000\num\n",
        "talk.vtt line 3 column 18: the cue ends (00:02:58.000) before it starts (00:02:58.400); "
        "expected an end after the start",
    ),
    (
        "00:00:01.000 --> 00:00:02.000\na\n\nlike me\n",
        "talk.vtt line 6 column 1: text without a cue time; "
        "expected a line such as 00:11:20.000 --> 00:11:24.500 above it",
    ),
    ("00:00:61.000 --> 00:02:00.000\na\n", "talk.vtt line 3 column 1: '00:00:61.000' is not a time; expected"),
    ("00:00:01.000 --> soon\na\n", "talk.vtt line 3 column 18: 'soon' is not a time"),
    ("00:00:01.000 -->\na\n", "talk.vtt line 3 column 14: the times around the arrow are incomplete"),
    ("00:00:01.000 --> 00:00:02.000\na\n00:00:03.000 --> 00:00:04.000\nb\n", "talk.vtt line 5 column 1: a second time"),
]


@pytest.mark.parametrize(("body", "expected"), VTT_FAULTS)
def test_vtt_faults_name_line_and_column(body: str, expected: str) -> None:
    parsed = parse(f"WEBVTT\n\n{body}".encode(), "talk.vtt")
    assert not parsed.ok
    assert str(parsed.errors[0]).startswith(expected)
    assert len(parsed.errors) == 1


def test_vtt_warnings_say_what_was_odd() -> None:
    body = (
        "WEBVTT\n\n00:05.000 --> 00:06.000\n1 <2 and 3> 2 <b>x\n\n"
        "00:01.000 --> 00:02.000\na <00:09.000>b\n\n00:03.000 --> 00:04.000\n"
    )
    parsed = parse(body.encode(), "a.vtt")
    assert parsed.ok
    assert [(p.line, p.message.split(",")[0]) for p in parsed.warnings] == [
        (6, "the cue starts at 1.000 s"),
        (4, "'<2 and 3>' is no WebVTT tag and stays in the text"),
        (7, "the word time 00:09.000 is not within its cue"),
        (9, "the cue has no text"),
    ]
    assert [unit.text for unit in parsed.documents[0].units] == ["1 <2 and 3> 2 x", "a b"]
