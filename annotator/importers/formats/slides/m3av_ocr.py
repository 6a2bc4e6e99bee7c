"""The text on M3AV's slides (Chen et al. 2024).

Each slide is a unit, with its paragraphs on separate lines. The name of an image ends in the milliseconds at which its
slide ENDS, so a slide begins where the one before it ended. Names and blocks are kept in the metadata: writing them
again gives the same file (`annotator.recordings.m3av`).
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from annotator.importers.base import MAX_PIXELS, MAX_POINTS, MAX_UNITS, Document, Format, Options, Pages, Parsed, Unit
from annotator.importers.support.json_source import JsonSource, Path, looks_like
from annotator.importers.support.language import detect
from annotator.importers.support.text_encoding import peek

IMAGE = re.compile(r"(?P<video>.+)-(?P<end>[0-9]{6,9})\.\w+$")


def _sniff(head: bytes, name: str) -> float:
    return 0.97 if looks_like(peek(head), "ocr_data", "transcription", "points") == 1 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    units: list[Unit] = Pages(source.problems, options)
    blocks: list[list[dict[str, Any]]] = []
    pictures: list[list[str]] = []
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
        of_page = _blocks(source, path)
        text = "\n".join(_paragraphs(of_page))
        units.append(Unit(text, start_seconds=start, end_seconds=end, line=source.locate(path)[0], page=page))
        blocks.append(of_page)
        pictures.append([image or "", source.get((*path, "check"), str, default="")])
        start = end
    if not any(unit.text for unit in units) and not source.problems.has_errors:
        raise source.refuse("no slide has text", expected="blocks with a transcription")
    language = options.get("language") or detect(" ".join(unit.text for unit in units))[0]
    metadata = {"external_id": video, "blocks": blocks, "pictures": pictures, "pages": len(units), "joiner": "\n"}
    document = Document("slides", str(options.get("title", "")), language, (), tuple(units), (), metadata)
    return Parsed("m3av-ocr", (document,), problems=source.problems.all(), encoding=source.encoding)


def _blocks(source: JsonSource, path: Path) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    for place, _ in source.items((*path, "ocr_data"), dict, required=True):
        text = source.get((*place, "transcription"), str, required=True)
        points = source.get((*place, "points"), list, required=True)
        paragraph = source.get((*place, "index_para"), int, default=len(blocks))
        index = source.get((*place, "index_in_para"), int, default=0)
        if text is None or points is None or not _are_points(source, (*place, "points"), points):
            continue
        for at, value in (((*place, "index_para"), paragraph), ((*place, "index_in_para"), index)):
            if not 0 <= value <= MAX_UNITS:
                source.error(f"{source.say(at)} is out of range", at, expected="0, 1, 2 and so on")
                break
        else:
            blocks.append({"text": text, "points": points, "paragraph": paragraph, "index": index})
    return blocks


def _are_points(source: JsonSource, path: Path, points: list[Any]) -> bool:
    """False, and an error, for what no drawing has: they are written again as they are."""
    if 4 <= len(points) <= MAX_POINTS and all(map(_is_point, points)):
        return True
    source.error(f"{source.say(path)} are no points", path, expected="4 or more points [x, y] in pixels")
    return False


def _is_point(point: Any) -> bool:
    return (
        isinstance(point, list)
        and len(point) == 2
        and all(type(each) in (int, float) and abs(each) <= MAX_PIXELS for each in point)
    )


def _paragraphs(blocks: list[dict[str, Any]]) -> list[str]:
    """Blocks of one paragraph joined by a space, in the order of their paragraph and index."""
    ordered = sorted(blocks, key=lambda block: (block["paragraph"], block["index"]))
    groups = groupby(ordered, key=lambda block: block["paragraph"])
    return [" ".join(block["text"] for block in group) for _, group in groups]


FORMAT = Format("m3av-ocr", "Slides, M3AV text recognition", (".json",), ("slides",), _sniff, _parse, "2")
