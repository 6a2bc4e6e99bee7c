"""The text of a transcript in pieces, each a word with what stands behind it, with the times at which it was said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from alignment.text import is_spaceless
from alignment.transcripts.words import Word, spread
from annotator.models import Document, Unit
from annotator.recordings.hearing import timed


@dataclass(frozen=True, slots=True)
class Piece:
    """text : a word, and what follows it up to the next one: together the pieces are the text of the transcript.
    start, end : seconds. speaker : empty if nobody said who."""

    text: str
    start: float
    end: float
    speaker: str = ""

    @property
    def middle(self) -> float:
        return (self.start + self.end) / 2

    def as_word(self) -> Word:
        return Word(self.text.strip(), self.start, self.end)


@dataclass(frozen=True, slots=True)
class Pieces:
    """has_word_times : whether the recogniser gave times of words; those of others are spread over their lines."""

    all: tuple[Piece, ...]
    has_word_times: bool


def pieces_of(document: Document) -> Pieces:
    """Of a transcript, in order; none where its lines have no times.

    A word without a time stands between its neighbours.
    """
    return _pieces(document, units_of([document])[document.pk])


def _pieces(document: Document, units: Sequence[Unit]) -> Pieces:
    pieces = tuple(Piece(*piece) for piece in _timed(document, units))
    return Pieces(pieces, bool(pieces) and any(unit.words for unit in units))


def _timed(document: Document, units: Sequence[Unit]) -> list[tuple[str, float, float, str]]:
    """(text, start, end, speaker) of each piece; none where no line has times."""
    between = _between(document)
    found = [piece for unit in units for piece in _of_unit(unit, document.language, between)]
    if not any(start is not None for _, start, _, _ in found):
        return []
    words = timed([[text, start, end, None] for text, start, end, _ in found])
    return [
        (text, round(word.start, 3), round(word.end, 3), speaker)
        for (text, _, _, speaker), word in zip(found, words, strict=True)
    ]


def _between(document: Document) -> str:
    """What stands between two lines."""
    joiner = document.metadata.get("joiner") if isinstance(document.metadata, dict) else None
    return joiner if isinstance(joiner, str) else "" if is_spaceless(document.language or "") else " "


def units_of(documents: Iterable[Document]) -> dict[int, list[Unit]]:
    """The lines of transcripts, in order, by the transcript's id."""
    of_documents: dict[int, list[Unit]] = {document.pk: [] for document in documents}
    columns = ("document", "text", "start_seconds", "end_seconds", "words", "speaker")
    units = Unit.objects.filter(document__in=of_documents).order_by("document_id", "position")
    for unit in units.only(*columns):
        of_documents[unit.document_id].append(unit)
    return of_documents


def _of_unit(unit: Unit, language: str, between: str) -> Iterator[tuple[str, float | None, float | None, str]]:
    """(text, start, end, speaker) of each piece."""
    placed = [(begin, start, end) for begin, _, start, end in unit.words or ()]
    if not placed:
        placed = list(_spread(unit, language))
    text = unit.text + between
    for number, (begin, start, end) in enumerate(placed):
        first = 0 if number == 0 else begin
        last = placed[number + 1][0] if number + 1 < len(placed) else len(text)
        if last > first:
            yield text[first:last], start, end, unit.speaker


def _spread(unit: Unit, language: str) -> Iterator[tuple[int, float | None, float | None]]:
    """(offset, start, end) of each word of a unit that has times as a whole, or none."""
    start, end = unit.start_seconds, unit.end_seconds
    has_times = start is not None and end is not None
    at = 0
    for word in spread(unit.text, start if has_times else 0.0, end if has_times else 0.0, language):  # type: ignore[arg-type]
        at = unit.text.index(word.text, at)
        yield at, word.start if has_times else None, word.end if has_times else None
        at += len(word.text)


