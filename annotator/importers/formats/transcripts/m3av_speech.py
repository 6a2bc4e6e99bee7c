"""M3AV's recognised speech in spoken and written form (Chen et al. 2024).

The written form becomes the text of the units, with its word times; the spoken forms are kept in the metadata, one per
unit, and so are their words with times (option `form`: "spoken" swaps the two). Writing them again gives the same file
(`annotator.recordings.m3av`).
"""

from __future__ import annotations

import re

from annotator.importers.base import Format, Options, Parsed, Unit, Units
from annotator.importers.support.json_source import JsonSource, looks_like
from annotator.importers.support.speech import TimedWord, Words, in_order, make_unit, timed_words, transcript
from annotator.importers.support.text_encoding import peek

_SPAN = re.compile(r"([0-9]{6,9})_([0-9]{6,9})")


def _sniff(head: bytes, name: str) -> float:
    return 0.97 if looks_like(peek(head), "timestr", "final_spoken", "words_spoken") == 1 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    form = options.get("form", "written")
    other = "spoken" if form == "written" else "written"
    units: list[Unit] = Units(source.problems, options)
    others: list[str] = []
    words_of_others: list[list[TimedWord]] = []
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
        words_of_others.append(timed_words(source, (*path, f"words_{other}"), Words("word", "start", "end")))
    metadata = {"recogniser": "m3av", other: others, f"{other}_words": words_of_others, "form": form}
    return transcript("m3av-speech", source, units, options, metadata, None)


FORMAT = Format("m3av-speech", "Transcript, M3AV JSON", (".json",), ("transcript",), _sniff, _parse, "2")
