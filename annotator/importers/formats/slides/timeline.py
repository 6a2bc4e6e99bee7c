"""When each page of a deck was shown: lines of page, start and perhaps end (CSV or TSV).

The grammar is that of `alignment.slides.timeline`. What comes out is `Parsed.metadata["timeline"]`: for each line
(page, start_seconds, end_seconds or None, number of the line), ascending; page 0 is no slide, and a page may come back.

Options: ``n_pages``, the pages of the deck, and ``without_lines``, numbers of lines that a person has left out.
"""

from __future__ import annotations

import math

from alignment.slides.timeline import heading_of, read_timeline
from annotator.importers.base import MAX_STRETCHES, Bounded, Format, Options, Parsed, Problems
from annotator.importers.support.text_encoding import decode, peek

_SNIFFED = 20


def _sniff(head: bytes, name: str) -> float:
    """Numbers without a heading may be anything else, so that other formats come first."""
    lines = [line for line in peek(head).split("\n")[:_SNIFFED] if line.strip()]
    if not lines:
        return 0.0
    if heading_of(lines[0]) is not None:
        return 0.96
    if not name.lower().endswith(FORMAT.extensions):
        return 0.0
    read = read_timeline(lines)
    return 0.5 if len(read.shown) > len(read.problems) else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    decoded = decode(data, name)
    without = set(options.get("without_lines", ()))
    lines: list[str] = Bounded(problems, min(MAX_STRETCHES, int(options.get("max_units", MAX_STRETCHES))), "rows")
    lines += ("" if number in without else line for number, line in enumerate(decoded.lines(), 1))
    read = read_timeline(lines, n_pages=options.get("n_pages"))
    for one in read.problems:
        line = lines[one.line - 1] if one.line <= len(lines) else ""
        problems.error(one.message, at=(one.line, one.column, line[one.column - 1 :]), expected=one.expected)
    timeline = [
        (0 if shown.page is None else shown.page + 1, shown.start_seconds,
         None if math.isinf(shown.end_seconds) else shown.end_seconds, line)
        for shown, line in zip(read.shown, read.lines, strict=True)
    ]  # fmt: skip
    return Parsed("timeline", problems=problems.all(), encoding=decoded.encoding, metadata={"timeline": timeline})


FORMAT = Format("timeline", "Timeline of slides", (".csv", ".tsv"), ("timeline",), _sniff, _parse, "2")
