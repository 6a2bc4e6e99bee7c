"""Walks the lines of a PDF in reading order and builds the paper: title, sections, paragraphs, and what is left out."""

from __future__ import annotations

import re
from itertools import pairwise

from annotator.importers.base import Options, Problems, SectionKind
from annotator.importers.pdf.layout import Block
from annotator.importers.pdf.lines import PrintedLine
from annotator.importers.pdf.roles import ENDS, begins_with_entries, is_heading, looks_set_apart
from annotator.importers.support.paper_builder import Line, PaperBuilder, Vocabulary
from annotator.importers.support.sections import LETTERED, kind_of, split_number

_BULLET = re.compile(r"[•▪◦‣■□►]\s*\S")
_RUN_IN_ABSTRACT = re.compile(r"(Abstract|ABSTRACT|Summary)\s*[—–:.-]+\s*(?=\S)")
#: A code such as a paper's number, which may be set larger than its title.
_CODE_NUMBER = re.compile(r"(?=.*\d)[A-Z\d./-]+")
#: What stands outside the text, wherever the reader is.
_MARGINAL = frozenset(("header or footer", "page number", "rotated text", "caption", "footnote"))
#: Of a heading that its paragraph goes on from.
_LAST_LEVEL = 6
#: How far into a document its title and its first heading are looked for, in lines.
_TITLE_REACH, _HEADING_REACH = 40, 120


