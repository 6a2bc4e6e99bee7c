"""Frames of one slide folded, by error rates that forgive what was added."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.slide_text.blocks import Block, block
from alignment.slide_text.folding import (
    MEASURES,
    FoldOptions,
    error_rate,
    fold,
    frame_content,
    repeated,
    repeats,
)
from alignment.types import AlignmentError

CONTENTS = st.lists(st.lists(st.sampled_from(["tide", "moon", "sun", "sea"]), max_size=5).map(" ".join), max_size=10)


def line(text: str, top: int = 0) -> Block:
    return block([[0, top], [90, top], [90, top + 20], [0, top + 20]], text)


@pytest.mark.parametrize(
    ("old", "new", "words", "characters"),
    [
        ("a b c d", "a b c d", 0.0, 0.0),
        ("a b c d", "a b c d e f", 0.0, 0.05),  # (0 + .1 * 2) / 4
        ("a b c d", "a b c", 0.25, 0.25),
        ("a b c d", "a b c x", 0.25, 0.25),
        ("", "", 0.0, 0.0),
        ("", "a", 1.0, 1.0),
    ],
)
def test_error_rates_by_hand(old: str, new: str, words: float, characters: float) -> None:
    assert error_rate(old, new, "wer") == words
    assert error_rate(old, new, "cer") == pytest.approx(characters)


@given(CONTENTS, st.sampled_from(list(MEASURES)), st.sampled_from([0.0, 0.2, 0.5]))
def test_folding_as_published(contents: list[str], measure: str, limit: float) -> None:
    """Segment i + 1 begins where the rate with all earlier contents is above the limit; the last image is kept."""
    segment = -1
    expected: list[int] = []
    for at, text in enumerate(contents):
        if all(error_rate(old, text, measure) > limit for old in contents[:at]):
            segment += 1
        expected.append(segment)
    folded = fold(contents, FoldOptions(measure, limit, as_published=True))
    assert [each.segment for each in folded] == expected
    assert [at for at, each in enumerate(folded) if each.kept] == [
        max(at for at, each in enumerate(expected) if each == number) for number in sorted(set(expected))
    ]


@given(CONTENTS, st.sampled_from(list(MEASURES)))
def test_each_frame_says_with_which_it_was_folded(contents: list[str], measure: str) -> None:
    for at, each in enumerate(fold(contents, FoldOptions(measure))):
        if each.nearest is not None:
            assert each.nearest < at
            assert each.value == error_rate(contents[each.nearest], contents[at], measure)


def test_a_slide_that_builds_up_and_comes_back() -> None:
    contents = ["Tides", "Tides rise", "Method of harmonics", "Tides rise daily", "Method of harmonics"]
    folded = fold(contents)
    assert [each.segment for each in folded] == [0, 0, 1, 0, 1]
    assert [contents[at] for at, each in enumerate(folded) if each.kept] == ["Tides rise daily", "Method of harmonics"]
    published = fold(contents, FoldOptions(as_published=True))
    assert [each.segment for each in published] == [0, 0, 1, 1, 1]


def test_logos_and_short_blocks() -> None:
    slides = [[line("NIH"), line(f"slide {number}", 100), line("7", 200)] for number in range(4)]
    texts = repeated(slides)
    assert texts == {"nih", "7"}
    assert repeats(slides[0][0], texts)
    assert not repeats(slides[0][1], texts)
    assert frame_content(slides[1], excluded=texts) == "slide 1"
    assert frame_content(slides[1], min_letters=4) == "slide 1"
    assert repeated(slides[:2]) == set()


def test_a_long_recording_is_folded_quickly() -> None:
    """90 minutes at a frame a second, of which each has a word of its own, such as a clock."""
    words = ["this", "slide", "has", "some", "words"]
    contents = [" ".join(f"{word}{at // 60}" for word in [*words, "and"]) + f" step{at}" for at in range(5400)]
    folded = fold(contents)
    assert max(each.segment for each in folded) == 89


def test_wrong_options() -> None:
    with pytest.raises(AlignmentError, match="no measure 'mer'"):
        FoldOptions("mer")
    with pytest.raises(AlignmentError, match="limit is -1"):
        FoldOptions(limit=-1)
    with pytest.raises(AlignmentError, match="share of 0"):
        repeated([], 0)
