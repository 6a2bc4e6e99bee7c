"""Error rates of whole transcripts and along them; the list of rare words."""

from __future__ import annotations

import json
import sys
import time

import pytest
from hypothesis import given, settings

from alignment.metrics.error_rates import cer, wer
from alignment.transcripts.comparison import compare
from alignment.transcripts.rare_words import available, common_words, most_frequent, rare_words
from alignment.transcripts.words import Word
from alignment.types import AlignmentError
from tests.alignment.transcripts.transcript_samples import texts, timed, transcripts
from tests.data import DATA, needs_outside


@settings(max_examples=60)
@given(transcripts(), transcripts())
def test_rates_are_those_of_the_metrics(a: list[Word], b: list[Word]) -> None:
    result = compare(a, b, language="en", window_seconds=2.0)
    ours, theirs = " ".join(texts(a)), " ".join(texts(b))
    assert result.words.errors == wer([ours], [theirs]).errors
    assert result.words.units == len(a)
    assert result.characters.units == cer([ours], [theirs]).units
    # Parts between long runs of equal words are aligned one by one.
    assert result.characters.errors >= cer([ours], [theirs]).errors
    assert sum(each.rate.errors for each in result.along) == result.words.errors
    assert sum(each.rate.units for each in result.along) == result.words.units
    assert [each.start for each in result.along] == [2.0 * at for at in range(len(result.along))]


def test_errors_are_where_they_were_said() -> None:
    a = timed("one two three four", seconds=40)
    result = compare(a, timed("one too three", seconds=40), language="en")
    assert [(each.start, each.rate.errors, each.rate.units) for each in result.along] == [
        (0.0, 0, 1),
        (60.0, 1, 2),
        (120.0, 1, 1),
    ]


def test_rare_words_and_characters() -> None:
    a, b = timed("the hidden markov model"), timed("the hitting markov model viterbi")
    result = compare(a, b, language="en", rare_words={"hidden", "markov", "viterbi"})
    assert result.rare is not None
    assert (result.rare.errors, result.rare.units) == (2, 2)
    assert compare(a, b, language="en").rare is None
    japanese = compare(timed("音声 認識"), timed("音声 認知"), language="ja")
    assert (japanese.words.errors, japanese.words.units, japanese.characters.units) == (1, 4, 4)
    assert japanese.normaliser == "Japanese"


def test_a_talk_of_ninety_minutes_takes_seconds() -> None:
    words = ["".join(chr(97 + (7 * at + 3 * digit) % 26) for digit in range(4)) + "ab"[at % 2] for at in range(2000)]
    a = [words[at * at % 1999] for at in range(15_000)]
    b = [word if at % 7 else words[at % 1000] for at, word in enumerate(a) if at % 31]
    began = time.process_time()
    result = compare(timed(" ".join(a)), timed(" ".join(b)), language="en")
    assert 0.1 < result.words.rate < 0.2
    assert time.process_time() - began < 30


def test_windows_need_a_length() -> None:
    with pytest.raises(AlignmentError, match="windows of 0 s"):
        compare([], [], window_seconds=0)


def test_words_that_are_not_common() -> None:
    talks = ["the tide and the moon", "the tide of 1995"]
    assert most_frequent(talks, 2, language="en") == ["the", "tide"]
    assert rare_words(["The Tide, TCPGen.", "Moon 3"], ["the", "tide"], language="en") == ["tcpgen", "moon", "three"]


def test_common_words_need_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(AlignmentError, match="LECTERN_EXTRAS=wordfreq"):
        common_words("en")
    assert isinstance(available()[0], bool)


@needs_outside("m3av", "all_rare_words.txt")
def test_the_rare_words_of_the_corpus() -> None:
    """Its list is what its most frequent 5,000 words leave: none of the 100 most frequent of a talk is in it."""
    rare = set((DATA / "m3av" / "all_rare_words.txt").read_text(encoding="utf-8").split())
    segments = json.loads((DATA / "m3av/NIH-EC45B/speech/final+timestamps.json").read_text(encoding="utf-8"))
    spoken = [segment["final_spoken"] for segment in segments]
    frequent = most_frequent(spoken, 100, language="en")
    assert len(rare.intersection(frequent)) <= 10
    ours = rare_words(spoken, most_frequent(spoken, 400, language="en"), language="en")
    assert len(rare.intersection(ours)) > 0.2 * len(ours)
