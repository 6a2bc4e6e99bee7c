"""Papers as science-parse writes them (JSON), the form that TalkSumm works on (Lev et al. 2019, section 4).

The text of a section is a run of printed blocks, one a line. Blocks that are footnotes ("3Defined by ..."), page
numbers and the line of the proceedings are left out and listed; everything else becomes sentences. Which sections and
which short sentences an engine skips is the engine's business: here nothing is dropped for its length or its section.
Both forms are read: fields at the top, and fields under "metadata".
"""

from __future__ import annotations

import re
from typing import Any

from annotator.importers.base import Document, Format, Options, Parsed
from annotator.importers.support.json_source import JsonSource, Path, looks_like
from annotator.importers.support.paper_builder import Line, PaperBuilder, Vocabulary
from annotator.importers.support.text_encoding import peek

_FOOTNOTE = re.compile(r"\d{1,2}(?:https?://\S|[^\W\d_]{2}|[^\W\d_]\s)")
_PAGE_NUMBER = re.compile(r"\d{1,5}")
_URL = re.compile(r"\d{0,2}https?://\S")
_BOILERPLATE = re.compile(
    r"(?i)proceedings of |^c?\s?\u00a9|copyright|all rights reserved|licen[sc]ed under|this work is licen|"
    r"permission to make digital|arxiv:\d|accepted (at|to|for) "
)
_HYPHENATED = re.compile(r"[^\W\d_]-$")


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    named = looks_like(text, "sections", "heading", "text", "title", "abstractText", "referenceMentions", "references")
    return 0.95 if looks_like(text, "abstractText", "sections") == 1 else 0.9 * named if named > 0.5 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    source = JsonSource(data, name)
    base: Path = ("metadata",) if isinstance(source.get(("metadata",), dict), dict) else ()
    if isinstance(source.value, dict) and source.get((*base, "sections"), list, required=True) is None:
        return Parsed("science-parse", problems=source.problems.all(), encoding=source.encoding)
    if not isinstance(source.value, dict):
        raise source.refuse("this is not a science-parse file", base, expected='an object with a list of "sections"')
    document = _document(source, base, options)
    if not document.units and not source.problems.has_errors:
        raise source.refuse("no sentence was found", (*base, "sections"), expected="sections with text")
    return Parsed("science-parse", (document,), problems=source.problems.all(), encoding=source.encoding)


def _document(source: JsonSource, base: Path, options: Options) -> Document:
    sections = source.items((*base, "sections"), dict)
    texts = [(path, source.get((*path, "text"), str, default="")) for path, _ in sections]
    abstract = source.get((*base, "abstractText"), str, default="") or source.get((*base, "abstract"), str, default="")
    builder = PaperBuilder(source.problems, options, Vocabulary(text for _, text in texts))
    if abstract.strip():
        builder.open_section("Abstract")
        builder.add_paragraph([Line(abstract, source.locate((*base, "abstractText"))[0])])
    for path, text in texts:
        heading = source.get((*path, "heading"), str, default="")
        if heading.strip():
            builder.open_section(heading)
        _add_blocks(builder, text, source.locate((*path, "text"))[0], is_headed=bool(heading.strip()))
    return builder.document(source.get((*base, "title"), str, default=""), _metadata(source, base))


def _add_blocks(builder: PaperBuilder, text: str, line: int, *, is_headed: bool) -> None:
    """Blocks that do not end a sentence run on into the next block, past what is left out between them."""
    pending: list[Line] = []
    for block in text.split("\n"):
        place = Line(block.strip(), line)
        reason = _reason_to_leave_out(place.text, pending, is_headed)
        if reason:
            builder.leave_out(place.text, reason, place)
        else:
            pending.append(place)
    builder.add_paragraph(pending)


def _reason_to_leave_out(block: str, pending: list[Line], is_headed: bool) -> str:
    if block and all(_URL.match(word) for word in block.split()):
        return "footnote"
    if _FOOTNOTE.match(block) and not (pending and _HYPHENATED.search(pending[-1].text) and block[:1].islower()):
        return "footnote"
    if _PAGE_NUMBER.fullmatch(block):
        return "page number"
    if not is_headed and _BOILERPLATE.search(block) and len(block) < 600:
        return "copyright or proceedings line"
    return ""


def _metadata(source: JsonSource, base: Path) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    authors = source.get((*base, "authors"), list, default=[])
    names = [author.get("name") if isinstance(author, dict) else author for author in authors]
    metadata["authors"] = [author for author in names if isinstance(author, str)]
    for key in ("year", "venue", "doi", "id"):
        value = source.get((*base, key), (str, int))
        if value is not None:
            metadata["external_id" if key == "id" else key] = value
    references = source.get((*base, "references"), list, default=[])
    metadata["references"] = [entry for entry in references if isinstance(entry, dict)]
    return metadata


FORMAT = Format("science-parse", "Paper, science-parse JSON", (".json",), ("paper",), _sniff, _parse, "2")
