"""The order in which a page is read, and what each of its lines is.

A page has one column or two; lines that cross the gutter divide it into bands, and within a band the left column is
read before the right one. Lines are then body text, headings, or of a kind that is left out, by their size, place and
wording.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from annotator.importers.pdf_text import PrintedLine, PrintedPage
from annotator.importers.sections import kind_of, split_number

_CAPTION = re.compile(r"(?:Figure|Fig\.|Table|Tab\.|Algorithm|Listing|Scheme|図|表)\s*\d+[a-z]?\s*[:.|（(]?")
_PAGE_NUMBER = re.compile(r"(?:page\s+)?\W?\d{1,5}\W?(?:\s*(?:of|/)\s*\d{1,4})?|[ivxl]{1,6}", re.IGNORECASE)
_COPYRIGHT = re.compile(
    r"(?i)copyright|©|\(c\)\s*\d{4}|all rights reserved|permission to make digital|creative commons|licen[sc]ed under|"
    r"proceedings of |association for computational linguistics|^arxiv:|preprint|doi\.org/|\bissn\b|\bisbn\b"
)
_LEADERS = re.compile(r"(?:\.\s?){5,}")
_MARGIN = 0.085  # share of the page height that headers and footers keep to


@dataclass(slots=True)
class Block:
    """A line with its place in the reading order. `column` is -1 for lines across both columns."""

    line: PrintedLine
    column: int
    column_x0: float
    role: str = "body"


def body_size(pages: list[PrintedPage]) -> float:
    """The type size that most characters are set in."""
    counts: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            counts[round(line.size * 2) / 2] += len(line.text)
    return counts.most_common(1)[0][0] if counts else 10.0


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


def reading_order(page: PrintedPage, size: float) -> list[Block]:
    """Lines from first to last. Lines on one baseline that a gap divides stay neighbours, left before right."""
    gutter = gutter_of(page, size)
    lines = sorted(page.lines, key=lambda line: (-line.y, line.x0))
    if gutter is None:
        x0 = _left_edge(lines, size)
        return [Block(line, 0, x0) for line in _by_rows(lines)]
    ordered: list[Block] = []
    left: list[PrintedLine] = []
    right: list[PrintedLine] = []

    def flush() -> None:
        for column, lines in ((0, left), (1, right)):
            x0 = _left_edge(lines, size)
            ordered.extend(Block(line, column, x0) for line in _by_rows(lines))
            lines.clear()

    for line in lines:
        if line.x0 < gutter - 2 and line.x1 > gutter + 2:
            flush()
            ordered.append(Block(line, -1, line.x0))
        else:
            (left if (line.x0 + line.x1) / 2 < gutter else right).append(line)
    flush()
    return ordered


def _by_rows(lines: list[PrintedLine]) -> list[PrintedLine]:
    """Top to bottom; lines whose baselines differ by less than a third of their size are one row, left to right."""
    rows: list[list[PrintedLine]] = []
    for line in sorted(lines, key=lambda line: -line.y):
        if rows and rows[-1][0].y - line.y < 0.33 * min(line.size, rows[-1][0].size):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.x0)]


def _left_edge(lines: list[PrintedLine], size: float) -> float:
    edges = Counter(round(line.x0) for line in lines if line.width > 8 * size)
    return float(edges.most_common(1)[0][0]) if edges else min((line.x0 for line in lines), default=0.0)


def mark_margins(pages: list[PrintedPage], blocks: list[list[Block]]) -> None:
    """Headers, footers and page numbers: in the margin, and numbers or repeated on another page."""
    seen: Counter[str] = Counter()
    for page in pages:
        for text in {_normal(line.text) for line in page.lines if _in_margin(line, page)}:
            seen[text] += 1
    for page, order in zip(pages, blocks, strict=True):
        for block in order:
            line = block.line
            if line.rotated:
                block.role = "rotated text"
            elif _in_margin(line, page):
                if _PAGE_NUMBER.fullmatch(line.text):
                    block.role = "page number"
                elif _COPYRIGHT.search(line.text):
                    block.role = "copyright line"
                elif seen[_normal(line.text)] >= 2:
                    block.role = "header or footer"


def _in_margin(line: PrintedLine, page: PrintedPage) -> bool:
    return line.y > page.height * (1 - _MARGIN) or line.y < page.height * _MARGIN


def _normal(text: str) -> str:
    return re.sub(r"\d+", "#", text.lower())


def mark_notes(order: list[Block], size: float) -> None:
    """Captions, footnotes, tables, formulas and copyright blocks of one page."""
    for index, block in enumerate(order):
        if block.role != "body":
            continue
        line = block.line
        if _LEADERS.search(line.text):
            block.role = "table of contents"
        elif not any(character.isalnum() for character in line.text):
            block.role = "ornament"
        elif _CAPTION.match(line.text) and (line.size < 0.97 * size or _stands_apart(order, index, size)):
            _mark_run(order, index, "caption", size)
        elif line.size <= 0.93 * size and line.starts_raised and _nothing_but_small_below(order, index, size):
            _mark_run(order, index, "footnote", size, to_end=True)
        elif _COPYRIGHT.search(line.text) and line.size <= 0.95 * size:
            _mark_run(order, index, "copyright line", size, to_end=line.page == 1)
    for index, block in enumerate(order):
        if block.role == "body" and _is_table_row(order, index):
            block.role = "table or figure"
        elif block.role == "body" and _is_formula(block.line.text):
            block.role = "formula"


def _stands_apart(order: list[Block], index: int, size: float) -> bool:
    """A caption in body type: its label ends in a colon or stop, and the line above is not part of its paragraph."""
    if not re.match(r"\w+\.?\s*\d+[a-z]?\s*[:.|]", order[index].line.text):
        return False
    before = order[index - 1] if index else None
    if before is None or before.column != order[index].column or before.role != "body":
        return True
    return before.line.y - order[index].line.y > 1.35 * size or before.line.text.rstrip()[-1:] in ".!?"


def _mark_run(order: list[Block], start: int, role: str, size: float, *, to_end: bool = False) -> None:
    """Mark a line and those below it that belong with it: the same column, size, and line spacing."""
    first = order[start].line
    previous = first
    order[start].role = role
    for block in order[start + 1 :]:
        line = block.line
        if block.column != order[start].column or block.role not in ("body", role) or line.page != first.page:
            break
        gap = previous.y - line.y
        same_size = abs(line.size - first.size) < 0.06 * size or line.size < 0.93 * size
        if not to_end and (abs(line.size - first.size) >= 0.06 * size or gap > 1.45 * first.size or gap < -1):
            break
        if to_end and not same_size:
            break
        block.role = role
        previous = line


def _nothing_but_small_below(order: list[Block], index: int, size: float) -> bool:
    column = order[index].column
    return all(
        block.line.size <= 0.95 * size
        for block in order[index:]
        if block.column == column and block.role in ("body", "footnote")
    )


def _is_table_row(order: list[Block], index: int) -> bool:
    """Two or more pieces on one baseline in one column."""
    line = order[index].line
    for other in (order[index - 1] if index else None, order[index + 1] if index + 1 < len(order) else None):
        if other is not None and other.column == order[index].column and other.line.page == line.page:
            level = abs(other.line.y - line.y) < 0.33 * min(line.size, other.line.size)
            if level and other.role in ("body", "table or figure"):
                return True
    return False


def _is_formula(text: str) -> bool:
    """Hardly a word in it, and signs of mathematics or an equation number."""
    words = re.findall(r"[^\W\d_]{3,}", text)
    if sum(map(len, words)) > 0.45 * len(text.replace(" ", "")):
        return False
    return re.search(r"[=<>≤≥∑∏∫√±×∈→∂∇≈]|\(\d{1,3}\)\s*$", text) is not None and len(words) <= 3


def is_heading(line: PrintedLine, size: float) -> bool:
    """A short line that is set apart: numbered, or naming a usual section, in bold, capitals or larger type."""
    text = line.text.strip()
    if not 2 <= len(text) <= 100 or text[-1] in ",;" or not any(character.isalpha() for character in text):
        return False
    number, heading = split_number(text)
    larger, capitals = line.size > 1.07 * size, text.upper() == text and len(text) > 4
    if kind_of(text) != "body" and len(text.split()) <= 7 and (line.bold or larger or capitals or number is not None):
        return True
    if text[-1] in ".:" and not larger:
        return False
    return (number is not None and heading[:1].isupper() and (line.bold or larger or capitals)) or (
        line.bold and larger
    )
