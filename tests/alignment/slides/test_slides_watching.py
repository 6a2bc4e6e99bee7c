"""Which page a recording shows, from made counts of inliers."""

from __future__ import annotations

import numpy as np
import pytest

from alignment.metrics.calibration import calibration
from alignment.slides.watching import steps_of_texts, watch
from alignment.types import AlignmentError


def seen(pages: list[int | None], n_pages: int, rng: np.random.Generator) -> np.ndarray:
    """Inliers of a recording that shows these pages: many of the right one, few of the others, at times none."""
    counts = rng.poisson(4, size=(len(pages), n_pages)).astype(float)
    for second, page in enumerate(pages):
        if page is not None and rng.random() > 0.03:
            counts[second, page] = rng.poisson(120 * rng.random() + 20)
    return counts


def test_single_wrong_frames_do_not_cut_and_pages_come_back() -> None:
    pages: list[int | None] = [0] * 30 + [1] * 40 + [None] * 30 + [1] * 20 + [0] * 30 + [3] * 10
    counts = seen(pages, 4, np.random.default_rng(1))
    counts[50] = (3, 4, 150, 3)  # a wrong frame
    counts[10] = np.nan  # a frame that cannot be decoded
    found = watch(counts)
    assert sum(ours == theirs for ours, theirs in zip(found.pages, pages, strict=True)) > 0.97 * len(pages)
    assert [one.page for one in found.slides.stretches] == [0, 1, None, 1, 0, 3]
    assert found.pages[50] == 1


def test_builds_are_steps_of_one_slide() -> None:
    deck = ["Origins\nEvery silence", "Origins\nEvery silence\nInside a clause: short", "Results\nTen speakers"]
    slide_of = steps_of_texts(deck)
    assert slide_of == [0, 0, 1]
    counts = np.array([[90, 60, 3]] * 20 + [[80, 110, 3]] * 20 + [[5, 5, 100]] * 20)
    found = watch(counts, slide_of=slide_of)
    assert [(one.start, one.end) for one in found.slides.stretches] == [(0, 40), (40, 60)]
    assert [found.pages[at] for at in (5, 25, 45)] == [0, 1, 2]


def test_decisions_are_kept() -> None:
    counts = np.array([[90, 3, 2]] * 10)
    found = watch(counts, fixed={3: None, 6: 1}, slide_of=[0, 0, 1])
    assert (found.pages[3], found.pages[6], found.pages[9]) == (None, 1, 0)


def test_confidences_are_probabilities() -> None:
    rng = np.random.default_rng(2)
    stated: list[float] = []
    right: list[bool] = []
    for _ in range(8):
        pages: list[int | None] = []
        for page in range(6):
            pages += [page] * int(rng.geometric(1 / 40))
        counts = rng.poisson(6, (len(pages), 6)) + rng.poisson(20, (len(pages), 1)) * (
            np.arange(6) == np.array(pages)[:, None]
        )
        found = watch(counts)
        stated += found.slides.confidence
        right += [ours == theirs for ours, theirs in zip(found.pages, pages, strict=True)]
    assert calibration(stated, right).error <= 0.05


@pytest.mark.parametrize(
    ("inliers", "options", "message"),
    [
        ([1, 2], {}, r"shape \(2,\)"),
        ([[1, -2]], {}, "second 0, page 1: -2"),
        ([[1, 2]], {"slide_of": [0, 2]}, "slide_of is"),
        ([[1, 2]], {"fixed": {4: 0}}, "second 4 is fixed"),
    ],
)
def test_wrong_input_is_named(inliers: list[object], options: dict[str, object], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        watch(inliers, **options)  # type: ignore[arg-type]
