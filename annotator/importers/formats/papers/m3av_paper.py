"""M3AV's papers (Chen et al. 2024, ``paper_sentences.json``): a list of sentences, kept as they were split.

Such a paper has no sections.
"""

from __future__ import annotations

import json
import re

from annotator.importers.base import Document, Format, Options, Parsed, Unit, Units
from annotator.importers.support.json_source import JsonSource
from annotator.importers.support.language import detect, joiner
from annotator.importers.support.text_encoding import peek

#: A list of texts whose first is long enough to be a sentence and not a name.
_SENTENCES = re.compile(r'\s*\[\s*"(?:[^"\\]|\\.){20,}"\s*[,\]]')


def _sniff(head: bytes, name: str) -> float:
    text = peek(head).removeprefix("\ufeff")
    return 0.8 if _SENTENCES.match(text) else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    units: list[Unit] = Units(source.problems, options)
    for path, sentence in source.items((), str, required=True):
        if sentence.strip():
            units.append(Unit(" ".join(sentence.split()), line=source.locate(path)[0]))
        else:
            source.warning(f"{source.say(path)} is empty", path)
    if not units and not source.problems.has_errors:
        raise source.refuse("there is no sentence", expected=f"a list such as {json.dumps(['One sentence.'])}")
    language = options.get("language") or detect(" ".join(unit.text for unit in units[:400]))[0]
    metadata = {"joiner": joiner(language)}
    document = Document("paper", str(options.get("title", "")), language, (), tuple(units), (), metadata)
    return Parsed("m3av-paper", (document,), problems=source.problems.all(), encoding=source.encoding)


FORMAT = Format("m3av-paper", "Paper, sentences in JSON", (".json",), ("paper",), _sniff, _parse)
