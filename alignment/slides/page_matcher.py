"""Which page of a deck each frame of a recording shows, from pictures of both.

A frame is compared in three steps. Its ORB features look up the pages that have similar ones; with the likeliest, a
ratio test and RANSAC find the homography that lays most of the page's points on the frame; and along it the screen is
cut out of the frame and compared with every page, block by block, as structural similarity does without its brightness.
The last step tells pages of one template from each other, and the steps of a build: what a page has and the frame lacks
counts as much as what both have. While the camera stands still it is all that is needed, so that a frame costs a few
milliseconds.

Needs the extra `video` (OpenCV), which is imported when pages are first prepared.

Source: Lv et al. 2021, section 2.3, match pages with slides' images by ORB; comparing blocks is ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from alignment.slides.frames import FRAME_PIXELS, MISSING, Gray
from alignment.types import AlignmentError

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]

_PAGE_PIXELS = 800
#: The longer side of a frame that is kept to be looked at.
_SHOWN_PIXELS = 480
_PAGE_FEATURES, _FRAME_FEATURES = 700, 1200
#: The screen as blocks are compared: its size, and that of a block, about one line high.
_WIDTH, _HEIGHT = 256, 144
_BLOCK_WIDTH, _BLOCK_HEIGHT = 16, 8
#: Variances of gray, 0 to 255, under which a block is flat: of noise, and of what has a say in full.
_NOISE, _TEXTURE = 40.0, 200.0
#: Homographies: least points, greatest error in pixels, least share of the frame.
_MIN_INLIERS, _ERROR, _MIN_AREA = 10, 4.0, 0.03
_RATIO = 0.8
#: Pages are looked up as they are, and as a lens or a codec shows them.
_BLUR = 2.0
#: Pages whose points are laid on a frame, by what look-up says; more of them until a screen is found. And by how much
#: they resemble a known screen.
_CANDIDATES, _FIRST_CANDIDATES = 4, 12
_RESEMBLING = 2
#: A screen that was found is still there if a page resembles it so much; and nothing better is looked for while one
#: resembles it as much as when it was found, or nearly.
_KEPT, _KEPT_SHARE = 0.5, 0.9
#: Under this there is no screen.
_SEEN = 0.2
#: What of a page's own, without what all pages have, a screen must have for half to fit; and how sharp that limit is.
_PROPER, _PROPER_WIDTH = 0.5, 0.02
#: More inliers than these say nothing more.
MOST_INLIERS = 100
#: Points of a comparison; and under which likeness a block of a page is not in a frame, and how many parts are named.
MOST_POINTS = 15
_LACKING, _MOST_LACKING = 0.2, 4
#: Screens that are remembered: a mixer changes between a few layouts.
_SCREENS = 3
#: How much a page loses by resembling the frame less than the best one, as a power.
_PREFERENCE = 16.0
#: Frames are equal if no pixel of their thumbnails differs by more, so that the noise of a codec is no change.
_THUMBNAIL, _EQUAL = (96, 54), 6


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a frame has of a page; places are shares of width and height.

    matches : of the points that look alike, the share that lies where the page has it. points : of these, at most
    `MOST_POINTS`, far apart: x and y in the frame, x and y on the page. lacks : boxes of what the page has and the
    frame has not (left, top, right, bottom), the largest first.
    """

    matches: float
    points: tuple[tuple[float, ...], ...]
    lacks: tuple[tuple[float, ...], ...]


