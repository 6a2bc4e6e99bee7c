"""Builds a paper out of headings, paragraphs and what is left out, whatever format they come from."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from annotator.importers.base import (
    MAX_SECTIONS,
    MAX_UNITS,
    Bounded,
    Document,
    LeftOut,
    Options,
    Problems,
    Section,
    SectionKind,
    Unit,
    Units,
)
from annotator.importers.support import sentences
from annotator.importers.support.language import detect
from annotator.importers.support.sections import section_of

_HYPHEN_END = re.compile(r"([^\W\d_]+)[-\u00ad\u2010]$")
_DIVIDED = re.compile(r"(?<![^\W\d_])[^\W\d_]+[-\u00ad\u2010][^\S\n]*\n\s*[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LONGEST_WORD = 80
_KEPT_PREFIXES = frozenset(("non", "self", "well", "cross", "multi", "semi", "state-of-the", "end-to"))


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line: its text and where it stands."""

    text: str
    line: int | None = None
    page: int | None = None


class Vocabulary:
    """The words of a text, to decide whether a hyphen at a line's end belongs to the word."""

    def __init__(self, texts: Iterable[str]) -> None:
        whole = _DIVIDED.sub("\n", "\n".join(texts))
        self._words = {word.lower() for word in _WORD.findall(whole)}

    def keeps_hyphen(self, left: str, right: str) -> bool:
        """True where ``left-right`` is written with its hyphen, as far as the text itself tells."""
        joined, hyphenated = f"{left}{right}".lower(), f"{left}-{right}".lower()
        if joined in self._words:
            return False
        if hyphenated in self._words or left.isupper() or right[:1].isupper():
            return True
        return left.lower() in _KEPT_PREFIXES and right.lower() in self._words


def join_lines(lines: list[Line], vocabulary: Vocabulary) -> tuple[str, list[tuple[int, Line]]]:
    """Join the lines of a paragraph with spaces, mending words divided at line ends.

    Returns the text and, ascending, the offset at which each line begins in it.
    """
    pieces: list[str] = []
    starts: list[tuple[int, Line]] = []
    length = 0
    for line in lines:
        piece = " ".join(line.text.split())
        if not piece:
            continue
        last = pieces[-1] if pieces else ""
        divided = _HYPHEN_END.search(last[-_LONGEST_WORD:])
        right = re.match(r"[^\W\d_]+", piece)
        if divided and right and (right.group()[0].islower() or right.group()[0].isupper()):
            if not vocabulary.keeps_hyphen(divided.group(1), right.group()):
                pieces[-1] = last[:-1]
                length -= 1
        elif last and not _joins_without_space(last[-1], piece[0]):
            pieces.append(" ")
            length += 1
        starts.append((length, line))
        pieces.append(piece)
        length += len(piece)
    return "".join(pieces), starts


def _joins_without_space(left: str, right: str) -> bool:
    return all("\u3000" <= character <= "\u9fff" or "\uff00" <= character <= "\uff60" for character in (left, right))


class PaperBuilder:
    """Collects the parts of a paper in reading order; `document` gives the result."""

    def __init__(
        self,
        problems: Problems,
        options: Options,
        vocabulary: Vocabulary | None = None,
        language: str | None = None,
    ) -> None:
        """`language` is what the file itself says; the option of that name overrules it.

        All methods raise `Refused` where there are more sections, sentences or omissions than anybody can review.
        """
        self.sections: list[Section] = Bounded(problems, MAX_SECTIONS, "sections")
        self.units: list[Unit] = Units(problems, options)
        self.left_out: list[LeftOut] = Bounded(problems, MAX_UNITS, "passages left out")
        self._levels: list[int] = []
        self._vocabulary = vocabulary or Vocabulary(())
        self._language: str | None = options.get("language") or language

    @property
    def section(self) -> int | None:
        return len(self.sections) - 1 if self.sections else None

    def open_section(self, heading: str, *, level: int = 1, kind: SectionKind | None = None) -> Section:
        """Begin a section; what follows belongs to it. `kind` is for a heading whose words mislead."""
        section = section_of(heading, self.sections, level=level, levels=self._levels)
        if kind is not None:
            section = replace(section, kind=kind)
        self.sections.append(section)
        self._levels.append(level)
        return section

    def add_paragraph(self, lines: list[Line], between: Sequence[tuple[int, str, str, Line]] = ()) -> None:
        """Split a paragraph into sentences, each a unit with the place it begins at.

        between : what was left out of the paragraph, each as (index of the line it stood before, text, reason, place);
            it is put back before the first sentence that begins after it.
        """
        text, starts = join_lines(lines, self._vocabulary)
        offsets = [offset for offset, _ in starts]
        first = len(self.units)
        begins: list[int] = []
        for start, end in sentences.split(text, self._language):
            place = starts[bisect_right(offsets, start) - 1][1]
            self.units.append(Unit(text[start:end], self.section, line=place.line, page=place.page))
            begins.append(start)
        for index, piece, reason, place in between:
            offset = offsets[index] if index < len(offsets) else len(text)
            self._leave_out_before(first + bisect_left(begins, offset), piece, reason, place)

    def leave_out(self, text: str, reason: str, place: Line | None = None) -> None:
        self._leave_out_before(len(self.units), text, reason, place)

    def _leave_out_before(self, before: int, text: str, reason: str, place: Line | None) -> None:
        text = text.strip()
        if text:
            line, page = (place.line, place.page) if place else (None, None)
            self.left_out.append(LeftOut(text, reason, line, page, before, self.section))

    def document(self, title: str, metadata: dict[str, Any]) -> Document:
        language = self._language or detect(" ".join(unit.text for unit in self.units[:400]))[0]
        return Document(
            "paper", title, language, tuple(self.sections), tuple(self.units), tuple(self.left_out), metadata
        )
