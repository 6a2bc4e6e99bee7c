"""M3AV's related sentences (Chen et al. 2024, ``related_sentences.json``): for what was said on each slide, the nearest
sentences of the paper.

What comes out is `Parsed.metadata["related"]`: ``[speech_text, [[sentence, cos_similarity], ...]]`` for each slide,
with white space as one space. It is read with the folder of its talk, and never recognised by itself.
"""

from __future__ import annotations

from typing import Any

from annotator.importers.base import MAX_RELATED, Bounded, Format, Options, Parsed
from annotator.importers.support.json_source import JsonSource, Path

#: Of one slide; M3AV has ten.
_MOST_SENTENCES = 100


def _sniff(head: bytes, name: str) -> float:
    return 0.0  # read only where it is named


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    related: list[Any] = Bounded(source.problems, MAX_RELATED, "slides")
    for path, _ in source.items((), dict, required=True):
        spoken = source.get((*path, "speech_text"), str, required=True)
        sentences = list(_sentences(source, path))
        if spoken is not None:
            related.append([" ".join(spoken.split()), sentences])
    return Parsed(
        "m3av-related", problems=source.problems.all(), encoding=source.encoding, metadata={"related": list(related)}
    )


def _sentences(source: JsonSource, path: Path) -> list[list[Any]]:
    near: list[list[Any]] = []
    for place, _ in source.items((*path, "related_sentences"), dict, required=True):
        text = source.get((*place, "sentence"), str, required=True)
        similarity = source.number((*place, "cos_similarity"), required=True)
        if similarity is not None and not -1.001 <= similarity <= 1.001:
            at = (*place, "cos_similarity")
            source.error(f"{source.say(at)} is {similarity:g}", at, expected="a number from -1 to 1")
        elif text is not None and similarity is not None:
            near.append([" ".join(text.split()), round(min(1.0, max(0.0, similarity)), 4)])
    if len(near) > _MOST_SENTENCES:
        source.error(f"{source.say(path)} has {len(near):,} sentences", path, expected=f"{_MOST_SENTENCES} at most")
    return near[:_MOST_SENTENCES]


FORMAT = Format("m3av-related", "Related sentences, M3AV JSON", (".json",), ("related",), _sniff, _parse)
