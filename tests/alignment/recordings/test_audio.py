"""Sound: peaks, clips that are exact to the sample, manifests, and files that are no recordings."""

from __future__ import annotations

import io
import json
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.recordings.audio import (
    Samples,
    cut_clips,
    measure_peaks,
    missing_extra,
    read_sound,
    sound_rate,
    write_clips,
    write_samples,
)
from alignment.recordings.manifests import Utterance, audiofolder_csv, audiofolder_jsonl, kaldi, utterance_id
from alignment.types import AlignmentError, Cancelled

RATE = 16_000
needs_sound = pytest.mark.skipif(bool(missing_extra()), reason="needs the extra video: LECTERN_EXTRAS=video")


@pytest.fixture
def samples() -> Samples:
    """Seven seconds of noise that is louder and louder."""
    noise = np.random.default_rng(7).normal(0, 1, 7 * RATE)
    return np.clip(noise * np.linspace(100, 6000, len(noise)), -32768, 32767).astype(np.int16)


def sound_file(samples: Samples, form: str = "wav", rate: int = RATE) -> io.BytesIO:
    file = io.BytesIO()
    write_samples(file, samples, rate, form)
    return io.BytesIO(file.getvalue())


class Files:
    """Files in memory, by number, as `write_clips` opens them."""

    def __init__(self) -> None:
        self.contents: dict[int, bytes] = {}

    def __call__(self, number: int) -> io.BytesIO:
        contents = self.contents

        class Kept(io.BytesIO):
            def close(self) -> None:
                contents[number] = self.getvalue()
                super().close()

        return Kept()


def read(file: io.BytesIO, rate: int | None = None) -> Samples:
    return np.concatenate(list(read_sound(file, "talk.wav", rate=rate)))


@needs_sound
@pytest.mark.parametrize("form", ["wav", "flac"])
def test_what_is_written_is_read_again(samples: Samples, form: str) -> None:
    assert np.array_equal(read(sound_file(samples, form)), samples)
    assert sound_file(samples, form).getvalue() == sound_file(samples, form).getvalue()
    assert sound_rate(sound_file(samples, form, 8000), "talk.wav") == 8000


@needs_sound
def test_sound_from_a_time_on(samples: Samples) -> None:
    part = np.concatenate(list(read_sound(sound_file(samples), "talk.wav", start=2.5)))
    assert np.array_equal(part, samples[int(2.5 * RATE) :])


@needs_sound
@pytest.mark.parametrize("form", ["wav", "flac"])
def test_clips_are_exact_to_the_sample(samples: Samples, form: str) -> None:
    spans = [(0.0, 1.5), (1.00003, 3.0), (2.5, 2.70007), (6.5, 9.0)]
    files = Files()
    clips = list(write_clips(sound_file(samples), "talk.wav", spans, files, form=form))
    for number, (start, end) in enumerate(spans):
        expected = samples[round(start * RATE) : round(end * RATE)]
        assert np.array_equal(read(io.BytesIO(files.contents[number])), expected)
        assert clips[number].n_samples == len(expected)
        assert clips[number].start == round(start * RATE) / RATE
    assert clips[-1].end == 7.0  # cut where the recording ends


@needs_sound
def test_peaks_are_extremes(samples: Samples) -> None:
    loud = np.zeros(3 * 8000, np.int16)
    loud[8000:8160] = np.tile([32767, -32768], 80)  # one stretch of 1/50 s
    peaks = measure_peaks(sound_file(loud, rate=8000), "talk.wav", per_second=50)
    assert peaks.values.dtype == np.int8
    assert peaks.values.shape == (150, 2)
    assert peaks.seconds == 3.0
    assert peaks.values[50].tolist() == [-127, 127]
    assert not peaks.values[:50].any()
    assert not peaks.values[51:].any()
    growing = np.abs(measure_peaks(sound_file(samples), "talk.wav").values).max(axis=1)
    assert growing[:50].mean() < growing[150:200].mean() < growing[-50:].mean()


