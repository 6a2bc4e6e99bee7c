"""XML read safely: no entities of its own, no external files, bounded depth; every element knows its line.

Documents that declare entities are refused, not expanded. libxml2's own limits on depth and size stay on
(`huge_tree=False`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, TypeAlias

from lxml import etree

from annotator.importers.base import Problems, Refused
from annotator.importers.support.text_encoding import peek

Element: TypeAlias = Any  # lxml has no types of its own

_DECLARED = re.compile(rb"<!ENTITY|<!\[CDATA\[\x00", re.IGNORECASE)
_ROOT = re.compile(r"<(?:[\w.-]{1,100}:)?([\w.-]{1,100})[\s>/]")
_PROLOG = (("<?", "?>"), ("<!--", "-->"), ("<!DOCTYPE", ">"))
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def read(data: bytes, problems: Problems) -> Element:
    """The root element. Raises `Refused` where the file is empty, no XML, or declares entities."""
    if not data.strip(b" \t\r\n\0\xef\xbb\xbf\xff\xfe"):
        raise problems.refuse("the file is empty", expected="an XML document")
    if (entity := _entity_declaration(data)) is not None:
        raise problems.refuse(
            "the file declares an entity",
            at=(entity[0], entity[1], "<!ENTITY"),
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
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and next(declared.iterentities(), None) is not None:
        # An encoding such as UTF-7 or UTF-32 kept it from being found in the bytes.
        raise problems.refuse("the file declares an entity", line=1, expected="XML without entity declarations")
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
        f"this is not well-formed XML: {message}", at=(line or None, column or None), expected="well-formed XML"
    )


def name_of(element: Element) -> str:
    """The tag without its namespace; "" for comments and processing instructions."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def line_of(element: Element) -> int | None:
    line = element.sourceline
    return int(line) if line is not None else None


def text_of(element: Element, *, without: frozenset[str] = frozenset()) -> str:
    """All text in an element as running text, leaving out the elements named in `without` but not what follows them."""
    pieces = [element.text or ""]
    open_elements = [iter(element)]
    enclosing: list[Element] = []
    while open_elements:
        child = next(open_elements[-1], None)
        if child is None:
            open_elements.pop()
            if enclosing:
                pieces.append(enclosing.pop().tail or "")
        elif isinstance(child.tag, str) and name_of(child) not in without:
            pieces.append(child.text or "")
            open_elements.append(iter(child))
            enclosing.append(child)
        else:
            pieces.append(child.tail or "")
    return " ".join("".join(pieces).split())


def first(element: Element, path: str) -> Element | None:
    """The first descendant at a path of local names: ``first(root, "teiHeader/titleStmt/title")`` skips levels
    freely."""
    current = element
    for step in path.split("/"):
        below = next((child for child in current.iter(f"{{*}}{step}") if child is not current), None)
        if below is None:
            return None
        current = below
    return current


def children(element: Element, *names: str) -> list[Element]:
    """Child elements with one of the names (all, when none is given)."""
    return [child for child in element if isinstance(child.tag, str) and (not names or name_of(child) in names)]


def looks_like(head: bytes, root: str) -> bool:
    """True where the first element of a file is `root`, in whatever namespace."""
    return _root_of(head) == root


@lru_cache(maxsize=4)
def _root_of(head: bytes) -> str:
    """The local name of the first element in the first bytes of a file; empty where there is none."""
    text = peek(head) or head[:4096].decode("latin-1")
    at = _after_prolog(text)
    match = _ROOT.match(text, at)
    return match[1] if match else ""


def _after_prolog(text: str) -> int:
    """Where the first element begins: after the declaration, comments and document type, each searched for once."""
    at = 0
    while True:
        while at < len(text) and (text[at].isspace() or text[at] == "\ufeff"):
            at += 1
        known = ((opening, closing) for opening, closing in _PROLOG if text.startswith(opening, at))
        opening, closing = next(known, ("", ""))
        if not opening:
            return at
        end = text.find(closing, at + len(opening))
        if opening == "<!DOCTYPE" and -1 < text.find("[", at) < end:  # it has declarations of its own
            end = text.find(">", text.find("]", at))
        if end < 0:
            return len(text)
        at = end + len(closing)
