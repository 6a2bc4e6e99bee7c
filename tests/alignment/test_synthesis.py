"""Synthesised speech: FFE by hand and by what pyworld tracks, MCD as mel-cepstral-distance counts it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from alignment.cli import main
from alignment.metrics import synthesis
from alignment.metrics.synthesis import FrameErrors, compare_speech, frame_errors
from alignment.types import AlignmentError

RATE = 16_000


def _voice(hz: float, seconds: float = 1.0, *, silence: float = 0.3) -> np.ndarray:
    """A buzz of harmonics with noise around it, as a voice between pauses."""
    time = np.arange(int(seconds * RATE)) / RATE
    buzz = sum(np.sin(2 * np.pi * hz * k * time) / k for k in range(1, int(4000 / hz)))
    noise = np.random.default_rng(1).normal(0, 0.003, int(silence * RATE))
    return np.concatenate([noise, 0.3 * np.asarray(buzz), noise])


def test_frame_errors_by_hand() -> None:
    recorded = [0, 0, 100, 100, 100, 100, 200]
    synthetic = [0, 80, 0, 120, 121, 79, 200]
    errors = frame_errors(recorded, synthetic)
    assert errors == FrameErrors(7, voicing=2, pitch=2)
    assert errors.rate == 4 / 7
    with pytest.raises(AlignmentError, match="one value a pair"):
        frame_errors([1.0], [1.0, 2.0])


def test_a_clip_is_no_distance_from_itself_however_loud() -> None:
    same = compare_speech(_voice(120), 0.5 * _voice(120), RATE)
    assert same.errors.rate == 0
    assert same.mcd == pytest.approx(0, abs=1e-9)


def test_a_pitch_too_high_is_wrong_in_voiced_frames_alone() -> None:
    near = compare_speech(_voice(120), _voice(135), RATE)
    far = compare_speech(_voice(120), _voice(180), RATE)
    assert near.errors.pitch <= 3
    # A second of voice, of 1.6 s in all, is 125 frames; some are in two pairs.
    assert 120 <= far.errors.pitch <= 145
    assert far.errors.frames >= 196
    assert far.mcd > near.mcd > 0


def test_another_pace_is_no_error() -> None:
    slow = compare_speech(_voice(120), _voice(120, 1.4, silence=0.4), RATE)
    assert slow.errors.rate < 0.06
    whispered = np.random.default_rng(2).normal(0, 0.1, int(1.6 * RATE))
    assert compare_speech(_voice(120), whispered, RATE).errors.voicing > 60


def test_distance_is_that_of_mel_cepstral_distance(tmp_path: Path) -> None:
    import mel_cepstral_distance
    from scipy.io import wavfile

    sounds = _voice(120), _voice(180, 1.2)
    for name, sound in zip("ab", sounds, strict=True):
        wavfile.write(tmp_path / f"{name}.wav", RATE, sound)
    expected, _ = mel_cepstral_distance.compare_audio_files(
        tmp_path / "a.wav", tmp_path / "b.wav", s=0, D=13, aligning="dtw", align_target="mel"
    )
    assert compare_speech(*sounds, RATE).mcd == pytest.approx(expected, rel=1e-6)


def test_frames_are_paired_by_their_euclidean_distance_to_the_bit() -> None:
    from fastdtw.fastdtw import fastdtw
    from scipy.spatial.distance import euclidean

    ours, theirs = (np.random.default_rng(n).normal(size=(60 + n, 20)).cumsum(axis=0) for n in range(2))
    _, expected = fastdtw(ours, theirs, radius=synthesis._RADIUS, dist=euclidean)
    assert synthesis._path(ours, theirs).tolist() == [list(pair) for pair in expected]


def test_distance_by_hand() -> None:
    """One frame whose first band differs by one bel: the norm of its first 13 cosines."""
    ours = np.zeros((1, 20))
    theirs = ours.copy()
    theirs[0, 0] = 1
    cosines = [np.cos(i * 0.5 * np.pi / 20) for i in range(1, 14)]
    assert synthesis._mcd(ours, theirs) == pytest.approx(np.sqrt(np.sum(np.square(cosines))))


def test_wrong_input_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    voice = _voice(120)
    for sound, message in [
        (voice[:800], r"the synthetic clip is 0.05 s long; expected 0.1 to 120 s"),
        (np.zeros(RATE), "the synthetic clip is silent"),
        (np.full(RATE, np.nan), "the synthetic clip: expected finite samples"),
        (np.ones((RATE, 2)), "the synthetic clip: expected finite samples of one channel"),
    ]:
        with pytest.raises(AlignmentError, match=message):
            compare_speech(voice, sound, RATE)
    with pytest.raises(AlignmentError, match="expected 8,000 or more"):
        compare_speech(voice, voice, 4000)
    monkeypatch.setattr(synthesis, "find_spec", lambda name: None)
    with pytest.raises(AlignmentError, match="Install the extra speech"):
        compare_speech(voice, voice, RATE)


def _write(folder: Path, pitches: dict[str, float], rate: int = RATE) -> str:
    from scipy.io import wavfile

    folder.mkdir()
    for name, hz in pitches.items():
        sound = _voice(hz, 0.5)[:: RATE // rate]
        wavfile.write(folder / f"{name}.wav", rate, (sound / np.abs(sound).max() * 30_000).astype(np.int16))
    return str(folder)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"{number:05}" for number in range(6)]
    recorded = _write(tmp_path / "recorded", dict.fromkeys(names, 120))
    near = _write(tmp_path / "near", dict.fromkeys(names, 125), rate=8000)
    far = _write(tmp_path / "far", dict.fromkeys(names, 200))
    few = _write(tmp_path / "few", dict.fromkeys(names[:5], 120))
    report_file = tmp_path / "report.json"
    assert main(["synthesis", recorded, near, far, few, "--json", str(report_file)]) == 0
    table = capsys.readouterr().out
    report = json.loads(report_file.read_text(encoding="utf-8"))
    means = [system["means"] for system in report["systems"]]
    # Half a second of 1.1 is voiced.
    assert means[0]["ffe"]["mean"] < 0.1 < 0.4 < means[1]["ffe"]["mean"]
    assert means[2] is None
    assert report["systems"][2]["missing"] == ["00005"]
    assert "few: 1 missing: 00005" in table
    assert [(pair["figure"], pair["first"] == near) for pair in report["pairs"]] == [("ffe", True), ("mcd", True)]
    assert report["pairs"][0]["p"] == pytest.approx(2 / 2**6)


def test_command_names_the_place_of_wrong_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded = _write(tmp_path / "recorded", {"a": 120})
    other = _write(tmp_path / "other", {"a": 120, "b": 120, "c": 120})
    assert main(["synthesis", recorded, other]) == 2
    assert "other: not among the recorded clips: b, c" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["synthesis", recorded, str(tmp_path / "empty")]) == 2
    assert "empty: no WAV file" in capsys.readouterr().err
    broken = _write(tmp_path / "broken", {"a": 120})
    (tmp_path / "broken" / "a.wav").write_bytes(b"no sound")
    assert main(["synthesis", recorded, broken]) == 2
    assert "a.wav" in capsys.readouterr().err
