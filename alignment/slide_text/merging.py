r"""Blocks merged into paragraphs by the paper's three rules, with the figures of each rule.

With `a` above `b`, heights :math:`h_0` those of left sides, and corners 0 to 3 top left, top right, bottom right,
bottom left, two blocks merge if

1. similar height: max(h₀ᵃ, h₀ᵇ) - min(h₀ᵃ, h₀ᵇ) ≤ .8 max(h₀ᵃ, h₀ᵇ);
2. overlap in the horizontal: min(a₂x, b₁x) - max(a₃x, b₀x) ≥ .8 min(b₁x - b₀x, a₂x - a₃x);
3. small gap: b₀y - a₃y ≤ .6 min(h₀ᵃ, h₀ᵇ).

Paragraphs are the transitive closure over all pairs. What the rules get wrong has exceptions: a formula is never merged
with text, nor furigana with anything, and columns of vertical text are merged by the rules turned by a right angle.
What people joined or parted stands.

Source: Chen et al. 2024, section 4.3.4. Turning and exceptions are ours.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from alignment.slide_text.blocks import Block, Point, reading_order
from alignment.transcripts.words import joined as joined_text
from alignment.types import AlignmentError

#: Blocks of one picture: pairs that are near enough are all looked at.
MAX_BLOCKS = 2000

#: Why a pair is not merged whatever the rules say, by a sentence for people.
EXCEPTIONS = {
    "formula": "A formula is not merged with text.",
    "reading": "A reading is not merged with its word.",
    "vertical": "Vertical text is not merged with horizontal text.",
    "kind": "Blocks of different kinds are not merged.",
}


@dataclass(frozen=True, slots=True)
class MergeOptions:
    """height, overlap, gap : the paper's a, b and c."""

    height: float = 0.8
    overlap: float = 0.8
    gap: float = 0.6

    def __post_init__(self) -> None:
        for name in ("height", "overlap", "gap"):
            if not math.isfinite(getattr(self, name)):
                raise AlignmentError(f"{name} is {getattr(self, name)}; expected a number")


@dataclass(frozen=True, slots=True)
class Figure:
    """One rule on one pair, in pixels. holds : whether the value keeps to the limit."""

    value: float
    limit: float
    holds: bool


@dataclass(frozen=True, slots=True)
class PairFigures:
    """Why two blocks are merged or not. exception : a key of `EXCEPTIONS`, which wins over the rules; or None."""

    height: Figure
    overlap: Figure
    gap: Figure
    exception: str | None

    @property
    def merges(self) -> bool:
        return self.exception is None and self.height.holds and self.overlap.holds and self.gap.holds


@dataclass(frozen=True, slots=True)
class Merged:
    """paragraphs : positions of blocks, in reading order, inside too. paragraph_of : the paragraph of each block."""

    paragraphs: tuple[tuple[int, ...], ...]
    paragraph_of: tuple[int, ...]


def figures(one: Block, other: Block, options: MergeOptions | None = None) -> PairFigures:
    """The figures of the three rules for two blocks, in either order.

    >>> from alignment.slide_text.blocks import block
    >>> pair = figures(block([[0, 0], [90, 0], [90, 20], [0, 20]], "Enabling"),
    ...                block([[0, 24], [70, 24], [70, 44], [0, 44]], "touch"))
    >>> pair.gap, pair.merges
    (Figure(value=4, limit=12.0, holds=True), True)
    """
    options = options or MergeOptions()
    a, b = one.corners, other.corners
    if one.kind == other.kind == "vertical":
        a, b = _turned(a), _turned(b)
    if a[0].y > b[0].y:
        a, b = b, a
    height_a, height_b = abs(a[3].y - a[0].y), abs(b[3].y - b[0].y)
    most, least = max(height_a, height_b), min(height_a, height_b)
    overlap = min(a[2].x, b[1].x) - max(a[3].x, b[0].x)
    narrower = min(b[1].x - b[0].x, a[2].x - a[3].x)
    gap = b[0].y - a[3].y
    return PairFigures(
        Figure(most - least, options.height * most, most - least <= options.height * most),
        Figure(overlap, options.overlap * narrower, overlap >= options.overlap * narrower),
        Figure(gap, options.gap * least, gap <= options.gap * least),
        _exception(one.kind, other.kind),
    )


def merge(
    blocks: Sequence[Block],
    options: MergeOptions | None = None,
    *,
    joined: Collection[tuple[int, int]] = (),
    apart: Collection[tuple[int, int]] = (),
) -> Merged:
    """Merge the blocks of a picture into paragraphs.

    Parameters
    ----------
    joined, apart
        Pairs of positions that people merged or split. They win over the rules. Blocks that are apart are in two
        paragraphs, even if other blocks would join them: pairs with the least gap are merged first.

    Raises
    ------
    AlignmentError
        For more than `MAX_BLOCKS` blocks, a position that is none, and for pairs that are joined and apart at once.
    """
    if len(blocks) > MAX_BLOCKS:
        raise AlignmentError(f"{len(blocks):,} blocks on one picture; expected {MAX_BLOCKS:,} at most")
    for pair in (*joined, *apart):
        if not all(0 <= at < len(blocks) for at in pair):
            raise AlignmentError(f"blocks {pair[0]} and {pair[1]}; expected positions from 0 to {len(blocks) - 1}")
    groups = _Groups(len(blocks), apart)
    for i, j in joined:
        if not groups.join(i, j):
            raise AlignmentError(f"blocks {i} and {j} are to be joined, but also apart")
    found = list(_near(blocks, options or MergeOptions()))
    if apart:
        pairs = [
            (gap, *sorted((one, int(other))))
            for one, others, gaps in found
            for other, gap in zip(others, gaps, strict=True)
        ]
        for _, i, j in sorted(pairs):
            groups.join(i, j)
    else:  # then all pairs are joined, in whatever order
        for one, others, _ in found:
            groups.join_all(one, others)
    paragraphs = _in_order(blocks, groups.members())
    paragraph_of = [0] * len(blocks)
    for number, members in enumerate(paragraphs):
        for at in members:
            paragraph_of[at] = number
    return Merged(tuple(paragraphs), tuple(paragraph_of))


