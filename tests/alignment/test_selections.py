"""Precision, recall and F1 of selections, and average precision, beside scikit-learn's."""

from __future__ import annotations

from random import Random

import pytest

from alignment.metrics.selections import average_precision, selection_score
from alignment.types import AlignmentError


def test_figures_are_those_of_scikit_learn() -> None:
    from sklearn.metrics import average_precision_score, precision_recall_fscore_support

    rng = Random(3)
    for _ in range(50):
        n = rng.randint(2, 40)
        labels = [int(rng.random() < 0.3) for _ in range(n)]
        labels[0] = 1
        scores = rng.sample(range(1000), n)
        chosen = [index for index in range(n) if scores[index] > 600]
        ours = selection_score(chosen, labels)
        expected = precision_recall_fscore_support(
            labels, [int(index in chosen) for index in range(n)], average="binary", zero_division=0
        )
        assert (ours.precision, ours.recall, ours.f1) == pytest.approx(expected[:3])
        assert average_precision(scores, labels) == pytest.approx(average_precision_score(labels, scores))


def test_nothing_chosen_or_labelled_scores_zero() -> None:
    assert selection_score([], [0, 1]).f1 == selection_score([0], [0, 0]).f1 == average_precision([1.0], [0]) == 0


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(AlignmentError, match="item 2 was chosen, but there are 2 labels"):
        selection_score([2], [0, 1])
    with pytest.raises(AlignmentError, match="1 scores but 2 labels"):
        average_precision([1.0], [0, 1])
