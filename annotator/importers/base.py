"""The result of every importer: documents, bitexts, and the problems met on the way.

An importer turns bytes into these values and does nothing else: no rows, no Django, no files, no network.
Positions: lines and columns are 1-based, columns and offsets count Unicode code points, pages are 1-based,
times are seconds from the start of the recording, indices (`Unit.section`, beads) are 0-based positions.
Text is kept as it was found. What an importer does not make a unit of is listed in `Document.left_out`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal, Self, TypeVar

Severity = Literal["error", "warning"]
DocumentKind = Literal["paper", "transcript", "text", "slides"]
SectionKind = Literal[
    "title",
    "abstract",
    "introduction",
    "related_work",
    "method",
    "experiments",
    "results",
    "conclusion",
    "acknowledgments",
    "references",
    "appendix",
    "body",
]
Options = Mapping[str, Any]

#: How much of a faulty passage a problem quotes, and how long its other texts may be. What a file holds must not fill
#: the report about it.
QUOTE_LENGTH = 200
_LONGEST_TEXTS = (("text", QUOTE_LENGTH), ("message", 500), ("expected", 300), ("file", 500))

#: Limits that stop an importer, so that nothing is passed on only to be called too much. The first two are defaults of
#: the options ``max_units`` (per document) and ``max_pages`` (of a PDF or a deck).
MAX_UNITS = 200_000
MAX_PAGES = 500
#: Lines of text on one page or picture, and characters of each: what is beyond that is left out.
MAX_PICTURE_LINES, MAX_LINE_CHARACTERS = 2000, 5000
MAX_SECTIONS = 5_000
MAX_WORDS = 1_000_000
#: Of a talk: places with sentences of its paper.
MAX_RELATED = 5_000
#: Of a recording.
MAX_SECONDS = 360_000
#: Of what stands on a slide: its outline, and how far from the corner of the picture.
MAX_POINTS, MAX_PIXELS = 1000, 100_000
#: Of a glossary: its file, its terms, the characters of a term and of a note, and the renderings of a term, allowed and
#: forbidden each.
MAX_GLOSSARY_BYTES = 4 * 2**20
MAX_TERMS = 10_000
MAX_TERM_LENGTH = 200
MAX_NOTE_LENGTH = 1_000
MAX_RENDERINGS = 20
#: Of a timeline: its file, and the lines in it.
MAX_TIMELINE_BYTES = 2 * 2**20
MAX_STRETCHES = 20_000
#: Of the output of a system.
MAX_OUTPUT_BYTES = 64 * 2**20
#: Of summaries: the bytes of the files of one import, how many a file has, and the characters of one.
MAX_SUMMARIES_BYTES = 16 * 2**20
MAX_SUMMARIES = 20_000
MAX_SUMMARY_LENGTH = 100_000


_Value = TypeVar("_Value")


def _quick_to_pickle(cls: type[_Value]) -> type[_Value]:
    """Pickle instances as a call with their fields: a frozen dataclass's own way takes five times as long."""
    values = attrgetter(*(each.name for each in fields(cls)))  # type: ignore[arg-type]
    cls.__reduce__ = lambda self: (cls, values(self))  # type: ignore[method-assign]
    return cls


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a file, in a form a person can act on.

    message : what was found, a clause without a full stop: ``the cue ends before it starts (12.0 s, 12.4 s)``.
    text : the faulty piece as it stands in the file, starting at `column`; empty where there is none.
    expected : what should have been there: ``an end after the start``.
    page : for formats whose places are pages, not lines.
    """

    severity: Severity
    message: str
    line: int | None = None
    column: int | None = None
    text: str = ""
    expected: str = ""
    file: str = ""
    page: int | None = None

    def __post_init__(self) -> None:
        for name, most in _LONGEST_TEXTS:
            value: str = getattr(self, name)
            if len(value) > most:
                object.__setattr__(self, name, f"{value[: most - 1]}…")

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        place += [f"{word} {value}" for word, value in self._places() if value is not None]
        text = f"{' '.join(place)}: {self.message}" if place else self.message
        return f"{text}; expected {self.expected}" if self.expected else text

    def _places(self) -> tuple[tuple[str, int | None], ...]:
        return (("page", self.page), ("line", self.line), ("column", self.column))


@_quick_to_pickle
@dataclass(frozen=True, slots=True)
class Word:
    """A word of a unit: `unit.text[start:end] == text`. Times are None where the recogniser gave none."""

    text: str
    start: int
    end: int
    start_seconds: float | None = None
    end_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a paper. `heading` has no number; `number` is as printed, ``3.1``; `kind` is what it is about."""

    heading: str
    number: str | None = None
    kind: SectionKind = "body"


