"""Segments by the paper's rules, and splits by duration."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.recordings.segments import (
    SPLITS,
    Recording,
    SegmentOptions,
    cut_segments,
    split_by_duration,
)
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


RECORDINGS = st.lists(
    st.tuples(st.integers(1, 4000), st.lists(st.sampled_from("abcdefgh"), max_size=2)), max_size=25
).map(lambda each: [Recording(f"r{at}", seconds, groups) for at, (seconds, groups) in enumerate(each)])


@given(RECORDINGS, st.randoms())
def test_no_group_is_in_two_splits(recordings: list[Recording], random: st.DrawFn) -> None:
    splits = split_by_duration(recordings)
    assert list(splits) == [each.name for each in recordings]
    assert set(splits.values()) <= set(SPLITS)
    for group in "abcdefgh":
        assert len({splits[each.name] for each in recordings if group in each.groups}) <= 1
    shuffled = list(recordings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert split_by_duration(shuffled) == splits


def test_shares_are_met_and_fixed_splits_stand() -> None:
    recordings = [Recording(f"r{at:03}", 300 + at, [f"speaker {at // 2}"]) for at in range(200)]
    splits = split_by_duration(recordings, fixed={"r007": "test"})
    total = sum(each.seconds for each in recordings)
    for split, share in SPLITS.items():
        own = sum(each.seconds for each in recordings if splits[each.name] == split)
        assert own / total == pytest.approx(share, abs=0.01)
    assert splits["r006"] == splits["r007"] == "test"


@pytest.mark.parametrize(
    ("recordings", "fixed", "message"),
    [
        ([Recording("a", 1), Recording("a", 2)], {}, "'a' is there twice"),
        ([Recording("a", float("nan"))], {}, "lasts nan s"),
        ([Recording("a", 1)], {"b": "test"}, "'b' is fixed in 'test'"),
        (
            [Recording("a", 1, ["Osei"]), Recording("b", 1, ["Osei"])],
            {"a": "dev", "b": "test"},
            "a is fixed in dev and b in test, but they share a speaker or an event",
        ),
    ],
)
def test_wrong_splits_are_named(recordings: list[Recording], fixed: dict[str, str], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        split_by_duration(recordings, fixed=fixed)


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
