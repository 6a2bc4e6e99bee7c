"""Papers in S2ORC's JSON (Lo et al. 2020): paragraphs with their section, in ``body_text`` or ``pdf_parse.body_text``.

Read are doc2json files and the releases' lines (a file with one object; several lines are one error, as each is a
paper). The newer form with ``content.text`` and character annotations is read too.
"""

from __future__ import annotations

import json
from typing import Any

from annotator.importers.base import Document, Format, Options, Parsed
from annotator.importers.support.json_source import JsonSource, Path, looks_like
from annotator.importers.support.paper_builder import Line, PaperBuilder
from annotator.importers.support.text_encoding import peek

#: Abstract and paragraphs cover the same text, and no text is covered more often than this.
_MOST_OVERLAP = 4


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    if looks_like(text, "body_text", "cite_spans") == 1 or looks_like(text, "pdf_parse") == 1:
        return 0.95
    return 0.9 if looks_like(text, "content", "annotations", "corpusid") == 1 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    if source.get(("content", "text"), str) is not None:
        builder = _read_annotated(source, options)
    else:
        base: Path = ("pdf_parse",) if source.get(("pdf_parse",), dict) is not None else ()
        if not base and source.get(("latex_parse",), dict) is not None:
            base = ("latex_parse",)
        builder = PaperBuilder(source.problems, options)
        for path in ((*base, "abstract"), ("abstract",)):
            if isinstance(source.get(path, (list, str)), list) and not builder.units:
                builder.open_section("Abstract")
                _add_paragraphs(source, path, builder)
        _add_paragraphs(source, (*base, "body_text"), builder, required=True)
        _add_paragraphs(source, (*base, "back_matter"), builder)
        _leave_out_references(source, base, builder)
    if not builder.units:
        if source.problems.has_errors:
            return Parsed("s2orc", problems=source.problems.all(), encoding=source.encoding)
        raise source.refuse("no sentence was found", ("body_text",), expected="paragraphs with text")
    document: Document = builder.document(source.get(("title",), str, default=""), _metadata(source))
    return Parsed("s2orc", (document,), problems=source.problems.all(), encoding=source.encoding)


def _add_paragraphs(source: JsonSource, path: Path, builder: PaperBuilder, *, required: bool = False) -> None:
    current = None
    for place, _ in source.items(path, dict, required=required):
        heading = source.get((*place, "section"), str, default="").strip()
        number = source.get((*place, "sec_num"), str, default="") or ""
        text = source.get((*place, "text"), str, required=True)
        if heading and heading.lower() != "abstract" and (number, heading) != current:
            current = (number, heading)
            builder.open_section(f"{number.rstrip('.')} {heading}".strip())
        if text:
            builder.add_paragraph([Line(text, source.locate(place)[0])])


def _leave_out_references(source: JsonSource, base: Path, builder: PaperBuilder) -> None:
    for key, reason in (("ref_entries", "figure or table"), ("bib_entries", "reference list")):
        entries = source.get((*base, key), dict, default={})
        for name in entries:
            place: Path = (*base, key, name)
            text = source.get((*place, "text"), str) or source.get((*place, "title"), str, default="")
            builder.leave_out(text, reason, Line("", source.locate(place)[0]))


def _read_annotated(source: JsonSource, options: Options) -> PaperBuilder:
    """``content.annotations`` hold lists of {start, end}, themselves written as JSON texts."""
    text = source.get(("content", "text"), str, default="")
    builder = PaperBuilder(source.problems, options)
    spans = [
        (start, end, kind)
        for kind in ("abstract", "sectionheader", "paragraph", "bibentry")
        for start, end in _spans(source, kind, len(text))
    ]
    if sum(end - start for start, end, _ in spans) > _MOST_OVERLAP * len(text):
        raise source.refuse("the annotations overlap", ("content", "annotations"), expected="spans side by side")
    line = source.locate(("content", "text"))[0]
    end_of_abstract = 0
    for start, end, kind in sorted(spans, key=lambda span: (span[0], span[2] != "abstract", span[1])):
        piece = text[start:end]
        if kind == "abstract":
            end_of_abstract = max(end, end_of_abstract)
            builder.open_section("Abstract")
            builder.add_paragraph([Line(piece, line)])
        elif kind == "sectionheader":
            builder.open_section(piece)
        elif kind == "bibentry":
            builder.leave_out(piece, "reference list", Line("", line))
        elif start >= end_of_abstract:
            builder.add_paragraph([Line(piece, line)])
    return builder


def _spans(source: JsonSource, kind: str, length: int) -> list[tuple[int, int]]:
    path: Path = ("content", "annotations", kind)
    value: Any = source.get(path, (str, list), default=[])
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            source.error(f"{source.say(path)} is not JSON", path, expected="a list of start and end")
            return []
    spans: list[tuple[int, int]] = []
    for entry in value if isinstance(value, list) else []:
        span = (entry.get("start"), entry.get("end")) if isinstance(entry, dict) else (None, None)
        try:
            start, end = int(span[0]), int(span[1])  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            start, end = -1, -1
        if not 0 <= start <= end <= length:
            source.error(f"{source.say(path)} has the span {span}", path, expected=f"0 to {length}")
            continue
        spans.append((start, end))
    return spans


def _metadata(source: JsonSource) -> dict[str, Any]:
    authors: list[str] = []
    for path, _ in source.items(("authors",), dict):
        parts = [source.get((*path, key), (str, list), default="") for key in ("first", "middle", "last", "name")]
        words = [
            word for part in parts for word in (part if isinstance(part, list) else [part]) if isinstance(word, str)
        ]
        authors.append(" ".join(word for word in words if word))
    metadata: dict[str, Any] = {"authors": authors}
    for key, field in (("paper_id", "external_id"), ("corpusid", "external_id"), ("year", "year"), ("venue", "venue")):
        value = source.get((key,), (str, int))
        if value is not None:
            metadata[field] = value
    return metadata


FORMAT = Format("s2orc", "Paper, S2ORC JSON", (".json",), ("paper",), _sniff, _parse, "2")