@needs_sound
def test_peaks_can_be_cancelled_and_take_little_memory() -> None:
    long = np.tile(np.array([0, 900, -900, 0], np.int16), 8000 * 60)  # four minutes
    file = sound_file(long, "flac", 8000)

    def stop(share: float, what: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        measure_peaks(file, "talk.flac", progress=stop)
    file.seek(0)
    tracemalloc.start()
    try:
        measure_peaks(file, "talk.flac")
        assert tracemalloc.get_traced_memory()[1] < long.nbytes / 2
    finally:
        tracemalloc.stop()


@needs_sound
def test_a_late_start_is_silence() -> None:
    """Sound that begins a second after the pictures: its times are those of the player."""
    av = pytest.importorskip("av")
    file = io.BytesIO()
    with av.open(file, "w", format="matroska") as container:
        stream = container.add_stream("pcm_s16le", rate=RATE, layout="mono")
        video = container.add_stream("mpeg4", rate=10)
        video.width = video.height = 64
        video.pix_fmt = "yuv420p"
        picture = av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8), format="rgb24")
        picture.pts = 0
        container.mux(video.encode(picture))
        for at in range(2):
            frame = av.AudioFrame.from_ndarray(np.full((1, RATE), 5000, np.int16), format="s16", layout="mono")
            frame.rate, frame.pts = RATE, (at + 1) * RATE
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        container.mux(video.encode(None))
    found = read(io.BytesIO(file.getvalue()))
    assert len(found) == 3 * RATE
    assert not found[: RATE - 100].any()
    assert (found[RATE + 100 :] == 5000).all()


def hostile() -> Iterator[tuple[str, bytes]]:
    yield "empty", b""
    yield "text", b"we model the tide\n" * 100
    yield "playlist", b"#EXTM3U\n#EXTINF:1,\nhttp://192.0.2.1/a.ts\n"
    yield "concat", b"ffconcat version 1.0\nfile '/etc/passwd'\n"
    yield "riff", b"RIFF\xff\xff\xff\xffWAVEfmt \x10\x00\x00\x00\x01\x00\xff\xff\xff\xff\xff\xff" + b"\0" * 40


@needs_sound
@pytest.mark.parametrize(("name", "data"), list(hostile()))
def test_what_is_no_recording_is_refused(name: str, data: bytes) -> None:
    with pytest.raises(AlignmentError, match=rf"^{name}: "):
        list(read_sound(io.BytesIO(data), name))


@needs_sound
def test_a_playlist_opens_no_other_file(samples: Samples, tmp_path: Path) -> None:
    (tmp_path / "other.wav").write_bytes(sound_file(samples).getvalue())
    playlist = tmp_path / "talk.mp4"
    playlist.write_text("ffconcat version 1.0\nfile other.wav\n", encoding="utf-8")
    with pytest.raises(AlignmentError, match="can’t be opened"):
        list(read_sound(str(playlist), "talk.mp4"))


