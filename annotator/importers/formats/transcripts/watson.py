"""Transcripts as IBM Watson Speech to Text writes them (JSON), also several responses in one list.

The first alternative of each final result becomes a unit. ``%HESITATION`` stays in the text as it was recognised:
engines drop it (Lev et al. 2019 worked on such transcripts). Other alternatives and interim results are left out.
"""

from __future__ import annotations

from collections import Counter

from annotator.importers.base import MAX_UNITS, Bounded, Format, LeftOut, Options, Parsed, Unit, Units
from annotator.importers.support.json_source import JsonSource, Path, looks_like
from annotator.importers.support.speech import TimedWord, in_order, make_unit, transcript
from annotator.importers.support.text_encoding import peek


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    return 0.97 if looks_like(text, "results", "alternatives", "transcript") == 1 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    responses: list[Path] = [path for path, _ in source.items((), dict)] if isinstance(source.value, list) else [()]
    units: list[Unit] = Units(source.problems, options)
    left_out: list[LeftOut] = Bounded(source.problems, MAX_UNITS, "passages left out")
    for response in responses:
        speakers = _speakers(source, response)
        for path, _ in source.items((*response, "results"), dict, required=True):
            _read_result(source, path, speakers, units, left_out)
    return transcript("watson", source, units, options, {"recogniser": "watson"}, None, left_out)


def _read_result(
    source: JsonSource, path: Path, speakers: dict[float, str], units: list[Unit], left_out: list[LeftOut]
) -> None:
    is_final = source.get((*path, "final"), bool, default=True)
    for index, (place, _) in enumerate(source.items((*path, "alternatives"), dict, required=True)):
        text = source.get((*place, "transcript"), str, required=True)
        if text is None or not text.strip():
            continue
        if index or not is_final:
            reason = "another alternative" if is_final else "interim result"
            left_out.append(LeftOut(text.strip(), reason, source.locate(place)[0], None, len(units)))
            continue
        words = _timestamps(source, place)
        n_by_speaker = Counter(speakers[start] for _, start, _ in words if start in speakers)
        speaker = n_by_speaker.most_common(1)[0][0] if n_by_speaker else None
        units.append(make_unit(source, place, text, words, speaker=speaker))


def _timestamps(source: JsonSource, path: Path) -> list[TimedWord]:
    words: list[TimedWord] = []
    for place, _ in source.items((*path, "timestamps"), list):
        word = source.get((*place, 0), str, required=True)
        start, end = source.number((*place, 1), required=True), source.number((*place, 2), required=True)
        if word is not None and in_order(source, place, start, end):
            words.append((word, start, end))
    return words


def _speakers(source: JsonSource, response: Path) -> dict[float, str]:
    """Speaker of the word that starts at a time."""
    speakers: dict[float, str] = {}
    for path, _ in source.items((*response, "speaker_labels"), dict):
        start, speaker = source.number((*path, "from")), source.get((*path, "speaker"), (int, str))
        if start is not None and speaker is not None:
            speakers[start] = f"Speaker {speaker}"
    return speakers


FORMAT = Format("watson", "Transcript, Watson JSON", (".json",), ("transcript",), _sniff, _parse)
