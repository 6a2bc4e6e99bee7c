"""Learns the coefficients: a logistic regression over the labels that talks gave. Needs scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from alignment.extractive.features import Floats, Frequencies, features_of
from alignment.extractive.model import Summariser
from alignment.extractive.papers import DEV, TRAIN, Paper
from alignment.metrics.selections import average_precision
from alignment.types import AlignmentError, Progress

#: Inverse strengths of regularisation; the one that ranks the dev papers best is taken, this one without such papers.
STRENGTHS = (0.01, 0.1, 1.0, 10.0)
_WITHOUT_DEV = 1.0

MISSING = (
    "Training needs scikit-learn, which is not installed. Install it with `pip install scikit-learn`, or start Lectern "
    "once with LECTERN_EXTRAS=extractive. Models that are trained work without it."
)


def is_available() -> bool:
    """Whether models can be trained here."""
    from importlib.util import find_spec

    return find_spec("sklearn") is not None


def train(
    papers: Sequence[Paper], *, trained_on: dict[str, Any] | None = None, progress: Progress | None = None
) -> Summariser:
    """Learn from the papers of the split `train`; those of `dev` choose how strong the regularisation is.

    Papers of other splits are not looked at, so that what is measured on them is fair.

    Parameters
    ----------
    papers
        With labels.
    trained_on
        Kept in the model, beside the numbers of papers and sentences.

    Returns
    -------
    Summariser
        The same papers give the same model.

    Raises
    ------
    AlignmentError
        Without scikit-learn, or if no sentence, or every sentence, is labelled.
    """
    if not is_available():
        raise AlignmentError(MISSING)
    from sklearn.linear_model import LogisticRegression

    learnt = [paper for paper in papers if paper.split == TRAIN]
    held = [paper for paper in papers if paper.split == DEV]
    if not learnt:
        raise AlignmentError(f"no paper of {len(papers)} is in the split {TRAIN}; nothing can be learnt")
    frequencies = Frequencies.of(learnt)
    rows, labels = _table(learnt, frequencies, progress)
    n_chosen = int(labels.sum())
    if n_chosen in (0, len(labels)):
        labelled = "no sentence" if n_chosen == 0 else "every sentence"
        raise AlignmentError(
            f"{labelled} of {len(labels)} is in a summary; expected some that are and some that are not"
        )
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale[scale < 1e-9] = 1.0

    def fitted(strength: float) -> Summariser:
        model = LogisticRegression(C=strength, class_weight="balanced", max_iter=2000)
        model.fit((rows - mean) / scale, labels)
        return Summariser(
            mean=mean, scale=scale, coefficients=model.coef_[0], intercept=float(model.intercept_[0]),
            frequencies=frequencies,
            trained_on={
                **(trained_on or {}), "n_papers": len(learnt), "n_sentences": len(labels), "n_chosen": n_chosen,
                "strength": strength,
            },
        )  # fmt: skip

    if not held:
        return fitted(_WITHOUT_DEV)
    tried: list[Summariser] = []
    for number, strength in enumerate(STRENGTHS):
        if progress is not None:
            progress(0.5 + 0.5 * number / len(STRENGTHS), f"Fitting, strength {strength:g}")
        tried.append(fitted(strength))
    return max(tried, key=lambda model: mean_average_precision(model, held))  # of equal ones, the strongest


def mean_average_precision(model: Summariser, papers: Sequence[Paper]) -> float:
    """Over the papers that have a labelled sentence; 0 where none has."""
    precisions = [average_precision(model.scores(paper), paper.labels) for paper in papers if any(paper.labels)]
    return sum(precisions) / len(precisions) if precisions else 0.0


def _table(
    papers: Sequence[Paper], frequencies: Frequencies, progress: Progress | None
) -> tuple[Floats, np.ndarray[Any, np.dtype[np.int64]]]:
    """Features and labels of all sentences that can be chosen."""
    rows, labels = [], []
    for number, paper in enumerate(papers):
        if progress is not None:
            progress(0.5 * number / len(papers), f"Reading, {number} of {len(papers)} papers")
        may = np.array(paper.candidates, dtype=bool)
        rows.append(features_of(paper, frequencies)[may])
        labels.append(np.array(paper.labels, dtype=np.int64)[may])
    return np.concatenate(rows), np.concatenate(labels)