class PageMatcher:
    """The pages of a deck, ready to be found in frames. Frames of one recording go through in order.

    A page takes some 25 ms of preparation, and 300 kB.
    """

    def __init__(self, pages: Iterable[Gray]) -> None:
        """Raises AlignmentError if there is no page, or OpenCV is missing."""
        self._cv = _opencv()
        self._matcher = self._cv.BFMatcher(self._cv.NORM_HAMMING)
        self._orb = self._cv.ORB_create(nfeatures=_FRAME_FEATURES, fastThreshold=10)
        orb = self._cv.ORB_create(nfeatures=_PAGE_FEATURES, fastThreshold=10)
        self._pages: list[_Features] = []
        blocks, descriptors = [], []
        for page in pages:  # one at a time: large pictures of a long deck would fill the memory
            own = self._fitted(page, _PAGE_PIXELS)
            self._pages.append(_features(self._cv, orb, own))
            blurred = _features(self._cv, orb, self._cv.GaussianBlur(own, (0, 0), _BLUR))
            descriptors.append(np.concatenate([self._pages[-1].descriptors, blurred.descriptors]))
            blocks.append(self._blocks_of(self._shrunk(page)))
        if not blocks:
            raise AlignmentError("the deck has no pages")
        self._blocks = np.stack(blocks)
        self._index = _Index(descriptors)
        # What pages have in common is the template; of a deck of one page, nothing is.
        self._usual = self._blocks.mean(axis=0) * (len(blocks) - 1) / len(blocks)
        self._screens: list[_Screen] = []  # the last one first
        self._shape: tuple[int, ...] = ()
        self._thumbnail: npt.NDArray[np.int16] | None = None
        self._row = np.zeros(len(blocks))

    @property
    def n_pages(self) -> int:
        return len(self._pages)

    def match(self, frame: Gray, *, by_points: bool = True) -> Floats:
        """How many points of each page are where the frame has them, shape (n_pages,), as `watch` takes it.

        For the page that resembles the frame most, its inliers, or less where it is only alike as all pages are; less
        for each of the others, by how much less it resembles the frame. by_points : without it, pages are looked for on
        the screens that are known, which takes a tenth of the time.
        """
        if max(frame.shape) > FRAME_PIXELS:
            frame = self._fitted(frame, FRAME_PIXELS)
        thumbnail = self._cv.resize(frame, _THUMBNAIL, interpolation=self._cv.INTER_AREA).astype(np.int16)
        if frame.shape != self._shape:
            self._shape, self._thumbnail, self._screens = frame.shape, None, []
        if self._thumbnail is None or int(np.abs(thumbnail - self._thumbnail).max()) > _EQUAL:
            self._row, self._thumbnail = self._compared(frame, by_points), thumbnail if by_points else None
        return self._row

    def _compared(self, frame: Gray, by_points: bool) -> Floats:
        known = [(self._looked_at(frame, screen.homography), screen) for screen in self._screens]
        look, screen = max(known, key=lambda one: one[0].best, default=(None, None))
        is_enough = (
            look is not None and screen is not None and look.fit >= 0.5
            and look.best >= max(_KEPT, _KEPT_SHARE * screen.resemblance)
        )  # fmt: skip
        if by_points and not is_enough:
            found = self._laid_on(frame, [] if look is None else np.argsort(-look.alike, kind="stable")[:_RESEMBLING])
            if found is not None:
                afresh = self._looked_at(frame, found[0])
                if look is None or afresh.best > look.best:
                    look, screen = afresh, _Screen(*found, afresh.best)
        if look is None or screen is None or look.best < _SEEN:
            return np.zeros(self.n_pages)
        if look.best >= _KEPT:
            self._screens = [screen, *(one for one in self._screens if one is not screen)][:_SCREENS]
        points = min(screen.n_inliers, MOST_INLIERS) * look.fit
        return np.asarray(points * np.clip(look.alike / look.best, 0, 1) ** _PREFERENCE)

    def _laid_on(self, frame: Gray, resembling: Iterable[int]) -> tuple[Floats, int] | None:
        """The homography that lays most points of a page on the frame, and how many; None if no page has enough.

        resembling : pages that are tried besides those that look-up finds.
        """
        seen = _features(self._cv, self._orb, frame)
        best: tuple[Floats, int] | None = None
        n_likeliest = _CANDIDATES if self._screens else _FIRST_CANDIDATES
        for page in dict.fromkeys([*self._index.likeliest(seen.descriptors, n_likeliest), *resembling]):
            laid = self._lay(page, seen, best[1] + 1 if best else _MIN_INLIERS)
            if laid is not None:
                best = laid.homography, int(laid.inside.sum())
        return best

    def _lay(self, page: int, seen: _Features, fewest: int) -> _Laid | None:
        """The points of a page laid on those of a frame; None unless so many lie where the page has them."""
        own = self._pages[page]
        if len(own.descriptors) < _MIN_INLIERS or len(seen.descriptors) < 2:
            return None
        pairs = self._matcher.knnMatch(own.descriptors, seen.descriptors, k=2)
        kept = [near for near, next_one in pairs if near.distance < _RATIO * next_one.distance]
        if len(kept) < fewest:
            return None
        there, here = own.points[[one.queryIdx for one in kept]], seen.points[[one.trainIdx for one in kept]]
        homography, inside = self._cv.findHomography(there, here, self._cv.RANSAC, _ERROR)
        if homography is None or int(inside.sum()) < fewest:
            return None
        canonical = homography @ np.diag([own.shape[1] / _WIDTH, own.shape[0] / _HEIGHT, 1.0])
        return _Laid(canonical, there, here, inside.ravel() > 0) if _is_screen(canonical, seen.shape) else None

    def compare(self, frame: Gray, pages: Iterable[int]) -> list[Comparison | None]:
        """What a frame has of each of some pages, for people to see; None of a page that cannot be laid on it."""
        seen = _features(self._cv, self._orb, frame)
        return [self._compared_with(frame, page, seen) for page in pages]

    def _compared_with(self, frame: Gray, page: int, seen: _Features) -> Comparison | None:
        laid = self._lay(page, seen, _MIN_INLIERS)
        if laid is None:
            return None
        sizes = [*seen.shape[::-1], *self._pages[page].shape[::-1]]
        points = np.concatenate([laid.here, laid.there], axis=1)[laid.inside] / sizes
        shown = tuple(tuple(float(one) for one in point) for point in points[_far_apart(points[:, 2:], MOST_POINTS)])
        return Comparison(float(laid.inside.mean()), shown, self._lacking(frame, page, laid.homography))

    def _lacking(self, frame: Gray, page: int, homography: Floats) -> tuple[tuple[float, ...], ...]:
        """The parts of a page that the screen in a frame has not, the largest first."""
        screen, whole = self._screen(frame, homography)
        own = self._blocks[page]
        variance = (own**2).mean(axis=1)
        alike = 2 * (own * screen).mean(axis=1) / (variance + (screen**2).mean(axis=1) + _NOISE)
        n_rows, n_columns = _HEIGHT // _BLOCK_HEIGHT, _WIDTH // _BLOCK_WIDTH
        lacks = ((alike < _LACKING) & (variance > _TEXTURE) & whole).reshape(n_rows, n_columns)
        lacks[[0, -1]] = lacks[:, [0, -1]] = False  # where a screen that is laid a little beside has its border
        _, _, boxes, _ = self._cv.connectedComponentsWithStats(lacks.astype(np.uint8), connectivity=8)
        largest = sorted((box.tolist() for box in boxes[1:] if box[4] > 1), key=lambda box: -box[4])
        return tuple(
            (left / n_columns, top / n_rows, (left + width) / n_columns, (top + height) / n_rows)
            for left, top, width, height, _ in largest[:_MOST_LACKING]
        )

    def _screen(self, frame: Gray, homography: Floats) -> tuple[Singles, npt.NDArray[np.bool_]]:
        """The screen that is in the frame, in blocks, and which of these are all in it."""
        cv = self._cv
        twice = homography @ np.diag([0.5, 0.5, 1.0])
        size, how = (2 * _WIDTH, 2 * _HEIGHT), cv.INTER_LINEAR | cv.WARP_INVERSE_MAP
        screen = self._blocks_of(self._shrunk(cv.warpPerspective(frame, twice, size, flags=how)))
        inside = cv.warpPerspective(np.full(frame.shape, 255, np.uint8), homography, (_WIDTH, _HEIGHT), flags=how)
        return screen, _cut(inside.astype(np.float32)).min(axis=1) > 250

    def _looked_at(self, frame: Gray, homography: Floats) -> _Look:
        """The screen that is in the frame, beside each page."""
        screen, whole = self._screen(frame, homography)
        alike = _likeness(self._blocks, screen, whole)
        page = int(alike.argmax())
        own = self._blocks[page]
        contrast = float((own * screen).sum() / max((own**2).sum(), 1e-9))
        usual = contrast * self._usual
        proper = _fit_of(contrast * own - usual, screen - usual, whole)
        return _Look(alike, float(alike[page]), float(1 / (1 + np.exp((_PROPER - proper) / _PROPER_WIDTH))))

    def _fitted(self, picture: Gray, pixels: int) -> Gray:
        scale = pixels / max(picture.shape)
        how = self._cv.INTER_AREA if scale < 1 else self._cv.INTER_LINEAR
        size = [max(1, round(side * scale)) for side in picture.shape[::-1]]
        return np.asarray(self._cv.resize(picture, size, interpolation=how))

    def _shrunk(self, picture: Gray) -> Singles:
        small = self._cv.resize(picture, (_WIDTH, _HEIGHT), interpolation=self._cv.INTER_AREA)
        return np.asarray(self._cv.GaussianBlur(small.astype(np.float32), (0, 0), 0.8))

    def _blocks_of(self, picture: Singles) -> Singles:
        blocks = _cut(picture)
        return np.asarray(blocks - blocks.mean(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True)
class _Features:
    """points : shape (n, 2), x and y. descriptors : shape (n, 32). shape : of the picture."""

    points: Singles
    descriptors: npt.NDArray[np.uint8]
    shape: tuple[int, ...]


class _Laid(NamedTuple):
    """A page laid on a frame. homography : of the canonical screen to the frame. there, here : points of the page and
    of the frame that look alike, in pixels, shape (n, 2). inside : which of them agree, shape (n,)."""

    homography: Floats
    there: Singles
    here: Singles
    inside: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Screen:
    """Where a frame has the slides. homography : of the canonical screen to the frame. n_inliers : that it was found
    with. resemblance : of the best page then."""

    homography: Floats
    n_inliers: int
    resemblance: float


class _Look(NamedTuple):
    """alike : how much each page resembles the screen, shape (n_pages,); -1 to 1. best : the most of it. fit : how far
    the best page has its own in common with the screen, not only what all pages have; 0 to 1."""

    alike: Floats
    best: float
    fit: float


class _Index:
    """The pages by samples of the bits of their descriptors: similar descriptors have some samples in common."""

    _TABLES, _BITS = 10, 14
    #: Entries of a sample that says nothing, as so many descriptors have it.
    _COMMON = 400

    def __init__(self, descriptors: Sequence[npt.NDArray[np.uint8]]) -> None:
        self._n_pages = len(descriptors)
        random = np.random.default_rng(0)
        self._bits = [random.choice(256, self._BITS, replace=False) for _ in range(self._TABLES)]
        everything = np.concatenate(descriptors)
        page_of = np.repeat(np.arange(self._n_pages, dtype=np.int32), [len(each) for each in descriptors])
        self._tables = []
        for keys in self._keys(everything):
            order = np.argsort(keys, kind="stable")
            self._tables.append((page_of[order], np.searchsorted(keys[order], np.arange(2**self._BITS + 1))))

    def likeliest(self, descriptors: npt.NDArray[np.uint8], n: int) -> list[int]:
        """The pages with most samples in common, best first; rare samples count more."""
        votes = np.zeros(self._n_pages)
        for (page_of, starts), keys in zip(self._tables, self._keys(descriptors), strict=True):
            first, lengths = starts[keys], starts[keys + 1] - starts[keys]
            use = (lengths > 0) & (lengths <= self._COMMON)
            first, lengths = first[use], lengths[use]
            offsets = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
            entries = np.repeat(first, lengths) + offsets
            votes += np.bincount(page_of[entries], np.repeat(1 / lengths, lengths), minlength=self._n_pages)
        return [int(page) for page in np.argsort(-votes, kind="stable")[:n]]

    def _keys(self, descriptors: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.int64]]:
        bits = np.unpackbits(descriptors, axis=1)
        powers = 1 << np.arange(self._BITS)
        return [bits[:, chosen] @ powers for chosen in self._bits]


