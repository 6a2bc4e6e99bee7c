"""Segmentations and key sentences scored as VT-SSum's authors score them, with intervals over videos.

Conventions: the first sentence of a talk counts as a boundary, as the corpus tags it ("S"); a method that cuts at all
marks it. Accuracy and boundary scores are of all sentences together, Pk and WindowDiff means over videos, with a window
of half a mean segment, at least 2; a video no longer than the window has neither. Precision and recall of the top three
or five are means over the clips that count (macro averages), and F1 is the harmonic mean of the two, which is how the
paper's figures come about. Everything is in [0, 1]; Pk and WindowDiff are better if lower.

Accuracy misleads: seven of eight sentences begin no segment, so that never cutting has .874 on the development videos.

Sources: Lv et al. 2021, section 3, tables 3 and 4; `alignment.metrics.boundaries` for Pk and WindowDiff.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from alignment.metrics.boundaries import pk, window_diff
from alignment.metrics.intervals import interval
from alignment.metrics.selections import selection_score
from alignment.slides.predictions import Marks, marks_of
from alignment.slides.ranking import UNTRAINED, Ranking, Scores, labels_of, top
from alignment.slides.segmentation import cosine_windows, every_nth, never, texttiling
from alignment.slides.vtssum import Video
from alignment.types import AlignmentError

Floats = npt.NDArray[np.float64]

#: A cut so many sentences from a boundary is near it.
NEAR = 2
Fit = Literal["exact", "near", "wrong"]
#: Segmentations that need no deck, by name.
SEGMENTERS: Mapping[str, Callable[[Sequence[str]], list[int]]] = {
    "never": never,
    "every_8th": every_nth,
    "cosine": cosine_windows,
    "texttiling": texttiling,
}


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure and its 95 % interval over videos, if there are five and it varies. None is undefined."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class SegmentationScore:
    """See the head of the module. precision, recall, f1 : of boundaries."""

    n_videos: int
    n_sentences: int
    accuracy: Measure
    precision: Measure
    recall: Measure
    f1: Measure
    pk: Measure
    window_diff: Measure


@dataclass(frozen=True, slots=True)
class TopScore:
    """Of the best k sentences; see the head of the module. micro_* : all clips together, which the paper does not
    use."""

    k: int
    n_videos: int
    n_clips: int
    precision: Measure
    recall: Measure
    f1: Measure
    micro_precision: float
    micro_recall: float


@dataclass(frozen=True, slots=True)
class Published:
    """A figure of the paper, on its test set of 962 videos, which is not ours. figures : in per cent."""

    name: str
    source: str
    figures: tuple[float, ...]


_PAPER = "Lv et al. 2021, table {}, test set"
#: Accuracy.
PUBLISHED_SEGMENTATION = tuple(
    Published(name, _PAPER.format(3), (value,))
    for name, value in (("LSTM", 90.33), ("UniLMv2 base", 92.14), ("UniLMv2 large", 93.00))
)
#: Precision, recall and F1 of the top three, then of the top five.
PUBLISHED_SUMMARIES = (
    Published("PreSumm, CNN/DM", _PAPER.format(4), (31.49, 58.41, 40.92, 27.10, 74.46, 39.74)),
    Published("PreSumm, VT-SSum", _PAPER.format(4), (37.86, 69.04, 48.90, 29.79, 80.79, 43.53)),
    Published("PreSumm, both", _PAPER.format(4), (38.10, 69.48, 49.22, 29.88, 81.02, 43.66)),
)


def segment(videos: Sequence[Video], name: str) -> Marks:
    """The marks of a segmenter of `SEGMENTERS`. Only ``never`` leaves the first sentence of a talk unmarked."""
    if name not in SEGMENTERS:
        raise AlignmentError(f"no segmenter {name!r}; there are {', '.join(SEGMENTERS)}")
    return {video.id: marks_of(video, SEGMENTERS[name](video.sentences), first=name != "never") for video in videos}


def rank(videos: Sequence[Video], ranking: Ranking | str) -> Mapping[str, Scores]:
    """The scores of a ranking, or of one of `UNTRAINED`, by the video's id."""
    if isinstance(ranking, str):
        if ranking not in UNTRAINED:
            raise AlignmentError(f"no ranking {ranking!r}; there are {', '.join(UNTRAINED)}")
        ranking = UNTRAINED[ranking]
    return {video.id: ranking(video) for video in videos}


