"""M3AV's files (Chen et al. 2024): recognised speech in spoken and written form, and the text on the slides.

Speech: the written form becomes the unit's text with its word times; the spoken forms are kept in the metadata, one a
unit (option `form`: "spoken" turns this round). Slides: a slide a unit, its paragraphs on lines of their own; the name
of an image ends in the milliseconds at which its slide ENDS, so a slide begins where the one before it ended.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from annotator.importers.base import Document, Format, Options, Parsed, Unit
from annotator.importers.json_source import JsonSource, Path, looks_like
from annotator.importers.language import detect
from annotator.importers.speech import Words, in_order, make_unit, timed_words, transcript
from annotator.importers.text_encoding import peek

_SPAN = re.compile(r"(\d{6,9})_(\d{6,9})")
IMAGE = re.compile(r"(?P<video>.+)-(?P<end>\d{6,9})\.\w+$")


def _sniff_speech(head: bytes, name: str) -> float:
    return 0.97 if looks_like(peek(head), "timestr", "final_spoken", "words_spoken") == 1 else 0.0


def _parse_speech(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    form = options.get("form", "written")
    other = "spoken" if form == "written" else "written"
    units: list[Unit] = []
    others: list[str] = []
    for path, _ in source.items((), dict, required=True):
        span = source.get((*path, "timestr"), str, required=True)
        match = _SPAN.fullmatch(span or "")
        if match is None:
            if span is not None:
                source.error(
                    f"timestr is {span[:40]!r}", (*path, "timestr"), expected="milliseconds such as 0010680_0020580"
                )
            continue
        start, end = int(match[1]) / 1000, int(match[2]) / 1000
        text = source.get((*path, f"final_{form}"), str, required=True)
        if text is None or not in_order(source, (*path, "timestr"), start, end):
            continue
        if not text.strip():
            source.warning(f"{source.say(path)} has no text", path)
            continue
        words = timed_words(source, (*path, f"words_{form}"), Words("word", "start", "end"))
        units.append(make_unit(source, path, text, words, start=start, end=end))
        others.append(source.get((*path, f"final_{other}"), str, default=""))
    metadata = {"recogniser": "m3av", other: others, "form": form}
    return transcript("m3av-speech", source, units, options, metadata, None)


def _sniff_slides(head: bytes, name: str) -> float:
    return 0.97 if looks_like(peek(head), "ocr_data", "transcription", "points") == 1 else 0.0


def _parse_slides(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    units: list[Unit] = []
    blocks: list[list[dict[str, Any]]] = []
    video = ""
    start = 0.0
    for page, (path, _) in enumerate(source.items((), dict, required=True), 1):
        image = source.get((*path, "name"), str, required=True)
        match = IMAGE.fullmatch(image or "")
        if match is None:
            if image is not None:
                source.error(
                    f"name is {image[:60]!r}",
                    (*path, "name"),
                    expected="video id, hyphen, milliseconds: CHI-0AB-0005350.jpg",
                )
            continue
        end = int(match["end"]) / 1000
        if end < start:
            source.error(
                f"the slide ends at {end} s, before it begins ({start} s)", (*path, "name"), expected="slides in order"
            )
            continue
        video = video or match["video"]
        found = _blocks(source, path)
        text = "\n".join(_paragraphs(found))
        units.append(Unit(text, start_seconds=start, end_seconds=end, line=source.locate(path)[0], page=page))
        blocks.append(found)
        start = end
    if not any(unit.text for unit in units) and not source.problems.has_errors:
        raise source.refuse("no slide has text", expected="blocks with a transcription")
    language = options.get("language") or detect(" ".join(unit.text for unit in units))[0]
    metadata = {"external_id": video, "blocks": blocks, "joiner": "\n"}
    document = Document("slides", str(options.get("title", "")), language, (), tuple(units), (), metadata)
    return Parsed("m3av-ocr", (document,), problems=source.problems.all(), encoding=source.encoding)


def _blocks(source: JsonSource, path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for place, _ in source.items((*path, "ocr_data"), dict, required=True):
        text = source.get((*place, "transcription"), str, required=True)
        points = source.get((*place, "points"), list, required=True)
        if text is None or points is None:
            continue
        found.append(
            {
                "text": text,
                "points": points,
                "paragraph": source.get((*place, "index_para"), int, default=len(found)),
                "index": source.get((*place, "index_in_para"), int, default=0),
            }
        )
    return found


def _paragraphs(blocks: list[dict[str, Any]]) -> list[str]:
    """Blocks of one paragraph joined by a space, in the order of their paragraph and index."""
    ordered = sorted(blocks, key=lambda block: (block["paragraph"], block["index"]))
    groups = groupby(ordered, key=lambda block: block["paragraph"])
    return [" ".join(block["text"] for block in group) for _, group in groups]


SPEECH = Format("m3av-speech", "Transcript, M3AV JSON", (".json",), ("transcript",), _sniff_speech, _parse_speech)
SLIDES = Format("m3av-ocr", "Slides, M3AV text recognition", (".json",), ("slides",), _sniff_slides, _parse_slides)
