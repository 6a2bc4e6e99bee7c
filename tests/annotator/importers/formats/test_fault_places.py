"""Each format names the place of a fault."""

from __future__ import annotations

import pytest

from annotator.importers.registry import parse

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
        (b"slide,start\n1,x\n", "timeline", "a line 2 column 3: 'x' is no time"),
        (b"slide,start\n1,5\n2,4\n", "timeline", "a line 3 column 3: 00:04 is before line 2's 00:05"),
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
