"""SubRip."""

from __future__ import annotations

import pytest

from annotator.importers.registry import parse
from tests.annotator.importers.samples import read


def test_srt() -> None:
    parsed = read("talk.srt")
    assert (parsed.ok, parsed.format, parsed.problems, parsed.encoding) == (True, "srt", (), "UTF-8")
    assert [(u.text, u.start_seconds, u.end_seconds) for u in parsed.documents[0].units] == [
        ("So we count tides", 1.0, 4.0),
        ("by ear.", 4.0, 6.25),
    ]


def test_srt_in_shift_jis() -> None:
    data = "1\n00:00:01,000 --> 00:00:02,000\n潮を数えます。\n耳で聞きます。\n".encode("cp932")
    parsed = parse(data, "a.srt")
    assert (parsed.encoding, parsed.documents[0].language) == ("Shift-JIS", "ja")
    assert parsed.documents[0].units[0].text == "潮を数えます。耳で聞きます。"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("1\n00:00:03,000 --> 00:00:01,000\na\nb\n", "line 2 column 18: the cue ends (00:00:01,000) before it starts"),
        ("1\n00:00:01,000 --> 00:00:02,000\na\n\nb\n", "line 5 column 1: text without a cue time"),
        (
            "1\n00:00:01,000 -> 00:00:02,000\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
            "line 1 column 1: text without",
        ),
    ],
)
def test_srt_faults(body: str, expected: str) -> None:
    parsed = parse(body.encode(), "a.srt", format="srt")
    assert str(parsed.errors[0]).startswith(f"a.srt {expected}")
    assert len(parsed.errors) == 1


def test_srt_numbers_out_of_order_are_warned_about() -> None:
    parsed = parse(b"1\n00:00:01,000 --> 00:00:02,000\na\n\n3\n00:00:03,000 --> 00:00:04,000\nb\n", "a.srt")
    assert parsed.ok
    assert [str(problem) for problem in parsed.warnings] == ["a.srt line 5 column 1: the cue number is 3; expected 2"]
