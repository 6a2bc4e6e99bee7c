"""Segments by the paper's rules."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.recordings.segments import SegmentOptions, cut_segments
from alignment.transcripts.words import Word
from alignment.types import AlignmentError
from tests.data import DATA, needs_outside


@st.composite
def spoken(draw: st.DrawFn) -> list[Word]:
    words: list[Word] = []
    at = 0.0
    for _ in range(draw(st.integers(0, 40))):
        at += draw(st.sampled_from([0.0, 0.1, 0.2, 0.3, 1.0, 4.9, 5.1, 9.0]))
        end = at + draw(st.sampled_from([0.2, 0.5, 1.0]))
        words.append(Word(draw(st.sampled_from(["tide", "ends.", "so?", "『はい。』"])), at, end))
        at = end
    return words


@given(spoken())
def test_segments_keep_the_rules(words: list[Word]) -> None:
    segments = cut_segments(words)
    assert [at for each in segments for at in range(each.first, each.last)] == list(range(len(words)))
    for each in segments:
        assert each.last > each.first
        assert each.end == words[each.last - 1].end
        assert each.start <= words[each.first].start
    for one, other in itertools.pairwise(segments):
        silence = words[other.first].start - one.end
        ends = words[one.last - 1].text.rstrip("』")[-1] in ".?。"
        assert silence > 0.2 or ends  # no cut inside of speech
        assert other.start == (words[other.first].start if silence > 5 else one.end)
        # Closed for a reason: long enough, a long silence, or the next piece would make it too long.
        following = next((at for at in range(other.first, other.last - 1) if _may_cut(words, at)), other.last - 1)
        assert one.seconds >= 8 or silence > 5 or words[following].end - one.start >= 10


def _may_cut(words: list[Word], at: int) -> bool:
    return words[at + 1].start - words[at].end > 0.2 or words[at].text.rstrip("』")[-1] in ".?。"


def test_limits_by_hand() -> None:
    pieces = [Word("a.", 0, 4), Word("b.", 4, 8), Word("c.", 8, 9)]
    assert [each.end for each in cut_segments(pieces)] == [8, 9]  # 8 s are enough
    pieces = [Word("a.", 0, 7.9), Word("b.", 7.9, 9.9), Word("c", 9.9, 10)]
    assert [each.end for each in cut_segments(pieces)] == [9.9, 10]
    pieces = [Word("a.", 0, 7.9), Word("b.", 7.9, 10)]  # 10 s would be too long
    assert [each.end for each in cut_segments(pieces)] == [7.9, 10]
    pieces = [Word("a", 0, 1), Word("b", 1.2, 2), Word("c", 7.0, 8), Word("d", 13.01, 14)]
    assert [(each.start, each.end) for each in cut_segments(pieces)] == [(0, 8), (13.01, 14)]


def test_options() -> None:
    words = [Word(text, at, at + 1) for at, text in enumerate(["a.", "b.", "c."])]
    assert len(cut_segments(words, SegmentOptions(close_seconds=1, max_seconds=2))) == 3
    with pytest.raises(AlignmentError, match="pause_seconds is 0"):
        SegmentOptions(pause_seconds=0)
    with pytest.raises(AlignmentError, match="exceeds max_seconds"):
        SegmentOptions(close_seconds=11)
    with pytest.raises(AlignmentError, match="word 2 starts"):
        cut_segments(words[::-1])


@needs_outside("m3av", "CHI-003EC")
def test_cuts_of_the_corpus() -> None:
    """The released words were timed anew after its cuts were made, so that some cuts are elsewhere."""
    segments = json.loads((DATA / "m3av/CHI-003EC/speech/final+timestamps.json").read_text(encoding="utf-8"))
    words = [
        Word(each["word"], each["start"], each["end"]) for segment in segments for each in segment["words_written"]
    ]
    gold = set(itertools.accumulate(len(segment["words_written"]) for segment in segments))
    ours = {each.last for each in cut_segments(words)}
    assert (len(gold), len(ours), len(gold & ours)) == (38, 38, 33)
