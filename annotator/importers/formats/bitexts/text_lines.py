"""One side of a bitext in plain text, one sentence or chunk per line.

Every line counts, so that line n of one file corresponds to line n of its offline translation: a blank line within the
file is an empty unit, as in Moses and vecAlign files.
"""

from __future__ import annotations

import re

from annotator.importers.base import Document, Format, Options, Parsed, Problems, Unit, Units
from annotator.importers.support.language import detect, joiner
from annotator.importers.support.text_encoding import decode, is_plain_text, peek


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    lines = text.split("\n")
    if not is_plain_text(text) or not any(line.strip() for line in lines):
        return 0.0
    blank = sum(not line.strip() for line in lines[:-1]) / max(1, len(lines) - 1)
    known = re.search(
        r"\.(?:src|tgt|en|ja|de|fr|es|zh|it|offline|source|target|ref|mt)(?:\.txt)?$|^(?:src|tgt|source|target)\.", name
    )
    return 0.65 if known else 0.42 if blank < 0.1 else 0.2


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    lines = [line.strip().strip("\ufeff") for line in text.lines()]
    while lines and not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        if not line:
            problems.warning(
                "an empty line counts as an empty unit", at=(number, 1), expected="one sentence or chunk a line"
            )
    units = Units(problems, options)
    units += (Unit(line, line=number) for number, line in enumerate(lines, 1))
    language = options.get("language") or detect("\n".join(lines[:400]))[0]
    document = Document(
        "text", str(options.get("title", "")), language, (), tuple(units), (), {"joiner": joiner(language)}
    )
    return Parsed("text-lines", (document,), problems=problems.all(), encoding=text.encoding)


FORMAT = Format("text-lines", "Bitext side, text", (".txt", ".src", ".tgt"), ("text",), _sniff, _parse, any_text=True)