@needs_sound
def test_a_recording_that_ends_early_is_refused(samples: Samples) -> None:
    whole = sound_file(np.tile(samples, 10), "flac").getvalue()
    with pytest.raises(AlignmentError, match="says that it lasts 01:10, but its sound ends at 00:3"):
        list(read_sound(io.BytesIO(whole[: len(whole) // 2]), "talk.flac"))


@needs_sound
@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ([(2.0, 1.0)], "clip 1 is from 2.0 to 1.0 s"),
        ([(float("nan"), 1.0)], "clip 1 is from nan"),
        ([(2.0, 3.0), (1.0, 3.0)], "clip 2 starts \\(1 s\\) before"),
        ([(7.5, 8.0)], "clip 1 starts at 7.5 s, but talk.wav ends at 7.000 s"),
    ],
)
def test_wrong_clips_are_named(samples: Samples, spans: list[tuple[float, float]], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        list(write_clips(sound_file(samples), "talk.wav", spans, Files()))


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(AlignmentError, match="LECTERN_EXTRAS=video"):
        list(read_sound("talk.mp4", "talk.mp4"))


UTTERANCES = [
    Utterance("b_1", "talk-b", 0.0, 1.25, "we  model\nthe tide", "Osei", "clips/b.flac"),
    Utterance("a_1", "talk-a", 1.0, 2.0, "潮が満ちる", "", "clips/a.flac"),
]


def test_manifests_for_datasets() -> None:
    lines = [json.loads(line) for line in audiofolder_jsonl(UTTERANCES).splitlines()]
    assert [line["file_name"] for line in lines] == ["clips/b.flac", "clips/a.flac"]
    assert lines[1]["transcription"] == "潮が満ちる"
    assert audiofolder_csv(UTTERANCES).startswith("file_name,transcription,id,recording,speaker,start,end,split\n")


def test_the_data_folder_of_kaldi() -> None:
    files = kaldi(UTTERANCES, {"talk-b": "/data/b.wav", "talk-a": "ffmpeg -i a.mp4 - |"})
    assert files["segments"] == "a_1 talk-a 1.000 2.000\nb_1 talk-b 0.000 1.250\n"
    assert files["wav.scp"] == "talk-a ffmpeg -i a.mp4 - |\ntalk-b /data/b.wav\n"
    assert files["text"] == "a_1 潮が満ちる\nb_1 we model the tide\n"
    assert files["utt2spk"] == "a_1 talk-a\nb_1 Osei\n"
    assert files["spk2utt"] == "Osei b_1\ntalk-a a_1\n"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Utterance("a b", "t", 0, 1, "x"), "id is 'a b'"),
        (Utterance("a", "t\n", 0, 1, "x"), "recording is 't"),
        (Utterance("a_1", "talk-a", 0, 1, "x"), "'a_1' is there twice"),
        (Utterance("c", "talk-a", 1, 1, "x"), "from 1 to 1 s"),
        (Utterance("c", "talk-c", 0, 1, "x"), "talk-c has no file"),
    ],
)
def test_wrong_utterances_are_named(wrong: Utterance, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        kaldi([*UTTERANCES, wrong], {"talk-a": "a.wav", "talk-b": "b.wav", "t": "t.wav"})


#: As `safe_name` leaves them.
_NAMES = st.from_regex(r"[A-Za-z0-9_é潮]{1,3}(-[A-Za-z0-9_é潮]{1,3}){0,2}", fullmatch=True)


@given(st.lists(st.tuples(_NAMES | st.just(""), _NAMES, st.integers(0, 9_000_000)), unique=True, min_size=1))
def test_kaldi_finds_its_files_in_the_order_that_it_asks_for(named: list[tuple[str, str, int]]) -> None:
    utterances = [
        Utterance(utterance_id(recording, at / 1000, at / 1000 + 1, speaker), recording, at / 1000, at / 1000 + 1, "a",
                  speaker)
        for speaker, recording, at in named
    ]  # fmt: skip
    lines = kaldi(utterances, {one.recording: "talk.wav" for one in utterances})["utt2spk"].encode().splitlines()
    # As validate_data_dir.sh asks: sorted by speaker first, the utterances are in the same order.
    assert lines == sorted(lines, key=lambda line: (line.split()[1], line.split()[0]))


@needs_sound
def test_clips_of_sound_that_is_read_elsewhere_take_the_memory_of_the_longest() -> None:
    """Of 90 minutes, two hundred clips in all of it."""
    rate, second = 8000, np.arange(8000, dtype=np.int16)
    spans = [(27.0 * at, 27.0 * at + 0.5) for at in range(200)]
    files = Files()
    tracemalloc.start()
    try:
        clips = list(cut_clips((second for _ in range(90 * 60)), "talk.wav", spans, files, rate=rate, form="wav"))
        assert tracemalloc.get_traced_memory()[1] < 200 * 8000 + 2_000_000  # the files are kept in memory here
    finally:
        tracemalloc.stop()
    assert {clip.n_samples for clip in clips} == {4000}
    assert np.array_equal(read(io.BytesIO(files.contents[150])), second[:4000])
