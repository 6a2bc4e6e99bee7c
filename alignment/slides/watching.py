"""Which page a recording shows, second by second, from how well each page matches each frame.

The input is numbers only: how many points of a page are where a frame has them (ORB's inliers, or any other count that
is high for the right page and near 0 for others). A page speaks for itself by the logarithm of its inliers over the
least number that means anything, and no slide has 0; the pages follow each other by `alignment.slides.chain`, so that a
single wrong frame does not cut. Pages that differ from the one before by a little more are its steps: to go from one to
the next is no cut, and the chain knows them as one slide.

Source: Lv et al. 2021, section 2.3, match each slide's image with the pages by ORB; the chain is ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from alignment import __version__
from alignment.slides.align import SlideAlignment, aligned, decisions, digest, first_page
from alignment.slides.chain import Moves, PageChain
from alignment.slides.words import content_words
from alignment.types import AlignmentError


@dataclass(frozen=True, slots=True)
class WatchingOptions:
    """limit : inliers under which a page is as likely as no slide. mean_stretch : seconds for which a page is shown, on
    average. sharpness : the power of the likelihoods; frames of one stretch are wrong together, so that 1 would be
    overconfident. leave, remain : probabilities per second that the slides are left, and that they stay away."""

    limit: float = 15.0
    mean_stretch: float = 40.0
    sharpness: float = 1.0
    leave: float = 0.003
    remain: float = 0.97

    def __post_init__(self) -> None:
        if not self.limit > 0 or not self.sharpness > 0:
            raise AlignmentError(f"limit is {self.limit}, sharpness {self.sharpness}; expected numbers above 0")
        if not self.mean_stretch > 1:
            raise AlignmentError(f"mean_stretch is {self.mean_stretch} seconds; expected more than 1")


@dataclass(frozen=True, slots=True)
class Watched:
    """What a recording shows.

    slides : the stretches by slide, that is, by the first page of its steps; each entry of `slides.pages` is a slide's
    number in `slide_of`, one a second. pages : the page of each second, None for no slide: of the slide's steps the one
    that matches best. slide_of : the slide of each page.
    """

    slides: SlideAlignment
    pages: tuple[int | None, ...]
    slide_of: tuple[int, ...]


def watch(
    inliers: npt.ArrayLike,
    *,
    slide_of: Sequence[int] | None = None,
    options: WatchingOptions = WatchingOptions(),
    fixed: Mapping[int, int | None] = {},
) -> Watched:
    """Find the page that is on the screen at each second.

    Parameters
    ----------
    inliers
        Shape (n_seconds, n_pages), 0 or more; a second without a frame is a row of NaN, and says nothing.
    slide_of
        The slide of each page, ascending without gaps, as `steps_of_texts` gives it; by default each page is one.
    fixed
        People's decisions: second -> page, or None for no slide.

    Returns
    -------
    Watched
        O(n_seconds * n_pages) time and memory. Confidences are posterior probabilities of the slide.

    Raises
    ------
    AlignmentError
        If the shape is wrong, a number is negative, or slides are not numbered in order, naming the place.

    Examples
    --------
    >>> found = watch([[90, 4]] * 20 + [[3, 60]] + [[80, 5]] * 20 + [[2, 99]] * 20)
    >>> [(each.start, each.end, each.page) for each in found.slides.stretches]
    [(0, 41, 0), (41, 61, 1)]
    """
    counts = np.asarray(inliers, dtype=np.float64)
    if counts.ndim != 2 or 0 in counts.shape:
        raise AlignmentError(f"inliers have shape {counts.shape}; expected (seconds, pages), 1 or more each")
    if (counts < 0).any() or np.isinf(counts).any():
        second, page = np.argwhere((counts < 0) | np.isinf(counts))[0]
        raise AlignmentError(f"second {second}, page {page}: {counts[second, page]:g} inliers; expected 0 or more")
    n_seconds, n_pages = counts.shape
    slides = np.arange(n_pages) if slide_of is None else np.asarray(slide_of, dtype=np.int64)
    if slides.shape != (n_pages,) or slides[0] != 0 or not np.isin(np.diff(slides), (0, 1)).all():
        raise AlignmentError(
            f"slide_of is {slides.tolist()[:20]}; expected {n_pages} numbers 0, 0, 1, ... without gaps"
        )
    pages_fixed = decisions(fixed, n_seconds, n_pages, "second")
    by_slide = {second: None if page is None else int(slides[page]) for second, page in fixed.items()}
    firsts = np.flatnonzero(np.concatenate([[True], np.diff(slides) > 0]))
    seen = np.log1p(np.nan_to_num(counts)) - np.log1p(options.limit)
    seen[np.isnan(counts).any(axis=1)] = 0.0
    best = np.maximum.reduceat(seen, firsts, axis=1)
    moves = Moves(len(firsts), 1 - 1 / options.mean_stretch, leave=options.leave, remain=options.remain)
    model = PageChain(
        moves, options.sharpness * best, np.zeros(n_seconds), first_page(len(firsts)),
        decisions(by_slide, n_seconds, len(firsts), "second"),
    )  # fmt: skip
    found = aligned(model, signature=_signature(counts, slides, options, by_slide), info={"seconds": n_seconds})
    lasts = np.append(firsts[1:], n_pages)
    pages = tuple(
        None if slide is None
        else int(pages_fixed[second]) if pages_fixed[second] >= 0
        else int(firsts[slide] + seen[second, firsts[slide] : lasts[slide]].argmax())
        for second, slide in enumerate(found.pages)
    )  # fmt: skip
    return Watched(found, pages, tuple(map(int, slides)))


def steps_of_texts(pages: Sequence[str], *, kept: float = 0.9, added: float = 0.5) -> list[int]:
    """The slide of each page of a deck whose builds are pages of their own.

    A page is a step of the slide before if it has at least the share `kept` of the words of the page before, and at
    most the share `added` of its own words are new. Pages without words are slides of their own.

    Examples
    --------
    >>> steps_of_texts(["Origins\\nEvery silence", "Origins\\nEvery silence\\nInside: short", "Results"])
    [0, 0, 1]
    """
    slides: list[int] = []
    before: set[str] = set()
    for page in pages:
        own = set(content_words(page))
        is_step = bool(
            before and own
            and len(before & own) >= kept * len(before)
            and len(own - before) <= added * len(own)
        )  # fmt: skip
        slides.append((slides[-1] if is_step else slides[-1] + 1) if slides else 0)
        before = own
    return slides


def _signature(
    counts: npt.NDArray[np.float64], slides: npt.NDArray[np.int64], options: WatchingOptions,
    fixed: Mapping[int, int | None],
) -> str:  # fmt: skip
    parts = {
        "engine": "watching",
        **{name: getattr(options, name) for name in ("limit", "mean_stretch", "sharpness", "leave", "remain")},
        "inliers": f"{counts.shape[0]}x{counts.shape[1]}@{sha256(counts.tobytes()).hexdigest()[:12]}",
        "slides": digest(slides.tolist()),
        "fixed": digest(sorted(fixed.items())) if fixed else "none",
        "v": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())
