"""The real thing: a spoken talk, recognised, compared with a transcript, filled, segmented and cut into clips."""

from __future__ import annotations

import io
import itertools
from importlib.util import find_spec

import numpy as np
import pytest

from alignment.recordings.audio import missing_extra, read_sound, write_clips, write_samples
from alignment.recordings.manifests import Utterance, audiofolder_jsonl, kaldi, utterance_id
from alignment.recordings.recognisers import recognise
from alignment.recordings.segments import cut_segments
from alignment.transcripts.disagreement import MASK, fill, find_masks, masked_words, reading
from alignment.transcripts.words import Word, normalise
from tests.speech import needs_speech, speak

TEXT = "One two three four five six. Good morning everyone."


@pytest.mark.skipif(bool(missing_extra()), reason="needs the extra video: LECTERN_EXTRAS=video")
@pytest.mark.skipif(find_spec("pocketsphinx") is None, reason="needs the extra pocketsphinx")
@needs_speech
def test_a_spoken_talk_becomes_clips() -> None:
    samples, rate = speak(TEXT, words_per_minute=130)
    sound = io.BytesIO()
    write_samples(sound, samples, rate)
    data = sound.getvalue()
    heard = [word for piece in recognise("pocketsphinx", io.BytesIO(data), "talk.wav") for word in piece.words]
    seconds = len(samples) / rate
    step = seconds / len(TEXT.split())
    imported = [Word(word, at * step, (at + 1) * step) for at, word in enumerate(TEXT.split())]

    masks = find_masks(heard, imported, language="en")
    assert masks, "PocketSphinx heard every word"
    assert masked_words(heard, masks).count(MASK) == len(masks)
    filled = fill(heard, imported, masks, [reading(imported, mask.b_range) for mask in masks], language="en")
    assert [token.text for token in normalise(filled, "en")] == [token.text for token in normalise(imported, "en")]
    assert all(one.start <= other.start for one, other in itertools.pairwise(filled))

    segments = cut_segments(filled)
    clips: dict[int, io.BytesIO] = {}

    def open_clip(number: int) -> io.BytesIO:
        clips[number] = io.BytesIO()
        clips[number].close = lambda: None  # type: ignore[method-assign]
        return clips[number]

    spans = [(each.start, each.end) for each in segments]
    written = list(write_clips(io.BytesIO(data), "talk.wav", spans, open_clip))
    for number, clip in enumerate(written):
        cut = np.concatenate(list(read_sound(io.BytesIO(clips[number].getvalue()), "clip", rate=None)))
        at = round(clip.start * rate)
        assert np.array_equal(cut, samples[at : at + clip.n_samples])
    utterances = [
        Utterance(
            utterance_id("talk", each.start, each.end), "talk", each.start, each.end,
            " ".join(word.text for word in filled[each.first : each.last]), "", f"clips/{number}.flac",
        )
        for number, each in enumerate(segments)
    ]  # fmt: skip
    assert audiofolder_jsonl(utterances).count("\n") == len(segments)
    assert kaldi(utterances, {"talk": "talk.wav"})["text"].count("talk--") == len(segments)
