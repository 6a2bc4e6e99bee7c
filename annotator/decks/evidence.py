"""What a search saw: how well the frames fit, what else a stretch could show, and a frame of each stretch.

Whoever goes through a timeline decides by it. It belongs to the search, and goes with it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from alignment.slides.frames import Frame, Gray
from alignment.slides.matching import WATCHING
from alignment.slides.page_matcher import MOST_INLIERS, MOST_POINTS, PageMatcher, decoded_frame, encoded_frame
from alignment.slides.watching import Watched
from alignment.types import Progress
from annotator.platform.files import delete_folder

if TYPE_CHECKING:
    from annotator.models import PageSearch, Pair

#: Pages that a stretch could show, no slide apart.
N_CANDIDATES = 3
#: Points that are kept of each, for people to see.
N_POINTS = MOST_POINTS
#: Points that count for a page at most.
MOST_FITTING = MOST_INLIERS
#: Under so many points, or such a probability, a page is no candidate.
_FEWEST_INLIERS, _LEAST = 1.0, 0.005
#: Of a candidate that the frame of its stretch is not compared with.
NOT_COMPARED: Mapping[str, Any] = {"matches": None, "points": [], "lacks": []}
#: Frames that are held at once; of a longer recording fewer a minute.
_MOST_FRAMES = 2000


class FramesSeen:
    """Small pictures of the frames that went by, evenly over the recording; at most `_MOST_FRAMES`, 15 kB each."""

    def __init__(self) -> None:
        self._kept: dict[int, bytes] = {}
        self._every = 2
        self._last: Gray | None = None
        self._encoded = b""

    def passing(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        for frame in frames:
            if frame.picture is not None and frame.second % self._every == 0:
                if frame.picture is not self._last:
                    self._last, self._encoded = frame.picture, encoded_frame(frame.picture)
                self._kept[frame.second] = self._encoded
                if len(self._kept) > _MOST_FRAMES:
                    self._every *= 2
                    self._kept = {at: one for at, one in self._kept.items() if at % self._every == 0}
            yield frame

    def of(self, start: float, end: float) -> tuple[int, bytes] | None:
        """The one nearest to the middle of a stretch, and in it; None where there is none."""
        inside = [second for second in self._kept if start <= second < end]
        if not inside:
            return None
        second = min(inside, key=lambda one: (abs(one - (start + end) / 2), one))
        return second, self._kept[second]


class Comparisons:
    """Where frames have what pages have; each frame is compared once with each page."""

    def __init__(self, matcher: PageMatcher, progress: Progress) -> None:
        self._matcher, self._progress = matcher, progress
        self._known: dict[tuple[int, int], dict[str, Any]] = {}

    def of(self, second: int, encoded: bytes, pages: Sequence[int]) -> dict[int, dict[str, Any]]:
        """By the page, from 1: a candidate's `matches`, `points` and `lacks`, in thousandths; at most 1 kB of three."""
        new = [page for page in pages if (second, page) not in self._known]
        if new:
            self._progress(1.0, f"Comparing the frame at {second} s")
            compared = self._matcher.compare(decoded_frame(encoded), [page - 1 for page in new])
            for page, one in zip(new, compared, strict=True):
                self._known[second, page] = dict(NOT_COMPARED) if one is None else {
                    "matches": round(one.matches, 3),
                    "points": [_thousandths(point) for point in one.points],
                    "lacks": [_thousandths(box) for box in one.lacks],
                }  # fmt: skip
        return {page: self._known[second, page] for page in pages}


def _thousandths(shares: Sequence[float]) -> list[int]:
    return [round(1000 * share) for share in shares]


def evidence_of(
    stretches: Sequence[Any], inliers: Any, watched: Watched, frames: FramesSeen, comparisons: Comparisons
) -> dict[str, Any]:
    """What `PageSearch.evidence` holds of the stretches of a timeline, and the seconds of the frames to be kept."""
    best = np.nan_to_num(inliers.max(axis=1))
    seen = []
    for _, start, until, *_ in stretches:
        end = float(len(inliers)) if until is None else until
        seconds = slice(math.floor(start), max(math.floor(start) + 1, math.ceil(end)))
        frame = frames.of(start, end)
        candidates = _candidates(inliers[seconds], watched.slides.candidates[seconds])
        pages = [one["page"] for one in candidates if one["page"]]
        compared = {} if frame is None else comparisons.of(*frame, pages)
        seen.append(
            {
                "start": start,
                "end": end,
                "frame": None if frame is None else frame[0],
                "candidates": [{**one, **compared.get(one["page"], NOT_COMPARED)} for one in candidates],
            }
        )
    return {"limit": WATCHING.limit, "inliers": [round(float(one)) for one in best], "stretches": seen}


def _candidates(inliers: Any, probable: Sequence[Any]) -> list[dict[str, Any]]:
    """The pages that fit some seconds best, from 1, and 0 for no slide; the likeliest first."""
    if not len(inliers):
        return []
    shown = inliers[~np.isnan(inliers).any(axis=1)]
    means = shown.mean(axis=0) if len(shown) else np.zeros(inliers.shape[1])
    likely: dict[int, float] = {}
    for second in probable:
        for page, share in second:
            number = 0 if page is None else page + 1
            likely[number] = likely.get(number, 0.0) + share / len(probable)
    pages = {
        int(page) + 1 for page in np.argsort(-means, kind="stable")[:N_CANDIDATES] if means[page] >= _FEWEST_INLIERS
    }
    pages |= {page for page, share in likely.items() if page and share >= _LEAST}
    found = [
        {
            "page": page,
            "inliers": round(float(means[page - 1])),
            "confidence": round(min(1.0, likely.get(page, 0.0)), 3),
        }
        for page in pages
    ]
    found.sort(key=lambda one: (-one["confidence"], -one["inliers"], one["page"]))
    return [*found[:N_CANDIDATES], {"page": 0, "inliers": 0, "confidence": round(min(1.0, likely.get(0, 0.0)), 3)}]


def last_done(pair: Pair) -> PageSearch | None:
    """The search by which a timeline is gone through, while a newer one is under way or has failed too."""
    return pair.page_searches.filter(evidence__isnull=False).order_by("pk").last()


def seen_by(search: PageSearch | None) -> dict[str, Any]:
    """What a search saw; nothing of none."""
    if search is None or search.evidence is None:
        return {"limit": WATCHING.limit, "inliers": [], "stretches": []}
    # Searches from before frames were compared have no points.
    stretches = [
        stretch | {"candidates": [{**NOT_COMPARED, **candidate} for candidate in stretch["candidates"]]}
        for stretch in search.evidence["stretches"]
    ]
    return {**search.evidence, "stretches": stretches}


def folder_of(search: PageSearch) -> str:
    """Where in the storage its frames are, and nothing else."""
    return f"decks/frames/{search.pk}"


def frame_name(search: PageSearch, second: int) -> str:
    return f"{folder_of(search)}/{second:06}.jpg"


def keep_frames(search: PageSearch, evidence: dict[str, Any], frames: FramesSeen) -> None:
    """Store a frame of each stretch, in the place of what a killed worker has stored."""
    delete_folder(folder_of(search))
    for seen in evidence["stretches"]:
        frame = frames.of(seen["start"], seen["end"])
        if frame is not None and not default_storage.exists(frame_name(search, frame[0])):
            default_storage.save(frame_name(search, frame[0]), ContentFile(frame[1]))


def delete_frames(search: PageSearch) -> None:
    """Delete what is stored of a search whose row is about to go, once it is gone."""
    transaction.on_commit(partial(delete_folder, folder_of(search)), robust=True)