def texts_in(pieces: Sequence[Piece], spans: Iterable[tuple[float, float]]) -> list[tuple[str, str]]:
    """(text, speaker) of each span of seconds: of the pieces with their middle in it, in the order of `pieces`.

    spans : ascend, without overlap. The speaker is that of the first piece that has one.
    """
    found = ([pieces[at] for at in held] for held in _in_spans([piece.middle for piece in pieces], spans))
    return [
        (
            " ".join("".join(piece.text for piece in held).split()),
            next((piece.speaker for piece in held if piece.speaker), ""),
        )
        for held in found
    ]


def _in_spans(times: Sequence[float], spans: Iterable[tuple[float, float]]) -> Iterator[list[int]]:
    """The places of the times that are in each of the spans, ascending. spans : ascend without overlap."""
    by_time = sorted(range(len(times)), key=times.__getitem__)
    at = 0
    for start, end in spans:
        while at < len(by_time) and times[by_time[at]] < start:
            at += 1
        first = at
        while at < len(by_time) and times[by_time[at]] < end:
            at += 1
        yield sorted(by_time[first:at])


#: Of the times of pieces, which are rounded.
_NEAR = 0.001


@dataclass(frozen=True, slots=True)
class _Line:
    """text : with what stands behind it. first, last : no piece of it has its middle before or after."""

    unit: Unit
    text: str
    first: float
    last: float


def spoken_in(
    document: Document, stretches: Sequence[tuple[float, float | None]], units: Sequence[Unit] | None = None
) -> list[str]:
    """The text of each stretch of a transcript, as `texts_in` has it of all pieces.

    Only lines that are spoken across the edge of a stretch are taken apart into words: a hundred talks, word by word,
    would take seconds.

    stretches : ascend, without overlap; one that has no end lasts to the end of the talk. units : of `units_of`, where
    whoever asks has read several transcripts at once.
    """
    between = _between(document)
    units = units_of([document])[document.pk] if units is None else units
    lines = _in_turn(units, between)
    # Without `Piece`, which takes as long to make as all the rest of hundreds of thousands.
    words = [] if lines is not None else _timed(document, units)
    ends = [line.last for line in lines] if lines is not None else [end for _, _, end, _ in words]
    until = max([0.0, *(end for _, end in stretches if end is not None), *(end + 1 for end in ends)])
    spans = [(start, until if end is None else end) for start, end in stretches]
    if lines is None:
        middles = [(start + end) / 2 for _, start, end, _ in words]
        return [" ".join("".join(words[at][0] for at in held).split()) for held in _in_spans(middles, spans)]
    parts: list[list[str]] = [[] for _ in spans]
    at = 0
    for line in lines:
        while at < len(spans) and spans[at][1] <= line.first - _NEAR:
            at += 1
        if at == len(spans):
            break
        if spans[at][0] + _NEAR <= line.first and line.last <= spans[at][1] - _NEAR:
            parts[at].append(line.text)
            continue
        place = at
        for text, start, end, _ in _of_unit(line.unit, document.language, between):
            middle = (round(float(start or 0), 3) + round(float(end or 0), 3)) / 2
            while place < len(spans) and spans[place][1] <= middle:
                place += 1
            if place < len(spans) and spans[place][0] <= middle:
                parts[place].append(text)
    return [" ".join("".join(of_span).split()) for of_span in parts]


def _in_turn(units: Iterable[Unit], between: str) -> list[_Line] | None:
    """The lines that have words; None where some have no times, or are not spoken one after another."""
    lines: list[_Line] = []
    before = 0.0
    for unit in units:
        times = [(unit.start_seconds, unit.end_seconds)]
        if unit.words:
            times = [(start, end) for _, _, start, end in unit.words]
        elif not unit.text.strip():
            continue
        for start, end in times:
            if start is None or end is None or not before <= start <= end:
                return None
            before = end if unit.words else start
        lines.append(_Line(unit, unit.text + between, times[0][0], times[-1][1]))  # type: ignore[arg-type]
        before = lines[-1].last
    return lines


def as_json(pieces: Iterable[Piece]) -> list[Any]:
    return [[piece.text, piece.start, piece.end] for piece in pieces]
