"""Which page of a deck is on the screen at each second of a recording.

Each frame is compared with the pages by `alignment.slides.page_matcher`; the chain of `alignment.slides.watching` then
goes over the seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from alignment.slides.frames import Frame, Gray
from alignment.slides.page_matcher import PageMatcher
from alignment.slides.watching import Watched, WatchingOptions, watch
from alignment.types import AlignmentError, Progress

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

#: How the chain reads the numbers of `PageMatcher.match`; measured by benchmarks/finding_pages.py.
WATCHING = WatchingOptions(limit=8.0, sharpness=1.5)
#: A deck fits a recording if this share of its frames shows a page of it.
MIN_FITTING = 0.2
#: So many frames from all of a recording, of which none shows a page, are enough to say that the rest do not: with a
#: share of `MIN_FITTING` one in a thousand recordings would have none among them.
_ENOUGH_SAMPLES = 30
#: Frames without a page after which points are looked up in one of some frames only.
_PATIENCE, _RARELY = 60, 8


@dataclass(frozen=True, slots=True)
class FoundPages:
    """watched : the page of each second. n_frames : that could be decoded. n_fitting : that show a page of the deck."""

    watched: Watched
    n_frames: int
    n_fitting: int


def find_pages(
    pages: Iterable[Gray],
    frames: Iterable[Frame],
    *,
    samples: Iterable[Gray] = (),
    n_seconds: int | None = None,
    options: WatchingOptions = WATCHING,
    fixed: Mapping[int, int | None] = {},
    progress: Progress | None = None,
) -> FoundPages:
    """Find the page that is on the screen at each second: `match_frames`, and then `watch`.

    fixed : people's decisions: second -> page, or None for no slide. Those after the end are passed over.
    """
    matcher = PageMatcher(pages)
    inliers = match_frames(matcher, frames, samples=samples, n_seconds=n_seconds, options=options, progress=progress)
    known = {second: page for second, page in fixed.items() if second < len(inliers)}
    return FoundPages(watch(inliers, options=options, fixed=known), *_fitting(inliers, options))


def match_frames(
    matcher: PageMatcher,
    frames: Iterable[Frame],
    *,
    samples: Iterable[Gray] = (),
    n_seconds: int | None = None,
    options: WatchingOptions = WATCHING,
    progress: Progress | None = None,
) -> Floats:
    """How well each frame shows each page, as `watch` takes it, shape (n_seconds, n_pages).

    Where no page was seen for `_PATIENCE` frames, points are looked up in one frame of `_RARELY` only. As soon as that
    one shows a page, the frames before it are looked at again along its screen, so that nothing is lost.

    Parameters
    ----------
    matcher
        Of the deck's pages.
    frames
        One a second, from 0, without gaps.
    samples
        Some of them, from all of the recording, looked at first: where none shows a page, the others need not be read.
    n_seconds
        How many there will be, for `progress`.
    progress
        Called with a fraction and a message; it may raise `Cancelled`.

    Raises
    ------
    AlignmentError
        If there are no pages or frames, if hardly any frame shows a page, or if OpenCV is missing.
    """
    tell = progress or (lambda share, what: None)
    _check_samples(matcher, samples, options)
    rows: list[Floats] = []
    passed: dict[int, Gray] = {}  # frames in which no points were looked up
    n_empty = 0
    for frame in frames:
        if len(rows) % 10 == 0:
            share = min(1.0, len(rows) / n_seconds) if n_seconds else 0.0
            tell(share, f"Second {len(rows):,}" + (f" of {n_seconds:,}" if n_seconds else ""))
        if frame.picture is None:
            rows.append(np.full(matcher.n_pages, np.nan))
            continue
        is_passed = n_empty >= _PATIENCE and len(passed) < _RARELY - 1
        rows.append(matcher.match(frame.picture, by_points=not is_passed))
        if rows[-1].max() >= options.limit:
            for at, picture in passed.items():
                rows[at] = matcher.match(picture, by_points=False)
            n_empty, passed = 0, {}
        elif is_passed:
            passed[len(rows) - 1] = frame.picture
        else:
            n_empty, passed = n_empty + 1, {}
    if not rows:
        raise AlignmentError("there are no frames; expected one or more")
    inliers = np.stack(rows)
    n_frames, n_fitting = _fitting(inliers, options)
    if n_fitting < MIN_FITTING * n_frames or not n_fitting:
        raise AlignmentError(f"{n_fitting:,} of {n_frames:,} frames fit this deck. Is it the right file?")
    return inliers


def _check_samples(matcher: PageMatcher, samples: Iterable[Gray], options: WatchingOptions) -> None:
    n = 0
    for picture in samples:
        if matcher.match(picture).max() >= options.limit:
            return
        n += 1
    if n >= _ENOUGH_SAMPLES:
        raise AlignmentError(f"0 of {n} frames from all of the recording fit this deck. Is it the right file?")


def _fitting(inliers: Floats, options: WatchingOptions) -> tuple[int, int]:
    """How many frames could be decoded, and how many of them show a page."""
    best = inliers.max(axis=1)
    return int((~np.isnan(best)).sum()), int((best >= options.limit).sum())
