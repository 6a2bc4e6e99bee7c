"""M3AV's slides with what is said while each is shown (Chen et al. 2024, ``seg_speech_ocr.json``).

Two documents come out, the slides and the transcript; unit i of one belongs to unit i of the other and has the same
times. Segments without text or without speech are not in such a file, so it has fewer slides than the text recognition;
both documents have ids of their own, ``<video>:segments``.
"""

from __future__ import annotations

from typing import Any

from annotator.importers.base import Document, Format, Options, Pages, Parsed, Unit, Units
from annotator.importers.formats.slides.m3av_ocr import IMAGE
from annotator.importers.support.json_source import JsonSource, Path, looks_like
from annotator.importers.support.language import detect
from annotator.importers.support.speech import in_order
from annotator.importers.support.text_encoding import peek


def _sniff(head: bytes, name: str) -> float:
    return 0.97 if looks_like(peek(head), "ocr_text", "speech_text", "start", "end") == 1 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    slides: list[Unit] = Pages(source.problems, options)
    spoken: list[Unit] = Units(source.problems, options)
    video = ""
    before = 0.0
    for path, _ in source.items((), dict, required=True):
        image = source.get((*path, "name"), str, required=True)
        match = IMAGE.fullmatch(image or "")
        if image is not None and match is None:
            source.error(
                f"name is {image[:60]!r}",
                (*path, "name"),
                expected="video id, hyphen, milliseconds: CHI-0AB-0005350.jpg",
            )
        video = video or (match["video"] if match else "")
        times = _times(source, path, before)
        ocr, speech = (source.get((*path, key), str, required=True) for key in ("ocr_text", "speech_text"))
        if times is None or ocr is None or speech is None:
            continue
        before = times[1]
        if not ocr.strip() or not speech.strip():
            key = "ocr_text" if not ocr.strip() else "speech_text"
            source.warning(f"{source.say((*path, key))} is empty; the segment is not read", (*path, key))
            continue
        line = source.locate(path)[0]
        slides.append(Unit(ocr.strip(), None, *times, line=line, page=len(slides) + 1))
        spoken.append(Unit(speech.strip(), None, *times, line=line))
    if not spoken and not source.problems.has_errors:
        raise source.refuse("there is no segment", expected="slides with their text and their speech")
    about: dict[str, Any] = {"external_id": f"{video}:segments" if video else None}
    documents = (
        _document("slides", slides, options, {**about, "joiner": "\n"}),
        _document("transcript", spoken, options, {**about, "recogniser": "m3av", "joiner": " "}),
    )
    return Parsed("m3av-segments", documents, problems=source.problems.all(), encoding=source.encoding)


def _times(source: JsonSource, path: Path, before: float) -> tuple[float, float] | None:
    """Start and end in seconds; None, and an error, where they are no times or not in order."""
    start, end = (source.number((*path, key), required=True) for key in ("start", "end"))
    if start is None or end is None or not in_order(source, path, start, end):
        return None
    if start < before:
        source.error(
            f"{source.say(path)} starts at {start} s, before the one above it ends ({before} s)",
            (*path, "start"),
            expected="segments in order",
        )
        return None
    return start, end


def _document(kind: Any, units: list[Unit], options: Options, metadata: dict[str, Any]) -> Document:
    language = options.get("language") or detect(" ".join(unit.text for unit in units[:400]))[0]
    return Document(kind, str(options.get("title", "")), language, (), tuple(units), (), metadata)


FORMAT = Format(
    "m3av-segments", "Slides and speech, M3AV JSON", (".json",), ("slides", "transcript"), _sniff, _parse
)  # fmt: skip