def _near(
    blocks: Sequence[Block], options: MergeOptions
) -> Iterator[tuple[int, npt.NDArray[np.int64], npt.NDArray[np.float64]]]:
    """For each block those below it that the rules merge it with, and the gaps: as `figures`, for many at once."""
    by_kind: dict[str, list[int]] = {}
    for at, each in enumerate(blocks):
        by_kind.setdefault(each.kind, []).append(at)
    by_kind.pop("reading", None)
    for kind, own in by_kind.items():
        turned = [_turned(blocks[at].corners) if kind == "vertical" else blocks[at].corners for at in own]
        corners = np.array(turned, dtype=np.float64)  # (n, 4, 2)
        order = np.argsort(corners[:, 0, 1], kind="stable")
        corners, at_place = corners[order], np.array(own, dtype=np.int64)[order]
        tops, bottoms = corners[:, 0, 1], corners[:, 3, 1]
        heights = np.abs(bottoms - tops)
        # Tops farther below than this are beyond any gap that is allowed; the rules themselves decide on all others.
        reach = bottoms + max(options.gap, 0.0) * heights
        ends = np.searchsorted(tops, reach + 1e-6 * (1 + np.abs(reach)), side="right")
        for a in range(len(own)):
            b = slice(a + 1, max(a + 1, int(ends[a])))
            most, least = np.maximum(heights[a], heights[b]), np.minimum(heights[a], heights[b])
            left, right = corners[b, 0, 0], corners[b, 1, 0]
            overlap = np.minimum(corners[a, 2, 0], right) - np.maximum(corners[a, 3, 0], left)
            narrower = np.minimum(right - left, corners[a, 2, 0] - corners[a, 3, 0])
            gaps = tops[b] - bottoms[a]
            merges = (
                (most - least <= options.height * most)
                & (overlap >= options.overlap * narrower)
                & (gaps <= options.gap * least)
            )
            if merges.any():
                yield int(at_place[a]), at_place[b][merges], gaps[merges]


def paragraph_text(texts: Sequence[str]) -> str:
    """The lines of a paragraph as one text: joined by a space, but not between CJK.

    >>> paragraph_text(["音声認識の", "結果", "of the test"])
    '音声認識の結果 of the test'
    """
    return joined_text([" ".join(text.split()) for text in texts])


def page_text(blocks: Sequence[Block], merged: Merged) -> str:
    """The text of a picture: a line for each paragraph. Readings are left out: they repeat what stands below them."""
    lines = [
        paragraph_text([blocks[at].text for at in each if blocks[at].kind != "reading"]) for each in merged.paragraphs
    ]
    return "\n".join(line for line in lines if line)


def _exception(one: str, other: str) -> str | None:
    if "reading" in (one, other):
        return "reading"
    if one == other:
        return None
    if "formula" in (one, other):
        return "formula"
    return "vertical" if "vertical" in (one, other) else "kind"


def _turned(corners: tuple[Point, Point, Point, Point]) -> tuple[Point, Point, Point, Point]:
    """Corners after a turn by which the column on the right, which is read first, comes on top."""
    top_left, top_right, bottom_right, bottom_left = (Point(point.y, -point.x) for point in corners)
    return top_right, bottom_right, bottom_left, top_left


class _Groups:
    """Blocks joined step by step, without those that are to stay apart ever in one group."""

    def __init__(self, n: int, apart: Collection[tuple[int, int]]) -> None:
        self._group = np.arange(n)
        self._members = [[at] for at in range(n)]
        self._apart: list[set[int]] = [set() for _ in range(n)]
        for i, j in apart:
            self._apart[i].add(j)
            self._apart[j].add(i)

    def join(self, i: int, j: int) -> bool:
        """Join two groups; False where that would bring blocks together that are apart."""
        one, other = int(self._group[i]), int(self._group[j])
        if one == other:
            return True
        if len(self._members[one]) < len(self._members[other]):
            one, other = other, one
        if any(self._group[far] == other for at in self._members[one] for far in self._apart[at]):
            return False
        self._group[self._members[other]] = one
        self._members[one] += self._members[other]
        self._members[other] = []
        return True

    def join_all(self, i: int, others: npt.NDArray[np.int64]) -> None:
        """Join a block with all of these, where none are to stay apart."""
        for other in np.unique(self._group[others]):
            self.join(i, self._members[other][0])

    def members(self) -> list[list[int]]:
        return [each for each in self._members if each]


def _in_order(blocks: Sequence[Block], groups: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Reading order, inside of groups too."""

    def ordered(members: Sequence[int]) -> tuple[int, ...]:
        own = [blocks[at] for at in members]
        order = reading_order([each.box for each in own], [each.kind for each in own], [each.text for each in own])
        return tuple(members[at] for at in order)

    inside = [ordered(sorted(members)) for members in groups]
    boxes = []
    for members in inside:
        lefts, tops, rights, bottoms = zip(*[blocks[at].box for at in members], strict=True)
        boxes.append((min(lefts), min(tops), max(rights), max(bottoms)))
    kinds = [blocks[members[0]].kind for members in inside]
    return [inside[at] for at in reading_order(boxes, kinds, [blocks[at].text for each in inside for at in each])]
