"""XML read safely: no entities of its own, no external files, bounded depth; every element knows its line.

Documents that declare entities are refused, not expanded. libxml2's own limits on depth and size stay on
(`huge_tree=False`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from lxml import etree

from annotator.importers.base import Problems, Refused
from annotator.importers.support.text_encoding import peek

Element: TypeAlias = Any  # lxml has no types of its own

_DECLARED = re.compile(rb"<!ENTITY|<!\[CDATA\[\x00", re.IGNORECASE)
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def read(data: bytes, problems: Problems) -> Element:
    """The root element. Raises `Refused` where the file is empty, no XML, or declares entities."""
    if not data.strip(b" \t\r\n\0\xef\xbb\xbf\xff\xfe"):
        raise problems.refuse("the file is empty", expected="an XML document")
    if (entity := _entity_declaration(data)) is not None:
        raise problems.refuse(
            "the file declares an entity",
            line=entity[0],
            column=entity[1],
            text="<!ENTITY",
            expected="XML without entity declarations",
        )
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _refuse_syntax(error, problems) from None
    except ValueError as error:
        raise problems.refuse(f"this is not XML: {error}", expected="a well-formed XML document") from None
    if root is None:
        raise problems.refuse("the file has no root element", expected="an XML document")
    return root


def _entity_declaration(data: bytes) -> tuple[int, int] | None:
    candidates = [data]
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:64]:  # UTF-16 would hide the declaration
        codec = (
            "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
        )
        candidates.append(data.decode(codec, errors="replace").encode("utf-8", errors="replace"))
    for candidate in candidates:
        match = _DECLARED.search(candidate)
        if match:
            before = candidate[: match.start()]
            return before.count(b"\n") + 1, match.start() - before.rfind(b"\n")
    return None


def _refuse_syntax(error: etree.XMLSyntaxError, problems: Problems) -> Refused:
    line, column = error.position
    message = (error.msg or "it cannot be read").split(", line ")[0]
    return problems.refuse(
        f"this is not well-formed XML: {message}", line=line or None, column=column or None, expected="well-formed XML"
    )


def name_of(element: Element) -> str:
    """The tag without its namespace; "" for comments and processing instructions."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def line_of(element: Element) -> int | None:
    line = element.sourceline
    return int(line) if line is not None else None


def text_of(element: Element, *, without: frozenset[str] = frozenset()) -> str:
    """All text in an element as running text, leaving out the elements named in `without` but not what follows them."""
    return " ".join("".join(_pieces(element, without)).split())


def _pieces(element: Element, without: frozenset[str]) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str) and name_of(child) not in without:
            yield from _pieces(child, without)
        yield child.tail or ""


def first(element: Element, path: str) -> Element | None:
    """The first descendant at a path of local names: ``first(root, "teiHeader/titleStmt/title")`` skips levels
    freely."""
    current = element
    for step in path.split("/"):
        found = next((child for child in current.iter() if child is not current and name_of(child) == step), None)
        if found is None:
            return None
        current = found
    return current


def children(element: Element, *names: str) -> list[Element]:
    """Child elements with one of the names (all, when none is given)."""
    return [child for child in element if isinstance(child.tag, str) and (not names or name_of(child) in names)]


def looks_like(head: bytes, root: str) -> bool:
    """True where the first element of a file is `root`, in whatever namespace."""
    text = peek(head) or head[:4096].decode("latin-1")
    text = re.sub(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>", "", text, flags=re.DOTALL)
    return re.match(rf"\ufeff?\s*<(?:[\w.-]+:)?{root}[\s>/]", text) is not None
