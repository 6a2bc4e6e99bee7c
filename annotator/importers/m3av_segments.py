"""M3AV's slides with what is said while each is shown (Chen et al. 2024, ``seg_speech_ocr.json``), and its papers.

Segments: two documents, the slides and the transcript; unit i of one stands beside unit i of the other, with the same
times. Segments that have no text or no speech are not in such a file, so its slides are fewer than those of the text
recognition; both documents have ids of their own, ``<video>:segments``.
Paper: a list of sentences (``paper_sentences.json``), which are kept as they were split. It has no sections.
"""

from __future__ import annotations

import json
import re
from typing import Any

from annotator.importers.base import Document, Format, Options, Parsed, Unit
from annotator.importers.json_source import JsonSource, Path, looks_like
from annotator.importers.language import detect, joiner
from annotator.importers.m3av import IMAGE
from annotator.importers.speech import in_order
from annotator.importers.text_encoding import peek

#: A list of texts whose first is long enough to be a sentence and not a name.
_SENTENCES = re.compile(r'\s*\[\s*"(?:[^"\\]|\\.){20,}"\s*[,\]]')


def _sniff(head: bytes, name: str) -> float:
    return 0.97 if looks_like(peek(head), "ocr_text", "speech_text", "start", "end") == 1 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    slides: list[Unit] = []
    spoken: list[Unit] = []
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


def _sniff_paper(head: bytes, name: str) -> float:
    text = peek(head).removeprefix("\ufeff")
    return 0.8 if _SENTENCES.match(text) else 0.0


def _parse_paper(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    units: list[Unit] = []
    for path, sentence in source.items((), str, required=True):
        if sentence.strip():
            units.append(Unit(" ".join(sentence.split()), line=source.locate(path)[0]))
        else:
            source.warning(f"{source.say(path)} is empty", path)
    if not units and not source.problems.has_errors:
        raise source.refuse("there is no sentence", expected=f"a list such as {json.dumps(['One sentence.'])}")
    language = options.get("language") or detect(" ".join(unit.text for unit in units[:400]))[0]
    document = _document("paper", units, options, {"joiner": joiner(language)})
    return Parsed("m3av-paper", (document,), problems=source.problems.all(), encoding=source.encoding)


SEGMENTS = Format(
    "m3av-segments", "Slides and speech, M3AV JSON", (".json",), ("slides", "transcript"), _sniff, _parse
)  # fmt: skip
PAPER = Format("m3av-paper", "Paper, sentences in JSON", (".json",), ("paper",), _sniff_paper, _parse_paper)
