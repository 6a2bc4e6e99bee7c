"""Blocks: lines of text with the place where a reader saw them on a picture."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_letters
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from alignment.transcripts.words import is_cjk
from alignment.types import AlignmentError

#: What a block can be. A reading is furigana above its word; vertical text is read in columns from the right.
KINDS = ("text", "formula", "handwriting", "label", "reading", "vertical")

#: A column of characters is so much higher than wide.
_VERTICAL = 2.0
#: Furigana is at most so high as the text that it is above, and no farther from it than its own height.
_READING = 0.65
_LATIN = ascii_letters.encode()
_KANA = re.compile("[\u3040-\u30ffー・\\s]+")
#: A formula that is the whole block; text with formulas in it is text.
_FORMULA = re.compile(r"\s*(?:\$[^$]+\$|\\[(\[].*\\[)\]]|\\[a-zA-Z]+\s*[{(\\_^][^$]*)\s*")


class Point(NamedTuple):
    """In pixels, from the left and from the top."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Block:
    """A line of text on a picture.

    points : its corners: top left, top right, bottom right, bottom left; a polygon can have more.
    kind : one of `KINDS`. confidence : of the reader, from 0 to 1; None where it has none.
    """

    points: tuple[Point, ...]
    text: str
    kind: str = "text"
    confidence: float | None = None

    def __post_init__(self) -> None:
        if len(self.points) < 4:
            raise AlignmentError(f"a block with {len(self.points)} points ({self.text[:40]!r}); expected 4 or more")
        if not all(math.isfinite(value) for point in self.points for value in point):
            raise AlignmentError(f"a block with a point that is no number ({self.text[:40]!r})")
        if self.kind not in KINDS:
            raise AlignmentError(f"a block of kind {self.kind!r}; expected one of {', '.join(KINDS)}")

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The first four points, as the corpus's own merging takes them; they are the corners of most blocks."""
        return self.points[0], self.points[1], self.points[2], self.points[3]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """left, top, right, bottom of all points."""
        xs, ys = [point.x for point in self.points], [point.y for point in self.points]
        return min(xs), min(ys), max(xs), max(ys)


def block(points: Sequence[Sequence[float]], text: str, kind: str = "text", confidence: float | None = None) -> Block:
    """A block of points as lists.

    >>> block([[0, 0], [90, 0], [90, 20], [0, 20]], "Results").box
    (0, 0, 90, 20)
    """
    return Block(tuple(Point(each[0], each[1]) for each in points), text, kind, confidence)


def reading_order(boxes: Sequence[Sequence[float]], kinds: Sequence[str], texts: Sequence[str]) -> list[int]:
    """Positions in the order in which they are read: from top to bottom, of one height from left to right.

    From right to left where most letters of the texts are of such a script. Columns of vertical text that stand beside
    each other are read from right to left, one after another, where the highest of them begins.

    boxes : left, top, right, bottom.

    >>> reading_order([(0, 0, 9, 90), (20, 4, 29, 90), (0, 99, 50, 120)], ["vertical", "vertical", "text"], [""] * 3)
    [1, 0, 2]
    """
    is_leftward = sum(map(_leftward_letters, texts)) > 0
    tiers = _tiers({at: boxes[at] for at, kind in enumerate(kinds) if kind == "vertical"})

    def place(at: int) -> tuple[float, float, float, int]:
        left, top, right, _ = boxes[at]
        if at in tiers:
            return tiers[at], -right, top, at
        return top, -right if is_leftward else left, top, at

    return sorted(range(len(boxes)), key=place)


def _leftward_letters(text: str) -> int:
    """How many more letters of a text are of a script that is read from right to left; negative where fewer are."""
    if text.isascii():
        return len(text.encode().translate(None, _LATIN)) - len(text)
    letters = Counter(map(unicodedata.bidirectional, text))
    return letters["R"] + letters["AL"] - letters["L"]


def _tiers(columns: dict[int, Sequence[float]]) -> dict[int, float]:
    """Where the highest of the columns begins that each of these stands beside."""
    tiers: dict[int, float] = {}
    first, last = math.inf, -math.inf
    for at, (_, top, _, bottom) in sorted(columns.items(), key=lambda each: each[1][1]):
        if top >= (first + last) / 2 or not tiers:
            first, last = top, bottom
        last = max(last, bottom)
        tiers[at] = first
    return tiers


def guess_kinds(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, those that are still text with the kind that their form suggests.

    Vertical is a column of characters that are written without spaces; a reading is a small line of kana just above a
    larger one with kanji; a formula is LaTeX. Handwriting and labels cannot be told from form.
    """
    kinds: list[str] = []
    boxes = np.array([each.box for each in blocks], dtype=np.float64).reshape(-1, 4)
    has_kanji: npt.NDArray[np.bool_] | None = None
    for at, each in enumerate(blocks):
        left, top, right, bottom = each.box
        characters = [char for char in each.text if not char.isspace()]
        if each.kind != "text":
            kinds.append(each.kind)
        elif len(characters) > 1 and bottom - top > _VERTICAL * (right - left) and all(map(is_cjk, characters)):
            kinds.append("vertical")
        elif _FORMULA.fullmatch(each.text):
            kinds.append("formula")
        elif _KANA.fullmatch(each.text):
            has_kanji = _with_kanji(blocks) if has_kanji is None else has_kanji
            kinds.append("reading" if _is_above_one(boxes, at, has_kanji) else "text")
        else:
            kinds.append("text")
    return [replace(each, kind=kind) for each, kind in zip(blocks, kinds, strict=True)]


def _with_kanji(blocks: Sequence[Block]) -> npt.NDArray[np.bool_]:
    return np.array([any("CJK" in unicodedata.name(char, "") for char in each.text) for each in blocks], dtype=np.bool_)


def _is_above_one(boxes: npt.NDArray[np.float64], at: int, has_kanji: npt.NDArray[np.bool_]) -> bool:
    """Whether a line of kana is small and just above a larger line that has kanji: of boxes, one a row."""
    left, top, right, bottom = boxes[at]
    height = bottom - top
    others_left, others_top, others_right, others_bottom = boxes.T
    is_below = (
        has_kanji
        & (height <= _READING * (others_bottom - others_top))
        & (top < others_top)
        & (np.abs(others_top - bottom) <= height)
        & (left >= others_left - height)
        & (right <= others_right + height)
    )
    return bool(is_below.any())
