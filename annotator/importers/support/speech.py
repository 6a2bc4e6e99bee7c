"""Shared by the outputs of speech recognisers: timed words found again in the text they belong to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from annotator.importers.base import MAX_SECONDS, LeftOut, Options, Parsed, Unit, Word
from annotator.importers.support.cues import make_document
from annotator.importers.support.json_source import JsonSource, Path

TimedWord = tuple[str, float | None, float | None]

#: How far ahead of the last one a word is looked for, in code points.
_REACH = 200


@dataclass(frozen=True, slots=True)
class Words:
    """The fields that a recogniser gives a word."""

    text: str
    start: str
    end: str


def timed_words(source: JsonSource, path: Path, fields: Words) -> list[TimedWord]:
    """The words of a list of objects. A word that ends before it starts is an error, and left out."""
    words: list[TimedWord] = []
    for place, _ in source.items(path, dict):
        text = source.get((*place, fields.text), str, default="").strip()
        start, end = source.number((*place, fields.start)), source.number((*place, fields.end))
        if text and in_order(source, place, start, end):
            words.append((text, start, end))
    return words


def in_order(source: JsonSource, path: Path, start: float | None, end: float | None) -> bool:
    """False, and an error, where a start is negative or after its end, or a time later than any recording lasts."""
    if start is not None and start < 0:
        source.error(f"{source.say(path)} starts at {start} s", path, expected="0 or more")
        return False
    if max(start or 0.0, end or 0.0) > MAX_SECONDS:
        source.error(
            f"{source.say(path)} is at {max(start or 0.0, end or 0.0):g} s", path,
            expected=f"{MAX_SECONDS:,} s at most",
        )  # fmt: skip
        return False
    if start is not None and end is not None and end < start:
        source.error(
            f"{source.say(path)} ends ({end} s) before it starts ({start} s)", path, expected="an end after the start"
        )
        return False
    return True


def place_words(text: str, words: Iterable[TimedWord]) -> tuple[tuple[Word, ...], int]:
    """Find timed words in a text, in order and whatever their case; returns them and how many were not found."""
    lowered = text.lower() if len(text.lower()) == len(text) else text
    placed: list[Word] = []
    at = missing = 0
    for word, start_seconds, end_seconds in words:
        position = lowered.find(word.lower() if lowered is not text else word, at, at + len(word) + _REACH)
        if position < 0:
            missing += 1
            continue
        at = position + len(word)
        placed.append(Word(text[position:at], position, at, start_seconds, end_seconds))
    return tuple(placed), missing


def make_unit(
    source: JsonSource,
    path: Path,
    text: str,
    words: list[TimedWord],
    *,
    start: float | None = None,
    end: float | None = None,
    speaker: str | None = None,
) -> Unit:
    """A segment as a unit. Times that are not given are those of its first and last word."""
    text = " ".join(text.split())
    placed, missing = place_words(text, words)
    if missing:
        source.warning(f"{missing} of {len(words)} timed words are not in the text of {source.say(path)}", path)
    starts = [word[1] for word in words if word[1] is not None]
    ends = [word[2] for word in words if word[2] is not None]
    return Unit(
        text,
        start_seconds=start if start is not None else min(starts, default=None),
        end_seconds=end if end is not None else max(ends, default=None),
        speaker=speaker,
        words=placed,
        line=source.locate(path)[0],
    )


def transcript(
    format: str,
    source: JsonSource,
    units: list[Unit],
    options: Options,
    metadata: dict[str, Any],
    language: str | None,
    left_out: Iterable[LeftOut] = (),
) -> Parsed:
    """The result of an importer of recogniser output; refuses one without any text."""
    if not units and not source.problems.has_errors:
        raise source.refuse("no text was recognised in this file", expected="segments with text")
    metadata["language"] = (language or "")[:2].lower()
    document = make_document(units, list(left_out), options, metadata)
    return Parsed(format, (document,), problems=source.problems.all(), encoding=source.encoding)
