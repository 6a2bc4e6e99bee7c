"""What each line of a page is: prose, or something that is left out, by its size, place, type and wording."""

from __future__ import annotations

import re
from itertools import pairwise

from annotator.importers.pdf.layout import COPYRIGHT, Block
from annotator.importers.pdf.lines import PrintedLine
from annotator.importers.support.sections import kind_of, split_number

_CAPTION = re.compile(
    r"(?:Figure|Fig\.|FIG\.|FIGURE|Table|TABLE|Tab\.|Algorithm|Listing|Scheme|図|表)\s*(?:\d+[a-z]?|[IVX]+)\s*[:.|（(]?"
)
_LEADERS = re.compile(r"(?:\.\s?){5,}")
_URL = re.compile(r"(?:https?:|www\.|doi[.:]|ftp:)|\w\.\w{2,4}/\w", re.IGNORECASE)
_FORMULA_SIGNS = re.compile(r"[=<>≤≥∑∏∫√±×∈→∂∇≈≡≜≔≃≅∝≪≫⊂⊆∪∩]|\(\d{1,3}[a-z]?\)\s*$")
#: To Python, a raised digit is a character of words.
_NO_EXPONENTS = dict.fromkeys(map(ord, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"))
_BULLET = re.compile(r"[•▪◦‣■□►–-]\s")
ENDS = re.compile(r"[.!?:。！？][\"'”’)\]]*$")


def mark_notes(order: list[Block], size: float, leading: float) -> None:
    """Captions, code, footnotes, tables, formulas and copyright blocks of one page."""
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
        elif COPYRIGHT.search(line.text) and line.size <= 0.95 * size and not is_heading(line, size):
            _mark_run(order, index, "copyright line", size, to_end=line.page == 1)
        elif line.mono and line.size < 1.07 * size and _is_code(order, index, leading):
            block.role = "code"
    _mark_rows(order)
    _mark_within_tables(order, size, leading)
    for index, block in enumerate(order):
        if block.role == "body" and is_formula(block.line.text):
            block.role = "formula"
        elif block.role == "footnote" and COPYRIGHT.search(block.line.text):
            block.role = "copyright line"
        elif block.role == "body" and block.line.size < 0.86 * size and _nothing_but_small_below(order, index, size):
            block.role = "footnote" if block.line.y < 0.3 * order[0].line.y else "body"


def _stands_apart(order: list[Block], index: int, size: float) -> bool:
    """A caption in body type: its label ends in a colon or stop, and the line above is not part of its paragraph."""
    if not re.match(r"\w+\.?\s*\w+\s*[:.|]", order[index].line.text):
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


def _is_code(order: list[Block], index: int, leading: float) -> bool:
    """A line of typewriter type, unless a sentence runs into it: a long name or address may fill a line of prose."""
    block = order[index]
    before = order[index - 1] if index else None
    if before is None or before.column != block.column or before.role != "body":
        return before is None or before.role == "code" or not _URL.match(block.line.text)
    set_off = before.line.y - block.line.y > 1.2 * leading or block.line.x0 > block.column_x0 + 0.7 * block.line.size
    wrapped_address = before.is_full and _URL.match(block.line.text) is not None
    return (set_off or ENDS.search(before.line.text) is not None) and not wrapped_address


def _mark_rows(order: list[Block]) -> None:
    """Several pieces on one baseline of a column are a row of a table, or a formula with its number."""
    index = 0
    while index < len(order):
        end = index + 1
        while end < len(order) and _same_row(order[index], order[end]):
            end += 1
        row = [block for block in order[index:end] if block.role == "body"]
        if len(row) >= 2:
            text = " ".join(block.line.text for block in row)
            for block in row:
                block.role = "formula" if is_formula(text) else "table or figure"
        index = end


def _same_row(one: Block, other: Block) -> bool:
    level = abs(one.line.y - other.line.y) < 0.33 * min(one.line.size, other.line.size)
    return level and one.column == other.column and one.line.page == other.line.page


def _mark_within_tables(order: list[Block], size: float, leading: float) -> None:
    """Lines that stand between the rows of a table, or between a caption and a row, and neither fill the column nor
    begin where its lines begin."""
    for sequence in (order, order[::-1]):
        for before, block in pairwise(sequence):
            if before.role not in ("table or figure", "caption") or block.role != "body":
                continue
            line = block.line
            near = abs(before.line.y - line.y) < 1.6 * leading and before.column == block.column
            off = line.x0 > block.column_x0 + 0.7 * size and not block.is_full and not ENDS.search(line.text)
            if near and off and not is_heading(line, size):
                block.role = "table or figure"


def is_formula(text: str) -> bool:
    """Hardly a word in it, and signs of mathematics or an equation number."""
    text = text.translate(_NO_EXPONENTS)
    if _BULLET.match(text) or len(re.findall(r"\b[a-z]{4,}\b(?!\s?\()", text)) > 1:
        return False
    words = re.findall(r"[^\W\d_]{3,}", text)
    if sum(map(len, words)) > 0.45 * len(text.replace(" ", "")):
        return False
    return _FORMULA_SIGNS.search(text) is not None and len(words) <= 3


def is_heading(line: PrintedLine, size: float) -> bool:
    """A short line that is set apart: numbered, or naming a usual section, in bold, capitals, italics or large type."""
    text = line.text.strip()
    if not 2 <= len(text) <= 100 or text[-1] in ",;" or not any(character.isalpha() for character in text):
        return False
    number, heading = split_number(text)
    larger, capitals = line.size > 1.07 * size, text.upper() == text and len(text) > 4
    if kind_of(text) != "body" and len(text.split()) <= 7 and (line.bold or larger or capitals or number is not None):
        return True
    if text[-1] in ".:" and not (larger or (number is not None and line.bold)):
        return False
    if kind_of(text) == "abstract" and text[0].isupper() and text.isalpha():  # alone on a line it is no prose
        return True
    apart = line.bold or larger or capitals or (line.italic and len(text) < 70 and text[-1] != "-")
    return (number is not None and heading[:1].isupper() and apart) or (line.bold and larger)


def looks_set_apart(block: Block, before: Block | None, after: Block | None, size: float, leading: float) -> bool:
    """An unnumbered heading: bold or in larger italics, short, without a stop, with more white above it, or centred."""
    line = block.line
    text = line.text.strip()
    if (
        not (line.bold or (line.italic and line.size > 1.07 * size))
        or not text[:1].isupper()
        or len(text.split()) > 10
        or text[-1:] in ".,;:"
        or block.is_full
    ):
        return False
    if after is None or (after.line.bold and line.bold) or not any(len(word) > 3 for word in text.split()):
        return False
    centred = line.x0 > block.column_x0 + 2.5 * line.size
    if before is None or before.column != block.column or before.line.page != line.page:
        return ENDS.search(before.line.text) is not None if before is not None else True
    return before.line.y - line.y > 1.2 * leading or (centred and ENDS.search(before.line.text) is not None)


def begins_with_entries(lines: list[PrintedLine]) -> bool:
    """Whether what follows a heading such as References is a list of works: years, or numbers in brackets."""
    entry = re.compile(
        r"\b(?:1[89]|20)\d\d[a-z]?\b|^\[\w+\]|^\(?\d{1,3}[.)]\s|\b[A-Z]\.\s?[A-Z]\.|arXiv|https?:|pp?\.\s?\d"
    )
    are_entries = [entry.search(line.text) is not None for line in lines[:12]]
    return not lines or (any(are_entries[:3]) and sum(are_entries) >= min(2, len(lines)))
