"""Files that are not what the command expects end it with a sentence, whatever is in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from alignment.cli import main

VIDEO = {
    "id": "v", "title": "", "info": {}, "url": "", "segmentation": [["one.", "two."]],
    "summarization": {
        "clip": {
            "is_summarization_sample": True,
            "summarization_data": [{"sent": "one.", "label": 1}, {"sent": "two.", "label": 0}],
        }
    },
}  # fmt: skip
TOO_BIG = json.dumps({"v": {"clip": [10**400, 1]}})


@pytest.mark.parametrize(
    ("option", "content"),
    [
        ("--cuts", b"[" * 100_000),
        ("--cuts", b'{"id": [1], "v": [1, 0]}'),
        ("--scores", TOO_BIG.encode()),
    ],
    ids=["nested deeply", "an id that is a list", "a number beyond floats"],
)
def test_predictions(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, content: bytes) -> None:
    video, predictions = tmp_path / "v.json", tmp_path / "p.json"
    video.write_text(json.dumps(VIDEO))
    predictions.write_bytes(content)
    assert main(["slides", "score", str(video), option, str(predictions)]) != 0
    assert "p.json" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04"], ids=["empty", "no zip"])
def test_inliers(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    path = tmp_path / "inliers.npy"
    path.write_bytes(content)
    assert main(["slides", "watch", "--inliers", str(path)]) != 0
    assert "inliers.npy: no array" in capsys.readouterr().err


def test_a_deck_that_is_one_long_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, talk = tmp_path / "deck.json", tmp_path / "talk.txt"
    deck.write_text("1" * 5000)
    talk.write_text("tides\n")
    assert main(["slides", "align", "--deck", str(deck), "--transcript", str(talk)]) != 0
    assert "deck.json" in capsys.readouterr().err