class PaperReader:
    """Reads once; `builder` and `title` hold the result.

    size, leading : of the body text, in points.
    """

    def __init__(self, blocks: list[Block], size: float, leading: float, options: Options, problems: Problems) -> None:
        self.blocks = [block for block in blocks if block.role != "merged"]
        self.size, self.leading, self.title = size, leading, ""
        self.builder = PaperBuilder(problems, options, Vocabulary(block.line.text for block in blocks))
        self._paragraph: list[Line] = []
        self._between: list[tuple[int, str, str, Line]] = []
        self._previous: Block | None = None
        self._top_size: float | None = None  # of the first heading numbered 1, 2, ...: the others are set alike

    def read(self) -> None:
        self._mark_contents()
        start = self._read_title()
        first, abstract = self._first_text(start)
        for block in self.blocks[start:first]:
            reason = "authors and affiliations" if block.role in ("body", "table or figure") else block.role
            self.builder.leave_out(block.line.text, reason, _place(block.line))
        if abstract:
            self.builder.open_section("Abstract")
        index = first
        while index < len(self.blocks):
            index = self._take(index)
        self._flush()

    def _mark_contents(self) -> None:
        """Headings that come again later, three or more of them close together, are a table of contents."""
        later: set[str] = set()
        runs: list[list[int]] = [[]]
        for index in range(len(self.blocks) - 1, -1, -1):
            block = self.blocks[index]
            if block.role == "body" and split_number(block.line.text)[0] and is_heading(block.line, self.size):
                name = re.sub(r"[\W\d_]+", "", block.line.text.lower())
                if name in later and (not runs[-1] or runs[-1][-1] - index <= 4):
                    runs[-1].append(index)
                elif name in later:
                    runs.append([index])
                later.add(name)
        for index in (index for run in runs if len(run) >= 3 for index in run):
            self.blocks[index].role = "table of contents"

    def _read_title(self) -> int:
        """The largest type of several words in the upper part of the first page, else its first bold line; returns the
        index after it."""
        candidates = [
            (index, block)
            for index, block in enumerate(self.blocks[:_TITLE_REACH])
            if block.line.page == 1 and block.role in ("body", "table or figure") and len(block.line.text) > 3
        ]
        worded = [(index, block) for index, block in candidates if not _CODE_NUMBER.fullmatch(block.line.text)]
        largest = max((block.line.size for _, block in worded), default=0.0)
        if largest >= 1.15 * self.size:
            first = next(index for index, block in worded if block.line.size > largest - 0.5)
        else:
            heads = (
                index
                for index, block in worded[:10]
                if block.line.bold and not is_heading(block.line, self.size) and len(block.line.text.split()) > 2
            )
            first = next(heads, -1)
        if first < 0:
            return 0
        end = self._end_of_title(first)
        self.title = " ".join(block.line.text for block in self.blocks[first:end])
        for block in self.blocks[:first]:
            reason = block.role if block.role != "body" else "above the title"
            self.builder.leave_out(block.line.text, reason, _place(block.line))
        return end

    def _end_of_title(self, first: int) -> int:
        line = self.blocks[first].line
        end = first + 1
        while end < len(self.blocks):
            above, below = self.blocks[end - 1].line, self.blocks[end].line
            alike = abs(below.size - line.size) < 0.5 and (below.bold, below.italic) == (line.bold, line.italic)
            if below.page != line.page or not alike or not -1 < above.y - below.y < 1.7 * line.size:
                break
            end += 1
        return end

    def _first_text(self, start: int) -> tuple[int, bool]:
        """Where the paper's text begins: at the abstract or Introduction, else at the first full lines of prose.

        The second value is True where those lines stand above a heading numbered 1: an abstract that has no heading.
        """
        reach = range(start, min(len(self.blocks), start + _HEADING_REACH))
        for index in reach:
            block = self.blocks[index]
            if block.role == "body" and (_RUN_IN_ABSTRACT.match(block.line.text) or self._opens(block.line)):
                prose = self._first_prose(start, index) if kind_of(block.line.text) == "introduction" else None
                return (index, False) if prose is None else (prose, True)
        numbered = next((index for index in reach if self._is_first_section(self.blocks[index])), None)
        prose = self._first_prose(start, numbered if numbered is not None else len(self.blocks))
        if numbered is not None:
            return (numbered, False) if prose is None else (prose, True)
        return (start if prose is None else prose), False

    def _first_prose(self, start: int, end: int) -> int | None:
        """The first of three lines one below the other of which two at least are full."""
        for index in range(start, end - 2):
            three = self.blocks[index : index + 3]
            if any(block.role != "body" or block.column != three[0].column for block in three):
                continue
            lines = [block.line for block in three]
            close = all(0 < above.y - below.y < 1.4 * self.leading for above, below in pairwise(lines))
            long = sum(line.width > 25 * self.size for line in lines) >= 2 or sum(block.is_full for block in three) >= 2
            if close and long and not is_heading(lines[0], self.size) and len(lines[0].text) > 40:
                return self._back_to_first_line(index, start)
        return None

    def _back_to_first_line(self, index: int, start: int) -> int:
        """Short paragraphs may stand above those three lines."""
        while index > start:
            above, block = self.blocks[index - 1], self.blocks[index]
            near = 0 < above.line.y - block.line.y < 1.4 * self.leading and above.column == block.column
            if above.role != "body" or not near or not (above.is_full or ENDS.search(above.line.text)):
                break
            index -= 1
        return index

    def _opens(self, line: PrintedLine) -> bool:
        """Abstract and Introduction open a paper; other bold lines here are names and institutions."""
        return kind_of(line.text) in ("abstract", "introduction") and (is_heading(line, self.size) or line.italic)

    def _is_first_section(self, block: Block) -> bool:
        number = split_number(block.line.text)[0]
        return block.role == "body" and number in ("1", "I", "0") and is_heading(block.line, self.size)

    def _take(self, index: int) -> int:
        block = self.blocks[index]
        line = block.line
        for mark in line.marks if block.role == "body" else ():
            self._leave_out(mark, "note mark", line)
        if block.role != "body":
            listed = self._in("references") and block.role not in _MARGINAL
            self._leave_out(line.text, "reference list" if listed else block.role, line)
            return index + 1
        run_in = _RUN_IN_ABSTRACT.match(line.text)
        if run_in and line.page == 1:
            self._open(run_in[1])
            line.text = line.text[run_in.end() :]
        elif self._has_run_in_heading(line):
            self._open(line.run_in, below=True)
            line.text = line.text[len(line.run_in) :].lstrip()
        elif self._is_heading_here(index):
            return self._take_heading(index)
        if self._in("references"):
            self._leave_out(line.text, "reference list", line)
        elif line.size < 0.86 * self.size and not self._in("abstract"):
            self._leave_out(line.text, "small type in a table or figure", line)
        else:
            self._add(block)
        return index + 1

    def _is_heading_here(self, index: int) -> bool:
        block = self.blocks[index]
        line = block.line
        if not is_heading(line, self.size):
            before = self.blocks[index - 1] if index else None
            after = self.blocks[index + 1] if index + 1 < len(self.blocks) else None
            listed = self._in("references") and LETTERED.match(line.text) is None
            return not listed and looks_set_apart(block, before, after, self.size, self.leading)
        if self._in("references"):  # entries begin with names and numbers; only a real heading ends the list
            return kind_of(line.text) in ("appendix", "acknowledgments") or (line.bold and line.size > 1.07 * self.size)
        if not line.bold and line.size <= 1.07 * self.size and block.is_full and line.text.upper() != line.text:
            return False  # a heading in italics that the paragraph runs on from
        if self._top_size is not None and self._is_top(line) and line.size < self._top_size - 0.6:
            return False  # an item of a list, "1. Precision", among chapters in larger type
        # A line that a sentence runs into is no heading, whatever its type.
        return line.bold or not self._paragraph or ENDS.search(self._paragraph[-1].text) is not None

    def _take_heading(self, index: int) -> int:
        line = self.blocks[index].line
        text = line.text
        if self._top_size is None and self._is_top(line):
            self._top_size = line.size
        following = index + 1
        while following < len(self.blocks) and self._continues_heading(index, following, text):
            text += f" {self.blocks[following].line.text}"
            following += 1
        after = [block.line for block in self.blocks[following : following + 20] if block.role == "body"]
        # A section about references is not the list of them.
        self._open(text, "body" if kind_of(text) == "references" and not begins_with_entries(after) else None)
        return following

    def _continues_heading(self, index: int, following: int, text: str) -> bool:
        line, block = self.blocks[index].line, self.blocks[following]
        more = block.line
        return (
            block.role == "body"
            and block.column == self.blocks[index].column
            and (more.bold, more.page) == (line.bold, line.page)
            and abs(more.size - line.size) < 0.3
            and 0 < line.y - more.y < 1.6 * line.size * (following - index)
            and split_number(more.text)[0] is None
            and kind_of(text) == "body"
            and (line.bold or line.size > 1.07 * self.size)
            and len(text) + len(more.text) < 160
        )

    def _has_run_in_heading(self, line: PrintedLine) -> bool:
        """Only where a paragraph begins: emphasis within one is no heading."""
        starts = not self._paragraph or ENDS.search(self._paragraph[-1].text) is not None
        return bool(line.run_in) and starts and bool(self.builder.sections) and not self._in("references")

    def _open(self, heading: str, kind: SectionKind | None = None, *, below: bool = False) -> None:
        """below : it is of the last level, whatever its number."""
        self._flush()
        number, _ = split_number(heading)
        level = _LAST_LEVEL if below else 1 + (number or "").count(".")
        self.builder.open_section(heading, level=level, kind=kind)

    @staticmethod
    def _is_top(line: PrintedLine) -> bool:
        return (split_number(line.text)[0] or "").isdigit()

    def _in(self, kind: str) -> bool:
        return bool(self.builder.sections) and self.builder.sections[-1].kind == kind

    def _leave_out(self, text: str, reason: str, line: PrintedLine) -> None:
        """Within a paragraph the place is kept, so that it can be put back where it stood."""
        if self._paragraph:
            self._between.append((len(self._paragraph), text, reason, _place(line)))
        else:
            self.builder.leave_out(text, reason, _place(line))

    def _add(self, block: Block) -> None:
        """A paragraph ends where a line ends a sentence and the next is indented or set off; never within a
        sentence."""
        previous = self._previous
        if _BULLET.match(block.line.text):
            self._flush()
        if self._paragraph and previous is not None and ENDS.search(self._paragraph[-1].text):
            line, before = block.line, previous.line
            same = previous.column == block.column and before.page == line.page
            indented = line.x0 > block.column_x0 + 0.7 * self.size
            if indented or (same and before.y - line.y > 1.25 * self.leading):
                self._flush()
        self._paragraph.append(_place(block.line))
        self._previous = block

    def _flush(self) -> None:
        if self._paragraph:
            self.builder.add_paragraph(self._paragraph, self._between)
        self._paragraph, self._between, self._previous = [], [], None


def _place(line: PrintedLine) -> Line:
    return Line(line.text, None, line.page)