@_quick_to_pickle
@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of alignment: a sentence, an utterance, a chunk, a slide. `section` indexes `Document.sections`."""

    text: str
    section: int | None = None
    start_seconds: float | None = None
    end_seconds: float | None = None
    speaker: str | None = None
    words: tuple[Word, ...] = ()
    line: int | None = None
    page: int | None = None


@_quick_to_pickle
@dataclass(frozen=True, slots=True)
class LeftOut:
    """Text of the file that is in no unit, and why. To put it back, insert it before unit `before` in `section`."""

    text: str
    reason: str
    line: int | None = None
    page: int | None = None
    before: int = 0
    section: int | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """One side of a pair.

    language : ISO 639-1 code, or None where nothing could be said.
    metadata : what else the file says, JSON-serialisable: authors, year, speaker, event, external_id, ...
        ``joiner`` is what stands between two units when they are shown as running text ("" for Japanese chunks).
    """

    kind: DocumentKind
    title: str = ""
    language: str | None = None
    sections: tuple[Section, ...] = ()
    units: tuple[Unit, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of a glossary. targets : what the source may be called; forbidden : what it must not be called.

    A language is empty where the file does not say. `line` is where the file first has the source.
    """

    source: str
    targets: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    note: str = ""
    source_language: str = ""
    target_language: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class SummaryOfPaper:
    """A summary of a paper, named by its title or id: a text, or ascending positions of the paper's sentences."""

    paper: str
    text: str = ""
    sentences: tuple[int, ...] = ()
    author: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page of a deck as pictures, in WebP. width, height : of the larger one, in pixels."""

    picture: bytes
    thumbnail: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text on a picture. points : its corners in pixels, top left first, clockwise; confidence : of a
    reader."""

    text: str
    points: tuple[tuple[float, float], ...]
    kind: str = "text"
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class PictureText:
    """The text of a page. width, height : of the picture that points are on."""

    width: int
    height: int
    lines: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class GrayFrame:
    """What a recording shows at a second. pixels : a byte each, row by row; None where nothing can be decoded, empty
    where it is the frame before."""

    width: int
    height: int
    pixels: bytes | None


@dataclass(frozen=True, slots=True)
class Footage:
    """Frames of seconds that follow each other; none at the end. share : of the file that is read by then."""

    frames: tuple[GrayFrame, ...]
    share: float


def term_key(source: str) -> str:
    """What two spellings of one term have in common: neither case, compatibility forms nor spaces make another term."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", source).casefold()).split())


RawBead = tuple[tuple[int, ...], tuple[int, ...], float | None]


@dataclass(frozen=True, slots=True)
class Bitext:
    """Two documents that are rendered one by the other, with a ready alignment where the file carries one.

    offline : the written translation; its unit i translates source unit i (an empty text: no translation given).
    beads : (source positions, target positions, score of the file or None), in the file's order; null beads included.
    metadata : ``external_id``, ``interpreter``, ``rows``, a list parallel to `beads` with what each row said, and
        ``costs``, whether the scores are costs, as vecAlign's: low is good.
    """

    title: str
    source: Document
    target: Document
    offline: Document | None = None
    beads: tuple[RawBead, ...] | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Parsed:
    """The result of reading a file. When `ok` is False nothing of it may be stored; the rest is there to be shown.

    encoding : the name the text was decoded with, None for binary formats.
    beads : a ready alignment of documents that are in other files (vecAlign, hunalign).
    terms : of a glossary. summaries : of papers.
    metadata : of the file: column names and their mapping, archive members, ``costs`` as in `Bitext`, ...
    """

    format: str
    documents: tuple[Document, ...] = ()
    bitexts: tuple[Bitext, ...] = ()
    problems: tuple[Problem, ...] = ()
    name: str = ""
    version: str = ""
    encoding: str | None = None
    beads: tuple[RawBead, ...] | None = None
    terms: tuple[Term, ...] = ()
    summaries: tuple[SummaryOfPaper, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity == "error")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity == "warning")


@dataclass(frozen=True, slots=True)
class Format:
    """An entry of the registry.

    kinds : what it can hold: document kinds, ``bitext``, ``beads``, ``timeline``, ``archive``, ``glossary``,
        ``summaries``.
    sniff : (first bytes of the file, its name) -> 0 (cannot be this) to 1 (can be nothing else), judged by content.
    parse : (whole file, its name, options) -> Parsed; raises `Refused` when it cannot go on, nothing else.
    version : changes whenever the same bytes would become something else; stored as provenance.
    label : ``Kind, name``, as lists of formats show it.
    unit : what a person calls a unit of it, in the singular; blank where the kind of document says enough.
    any_text : nearly any text passes for it, so the name of a file has a say in whether it is one.
    """

    name: str
    label: str
    extensions: tuple[str, ...]
    kinds: tuple[str, ...]
    sniff: Callable[[bytes, str], float]
    parse: Callable[[bytes, str, Options], Parsed]
    version: str = "1"
    unit: str = ""
    any_text: bool = False


class Refused(Exception):
    """The file cannot be read any further; carries the problem to show."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