def score_segmentation(videos: Sequence[Video], marks: Marks) -> SegmentationScore:
    """Score the marks of these videos; raises AlignmentError if one has not as many as sentences."""
    rows = []
    for video in videos:
        expected, found = marks_of(video, video.boundaries), marks.get(video.id, ())
        if len(found) != len(expected) or not expected:
            raise AlignmentError(f"{video.id}: {len(found)} marks; expected {len(expected)}, one for each sentence")
        n = len(expected)
        both = sum(a and b for a, b in zip(expected, found, strict=True))
        window = max(2, round(n / max(1, sum(expected)) / 2))
        gold, cut = ([at for at in range(1, n) if side[at]] for side in (expected, found))
        measured = n > window
        rows.append(
            [
                sum(a == b for a, b in zip(expected, found, strict=True)), n, both, sum(found), sum(expected),
                pk(gold, cut, n, window) if measured else 0.0,
                window_diff(gold, cut, n, window) if measured else 0.0,
                measured,
            ]
        )  # fmt: skip
    if not rows:
        raise AlignmentError("there is no video to score; expected one or more")
    right, n_all, both_, found_, expected_, pk_, diff, measured_ = range(8)
    cuts = any(row[found_] for row in rows)  # without a cut these are 0 in any talks: nothing is to be estimated
    return SegmentationScore(
        n_videos=len(videos),
        n_sentences=int(sum(row[n_all] for row in rows)),
        accuracy=_measure(_Ratio(right, n_all), rows),
        precision=_measure(_Ratio(both_, found_, empty=0.0), rows, varies=cuts),
        recall=_measure(_Ratio(both_, expected_), rows, varies=cuts),
        f1=_measure(_F1(both_, found_, expected_), rows, varies=cuts),
        pk=_measure(_Ratio(pk_, measured_), rows),
        window_diff=_measure(_Ratio(diff, measured_), rows),
    )


def score_top(videos: Sequence[Video], scores: Mapping[str, Scores], k: int) -> TopScore:
    """Score the best k sentences of each clip that counts.

    Raises AlignmentError if k is below 1, no clip counts, or a clip that counts lacks scores.
    """
    if k < 1:
        raise AlignmentError(f"top {k}: expected 1 or more")
    rows = []
    for video in videos:
        sums = np.zeros(6)
        for clip in video.samples:
            labels, given = labels_of(clip), scores.get(video.id, {}).get(clip.name, ())
            if len(given) != len(labels):
                raise AlignmentError(f"{video.id} {clip.name}: {len(given)} scores; expected {len(labels)}")
            chosen = top(given, k)
            score = selection_score(chosen, labels)
            right = sum(labels[index] for index in chosen)
            sums += (score.precision, score.recall, 1, right, len(chosen), sum(labels))
        rows.append(sums)
    total = np.sum(rows, axis=0) if rows else np.zeros(6)
    if not total[2]:
        of = "1 video" if len(videos) == 1 else f"{len(videos)} videos"
        raise AlignmentError(f"none of {of} has a clip that counts")
    return TopScore(
        k=k,
        n_videos=len(videos),
        n_clips=int(total[2]),
        precision=_measure(_Ratio(0, 2), rows),
        recall=_measure(_Ratio(1, 2), rows),
        f1=_measure(_Harmonic(), rows),
        micro_precision=float(total[3] / total[4]),
        micro_recall=float(total[3] / total[5]),
    )


def fits(cuts: Sequence[int], boundaries: Sequence[int]) -> list[Fit]:
    """How each cut fits the boundaries, both ascending: one is there, or within `NEAR` sentences, or none is.

    >>> fits([3, 7, 12], [3, 9])
    ['exact', 'near', 'wrong']
    """
    found: list[Fit] = []
    for cut in cuts:
        at = bisect_left(boundaries, cut - NEAR)
        beside = boundaries[at : bisect_right(boundaries, cut + NEAR)]
        found.append("exact" if cut in beside else "near" if beside else "wrong")
    return found


class _Ratio:
    """One sum over another. empty : where the other is 0."""

    def __init__(self, part: int, whole: int, empty: float = np.nan) -> None:
        self.part, self.whole, self.empty = part, whole, empty

    def value_of(self, sums: Floats) -> Floats:
        part, whole = sums[..., self.part], sums[..., self.whole]
        return np.where(whole > 0, part / np.where(whole > 0, whole, 1), self.empty)


class _F1:
    def __init__(self, both: int, found: int, expected: int) -> None:
        self.both, self.found, self.expected = both, found, expected

    def value_of(self, sums: Floats) -> Floats:
        return np.asarray(2 * sums[..., self.both] / np.maximum(sums[..., self.found] + sums[..., self.expected], 1))


class _Harmonic:
    """The harmonic mean of mean precision and mean recall."""

    def value_of(self, sums: Floats) -> Floats:
        n = np.where(sums[..., 2] > 0, sums[..., 2], np.nan)
        precision, recall = sums[..., 0] / n, sums[..., 1] / n
        both = precision + recall
        return np.asarray(np.where(both == 0, 0.0, 2 * precision * recall / np.where(both == 0, 1, both)))


def _measure(figure: _Ratio | _F1 | _Harmonic, rows: Sequence[npt.ArrayLike], *, varies: bool = True) -> Measure:
    """varies : whether the figure could have been another one in other videos; else it has no interval."""
    parts = np.asarray(rows, dtype=np.float64)
    value = float(figure.value_of(parts.sum(axis=0)))
    low, high = (varies and interval(figure, parts, scale="share")) or (None, None)
    return Measure(None if np.isnan(value) else value, low, high)
