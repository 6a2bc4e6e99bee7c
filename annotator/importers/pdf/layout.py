"""The order in which a page is read.

A page has one column or two; lines that cross the gutter divide it into bands, and within a band the left column is
read before the right one. What was printed on one baseline of a column is one row, even where a formula, an accent or
wide spacing made several lines of it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from annotator.importers.pdf.lines import WIDE_GAP, PrintedLine, PrintedPage

_PAGE_NUMBER = re.compile(r"(?:page\s+)?\W?\d{1,5}\W?(?:\s*(?:of|/)\s*\d{1,4})?|[ivxl]{1,6}", re.IGNORECASE)
COPYRIGHT = re.compile(
    r"(?i)copyright|©|\(c\)\s*\d{4}|all rights reserved|permission to make digital|creative commons|licen[sc]ed under|"
    r"proceedings of |association for computational linguistics|^arxiv:|preprint|doi\.org/|\bissn\b|\bisbn\b"
)
#: A page that is so many times as wide as it is high is a slide's.
SLIDE_SHAPE = 1.15
_MARGIN = 0.085  # share of the page height that headers and footers keep to


@dataclass(slots=True)
class Block:
    """A line with its place in the reading order. `column` is -1 for lines across both columns.

    column_x0, column_x1 : where most lines of the column begin and how far they reach, in points.
    """

    line: PrintedLine
    column: int
    column_x0: float
    column_x1: float
    role: str = "body"

    @property
    def is_full(self) -> bool:
        """Whether the line reaches the end of its column, as the lines of a paragraph do but for the last."""
        return self.line.x1 > self.column_x1 - 0.05 * (self.column_x1 - self.column_x0)


def body_size(pages: list[PrintedPage]) -> float:
    """The type size that most characters are set in."""
    counts: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            counts[round(line.size * 2) / 2] += len(line.text)
    return counts.most_common(1)[0][0] if counts else 10.0


def gutters(pages: list[PrintedPage], size: float) -> list[float | None]:
    """The gutter of each page. A page that is mostly title and abstract takes the gutter of the others."""
    gutters = [gutter_of(page, size) for page in pages]
    known = [x for x in gutters if x is not None]
    if not known or 3 * len(known) < len(pages):
        return gutters
    common = median(known)
    return [
        x if x is not None or not _has_columns(page, common, size) else common
        for x, page in zip(gutters, pages, strict=True)
    ]


def _has_columns(page: PrintedPage, gutter: float, size: float) -> bool:
    """Some lines of both columns begin where columns begin: as many on either side as chance would not leave there."""
    wide = [line for line in page.lines if not line.rotated and line.width > 8 * size]
    left = [line for line in wide if line.x1 < gutter + 2]
    right = [line for line in wide if line.x0 > gutter - 2]
    return len(left) >= 3 and len(right) >= 3 and min(line.x0 for line in right) < gutter + 0.05 * page.width


def gutter_of(page: PrintedPage, size: float) -> float | None:
    """The x of the gap between two columns, or None for a page with one column."""
    lines = [
        line for line in page.lines if not line.rotated and abs(line.size - size) < 0.2 * size and line.width > 4 * size
    ]
    if len(lines) < 8:
        return None
    best: tuple[int, float] | None = None
    step = max(page.width / 200, 1.0)
    x = page.width * 0.38
    while x < page.width * 0.62:
        crossing = sum(line.x0 < x - 1 and line.x1 > x + 1 for line in lines)
        if best is None or crossing < best[0]:
            best = (crossing, x)
        x += step
    assert best is not None
    crossing, x = best
    # The middle of the free strip, not its edge.
    free = x
    while free < page.width * 0.65 and sum(line.x0 < free - 1 and line.x1 > free + 1 for line in lines) == crossing:
        free += step
    left = sum(line.x1 <= x + 1 for line in lines)
    right = sum(line.x0 >= x - 1 for line in lines)
    if crossing > 0.25 * len(lines) or min(left, right) < 0.12 * len(lines):
        return None
    return (x + free - step) / 2


def reading_order(page: PrintedPage, size: float, gutter: float | None) -> list[Block]:
    """Lines from first to last. Lines on one baseline that a gap divides stay neighbours, left before right."""
    lines = sorted(page.lines, key=lambda line: (-line.y, line.x0))
    if gutter is None:
        return _column(lines, 0, size)
    sides = (
        _edges([line for line in lines if line.x1 <= gutter + 2], size),
        _edges([line for line in lines if line.x0 >= gutter - 2], size),
    )
    ordered: list[Block] = []
    left: list[PrintedLine] = []
    right: list[PrintedLine] = []

    def flush() -> None:
        for column, held in ((0, left), (1, right)):
            ordered.extend(_column(held, column, size, sides[column]))
            held.clear()

    for line in lines:
        if line.x0 < gutter - 2 and line.x1 > gutter + 2:
            flush()
            ordered.append(Block(line, -1, min(sides[0][0], line.x0), max(sides[1][1], line.x1)))
        else:
            (left if (line.x0 + line.x1) / 2 < gutter else right).append(line)
    flush()
    return ordered


def _column(
    lines: list[PrintedLine], column: int, size: float, edges: tuple[float, float] | None = None
) -> list[Block]:
    x0, x1 = edges or _edges(lines, size)
    return [Block(line, column, x0, x1) for row in rows_of(lines) for line in _mended(row, x0, x1)]


def rows_of(lines: list[PrintedLine]) -> list[list[PrintedLine]]:
    """Top to bottom; lines whose baselines differ by less than a third of their size are one row, left to right."""
    rows: list[list[PrintedLine]] = []
    for line in sorted(lines, key=lambda line: -line.y):
        if rows and rows[-1][0].y - line.y < 0.33 * min(line.size, rows[-1][0].size):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.x0) for row in rows]


def _mended(row: list[PrintedLine], x0: float, x1: float) -> list[PrintedLine]:
    """A row whose pieces were not divided by a wide gap, or all by the same one, is a line of prose in pieces."""
    pieces: list[PrintedLine] = []
    for line in row:
        last = pieces[-1] if pieces else None
        if last is not None and _goes_on(last, line):
            pieces[-1] = _joined([last, line])
        else:
            pieces.append(line)
    return [_joined(pieces)] if len(pieces) > 2 and _is_stretched(pieces, x0, x1) else pieces


def _goes_on(line: PrintedLine, following: PrintedLine) -> bool:
    """An accent, an index or a sign of mathematics stood between them."""
    size = min(line.size, following.size)
    return (
        abs(line.y - following.y) < 0.1 * size
        and abs(line.size - following.size) < 0.15 * size
        and -0.7 * size < following.x0 - line.x1 <= WIDE_GAP * size
        and not (line.rotated or following.rotated)
    )


def _is_stretched(pieces: list[PrintedLine], x0: float, x1: float) -> bool:
    """Single words with equal gaps from one edge of the column to the other: a line that justification pulled apart."""
    gaps = [after.x0 - before.x1 for before, after in pairwise(pieces)]
    words = all(re.fullmatch(r"[^\W\d_]{2,}[-.,;:]?", piece.text) for piece in pieces)
    full = abs(pieces[0].x0 - x0) < 0.15 * (x1 - x0) and abs(pieces[-1].x1 - x1) < 0.03 * (x1 - x0)
    return words and full and max(gaps) < 1.3 * min(gaps)


def _joined(pieces: list[PrintedLine]) -> PrintedLine:
    return replace(
        pieces[0],
        text=" ".join(piece.text for piece in pieces),
        x1=max(piece.x1 for piece in pieces),
        marks=[mark for piece in pieces for mark in piece.marks],
        bold=all(piece.bold for piece in pieces),
        mono=all(piece.mono for piece in pieces),
    )


def _edges(lines: list[PrintedLine], size: float) -> tuple[float, float]:
    """Where most lines begin, and how far the longest ones reach."""
    wide = [line for line in lines if line.width > 8 * size]
    if not wide:
        return min((line.x0 for line in lines), default=0.0), max((line.x1 for line in lines), default=0.0)
    begin = float(Counter(round(line.x0) for line in wide).most_common(1)[0][0])
    ends = sorted(line.x1 for line in wide)
    return begin, ends[int(0.9 * (len(ends) - 1))]


def leading_of(orders: list[list[Block]], size: float) -> float:
    """The distance of the baselines of a paragraph, in points: the most usual one."""
    steps: Counter[float] = Counter()
    for order in orders:
        for above, below in pairwise(order):
            step = above.line.y - below.line.y
            if above.column == below.column and 0.8 * size < step < 3 * size and abs(below.line.size - size) < 0.6:
                steps[round(step * 2) / 2] += 1
    return steps.most_common(1)[0][0] if steps else 1.2 * size


def mark_margins(pages: list[PrintedPage], orders: list[list[Block]], size: float, *, depth: float = 1.0) -> None:
    """Headers, footers and page numbers.

    They are in the margin, or in the first or last two rows of a page, and are numbers, or repeated on another page, or
    at the height where other pages have theirs, or a row in small type: the name of a chapter is not on every page.
    `size` is that of the body text. `depth` is the share of a page's height, from the top and from the bottom, beyond
    which no row is one of them.
    """
    # Larger type at the top is a chapter's title, or a slide's, and those may come again.
    edges = [[row for row in _edge_rows(page, depth) if row[0].size <= 1.07 * size] for page in pages]
    texts: Counter[tuple[str, int]] = Counter()
    heights: Counter[int] = Counter()
    for rows in edges:
        for row in rows:
            texts[_normal(row), round(row[0].y / 3)] += 1
    for page, rows in zip(pages, edges, strict=True):
        heights.update(
            {round(row[0].y / 3) for row in rows if _seen(texts, row) >= 2}
            | {round(row[0].y / 3) for row in rows if row[0].size < 0.96 * size and _apart(row, page)}
        )
    in_margin: Counter[str] = Counter(
        text for page in pages for text in {_normal([line]) for line in page.lines if _in_margin(line, page)}
    )
    for page, order, rows in zip(pages, orders, edges, strict=True):
        known = [
            row[0].y for row in rows if _seen(texts, row) >= 2 or (_apart(row, page) and _near(heights, row[0].y) >= 2)
        ]
        for block in order:
            line = block.line
            marginal = _in_margin(line, page)
            at_edge = any(abs(line.y - y) < 0.5 for y in known)
            if line.rotated:
                block.role = "rotated text"
            elif (marginal or at_edge) and _PAGE_NUMBER.fullmatch(line.text):
                block.role = "page number"
            elif marginal and COPYRIGHT.search(line.text):
                block.role = "copyright line"
            elif at_edge or (marginal and in_margin[_normal([line])] >= 2):
                block.role = "header or footer"


def _edge_rows(page: PrintedPage, depth: float) -> list[list[PrintedLine]]:
    rows = rows_of([line for line in page.lines if not line.rotated])
    outer = rows if len(rows) <= 4 else rows[:2] + rows[-2:]
    return [row for row in outer if min(row[0].y, page.height - row[0].y) <= depth * page.height]


def _seen(texts: Counter[tuple[str, int]], row: list[PrintedLine]) -> int:
    return max(texts[_normal(row), round(row[0].y / 3) + step] for step in (-1, 0, 1))


def _near(heights: Counter[int], y: float) -> int:
    return max(heights[round(y / 3) + step] for step in (-1, 0, 1))


def _apart(row: list[PrintedLine], page: PrintedPage) -> bool:
    """White space divides it from the text."""
    y, size = row[0].y, max(line.size for line in row)
    others = [abs(line.y - y) for line in page.lines if abs(line.y - y) > 0.5 * size]
    return min(others, default=100.0) > 1.5 * size


def _in_margin(line: PrintedLine, page: PrintedPage) -> bool:
    return line.y > page.height * (1 - _MARGIN) or line.y < page.height * _MARGIN


def _normal(row: list[PrintedLine]) -> str:
    return re.sub(r"\d+", "#", " ".join(line.text for line in row).lower())
