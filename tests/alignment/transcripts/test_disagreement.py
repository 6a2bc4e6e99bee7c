"""Masks: errors are found where they were planted, and filling them right gives a transcript back."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.metrics.error_rates import edits
from alignment.transcripts.disagreement import (
    MASK,
    PAUSES,
    Mask,
    MaskOptions,
    aligned,
    fill,
    find_masks,
    masked_text,
    masked_words,
    reading,
)
from alignment.transcripts.words import Word, normalise
from alignment.types import AlignmentError
from tests.alignment.transcripts.transcript_samples import Planted, planted, texts, timed, transcripts


@given(planted(least_apart=6))
def test_masks_are_where_errors_were_planted(sample: Planted) -> None:
    masks = find_masks(sample.a, sample.b, language="en")
    assert [(mask.a_range, mask.b_range) for mask in masks] == sample.errors


@given(planted(least_apart=1))
def test_errors_that_are_close_are_masked_too(sample: Planted) -> None:
    masks = find_masks(sample.a, sample.b, language="en")
    for a_range, b_range in sample.errors:
        assert any(
            mask.a_range[0] <= a_range[0]
            and a_range[1] <= mask.a_range[1]
            and mask.b_range[0] <= b_range[0]
            and b_range[1] <= mask.b_range[1]
            for mask in masks
        )


@given(planted(least_apart=1))
def test_right_answers_give_the_original(sample: Planted) -> None:
    masks = find_masks(sample.b, sample.a, language="en")  # the erroneous one is filled
    answers = [reading(sample.a, mask.b_range) for mask in masks]
    assert texts(fill(sample.b, sample.a, masks, answers)) == texts(sample.a)
    typed = [answer.upper() for answer in answers]  # neither reading: its words are spread over the mask
    assert [text.lower() for text in texts(fill(sample.b, sample.a, masks, typed))] == texts(sample.a)


@settings(max_examples=50)
@given(planted(least_apart=1), st.data())
def test_a_second_pass_that_takes_b_gives_the_first(sample: Planted, data: st.DataObject) -> None:
    masks = find_masks(sample.a, sample.b, language="en")
    options = [
        data.draw(
            st.sampled_from([reading(sample.a, mask.a_range), reading(sample.b, mask.b_range), "typed words", ""])
        )
        for mask in masks
    ]
    first = fill(sample.a, sample.b, masks, options)
    second = find_masks(sample.a, first, language="en")
    combined = fill(sample.a, first, second, [reading(first, mask.b_range) for mask in second])
    assert texts(combined) == texts(first)


@given(transcripts(), transcripts())
def test_masks_part_what_is_equal_from_what_is_not(a: list[Word], b: list[Word]) -> None:
    masks = find_masks(a, b, language="en")
    at_a = at_b = 0
    for mask in [*masks, Mask((len(a), len(a)), (len(b), len(b)), 0, 0)]:
        assert texts(a[at_a : mask.a_range[0]]) == texts(b[at_b : mask.b_range[0]])
        at_a, at_b = mask.a_range[1], mask.b_range[1]
    assert masked_words(a, masks).count(MASK) == len(masks)
    words = fill(a, b, masks, [reading(b, mask.b_range) for mask in masks])
    assert texts(words) == texts(b)
    assert all(one.start <= other.start for one, other in itertools.pairwise(words))


@settings(max_examples=60)
@given(transcripts(), transcripts())
def test_times_never_cost_an_edit(a: list[Word], b: list[Word]) -> None:
    def distance(path: list[tuple[int | None, int | None]]) -> int:
        return sum(i is None or j is None or a[i].text != b[j].text for i, j in path)

    path = aligned(normalise(a, "en"), normalise(b, "en"), a, b)
    assert distance(path) == distance(edits(texts(a), texts(b)))
    assert [i for i, _ in path if i is not None] == list(range(len(a)))
    assert [j for _, j in path if j is not None] == list(range(len(b)))


def test_of_equal_alignments_that_of_equal_times_is_taken() -> None:
    a = timed("the tide the tide")
    early, late = timed("the tide"), timed("the tide", at=0.8)
    assert [mask.a_range for mask in find_masks(a, early, language="en")] == [(2, 4)]
    assert [mask.a_range for mask in find_masks(a, late, language="en")] == [(0, 2)]


def test_a_mask_never_cuts_a_word() -> None:
    a, b = timed("a pocket-based sensor here"), timed("a pocket based sensor here")
    assert find_masks(a, b, language="en") == []
    (mask,) = find_masks(a, timed("a pocket paced sensor here"), language="en")
    assert (mask.a_range, mask.b_range) == ((1, 2), (1, 3))
    (mask,) = find_masks(timed("in 1995 she"), timed("in nineteen ninety six she"), language="en")
    assert (mask.a_range, mask.b_range) == ((1, 2), (1, 4))


def test_characters_of_japanese() -> None:
    a, b = timed("音声 認識 の 結果"), timed("音声 認知の 結果")
    assert masked_text(a, find_masks(a, b, language="ja")) == "音声 [???] 結果"


def test_the_mask_of_the_paper() -> None:
    a = timed("we first investigate journalist sourcing needs and practices when sourcing ugc and discuss")
    b = timed("we first investigate journalists' sourcing needs and practices when sourcing and discuss")
    masks = find_masks(a, b, language="en")
    assert (
        masked_text(a, masks)
        == "we first investigate [???] sourcing needs and practices when sourcing [???] and discuss"
    )
    assert reading(b, masks[1].b_range) == ""
    assert texts(fill(a, b, masks, ["journalists", ""]))[3:6] == ["journalists", "sourcing", "needs"]


def test_pauses_and_common_words_can_be_forgiven() -> None:
    a, b = timed("so um the tide rises"), timed("so the tied rises")
    assert len(find_masks(a, b, language="en")) == 2
    masks = find_masks(a, b, language="en", options=MaskOptions(forgiven=PAUSES))
    assert masked_text(a, masks) == "so um the [???] rises"


def test_masks_with_few_words_between_can_be_one() -> None:
    a, b = timed("one tide two the three end"), timed("one tied two a three end")
    assert len(find_masks(a, b)) == 2
    (mask,) = find_masks(a, b, options=MaskOptions(join_within=1))
    assert (mask.a_range, mask.b_range) == ((1, 4), (1, 4))


def test_times_of_masks_and_answers() -> None:
    a, b = timed("we tide rise"), timed("we tie rise", at=0.1)
    (mask,) = find_masks(a, b)
    assert (mask.start, mask.end) == (0.4, 0.9)
    assert fill(a, b, [mask], ["tie"])[1] == Word("tie", 0.5, 0.8)  # up to the next word of A
    assert [(word.text, word.start, word.end) for word in fill(a, b, [mask], ["x yz"])[1:3]] == [
        ("x", 0.4, pytest.approx(0.4 + 0.5 / 3)),
        ("yz", pytest.approx(0.4 + 0.5 / 3), 0.8),
    ]


@pytest.mark.parametrize(
    ("masks", "answers", "message"),
    [
        ([], ["x"], "1 answers for 0 masks"),
        ([Mask((0, 9), (0, 1), 0, 1)], ["x"], "mask 1 has words 0 to 9 of A"),
        ([Mask((0, 1), (0, 9), 0, 1)], ["x"], "mask 1 has words 0 to 9 of B"),
        ([Mask((1, 2), (1, 2), 0, 1), Mask((0, 1), (2, 2), 0, 1)], ["x", "y"], "mask 2 has words 0 to 1 of A"),
    ],
)
def test_wrong_masks_are_named(masks: list[Mask], answers: list[str], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        fill(timed("a b"), timed("a c"), masks, answers)


def test_a_wrong_transcript_is_named() -> None:
    with pytest.raises(AlignmentError, match="transcript B, word 1 ends"):
        find_masks(timed("a"), [Word("a", 2, 1)])
