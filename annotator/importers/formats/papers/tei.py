"""Papers in TEI XML as GROBID writes them.

Divisions become sections, paragraphs (and GROBID's own sentences, where it segmented) become units. Figures, tables,
formulas, notes and the reference list are left out and listed.
"""

from __future__ import annotations

from typing import Any

from annotator.importers.base import Document, Format, Options, Parsed, Problems, Unit
from annotator.importers.support.paper_builder import Line, PaperBuilder
from annotator.importers.support.xml_source import (
    XML_LANGUAGE,
    Element,
    children,
    first,
    line_of,
    looks_like,
    name_of,
    read,
    text_of,
)

_LEFT_OUT = {"figure": "figure or table", "table": "figure or table", "formula": "formula", "note": "footnote"}
_INLINE_OUT = frozenset(("note", "figure", "table", "formula"))


def _sniff(head: bytes, name: str) -> float:
    return 0.97 if looks_like(head, "TEI") else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    root = read(data, problems)
    text = first(root, "text")
    if name_of(root) != "TEI" or text is None:
        raise problems.refuse(
            "this is not a TEI document", line=line_of(root), text=str(root.tag), expected="TEI with a text element"
        )
    builder = PaperBuilder(problems, options, language=(text.get(XML_LANGUAGE) or "")[:2] or None)
    listing = _that_list_references(root)
    abstract = first(root, "profileDesc/abstract")
    if abstract is not None and text_of(abstract):
        builder.open_section("Abstract")
        _add_division(builder, abstract, 1, listing)
    for part in children(text):
        if name_of(part) in ("body", "back"):
            _add_division(builder, part, 1, listing)
    if not builder.units:
        raise problems.refuse("no sentence was found", line=line_of(text), expected="paragraphs in the body")
    title = first(root, "titleStmt/title")
    document: Document = builder.document(text_of(title) if title is not None else "", _metadata(root))
    return Parsed("tei", (document,), problems=problems.all())


def _add_division(builder: PaperBuilder, element: Element, level: int, listing: set[Element]) -> None:
    """GROBID numbers headings (``<head n="2.1">``) instead of nesting them. listing : elements that hold a listBibl."""
    for child in children(element):
        name = name_of(child)
        if name == "div":
            kind = child.get("type", "")
            if kind == "references" or child in listing:
                builder.leave_out(text_of(child), "reference list", Line("", line_of(child)))
                continue
            if (
                kind in ("acknowledgement", "acknowledgment")
                and not children(child, "head")
                and first(child, "head") is None
            ):
                builder.open_section("Acknowledgments", level=level)
            _add_division(builder, child, level + 1, listing)
        elif name == "head":
            number = child.get("n", "").rstrip(".")
            heading = text_of(child)
            if heading:
                builder.open_section(f"{number} {heading}".strip(), level=1 + number.count(".") if number else level)
        elif name in ("p", "list", "item", "ab"):
            _add_paragraph(builder, child)
        elif name in _LEFT_OUT:
            builder.leave_out(text_of(child), _LEFT_OUT[name], Line("", line_of(child)))
        elif name in ("listBibl", "biblStruct"):
            builder.leave_out(text_of(child), "reference list", Line("", line_of(child)))


def _that_list_references(root: Element) -> set[Element]:
    """The elements with a listBibl somewhere in them."""
    lists: set[Element] = set()
    for entry in root.iter():
        if name_of(entry) == "listBibl":
            above = entry.getparent()
            while above is not None and above not in lists:
                lists.add(above)
                above = above.getparent()
    return lists


def _add_paragraph(builder: PaperBuilder, paragraph: Element) -> None:
    sentences = children(paragraph, "s")
    items = children(paragraph, "item")
    if sentences:
        for sentence in sentences:
            text = text_of(sentence, without=_INLINE_OUT)
            if text:
                builder.units.append(Unit(text, builder.section, line=line_of(sentence)))
    elif items:
        for item in items:
            builder.add_paragraph([Line(text_of(item, without=_INLINE_OUT), line_of(item))])
    else:
        builder.add_paragraph([Line(text_of(paragraph, without=_INLINE_OUT), line_of(paragraph))])
    for inner in paragraph.iter():
        if inner is not paragraph and name_of(inner) in _INLINE_OUT:
            builder.leave_out(text_of(inner), _LEFT_OUT[name_of(inner)], Line("", line_of(inner)))


def _metadata(root: Element) -> dict[str, Any]:
    metadata: dict[str, Any] = {"authors": []}
    source = first(root, "sourceDesc")
    analytic = first(source, "analytic") if source is not None else None
    for author in children(analytic, "author") if analytic is not None else []:
        person = first(author, "persName")
        name = " ".join(text_of(part) for part in children(person, "forename", "surname")) if person is not None else ""
        if name:
            metadata["authors"].append(name)
    for identifier in source.iter() if source is not None else ():
        if name_of(identifier) == "idno" and identifier.get("type", "").lower() == "doi":
            metadata["doi"] = text_of(identifier)
    return metadata


FORMAT = Format("tei", "Paper, TEI (GROBID)", (".xml", ".tei"), ("paper",), _sniff, _parse, "2")