def _likeness(pages: Singles, screen: Singles, whole: npt.NDArray[np.bool_]) -> Floats:
    """Of pages and a screen, in blocks, shape (n_pages,). whole : the blocks that count."""
    own, seen = (pages**2).mean(axis=2), (screen**2).mean(axis=1)
    both = own + seen
    likeness = 2 * np.einsum("kbd,bd->kb", pages, screen) / screen.shape[1] / (both + _NOISE)
    weight = both / (both + _TEXTURE) * whole
    return np.asarray((weight * likeness).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-9), dtype=np.float64)


def _fit_of(page: Singles, screen: Singles, whole: npt.NDArray[np.bool_]) -> float:
    """How far a screen has what a page has, in blocks, at most 1. What else is on the screen does not count: beside a
    page with little on it, a speaker's inset would weigh as much as the page. whole : the blocks that count."""
    own = (page**2).mean(axis=1)
    likeness = 2 * (page * screen).mean(axis=1) / (own + (screen**2).mean(axis=1) + _NOISE)
    weight = own / (own + _TEXTURE) * whole
    return float((weight * likeness).sum() / max(float(weight.sum()), 1e-9))


def _far_apart(points: Floats, n: int) -> list[int]:
    """Positions of at most so many points, each as far as can be from those before it; ties go to the first."""
    chosen = [0]
    nearest = np.hypot(*(points - points[0]).T)
    while len(chosen) < min(n, len(points)):
        chosen.append(int(nearest.argmax()))
        nearest = np.minimum(nearest, np.hypot(*(points - points[chosen[-1]]).T))
    return chosen


