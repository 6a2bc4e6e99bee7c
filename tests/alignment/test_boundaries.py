"""Boundary scores against scikit-learn, Pk and WindowDiff against NLTK and by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.metrics.boundaries import boundary_score, of_labels, of_lengths, pk, window_diff
from alignment.types import AlignmentError

N = 14
CUTS = st.sets(st.integers(1, N - 1))


@settings(max_examples=100, deadline=None)
@given(CUTS, CUTS)
def test_agrees_with_scikit_learn(reference: set[int], found: set[int]) -> None:
    from sklearn import metrics

    labels = [[int(unit in cuts) for unit in range(1, N)] for cuts in (reference, found)]
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(*labels, average="binary", zero_division=0)
    score = boundary_score(reference, found, N)
    if reference or found:
        assert (score.precision, score.recall, score.f1) == pytest.approx((precision, recall, f1))
    else:
        assert score.f1 == 1


@settings(max_examples=100, deadline=None)
@given(CUTS, CUTS, st.integers(2, N - 2))
def test_agrees_with_nltk(reference: set[int], found: set[int], window: int) -> None:
    from nltk.metrics import segmentation

    # NLTK marks the last unit of a segment; N - 1 marks have the N - k windows of k that ours are.
    ours = ["".join("1" if unit + 1 in cuts else "0" for unit in range(N - 1)) for cuts in (reference, found)]
    assert pk(reference, found, N, window) == pytest.approx(segmentation.pk(*ours, k=window))
    assert window_diff(reference, found, N, window) == pytest.approx(segmentation.windowdiff(*ours, k=window))


def test_by_hand() -> None:
    assert pk([4], [4], 8) == window_diff([4], [4], 8) == 0
    # windows of 2: units (0,2) ... (5,7); the one cut is seen by (2,4), (3,5), the other by (3,5), (4,6)
    assert pk([4], [5], 8) == pytest.approx(2 / 6)
    # two cuts where one is: Pk does not see it within a window, WindowDiff does
    assert pk([4], [4, 5], 8, window=3) < window_diff([4], [4, 5], 8, window=3)


def test_tolerance_matches_each_boundary_once() -> None:
    assert boundary_score([3, 6], [4, 5], 9, tolerance=1).matches == 2
    assert boundary_score([3], [2, 4], 9, tolerance=1).matches == 1
    assert boundary_score([3, 6], [4, 5], 9).matches == 0


def test_other_forms() -> None:
    assert of_labels(["a", "a", "b", "c", "c"]) == of_lengths([2, 1, 2]) == [2, 3]
    assert of_labels([]) == of_lengths([5]) == []


@pytest.mark.parametrize(
    ("cuts", "message"),
    [
        ([0, 3], "reference: boundary 0 is not within 1 to 8; did you count"),
        ([9], "boundary 9"),
        ([3, 3], "given twice"),
    ],
)
def test_wrong_boundaries_are_named(cuts: list[int], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        pk(cuts, [3], 9)


def test_wrong_numbers_are_named() -> None:
    with pytest.raises(AlignmentError, match="window is 0"):
        pk([1], [1], 9, window=0)
    with pytest.raises(AlignmentError, match="0 units"):
        boundary_score([], [], 0)
    with pytest.raises(AlignmentError, match="expected 1 or more each"):
        of_lengths([2, 0])