T = TypeVar("T")


class Bounded(list[T]):
    """A list that raises `Refused` instead of growing beyond a limit; `what` it holds is a plural noun."""

    def __init__(self, problems: Problems, limit: int, what: str) -> None:
        super().__init__()
        self._problems, self._limit, self._what = problems, limit, what

    def append(self, item: T) -> None:
        if len(self) >= self._limit:
            raise self._problems.refuse(
                f"there are more than {self._limit:,} {self._what}", expected="a smaller file, or several"
            )
        super().append(item)

    def extend(self, items: Iterable[T]) -> None:
        for item in items:
            self.append(item)

    def __iadd__(self, items: Iterable[T], /) -> Self:  # type: ignore[misc, override]
        self.extend(items)
        return self


class Units(Bounded[Unit]):
    """The units of one document, as many as the option ``max_units`` allows, with `MAX_WORDS` timed words at most."""

    def __init__(self, problems: Problems, options: Options, what: str = "sentences") -> None:
        super().__init__(problems, int(options.get("max_units", MAX_UNITS)), what)
        self._n_words = 0

    def append(self, unit: Unit) -> None:
        self._n_words += len(unit.words)
        if self._n_words > MAX_WORDS:
            raise self._problems.refuse(
                f"there are more than {MAX_WORDS:,} words with times", expected="a smaller file, or several"
            )
        super().append(unit)


class Pages(Units):
    """The pages of a deck, each a unit: as many as a PDF may have, whatever the deck is read from, so that each can
    have a picture."""

    def __init__(self, problems: Problems, options: Options) -> None:
        most = min(
            int(options.get(name, limit)) for name, limit in (("max_units", MAX_UNITS), ("max_pages", MAX_PAGES))
        )
        super().__init__(problems, {"max_units": most}, "slides")


At = tuple[()] | tuple[int | None, int | None] | tuple[int | None, int | None, str]


class Problems:
    """Collects what is wrong with one file, and stops collecting errors when there are too many to read.

    at : line, column and, where a piece of the line is quoted, its text. Other places by their names in `Problem`.
    """

    LIMIT = 100

    def __init__(self, file: str) -> None:
        self.file = file
        self._found: list[Problem] = []
        self._n_found: dict[Severity, int] = {"error": 0, "warning": 0}
        self._unsaid: dict[Severity, int] = {"error": 0, "warning": 0}

    def error(self, message: str, *, at: At = (), **place: Any) -> None:
        self._add("error", message, at, place)

    def warning(self, message: str, *, at: At = (), **place: Any) -> None:
        self._add("warning", message, at, place)

    def refuse(self, message: str, *, at: At = (), **place: Any) -> Refused:
        """The exception to raise: ``raise problems.refuse("the file is empty")``."""
        return Refused(self._make("error", message, at, place))

    def _make(self, severity: Severity, message: str, at: At, place: dict[str, Any]) -> Problem:
        named: dict[str, Any] = dict(zip(("line", "column", "text"), at, strict=False))
        return Problem(severity, message, file=self.file, **named, **place)

    def _add(self, severity: Severity, message: str, at: At, place: dict[str, Any]) -> None:
        if self._n_found[severity] >= self.LIMIT:
            self._unsaid[severity] += 1
        else:
            self._n_found[severity] += 1
            self._found.append(self._make(severity, message, at, place))

    @property
    def has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self._found)

    def all(self) -> tuple[Problem, ...]:
        """Errors and warnings in the order they were met, and how many more there were."""
        more = tuple(
            self._make(severity, f"{count} more {severity}s of this kind are not listed", (), {})
            for severity, count in self._unsaid.items()
            if count
        )
        return (*self._found, *more)