def _features(cv: Any, orb: Any, picture: Gray) -> _Features:
    found, descriptors = orb.detectAndCompute(picture, None)
    if descriptors is None:
        return _Features(np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8), picture.shape)
    points = np.asarray(cv.KeyPoint_convert(found), dtype=np.float32).reshape(-1, 2)
    return _Features(points, descriptors, picture.shape)


def _cut(picture: Singles) -> Singles:
    """A picture of `_HEIGHT` and `_WIDTH` as blocks, shape (n_blocks, pixels of one)."""
    rows, columns = _HEIGHT // _BLOCK_HEIGHT, _WIDTH // _BLOCK_WIDTH
    blocks = picture.reshape(rows, _BLOCK_HEIGHT, columns, _BLOCK_WIDTH).swapaxes(1, 2)
    return np.asarray(blocks.reshape(rows * columns, -1))


def _is_screen(homography: Floats, shape: tuple[int, ...]) -> bool:
    """Whether a homography of the canonical screen gives a quadrilateral that a camera could see in the frame."""
    corners = np.array([[0, 0, 1], [_WIDTH, 0, 1], [_WIDTH, _HEIGHT, 1], [0, _HEIGHT, 1]]) @ homography.T
    if (corners[:, 2] <= 0).any():
        return False
    points = corners[:, :2] / corners[:, 2:]
    sides = np.roll(points, -1, axis=0) - points
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    opposite = np.maximum(lengths[:2], lengths[2:]) / np.maximum(np.minimum(lengths[:2], lengths[2:]), 1e-9)
    area = turns.sum() / 4
    return bool((turns > 0).all() and (opposite < 2).all() and area >= _MIN_AREA * shape[0] * shape[1])


def encoded_frame(frame: Gray) -> bytes:
    """A frame as a small JPEG, for people to look at."""
    cv = _opencv()
    scale = min(1.0, _SHOWN_PIXELS / max(frame.shape))
    size = [max(1, round(side * scale)) for side in frame.shape[::-1]]
    return bytes(
        cv.imencode(".jpg", cv.resize(frame, size, interpolation=cv.INTER_AREA), [cv.IMWRITE_JPEG_QUALITY, 75])[1]
    )


def decoded_frame(encoded: bytes) -> Gray:
    """A frame that `encoded_frame` made small."""
    cv = _opencv()
    return np.asarray(cv.imdecode(np.frombuffer(encoded, np.uint8), cv.IMREAD_GRAYSCALE))


def _opencv() -> Any:
    try:
        import cv2
    except ImportError as error:
        raise AlignmentError(MISSING.format("OpenCV")) from error
    cv2.setNumThreads(1)  # others need the processors too, and a sandbox allows no threads
    return cv2
