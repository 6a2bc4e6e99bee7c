"""Transcripts as Azure Speech writes them (JSON): batch transcription, fast transcription, and detailed SDK results.

The best alternative in its display form becomes a unit; its words have times. Times come in ticks of 100 ns, in
milliseconds, or as ISO 8601 durations ("PT1.59S").
"""

from __future__ import annotations

import re

from annotator.importers.base import Format, Options, Parsed, Unit, Units
from annotator.importers.support.json_source import JsonSource, Path, looks_like
from annotator.importers.support.speech import TimedWord, in_order, make_unit, transcript
from annotator.importers.support.text_encoding import peek

_TICKS_PER_SECOND = 10_000_000
_DURATION = re.compile(r"PT(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,20})?)S)?")


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    forms = (
        ("recognizedPhrases", "nBest"),
        ("combinedRecognizedPhrases", "recognizedPhrases"),
        ("phrases", "offsetMilliseconds"),
        ("RecognitionStatus", "NBest"),
    )
    return max(0.97 * (looks_like(text, *form) == 1) for form in forms)


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    units: list[Unit] = Units(source.problems, options)
    languages: list[str] = []
    for path, _ in _phrases(source):
        status = source.get((*path, "recognitionStatus"), str) or source.get((*path, "RecognitionStatus"), str)
        if status not in (None, "Success"):
            source.warning(f"{source.say(path)} was not recognised ({status})", path)
            continue
        languages += [source.get((*path, "locale"), str, default="")]
        unit = _unit(source, path)
        if unit is not None:
            units.append(unit)
    language = next((language for language in languages if language), None)
    return transcript("azure", source, units, options, {"recogniser": "azure"}, language)


def _phrases(source: JsonSource) -> list[tuple[Path, object]]:
    if isinstance(source.value, list):
        return source.items((), dict)
    for key in ("recognizedPhrases", "phrases"):
        if source.get((key,), list) is not None:
            return source.items((key,), dict)
    return [((), source.value)]


def _unit(source: JsonSource, path: Path) -> Unit | None:
    best: Path = path
    for key in ("nBest", "NBest"):
        if source.get((*path, key), list):
            best = (*path, key, 0)
    text = next(
        (
            value
            for key in ("display", "Display", "text", "DisplayText", "lexical")
            if (value := source.get((*best, key), str))
        ),
        "",
    )
    start, end = _times(source, path)
    if not text.strip():
        source.warning(f"{source.say(path)} has no text", path)
        return None
    if not in_order(source, path, start, end):
        return None
    speaker = source.get((*path, "speaker"), (int, str))
    words = _words(source, best)
    return make_unit(
        source, path, text, words, start=start, end=end, speaker=f"Speaker {speaker}" if speaker is not None else None
    )


def _words(source: JsonSource, best: Path) -> list[TimedWord]:
    words: list[TimedWord] = []
    for key in ("displayWords", "DisplayWords", "words", "Words"):
        for path, _ in source.items((*best, key), dict):
            forms = (source.get((*path, form), str) for form in ("displayText", "DisplayText", "word", "Word", "text"))
            word = next((form for form in forms if form), "")
            start, end = _times(source, path)
            if word and in_order(source, path, start, end):
                words.append((word, start, end))
        if words:
            break
    return words


def _times(source: JsonSource, path: Path) -> tuple[float | None, float | None]:
    """(start, end) in seconds, from whichever of Azure's notations is there."""
    for offset, duration, per_second in (
        ("offsetInTicks", "durationInTicks", _TICKS_PER_SECOND),
        ("offsetMilliseconds", "durationMilliseconds", 1000),
        ("Offset", "Duration", _TICKS_PER_SECOND),
    ):
        start = source.number((*path, offset))
        if start is not None:
            length = source.number((*path, duration))
            return start / per_second, None if length is None else round((start + length) / per_second, 7)
    start = _iso_seconds(source, (*path, "offset"))
    length = _iso_seconds(source, (*path, "duration"))
    return start, None if start is None or length is None else round(start + length, 7)


def _iso_seconds(source: JsonSource, path: Path) -> float | None:
    value = source.get(path, str)
    if value is None:
        return None
    match = _DURATION.fullmatch(value)
    if match is None:
        source.error(f"{source.say(path)} is {value[:40]!r}", path, expected="a duration such as PT1.59S")
        return None
    return int(match[1] or 0) * 3600 + int(match[2] or 0) * 60 + float(match[3] or 0)


FORMAT = Format("azure", "Transcript, Azure JSON", (".json",), ("transcript",), _sniff, _parse)
