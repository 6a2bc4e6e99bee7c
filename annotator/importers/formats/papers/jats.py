"""Papers in JATS XML (NISO Z39.96), as PubMed Central and publishers give them.

Sections nest, so that a subsection takes its parent's kind. Figures, tables, display formulas, footnotes and the
reference list are left out and listed.
"""

from __future__ import annotations

import re
from typing import Any

from annotator.importers.base import Format, Options, Parsed, Problems
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

_LEFT_OUT = {
    "fig": "figure",
    "fig-group": "figure",
    "table-wrap": "table",
    "disp-formula": "formula",
    "disp-formula-group": "formula",
    "fn": "footnote",
    "fn-group": "footnote",
    "ref-list": "reference list",
    "supplementary-material": "supplement",
    "media": "media",
    "code": "code",
    "preformat": "code",
}
_INLINE_OUT = frozenset(_LEFT_OUT)
_PASSED = frozenset(
    (
        "list",
        "list-item",
        "disp-quote",
        "boxed-text",
        "statement",
        "def-list",
        "def-item",
        "def",
        "term",
        "app",
        "app-group",
    )
)


def _sniff(head: bytes, name: str) -> float:
    return 0.97 if looks_like(head, "article") else 0.6 if looks_like(head, "pmc-articleset") else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    root = read(data, problems)
    article = root if name_of(root) == "article" else first(root, "article")
    if article is None:
        raise problems.refuse(
            "this is not a JATS article", line=line_of(root), text=str(root.tag), expected="an article element"
        )
    builder = PaperBuilder(problems, options, language=(article.get(XML_LANGUAGE) or "")[:2].lower() or None)
    for abstract in [element for element in article.iter() if name_of(element) == "abstract"]:
        if abstract.get("abstract-type") in (None, "executive-summary"):
            builder.open_section("Abstract")
            _add_section(builder, abstract, 2)
        else:
            builder.leave_out(
                text_of(abstract), f"{abstract.get('abstract-type')} abstract", Line("", line_of(abstract))
            )
    for part in children(article, "body", "back"):
        _add_section(builder, part, 1)
    if not builder.units:
        raise problems.refuse("no sentence was found", line=line_of(article), expected="paragraphs in the body")
    title = first(article, "article-meta/article-title")
    document = builder.document(
        text_of(title, without=frozenset(("xref", "fn"))) if title is not None else "", _metadata(article)
    )
    return Parsed("jats", (document,), problems=problems.all())


def _add_section(builder: PaperBuilder, element: Element, level: int) -> None:
    for child in children(element):
        name = name_of(child)
        if name == "sec":
            _open(builder, child, level)
            _add_section(builder, child, level + 1)
        elif name == "ack":
            builder.open_section("Acknowledgments", level=level)
            _add_section(builder, child, level + 1)
        elif name == "p":
            _add_paragraph(builder, child)
        elif name in _LEFT_OUT:
            builder.leave_out(text_of(child), _LEFT_OUT[name], Line("", line_of(child)))
        elif name in _PASSED:
            if name == "app":
                title = first(child, "title")
                builder.open_section(f"Appendix {text_of(title) if title is not None else ''}".strip(), level=level)
            _add_section(builder, child, level + 1)


def _open(builder: PaperBuilder, section: Element, level: int) -> None:
    label = next((text_of(child) for child in children(section, "label")), "")
    title = next((text_of(child) for child in children(section, "title")), "")
    if label or title:
        builder.open_section(f"{label} {title}".strip(), level=level)


def _add_paragraph(builder: PaperBuilder, paragraph: Element) -> None:
    builder.add_paragraph([Line(text_of(paragraph, without=_INLINE_OUT | {"list"}), line_of(paragraph))])
    for inner in paragraph.iter():
        if inner is paragraph:
            continue
        if name_of(inner) == "list":
            for item in children(inner, "list-item"):
                builder.add_paragraph([Line(text_of(item, without=_INLINE_OUT), line_of(item))])
        elif name_of(inner) in _INLINE_OUT:
            builder.leave_out(text_of(inner), _LEFT_OUT[name_of(inner)], Line("", line_of(inner)))


def _metadata(article: Element) -> dict[str, Any]:
    metadata: dict[str, Any] = {"authors": []}
    meta = first(article, "article-meta")
    if meta is None:
        return metadata
    for contributor in meta.iter():
        if name_of(contributor) == "contrib" and contributor.get("contrib-type", "author") == "author":
            parts = [first(contributor, part) for part in ("given-names", "surname")]
            name = " ".join(text_of(part) for part in parts if part is not None)
            if name:
                metadata["authors"].append(name)
    for identifier in children(meta, "article-id"):
        if identifier.get("pub-id-type") == "doi":
            metadata["doi"] = text_of(identifier)
    year = first(meta, "pub-date/year")
    if year is not None and re.fullmatch(r"[0-9]{1,4}", text_of(year)):
        metadata["year"] = int(text_of(year))
    return metadata


FORMAT = Format("jats", "Paper, JATS", (".xml", ".nxml"), ("paper",), _sniff, _parse, "2")
