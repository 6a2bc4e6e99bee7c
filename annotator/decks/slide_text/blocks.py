"""Blocks of a page: lines merged into paragraphs by the rules, with what people did to them standing.

A line and a block are plain values, as they are stored. A block is ``{id, lines, box, text, kind, left_out, why,
accepted, by_hand}``: `lines` are positions in the page's lines, of which each is in exactly one block; a block that a
person drew, or the second half of one that was split inside a line, has none. `why` says why rules left it out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypedDict
from uuid import uuid4

import numpy as np
import numpy.typing as npt

from alignment.slide_text.blocks import KINDS, guess_kinds, reading_order
from alignment.slide_text.blocks import Block as Picked
from alignment.slide_text.blocks import block as picked
from alignment.slide_text.folding import repeats
from alignment.slide_text.merging import EXCEPTIONS, MergeOptions, figures, merge, paragraph_text
from annotator.platform.errors import ServiceError

BLOCK_KINDS = KINDS
#: Where a line was read: the text layer of a PDF, the deck as it was imported, a picture.
SOURCES = ("pdf", "deck", "ocr")
#: Of a page, and characters of a block's text.
MOST_BLOCKS = 2500
MOST_CHARACTERS = 5000
#: A block whose reader was less sure than this is doubtful until a person accepts it.
DOUBTFUL_BELOW = 0.8
#: A line of a picture is one of the text layer if so much of it is on it.
_SAME_PLACE = 0.4


class Line(NamedTuple):
    """points : four or more corners in pixels, top left first; None where the place is not known."""

    source: str
    kind: str
    confidence: float | None
    text: str
    points: list[list[float]] | None

    @property
    def box(self) -> list[float] | None:
        if self.points is None:
            return None
        xs, ys = zip(*self.points, strict=True)
        return [min(xs), min(ys), max(xs), max(ys)]


class Block(TypedDict):
    id: str
    lines: list[int]
    box: list[float] | None
    text: str
    kind: str
    left_out: bool
    why: str
    accepted: bool
    by_hand: bool


class OfDeck(NamedTuple):
    """What the rules know of the deck. repeated : texts that are on most slides."""

    options: MergeOptions
    repeated: Collection[str] = ()


def lines_of(stored: Sequence[Sequence[Any]]) -> list[Line]:
    return [Line(*one) for one in stored]


def with_kinds(lines: Sequence[Line]) -> list[Line]:
    """The lines, those that are still text with the kind that their form suggests."""
    placed = [at for at, line in enumerate(lines) if line.points]
    guessed = guess_kinds([_picked(lines[at]) for at in placed])
    kinds = {at: one.kind for at, one in zip(placed, guessed, strict=True)}
    return [line._replace(kind=kinds.get(at, line.kind)) for at, line in enumerate(lines)]


def only_new(found: Sequence[Line], known: Sequence[Line]) -> list[Line]:
    """Of lines that were read on a picture, those that are not known from the text layer or the deck."""
    texts = {_plain(line.text) for line in known}
    boxes = np.array([line.box for line in known if line.box], dtype=np.float64).reshape(-1, 4)
    return [line for line in found if _plain(line.text) not in texts and not _lies_on_one(line.box, boxes)]


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _lies_on_one(box: Sequence[float] | None, boxes: npt.NDArray[np.float64]) -> bool:
    if box is None:
        return False
    left, top, right, bottom = boxes.T
    width = np.minimum(box[2], right) - np.maximum(box[0], left)
    height = np.minimum(box[3], bottom) - np.maximum(box[1], top)
    area = (box[2] - box[0]) * (box[3] - box[1])
    return bool(((width > 0) & (height > 0) & (width * height > _SAME_PLACE * area)).any())


def by_rules(
    lines: Sequence[Line], standing: Sequence[Block], deck: OfDeck, *, page: int, is_ordered: bool
) -> list[Block]:
    """The blocks of a page: those that people changed as they are, all other lines merged by the rules.

    standing : the blocks that there are, in order. is_ordered : a person has ordered them, so a new block stands where
    the first of its lines stood; else blocks are in reading order.
    """
    kept = [block for block in standing if block["by_hand"]]
    held = {at for block in kept for at in block["lines"]}
    free = [at for at in range(len(lines)) if at not in held]
    placed = [at for at in free if lines[at].points]
    merged = merge([_picked(lines[at]) for at in placed], deck.options)
    groups = [part for each in merged.paragraphs for part in _short_enough(lines, [placed[at] for at in each])]
    groups += [[at] for at in free if not lines[at].points]
    known = {tuple(block["lines"]): block for block in standing if not block["by_hand"]}
    blocks = [_made(lines, group, deck, page, known.get(tuple(group))) for group in groups]
    return _in_order([*kept, *blocks], standing, is_ordered=is_ordered)


def _short_enough(lines: Sequence[Line], group: Sequence[int]) -> Iterator[list[int]]:
    """The lines of a paragraph in parts whose text a block can have."""
    part: list[int] = []
    length = 0
    for at in group:
        own = len(lines[at].text) + 1
        if part and length + own > MOST_CHARACTERS:
            yield part
            part, length = [], 0
        part.append(at)
        length += own
    yield part


def _made(lines: Sequence[Line], group: list[int], deck: OfDeck, page: int, known: Block | None) -> Block:
    """The block of these lines: the one that is there with the same, or a new one."""
    kind = lines[group[0]].kind
    text = paragraph_text([lines[at].text for at in group])
    why = _why_left_out(text, deck.repeated, page)
    return Block(
        id=known["id"] if known else uuid4().hex[:12], lines=group, box=_around([lines[at] for at in group]),
        text=text[:MOST_CHARACTERS], kind=kind, left_out=bool(why), why=why, accepted=False, by_hand=False,
    )  # fmt: skip


def _why_left_out(text: str, repeated: Collection[str], page: int) -> str:
    if repeats(picked([[0, 0]] * 4, text), repeated):
        return "repeats"
    number, _, rest = text.strip().partition("/")
    is_number = number.strip() == str(page) and (not rest or rest.strip().isdecimal())
    return "page number" if is_number else ""


def _around(lines: Sequence[Line]) -> list[float] | None:
    boxes = [line.box for line in lines if line.box]
    if not boxes:
        return None
    left, top, right, bottom = zip(*boxes, strict=True)
    return [min(left), min(top), max(right), max(bottom)]


def _in_order(blocks: list[Block], before: Sequence[Block], *, is_ordered: bool) -> list[Block]:
    firsts = [min(block["lines"], default=0) for block in blocks]
    if is_ordered:
        stood = {at: place for place, block in enumerate(before) for at in block["lines"]}
        of_id = {block["id"]: place for place, block in enumerate(before)}

        def stands(at: int) -> tuple[float, int]:
            own = min((stood[line] for line in blocks[at]["lines"] if line in stood), default=math.inf)
            return of_id.get(blocks[at]["id"], own), firsts[at]

        return [blocks[at] for at in sorted(range(len(blocks)), key=stands)]
    by_line = [block for _, block in sorted(zip(firsts, blocks, strict=True), key=lambda each: each[0])]
    placed = [block for block in by_line if block["box"]]
    order = reading_order(
        [block["box"] or [] for block in placed], [block["kind"] for block in placed], [one["text"] for one in placed]
    )
    return [*(placed[at] for at in order), *(block for block in by_line if not block["box"])]


def checked(sent: Sequence[Mapping[str, Any]], lines: Sequence[Line], before: Sequence[Block]) -> list[Block]:
    """The blocks that somebody sends for a page, where they can be; those that differ from what there is are by hand.

    Raises ServiceError that names the block.
    """
    if len(sent) > MOST_BLOCKS:
        raise ServiceError(f"There are {len(sent):,} blocks; {MOST_BLOCKS:,} are allowed.", field="blocks")
    known = {block["id"]: block for block in before}
    blocks: list[Block] = []
    seen: dict[int, int] = {}
    ids: set[str] = set()
    for number, one in enumerate(sent, start=1):
        if one["id"] in ids:
            raise _wrong(number, "id", "has the id of another one")
        ids.add(one["id"])
        for at in one["lines"]:
            if not 0 <= at < len(lines):
                raise _wrong(number, "lines", f"has line {at}; the page has lines 0 to {len(lines) - 1}")
            if at in seen:
                raise _wrong(number, "lines", f"has line {at}, which block {seen[at]} has too")
            seen[at] = number
        if not one["lines"] and not one["box"] and not one["text"].strip():
            raise _wrong(number, "text", "has neither lines, nor a place, nor a text")
        blocks.append(_checked(one, number, known.get(one["id"])))
    if missing := [at for at in range(len(lines)) if at not in seen]:
        raise ServiceError(
            f"Line {missing[0]} ({lines[missing[0]].text[:40]}) is in no block. A line can be left out, not lost.",
            field="blocks",
        )
    return blocks


def _checked(one: Mapping[str, Any], number: int, known: Block | None) -> Block:
    box = one["box"]
    if box is not None and not (box[0] < box[2] and box[1] < box[3]):
        raise _wrong(number, "box", "has no area; expected left, top, right, bottom")
    if one["kind"] not in KINDS:
        raise _wrong(number, "kind", f"is of kind {one['kind']}; expected one of {', '.join(KINDS)}")
    block = Block(
        id=one["id"], lines=list(one["lines"]), box=box and list(box), text=" ".join(one["text"].split()),
        kind=one["kind"], left_out=one["left_out"], why="", accepted=one["accepted"], by_hand=True,
    )  # fmt: skip
    if known is not None and is_same(block, known):
        return known
    if known is not None and block["left_out"] and known["left_out"]:
        block["why"] = known["why"]
    return block


def is_same(one: Block, other: Block) -> bool:
    """But for whether a person made it."""
    names = ("id", "lines", "box", "text", "kind", "left_out", "accepted")
    return all(one[name] == other[name] for name in names)  # type: ignore[literal-required]


def _wrong(number: int, field: str, what: str) -> ServiceError:
    return ServiceError(f"Block {number} {what}.", field=f"blocks[{number - 1}].{field}")


def pairs_json(lines: Sequence[Line], blocks: Sequence[Block], options: MergeOptions) -> list[dict[str, Any]]:
    """The figures of the rules for lines that follow each other, in their block or from one block to the next.

    Each is ``{a, b, height, overlap, gap, exception, merges}``, with a rule as ``{value, of, limit, holds}``: `value`
    is a share of `of`, which is in pixels, and `limit` the share that the rule allows or asks for.
    """
    order = [at for block in blocks for at in block["lines"]]
    return [
        _pair_json(lines, one, other, options)
        for one, other in pairwise(order)
        if lines[one].points and lines[other].points
    ]


def _pair_json(lines: Sequence[Line], a: int, b: int, options: MergeOptions) -> dict[str, Any]:
    found = figures(_picked(lines[a]), _picked(lines[b]), options)
    rules = {name: _rule_json(getattr(found, name), getattr(options, name)) for name in ("height", "overlap", "gap")}
    return {
        "a": a, "b": b, **rules, "merges": found.merges,
        "exception": EXCEPTIONS[found.exception] if found.exception else "",
    }  # fmt: skip


def _rule_json(figure: Any, share: float) -> dict[str, Any]:
    of = figure.limit / share if share else 0.0
    return {
        "pixels": round(figure.value, 1), "of": round(of, 1), "value": round(figure.value / of, 3) if of else None,
        "limit": share, "holds": figure.holds,
    }  # fmt: skip


def page_text(blocks: Sequence[Block]) -> str:
    """What the page says: a line for each block that is not left out. A formula stands between dollars; a reading
    repeats what stands below it, and is left out."""
    lines = [
        f"${block['text']}$" if block["kind"] == "formula" else block["text"]
        for block in blocks
        if block["text"] and not block["left_out"] and block["kind"] != "reading"
    ]
    return "\n".join(lines)


def confidence_of(block: Block, lines: Sequence[Line]) -> float | None:
    """Of its least certain line; None where none of them has one."""
    return min((sure for at in block["lines"] if (sure := lines[at].confidence) is not None), default=None)


def is_doubtful(block: Block, lines: Sequence[Line]) -> bool:
    sure = confidence_of(block, lines)
    return sure is not None and sure < DOUBTFUL_BELOW and not block["accepted"] and not block["left_out"]


def counts_of(blocks: Sequence[Block], lines: Sequence[Line]) -> dict[str, int]:
    shown = [block for block in blocks if not block["left_out"]]
    kinds = [block["kind"] for block in shown]
    return {
        "blocks": len(shown), "doubtful": sum(is_doubtful(block, lines) for block in shown),
        **{kind: kinds.count(kind) for kind in ("formula", "handwriting", "vertical")},
        "differs": int(_differs(blocks, lines)),
    }  # fmt: skip


def _differs(blocks: Sequence[Block], lines: Sequence[Line]) -> bool:
    """Whether the file has text of its own, and the blocks other words, in whatever order; what is left out counts."""
    own = [line.text for line in lines if line.source != "ocr"]
    return any(own) and Counter(" ".join(own).split()) != Counter(" ".join(each["text"] for each in blocks).split())


def picked_blocks(lines: Sequence[Line]) -> list[Picked]:
    """The lines as engines take them; those without a place one below the other."""
    return [
        _picked(line) if line.points else picked([[0, at], [1, at], [1, at + 1], [0, at + 1]], line.text, line.kind)
        for at, line in enumerate(lines)
    ]


def _picked(line: Line) -> Picked:
    assert line.points is not None
    return picked(line.points, line.text, line.kind, line.confidence)
