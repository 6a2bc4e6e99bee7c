"""Summaries by number, words, ratio, and with the abstract; and the score of a talk."""

from __future__ import annotations

import pytest

from alignment.metrics.hmm import UNJUDGED, talk_score
from alignment.summarize import (
    Length,
    hybrid_summary,
    ranks,
    summarise,
    summary_by_importance,
    summary_by_ratio,
    summary_by_words,
    top_sentences,
)
from alignment.types import AlignmentError

SENTENCES = [
    "We present a parser for long sentences.",
    "The parser reads long sentences.",
    "It was trained on news text.",
    "Training took nine days.",
    "Thanks to all.",
]
DURATIONS = [0, 9, 5, 5, 0]


def test_the_top_in_the_order_of_the_paper() -> None:
    assert top_sentences(DURATIONS, 2) == [1, 2]  # of equals the earlier
    assert top_sentences(DURATIONS, 30) == [1, 2, 3]  # what is never spoken of is never chosen
    assert top_sentences([0, 0], 3) == []


def test_the_threshold_nearest_the_target() -> None:
    # lengths with the full stop: 8 6 7 5 4; thresholds give 6 or 18
    assert summary_by_words(SENTENCES, DURATIONS, 11) == [1]
    assert summary_by_words(SENTENCES, DURATIONS, 12) == [1]  # equally near: the shorter
    assert summary_by_words(SENTENCES, DURATIONS, 13) == [1, 2, 3]
    assert summary_by_ratio(DURATIONS, 0.3) == [1]
    assert summary_by_ratio(DURATIONS, 0.5) == [1, 2, 3]


def test_the_hybrid_adds_to_the_abstract_what_is_new() -> None:
    assert hybrid_summary(SENTENCES, DURATIONS, [0], 100) == [0, 2, 3]  # 1 says nothing new
    assert hybrid_summary(SENTENCES, DURATIONS, [0], 16) == [0, 2]
    assert hybrid_summary(SENTENCES, DURATIONS, [0], 1) == [0]
    assert hybrid_summary(SENTENCES, DURATIONS, [0], 100, redundant=2) == [0, 1, 2, 3]


def test_all_that_got_a_share_of_the_words() -> None:
    # 9, 5 and 5 of 19 words
    assert summary_by_importance(DURATIONS, 0.3) == [1]
    assert summary_by_importance(DURATIONS, 5 / 19) == [1, 2, 3]
    assert summary_by_importance(DURATIONS, 0.01) == [1, 2, 3]  # what is never spoken of is never chosen
    assert summary_by_importance([0, 0], 0.01) == []


@pytest.mark.parametrize(
    ("length", "chosen"),
    [
        (Length(), [1, 2, 3]),
        (Length("sentences", 2), [1, 2]),
        (Length("words", 11), [1]),
        (Length("ratio", 0.5), [1, 2, 3]),
        (Length("importance", 0.3), [1]),
        (Length("hybrid", 16), [0, 2]),
    ],
)
def test_one_function_makes_summaries_of_every_length(length: Length, chosen: list[int]) -> None:
    assert summarise(SENTENCES, DURATIONS, length, abstract=[0]) == chosen


def test_ranks_are_by_words_and_ties_go_to_the_earlier() -> None:
    assert ranks([3, 1, 2], DURATIONS) == {1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize("length", [Length("words", 1.5), Length("sentences", 0), Length("importance", 0)])
def test_lengths_that_mean_nothing_are_refused(length: Length) -> None:
    with pytest.raises(AlignmentError, match="expected"):
        summarise(SENTENCES, DURATIONS, length)


@pytest.mark.parametrize("n", [0, -1])
def test_lengths_below_one_are_refused(n: int) -> None:
    for make in (lambda: top_sentences(DURATIONS, n), lambda: summary_by_words(SENTENCES, DURATIONS, n)):
        with pytest.raises(AlignmentError, match="expected 1 or more"):
            make()
    with pytest.raises(AlignmentError, match="expected more than 0, up to 1"):
        summary_by_ratio(DURATIONS, n)


def test_lists_of_different_lengths_are_refused() -> None:
    with pytest.raises(AlignmentError, match="5 sentences but 1 durations"):
        summary_by_words(SENTENCES, [1], 3)
    with pytest.raises(AlignmentError, match="the paper has 5 sentences"):
        hybrid_summary(SENTENCES, DURATIONS, [7], 3)


def test_words_and_spans_of_a_talk() -> None:
    score = talk_score([0, 0, 0, None, None, UNJUDGED, 1], [0, 0, 1, None, 2, 3, 2])
    assert (score.n_words, score.n_spans) == (6, 3)
    assert score.words == pytest.approx(3 / 6)
    assert score.spans == pytest.approx(2 / 3)  # of None and 2, one word each, None was found first
    with pytest.raises(AlignmentError, match="2 words of gold but 1 found"):
        talk_score([0, 1], [0])
    with pytest.raises(AlignmentError, match="no word is judged"):
        talk_score([UNJUDGED], [0])
