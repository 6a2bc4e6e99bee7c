"""Transcripts as Whisper writes them (JSON): openai-whisper, faster-whisper and WhisperX, and whisper.cpp's own
form."""

from __future__ import annotations

from annotator.importers.base import Format, Options, Parsed, Unit, Units
from annotator.importers.support.json_source import JsonSource, looks_like
from annotator.importers.support.speech import Words, in_order, make_unit, timed_words, transcript
from annotator.importers.support.text_encoding import peek


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    if looks_like(text, "transcription", "timestamps", "offsets") == 1:
        return 0.95
    if not looks_like(text, "segments") or looks_like(text, "is_summarization_sample"):
        return 0.0
    return 0.5 + 0.45 * looks_like(text, "start", "end", "text")


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    if source.get(("transcription",), list) is not None:
        return _parse_cpp(source, options)
    units: list[Unit] = Units(source.problems, options)
    for path, _ in source.items(("segments",), dict, required=True):
        text = source.get((*path, "text"), str, required=True)
        start, end = source.number((*path, "start"), required=True), source.number((*path, "end"), required=True)
        if text is None or not in_order(source, path, start, end):
            continue
        if not text.strip():
            source.warning(f"{source.say(path)} has no text", path)
            continue
        words = timed_words(source, (*path, "words"), Words("word", "start", "end"))
        speaker = source.get((*path, "speaker"), str)
        units.append(make_unit(source, path, text, words, start=start, end=end, speaker=speaker))
    language = source.get(("language",), str)
    return transcript("whisper", source, units, options, {"recogniser": "whisper"}, language)


def _parse_cpp(source: JsonSource, options: Options) -> Parsed:
    units: list[Unit] = Units(source.problems, options)
    for path, _ in source.items(("transcription",), dict):
        text = source.get((*path, "text"), str, required=True)
        start, end = source.number((*path, "offsets", "from")), source.number((*path, "offsets", "to"))
        start, end = (None if time is None else time / 1000 for time in (start, end))
        if text and text.strip() and in_order(source, path, start, end):
            units.append(make_unit(source, path, text, [], start=start, end=end))
    language = source.get(("result", "language"), str)
    return transcript("whisper", source, units, options, {"recogniser": "whisper.cpp"}, language)


FORMAT = Format("whisper", "Transcript, Whisper JSON", (".json",), ("transcript",), _sniff, _parse)
