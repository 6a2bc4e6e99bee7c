"""Every format that can be read. To add one: write its `FORMAT` in `formats/<kind>/`, and list it in `FORMATS`.

`parse` is what callers use: it recognises the format by content, runs the importer, and checks what all importers must
hold. It never raises for a bad file: whatever is wrong comes back as problems of the result.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from annotator.importers import archive
from annotator.importers.base import Bitext, Document, Format, Options, Parsed, Problem, Problems, Refused
from annotator.importers.formats.bitexts import align, intertext, json_rows, ladder, text_lines, tmx, tsv, xliff
from annotator.importers.formats.glossaries import glossary
from annotator.importers.formats.papers import (
    jats,
    latex,
    m3av_paper,
    m3av_related,
    markdown,
    pdf,
    s2orc,
    science_parse,
    tei,
    text_paper,
)
from annotator.importers.formats.slides import m3av_ocr, m3av_segments, pdf_slides, pptx, timeline
from annotator.importers.formats.summaries import summaries
from annotator.importers.formats.systems import heard, output
from annotator.importers.formats.transcripts import (
    azure,
    m3av_speech,
    srt,
    text_transcript,
    ttml,
    vtssum,
    vtt,
    watson,
    whisper,
)
from annotator.importers.support.unreadable import what_it_is
from annotator.storable import unstorable_in

#: Where two formats score alike and neither has the file's extension, the one listed first is chosen.
FORMATS: tuple[Format, ...] = (
    science_parse.FORMAT,
    markdown.FORMAT,
    text_paper.FORMAT,
    srt.FORMAT,
    vtt.FORMAT,
    text_transcript.FORMAT,
    text_lines.FORMAT,
    tsv.FORMAT,
    json_rows.FORMAT,
    whisper.FORMAT,
    watson.FORMAT,
    azure.FORMAT,
    m3av_speech.FORMAT,
    m3av_ocr.FORMAT,
    m3av_segments.FORMAT,
    m3av_paper.FORMAT,
    vtssum.FORMAT,
    align.FORMAT,
    ladder.FORMAT,
    timeline.FORMAT,
    tei.FORMAT,
    jats.FORMAT,
    ttml.FORMAT,
    tmx.FORMAT,
    intertext.LINKS,
    intertext.TEXT,
    xliff.FORMAT,
    s2orc.FORMAT,
    latex.FORMAT,
    pdf.FORMAT,
    pdf_slides.FORMAT,
    pptx.FORMAT,
    archive.FORMAT,
)
BY_NAME = {format.name: format for format in FORMATS}
#: Formats of what is no document. They are read only where they are named: a table of terms looks like a bitext.
NAMED: tuple[Format, ...] = (
    glossary.FORMAT, m3av_related.FORMAT, output.FORMAT, heard.FORMAT, summaries.FORMAT
)  # fmt: skip
_ALL = BY_NAME | {format.name: format for format in NAMED}

#: Endings of formats that are no text, and what such a file is. Where it is not, it is damaged, or something else came
#: in its place: nobody means it as a plain text.
NO_TEXTS = {".pdf": "a PDF", ".pptx": "a PowerPoint file", ".zip": "a zip archive"}
#: How much of a file is looked at to recognise it, in bytes.
HEAD = 65_536
#: Of a file that is whole as far as can be seen, and in none of the formats.
NOT_RECOGNISED = "the format was not recognised"
MAX_UNIT_LENGTH = 100_000


#: A file that is called so is no plain text either.
_JSON = ".json"


def extension_of(name: str) -> str:
    return "." + name.lower().rsplit(".", 1)[-1]


def recognise(data: bytes, name: str) -> list[tuple[Format, float]]:
    """The formats a file may be in, best first, with scores in (0, 1]. Ties go to the format whose extension it has."""
    head = data[:HEAD]
    extension = extension_of(name)
    formats = [format for format in FORMATS if not (format.any_text and extension in (*NO_TEXTS, _JSON))]
    scored = [(format, format.sniff(head, name)) for format in formats]
    possible = [(format, score) for format, score in scored if score > 0]
    return sorted(possible, key=lambda pair: (-pair[1], extension not in pair[0].extensions))


def parse(data: bytes, name: str, format: str | None = None, options: Options | None = None) -> Parsed:
    """Read a file. `format` is a name of `FORMATS`, or None to recognise it. Raises KeyError for an unknown format
    name. Those of `NAMED` are never recognised."""
    try:
        chosen = _ALL[format] if format else _best(data, name)
        parsed = chosen.parse(data, name, options or {})
    except Refused as refusal:
        return Parsed(format or "", problems=(refusal.problem,), name=name)
    problems = parsed.problems + tuple(_check(parsed, name))
    return replace(parsed, format=chosen.name, name=name, version=f"{chosen.name}/{chosen.version}", problems=problems)


def _best(data: bytes, name: str) -> Format:
    problems = Problems(name)
    if not data:
        raise problems.refuse("the file is empty", expected="a file with text")
    known, advice = what_it_is(data, name)
    if known:
        raise problems.refuse(f"this is {known}, which cannot be imported", expected=advice)
    possible = recognise(data, name)
    if not possible:
        if named := NO_TEXTS.get(extension_of(name)):
            raise problems.refuse(
                f"this is not {named}, although its name says so", expected=f"{named}, or another name"
            )
        from annotator.importers.support.json_source import CUT_OFF, JsonSource
        from annotator.importers.support.text_encoding import decode

        decode(data, name)  # says what is wrong with it as a text, if anything is
        if extension_of(name) == _JSON:
            try:
                JsonSource(data, name)
            except Refused as refusal:
                if refusal.problem.message.endswith(CUT_OFF):
                    raise  # other files of the kind, such as lines of JSON, are whole, and none of ours
        raise problems.refuse(NOT_RECOGNISED, line=1, expected="a paper, a transcript, a bitext or slides")
    return possible[0][0]


def _check(parsed: Parsed, name: str) -> list[Problem]:
    """Text that no importer may let through: text that a database cannot hold, and sentences of endless length."""
    problems = Problems(name)
    documents = [*parsed.documents]
    for bitext in parsed.bitexts:
        documents += [document for document in (bitext.source, bitext.target, bitext.offline) if document]
        _check_beads(bitext, problems)
    for document in documents:
        _check_lengths(document, problems)
    for field in fields(parsed):
        if field.name not in _OF_THE_FILE:
            _check_texts(getattr(parsed, field.name), problems)
    return list(problems.all())


def _check_lengths(document: Document, problems: Problems) -> None:
    for unit in document.units:
        if len(unit.text) > MAX_UNIT_LENGTH:
            problems.error(
                f"a sentence of {len(unit.text)} characters",
                text=unit.text[:60],
                expected=f"{MAX_UNIT_LENGTH} at most",
                line=unit.line,
                page=unit.page,
            )


#: What a result says of its file, which is shown and not stored as it is.
_OF_THE_FILE = {"format", "problems", "name", "version", "encoding", "metadata"}
#: Types of fields that hold no text, or none of their own: a word is a piece of its unit. All others are checked.
_WITHOUT_TEXT = {
    "int", "int | None", "float | None", "tuple[int, ...]", "tuple[RawBead, ...] | None", "tuple[Word, ...]",
}  # fmt: skip


@cache
def _fields_with_text(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.type not in _WITHOUT_TEXT)


def _check_texts(value: Any, problems: Problems, line: int | None = None, page: int | None = None) -> None:
    """All texts in a value, at any depth, by the place of what holds them."""
    if isinstance(value, str):
        if wrong := unstorable_in(value):
            problems.error(
                wrong, line=line, page=page, text=ascii(value[:60])[1:-1], expected="text that can be stored"
            )
    elif isinstance(value, dict):
        _check_texts([*value, *value.values()], problems, line, page)
    elif isinstance(value, list | tuple):
        for entry in value:
            _check_texts(entry, problems, line, page)
    elif is_dataclass(value) and not isinstance(value, type):
        line, page = getattr(value, "line", line), getattr(value, "page", page)
        for name in _fields_with_text(type(value)):
            _check_texts(getattr(value, name), problems, line, page)


def _check_beads(bitext: Bitext, problems: Problems) -> None:
    for sources, targets, _ in bitext.beads or ():
        for positions, side in ((sources, bitext.source), (targets, bitext.target)):
            for position in positions:
                if not 0 <= position < len(side.units):
                    problems.error(
                        f"a bead of {bitext.title!r} names unit {position}", expected=f"0 to {len(side.units) - 1}"
                    )
