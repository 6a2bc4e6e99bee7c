"""Talks as VT-SSum writes them (Lv et al. 2021, JSON): sentences in segments, with summary labels.

Sentences become units, segments sections. Labels are kept in the metadata, one a unit, null where its clip is no sample
of the summarisation task. Clips without sentences are not in `segmentation`; the others equal its segments in order,
which is checked.
"""

from __future__ import annotations

import re

from annotator.importers.base import MAX_SECTIONS, Bounded, Document, Format, Options, Parsed, Section, Unit, Units
from annotator.importers.support.json_source import JsonSource, Path, looks_like
from annotator.importers.support.language import detect
from annotator.importers.support.text_encoding import peek


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    if looks_like(text, "segmentation", "info") == 1 and looks_like(text, "url", "title") == 1:
        return 0.95
    return 0.97 if looks_like(text, "segmentation", "summarization") == 1 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    sections: list[Section] = Bounded(source.problems, MAX_SECTIONS, "segments")
    units: list[Unit] = Units(source.problems, options)
    for path, _ in source.items(("segmentation",), list, required=True):
        sections.append(Section(f"Segment {len(sections) + 1}"))
        for place, sentence in source.items(path, str):
            if not sentence.strip():
                source.warning(f"{source.say(place)} is empty", place)
                continue
            units.append(Unit(sentence.strip(), len(sections) - 1, line=source.locate(place)[0]))
    if not units and not source.problems.has_errors:
        raise source.refuse("there is no sentence", ("segmentation",), expected="segments with sentences")
    metadata = {
        "external_id": source.get(("id",), str),
        "authors": [author for _, author in source.items(("info", "author"), str)],
        "url": source.get(("url",), str),
        "categories": [category for _, category in source.items(("info", "category"), str)],
        "labels": _labels(source, [unit.text for unit in units]),
        "joiner": " ",
    }
    language = options.get("language") or detect(" ".join(unit.text for unit in units[:400]))[0]
    title = source.get(("title",), str, default="")
    document = Document("transcript", title, language, tuple(sections), tuple(units), (), metadata)
    return Parsed("vtssum", (document,), problems=source.problems.all(), encoding=source.encoding)


def _labels(source: JsonSource, texts: list[str]) -> list[int | None]:
    """A label a unit: 1 for a summary sentence, 0 for another, None where the clip is no sample."""
    clips: dict[str, object] = source.get(("summarization",), dict, default={})
    labels: list[int | None] = []
    for clip in sorted(clips, key=_clip_number):
        base: Path = ("summarization", clip)
        is_sample = source.get((*base, "is_summarization_sample"), bool, default=False)
        for path, _ in source.items((*base, "summarization_data"), dict):
            sentence = source.get((*path, "sent"), str, required=True)
            label = source.get((*path, "label"), int, required=True)
            if sentence is None or not sentence.strip():
                continue
            if len(labels) < len(texts) and sentence.strip() != texts[len(labels)]:
                source.error("the clip's sentence is not the segment's", path, expected=texts[len(labels)][:60])
                return []
            labels.append(label if is_sample else None)
    if clips and len(labels) != len(texts):
        source.error(
            f"the clips have {len(labels)} sentences", ("summarization",), expected=f"{len(texts)}, as the segments"
        )
    return labels


def _clip_number(name: str) -> int:
    match = re.search(r"[0-9]{1,9}", name)
    return int(match.group()) if match else 0


FORMAT = Format("vtssum", "Transcript, VT-SSum JSON", (".json",), ("transcript",), _sniff, _parse)
