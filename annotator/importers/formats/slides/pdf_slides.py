"""Slides as PDF: a page a unit, its lines in reading order, a heading line first where there is one."""

from __future__ import annotations

import re

from annotator.importers.base import Document, Format, LeftOut, Options, Pages, Parsed, Problems, Unit
from annotator.importers.pdf.document import read_pages
from annotator.importers.pdf.layout import SLIDE_SHAPE, body_size, gutters, mark_margins, reading_order
from annotator.importers.support.language import detect

_BOX = re.compile(rb"/MediaBox\s*\[\s*([\d.-]+)\s+([\d.-]+)\s+([\d.-]+)\s+([\d.-]+)\s*\]")

#: Of a slide's height: few rows, far apart and the same in each step of a build, are not headers for that.
_MARGIN = 0.12


def _sniff(head: bytes, name: str) -> float:
    """Slides are wider than high; where the head shows no page size, the name may tell."""
    if b"%PDF-" not in head[:1024]:
        return 0.0
    shapes = [
        tuple(map(float, match.groups())) for match in _BOX.finditer(head) if all(map(_is_number, match.groups()))
    ]
    if shapes:
        return 0.93 if all(x1 - x0 > SLIDE_SHAPE * (y1 - y0) for x0, y0, x1, y1 in shapes) else 0.3
    return 0.92 if re.search(r"slides?|folien|deck|presentation", name.lower()) else 0.3


def _is_number(text: bytes) -> bool:
    return re.fullmatch(rb"-?\d+(?:\.\d*)?|-?\.\d+", text) is not None


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    pages = read_pages(data, name, options, problems, may_be_pictures=True)
    size = body_size(pages)
    orders = [reading_order(page, size, x) for page, x in zip(pages, gutters(pages, size), strict=True)]
    mark_margins(pages, orders, size, depth=_MARGIN)
    units: list[Unit] = Pages(problems, options)
    left_out: list[LeftOut] = []
    for page, order in zip(pages, orders, strict=True):
        kept = [block for block in order if block.role == "body" or (block.role == "rotated text")]
        for block in order:
            if block not in kept:
                left_out.append(LeftOut(block.line.text, block.role, None, page.number, len(units)))
        units.append(Unit("\n".join(block.line.text for block in kept), page=page.number))
        if not kept:
            problems.warning("the slide has no text", page=page.number)
    if not any(page.lines for page in pages):
        problems.warning("no slide has text: they are pictures, whose text can be read once they are imported")
    title = next((unit.text.split("\n")[0] for unit in units if unit.text), "")
    language = options.get("language") or detect(" ".join(unit.text for unit in units))[0]
    document = Document(
        "slides", title, language, (), tuple(units), tuple(left_out), {"pages": len(pages), "joiner": "\n"}
    )
    return Parsed("pdf-slides", (document,), problems=problems.all())


FORMAT = Format("pdf-slides", "Slides, PDF", (".pdf",), ("slides",), _sniff, _parse, "3")
