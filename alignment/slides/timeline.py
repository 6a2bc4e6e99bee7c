"""When each page of a deck was on the screen, and the exact engine for talks whose timeline is known.

The CSV has a line for each change: ``page,start``, and ``page,start,end`` where ends are known. Pages count from 1, and
0 is no slide; times are seconds or ``mm:ss``, ``hh:mm:ss``, with decimals. A heading line is optional; where there is
one, it says which column is which, and others are passed over. Tabs or semicolons may stand for commas, if they do in
the first line. Without an end a page is shown until the next line; the last one until the talk ends.

Uploaded timelines are read by this module too, in the sandbox of the application: it needs nothing but the standard
library.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignment.types import AlignmentError

#: What columns are called.
_NAMES = {
    "page": ("page", "slide", "slide_number", "slide_id", "number", "index"),
    "start": ("start", "start_seconds", "start_time", "from", "begin", "time"),
    "end": ("end", "end_seconds", "end_time", "to"),
}
#: What is on the screen where there is no slide, if somebody says so. A file has no place for it: its page is 0 alone.
KINDS = ("demo", "camera", "video", "black")
_TIME = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,7}(?:\.\d+)?)")
_COLUMNS = {"page": 0, "start": 1, "end": 2}


@dataclass(frozen=True, slots=True)
class Shown:
    """A page that was shown from `start_seconds` on. page : 0-based; None is no slide. end_seconds : not included."""

    page: int | None
    start_seconds: float
    end_seconds: float = math.inf


@dataclass(frozen=True, slots=True)
class TimelineProblem:
    """What is wrong with one line of a timeline.

    line, column : of the faulty cell, from 1; columns count characters. name : of its column, ``page``, ``start`` or
    ``end``, or ``kind``. message, expected : clauses without a full stop.
    """

    line: int
    column: int
    name: str
    message: str
    expected: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column} ({self.name}): {self.message}; expected {self.expected}"


@dataclass(frozen=True, slots=True)
class TimelineRead:
    """The lines that could be read, and what is wrong with the others. Use the lines only if nothing is.

    lines : for each entry of `shown` the number of its line, from 1.
    """

    shown: tuple[Shown, ...]
    problems: tuple[TimelineProblem, ...]
    lines: tuple[int, ...] = ()


def read_timeline(lines: Iterable[str], *, n_pages: int | None = None) -> TimelineRead:
    """Read a timeline, and collect all that is wrong with it.

    Parameters
    ----------
    lines
        Without line ends. Empty ones are passed over.
    n_pages
        Pages of the deck; greater numbers are wrong then.

    Examples
    --------
    >>> read = read_timeline(["page,start", "1,0", "2,1:05.5", "0,90", "1,99"])
    >>> [(each.page, each.start_seconds, each.end_seconds) for each in read.shown]
    [(0, 0.0, 65.5), (1, 65.5, 90.0), (None, 90.0, 99.0), (0, 99.0, inf)]
    >>> print(read_timeline(["1,0", "7,30"], n_pages=5).problems[0])
    line 2, column 1 (page): page 7, but the deck has 5 pages; expected 1 to 5, or 0 for no slide
    """
    shown: list[tuple[int, float, float | None]] = []
    numbers: list[int] = []
    problems: list[TimelineProblem] = []
    columns: Mapping[str, int] | None = None
    mark = ","
    width = len(_COLUMNS)
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix("\ufeff")
        if not text.strip():
            continue
        if columns is None:
            mark = _mark_of(text)
            heading = heading_of(text)
            columns = _COLUMNS if heading is None else heading
            if heading is not None:
                width = max(len(_cells(text, mark)), width if "end" in columns else 0)
                continue
        before = (shown[-1], numbers[-1]) if shown else None
        try:
            entry = _entry(text, mark, number, columns, width, n_pages, before)
        except _Wrong as wrong:
            problems.append(wrong.problem)
            continue
        shown.append(entry)
        numbers.append(number)
    if not shown and not problems:
        problems.append(TimelineProblem(1, 1, "page", "the timeline is empty", "a line such as 1,0"))
    return TimelineRead(_closed(shown), tuple(problems), tuple(numbers))


def wrong_kinds(shown: Sequence[Shown], kinds: Sequence[str | None]) -> list[TimelineProblem]:
    """What is wrong with the kinds of entries, each one of `KINDS` or None; lines count entries from 1.

    Examples
    --------
    >>> print(*wrong_kinds([Shown(None, 0), Shown(1, 9)], ["demo", "camera"]), sep="\\n")
    line 2, column 1 (kind): page 2 has the kind 'camera'; expected a kind of page 0 alone
    """
    problems = []
    for line, (each, kind) in enumerate(zip(shown, kinds, strict=True), start=1):
        if kind is not None and kind not in KINDS:
            problems.append(TimelineProblem(line, 1, "kind", f"{kind[:40]!r} is no kind", ", ".join(KINDS)))
        elif kind is not None and each.page is not None:
            message = f"page {each.page + 1} has the kind {kind!r}"
            problems.append(TimelineProblem(line, 1, "kind", message, "a kind of page 0 alone"))
    return problems


def heading_of(line: str) -> dict[str, int] | None:
    """Which columns a heading names, as ``page``, ``start`` and ``end``; None where the line is no heading.

    Examples
    --------
    >>> heading_of("Start;Slide;title"), heading_of("1,0")
    ({'page': 1, 'start': 0}, None)
    """
    line = line.removeprefix("\ufeff")
    names = [text.lower() for _, text in _cells(line, _mark_of(line))]
    found = {
        role: next(names.index(name) for name in known if name in names)
        for role, known in _NAMES.items()
        if not set(known).isdisjoint(names)
    }
    if not {"page", "start"} <= found.keys():
        return None
    return {**found, "end": 2} if len(names) == 2 else found  # ends may come without a heading


def write_timeline(shown: Sequence[Shown]) -> str:
    """The CSV of a timeline, with a heading and an LF after each line; seconds to the millisecond.

    Ends are written where one is not the next start; a gap could not be told from a longer page otherwise.

    Examples
    --------
    >>> write_timeline([Shown(0, 0.0, 65.5), Shown(None, 65.5)])
    'page,start\\n1,0\\n0,65.5\\n'
    """
    following = [*(each.start_seconds for each in shown[1:]), math.inf][: len(shown)]
    with_ends = any(each.end_seconds != start for each, start in zip(shown, following, strict=True))
    rows = [["page", "start", *(["end"] if with_ends else [])]]
    for each in shown:
        end = "" if math.isinf(each.end_seconds) else _seconds(each.end_seconds)
        page = "0" if each.page is None else str(each.page + 1)
        rows.append([page, _seconds(each.start_seconds), *([end] if with_ends else [])])
    return "".join(",".join(row) + "\n" for row in rows)


def align_timeline(shown: Sequence[Shown], times: Sequence[tuple[float, float]]) -> list[int | None]:
    """The page of each sentence: the one that was on the screen at the middle of it.

    Parameters
    ----------
    shown
        Ascending starts. Between an end and the next start, and before the first start, there is no slide.
    times
        Start and end of each sentence in seconds; they need not be ascending.

    Returns
    -------
    list
        0-based pages, None for no slide. O(n log m) for n sentences and m changes.

    Raises
    ------
    AlignmentError
        If a sentence ends before it starts, a time is no number, or starts descend, naming the place.

    Examples
    --------
    >>> align_timeline([Shown(0, 0, 10), Shown(4, 10)], [(0, 9), (8, 13), (11, 14)])
    [0, 4, 4]
    """
    starts = [each.start_seconds for each in shown]
    for number in range(1, len(starts)):
        if starts[number] < starts[number - 1]:
            raise AlignmentError(
                f"timeline: change {number} starts ({starts[number]:g} s) before the one above it "
                f"({starts[number - 1]:g} s)"
            )
    pages: list[int | None] = []
    for number, (start, end) in enumerate(times):
        if not (math.isfinite(start) and math.isfinite(end)):
            raise AlignmentError(f"sentence {number}: its times are {start} and {end}; expected seconds")
        if end < start:
            raise AlignmentError(f"sentence {number} ends ({end:g} s) before it starts ({start:g} s)")
        middle = (start + end) / 2
        at = bisect_right(starts, middle) - 1
        pages.append(shown[at].page if at >= 0 and middle < shown[at].end_seconds else None)
    return pages


class _Wrong(Exception):
    def __init__(self, problem: TimelineProblem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def _mark_of(line: str) -> str:
    """What stands between the cells of a file, by its first line."""
    return next((mark for mark in "\t;," if mark in line), ",")


def _cells(line: str, mark: str) -> list[tuple[int, str]]:
    """(column of its first character from 1, text) of each cell."""
    cells: list[tuple[int, str]] = []
    column = 1
    for cell in line.split(mark):
        cells.append((column, cell.strip().strip('"').strip()))
        column += len(cell) + 1
    return cells


def _entry(
    line: str, mark: str, number: int, columns: Mapping[str, int], width: int, n_pages: int | None,
    before: tuple[tuple[int, float, float | None], int] | None,
) -> tuple[int, float, float | None]:  # fmt: skip
    """width : the most cells of a line. before : the entry above this one, and its line."""
    cells = _cells(line, mark)

    def text_of(name: str) -> str:
        at = columns.get(name, len(cells))
        return cells[at][1] if at < len(cells) else ""

    def wrong(name: str, message: str, expected: str, at: int | None = None) -> _Wrong:
        at = columns.get(name, len(cells)) if at is None else at
        place = cells[at][0] if at < len(cells) else len(line) + 1
        return _Wrong(TimelineProblem(number, place, name, message, expected))

    if len(cells) <= columns["start"]:
        raise wrong("start", "there is no start", "page,start")
    if any(text for _, text in cells[width:]):
        raise wrong("end", f"there are {len(cells)} columns", "page,start or page,start,end", at=width)
    if not re.fullmatch(r"\d{1,6}", text_of("page"), re.ASCII):
        raise wrong("page", f"{text_of('page')[:40]!r} is no page", "1, 2, ..., or 0 for no slide")
    page = int(text_of("page"))
    if n_pages is not None and page > n_pages:
        raise wrong("page", f"page {page}, but the deck has {n_pages} pages", f"1 to {n_pages}, or 0 for no slide")
    start = _time(text_of("start"))
    if start is None:
        raise wrong("start", f"{text_of('start')[:40]!r} is no time", "seconds, mm:ss or hh:mm:ss")
    if before is not None and start < before[0][1]:
        said = f"{_clock(start)} is before line {before[1]}'s {_clock(before[0][1])}"
        raise wrong("start", said, "ascending starts")
    end = None
    if text_of("end"):
        end = _time(text_of("end"))
        if end is None:
            raise wrong("end", f"{text_of('end')[:40]!r} is no time", "seconds, mm:ss or hh:mm:ss, or nothing")
        if end < start:
            raise wrong("end", f"the page ends ({_clock(end)}) before it starts ({_clock(start)})", "a later end")
    return page, start, end


def _closed(shown: Sequence[tuple[int, float, float | None]]) -> tuple[Shown, ...]:
    following = [*(start for _, start, _ in shown[1:]), math.inf][: len(shown)]
    return tuple(
        Shown(page - 1 if page else None, start, min(end, later) if end is not None else later)
        for (page, start, end), later in zip(shown, following, strict=True)
    )


def _time(text: str) -> float | None:
    match = re.fullmatch(_TIME, text)
    if not match:
        return None
    hours, minutes, seconds = match.groups()
    if minutes is not None and (float(seconds) >= 60 or (hours is not None and int(minutes) >= 60)):
        return None
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(seconds)


def _seconds(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60:02d}:{int(seconds) % 60:02d}"
