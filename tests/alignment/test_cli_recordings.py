"""``python -m alignment transcripts`` and ``recordings``, as from a shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alignment.cli import main
from alignment.recordings.audio import missing_extra, write_samples
from alignment.recordings.recognisers.pieces import MIN_SECONDS
from tests.alignment.recordings.m3av_samples import files

RATE = 16_000
needs_sound = pytest.mark.skipif(bool(missing_extra()), reason="needs the extra video: LECTERN_EXTRAS=video")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.tsv").write_text("0\t1\tproject\n1\t2\ttesco\n2\t3.5\tworks.\n9\t10\tEnd\n", encoding="utf-8")
    words = [("Project", 0, 1), ("Tasca", 1, 2), ("works", 2, 3.5), ("end.", 9, 10)]
    b = [{"word": word, "start": start, "end": end} for word, start, end in words]
    Path("b.json").write_text(json.dumps(b), encoding="utf-8")
    return tmp_path


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json", "-"]) == 0
    return json.loads(capsys.readouterr().out)


def test_compare_mask_and_fill(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rates = report(capsys, "transcripts", "compare", "a.tsv", "b.json")
    assert (rates["wer"]["substitutions"], rates["wer"]["units"], rates["normaliser"]) == (1, 4, "English")
    assert main(["transcripts", "mask", "a.tsv", "b.json", "--json", "masks.json"]) == 0
    assert capsys.readouterr().out == "project [???] works. End\n"
    Path("answers").write_text("b\n", encoding="utf-8")
    words = report(capsys, "transcripts", "fill", "a.tsv", "b.json", "--masks", "masks.json", "--answers", "answers")
    assert [word["word"] for word in words] == ["project", "Tasca", "works.", "End"]
    Path("answers").write_text("= the Tasca\n", encoding="utf-8")
    words = report(capsys, "transcripts", "fill", "a.tsv", "b.json", "--masks", "masks.json", "--answers", "answers")
    assert [word["word"] for word in words] == ["project", "the", "Tasca", "works.", "End"]
    Path("answers").write_text("c\n", encoding="utf-8")
    assert main(["transcripts", "fill", "a.tsv", "b.json", "--masks", "masks.json", "--answers", "answers"]) == 2
    assert "answers line 1: 'c'; expected a, b, =TEXT or nothing" in capsys.readouterr().err


def test_written_rare_and_related(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("spoken").write_text("i saw thirty six tides of niams\n", encoding="utf-8")
    Path("paper").write_text("We thank NIAMS.\nTides rise in harbours.\n", encoding="utf-8")
    assert main(["transcripts", "write", "spoken", "--names-of", "paper"]) == 0
    assert capsys.readouterr().out == "I saw 36 tides of NIAMS\n"
    assert report(capsys, "transcripts", "rare", "paper", "--common-of", "spoken") == [
        "we", "thank", "rise", "in", "harbours",
    ]  # fmt: skip
    proposals = report(capsys, "transcripts", "related", "--said", "spoken", "--paper", "paper", "--threshold", "0.2")
    assert [each["sentence"] for each in proposals[0]] == [0, 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["transcripts", "compare", "a.tsv", "no.json"], "no.json"),
        (["transcripts", "compare", "bad.json", "a.tsv"], "bad.json: word 1 is"),
        (["transcripts", "mask", "bad.tsv", "a.tsv"], "bad.tsv line 1: 'x'"),
        (["transcripts", "fill", "a.tsv", "b.json", "--masks", "bad.json", "--answers", "a.tsv"], "expected what mask"),
        (["transcripts", "related", "--said", "a.tsv", "--paper", "a.tsv", "--method", "vectors"], "needs --vectors"),
        (["recordings", "recognise"], "no recording is named"),
        (["recordings", "m3av", "."], "no files of M3AV"),
        (["recordings", "merge", "bad.json"], "bad.json: slide 1"),
        (["recordings", "ocr", "."], "no pictures"),
    ],
)
def test_wrong_input_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    Path("bad.json").write_text("[7]", encoding="utf-8")
    Path("bad.tsv").write_text("x\n", encoding="utf-8")
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_recognisers_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    table = report(capsys, "recordings", "recognise", "--list")
    assert list(table) == ["pocketsphinx", "faster-whisper", "endpoint"]
    assert all(type(each["available"]) is bool and each["reason"] for each in table.values())


def test_segments(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    segments = report(capsys, "recordings", "segment", "a.tsv")
    assert [each["text"] for each in segments] == ["project tesco works.", "End"]
    assert report(capsys, "recordings", "segment", "a.tsv", "--drop", "6") != segments


def test_folders_of_m3av(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, data in files().items():
        (folder / "OWN-00001" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "OWN-00001" / path).write_bytes(data)
    talks = report(capsys, "recordings", "m3av", "OWN-00001", "--out", "out")
    assert talks["OWN-00001"]["as in the folder"] is True
    for path, data in files().items():
        assert (folder / "out" / "OWN-00001" / path).read_bytes() == data
    merged = report(capsys, "recordings", "merge", "OWN-00001/ocr/ocr_result.json")
    assert merged["OWN-00001-0002000.jpg"] == [0, 0, 1, 2]


@needs_sound
def test_clips_and_peaks(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Path("talk.wav").open("wb") as file:
        write_samples(file, np.random.default_rng(1).integers(-999, 999, 11 * RATE).astype(np.int16), RATE)
    clips = report(capsys, "recordings", "clips", "talk.wav", "a.tsv", "corpus", "--speaker", "Osei")
    assert (clips["clips"], clips["seconds"]) == (2, 4.5)
    lines = [json.loads(line) for line in Path("corpus/metadata.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["transcription"] for line in lines] == ["project tesco works.", "End"]
    assert all(Path("corpus", line["file_name"]).stat().st_size > 1000 for line in lines)
    assert (
        Path("corpus/segments").read_text(encoding="utf-8").startswith("Osei--talk--0000000_0003500 talk 0.000 3.500\n")
    )
    peaks = report(capsys, "recordings", "peaks", "talk.wav", "wave", "--per-second", "100")
    assert peaks["peaks"] == len(Path("wave").read_bytes()) // 2 == 1100


@needs_sound
def test_a_recogniser_goes_on_where_its_pieces_end(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from alignment.recordings import recognisers
    from alignment.transcripts.words import Word

    asked: list[int] = []

    def transcriber(language: str, settings: object) -> Any:
        def transcribe(samples: np.ndarray) -> list[Word]:
            asked.append(len(samples))
            if len(asked) == 2:
                raise recognisers.RetryLater("example.org answered 429: busy", 30)
            return [Word(f"piece{len(asked)}", 0.5, 1)]

        return transcribe

    table = {"endpoint": recognisers.Recogniser("endpoint", "Own", True, "", lambda settings: (True, ""), transcriber)}
    monkeypatch.setattr(recognisers, "RECOGNISERS", table)
    with Path("talk.flac").open("wb") as file:
        write_samples(file, np.random.default_rng(1).integers(-999, 999, 40 * RATE).astype(np.int16), RATE, "flac")
    command = ["recordings", "recognise", "talk.flac", "--by", "endpoint", "--pieces", "pieces"]
    assert main(command) == 2
    assert "answered 429: busy" in capsys.readouterr().err
    with Path("pieces").open("a", encoding="utf-8") as pieces:
        pieces.write('{"start": 1')  # a line that was being written
    words = report(capsys, *command)
    assert [word["word"] for word in words] == ["piece1", "piece3"]
    assert words[1]["start"] > MIN_SECONDS
    assert sum(asked[::2]) == 40 * RATE
