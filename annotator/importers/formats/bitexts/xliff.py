"""Bitexts in XLIFF 1.2 and 2.x: each file element is a bitext, each segment with its translation a bead.

A segment without a target is a null bead. Inline elements stay as their text; the codes that stand for other programs'
formatting do not.
"""

from __future__ import annotations

from typing import Any

from annotator.importers.base import Bitext, Document, Format, Options, Parsed, Problems, RawBead, Unit, Units
from annotator.importers.support.language import joiner
from annotator.importers.support.xml_source import Element, children, line_of, looks_like, name_of, read, text_of

_CODES = frozenset(("bpt", "ept", "it", "ph", "x", "bx", "ex", "sub", "sc", "ec", "cp"))


def _sniff(head: bytes, name: str) -> float:
    return 0.98 if looks_like(head, "xliff") else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    root = read(data, problems)
    if name_of(root) != "xliff":
        raise problems.refuse("this is not XLIFF", line=line_of(root), text=str(root.tag), expected="an xliff element")
    bitexts = []
    for index, file in enumerate(children(root, "file"), 1):
        languages = (
            file.get("source-language") or root.get("srcLang") or "",
            file.get("target-language") or root.get("trgLang") or "",
        )
        title = file.get("original") or file.get("id") or f"{name.rsplit('.', 1)[0]} {index}"
        bitext = _bitext(file, title, languages, options, problems)
        if bitext is not None:
            bitexts.append(bitext)
    if not bitexts and not problems.has_errors:
        raise problems.refuse("there is no segment", line=line_of(root), expected="trans-unit or segment elements")
    return Parsed("xliff", bitexts=tuple(bitexts), problems=problems.all())


def _bitext(
    file: Element, title: str, languages: tuple[str, str], options: Options, problems: Problems
) -> Bitext | None:
    sides = (Units(problems, options, "source texts"), Units(problems, options, "target texts"))
    beads: list[RawBead] = []
    rows: list[dict[str, Any]] = []
    for element in file.iter():
        if name_of(element) not in ("trans-unit", "segment"):
            continue
        texts = [
            next((text_of(child, without=_CODES) for child in children(element, role)), "")
            for role in ("source", "target")
        ]
        if not any(texts):
            problems.warning("a segment without text", line=line_of(element), expected="a source element with text")
            continue
        positions: list[tuple[int, ...]] = []
        for units, text in zip(sides, texts, strict=True):
            positions.append((len(units),) if text else ())
            if text:
                units.append(Unit(text, line=line_of(element)))
        beads.append((positions[0], positions[1], None))
        identifier = element.get("id")
        rows.append({"id": identifier} if identifier else {})
    if not beads:
        return None
    source, target = (
        Document(
            "text", "", language[:2].lower() or None, (), tuple(units), (), {"joiner": joiner(language[:2].lower())}
        )
        for language, units in zip(languages, sides, strict=True)
    )
    return Bitext(title, source, target, None, tuple(beads), {"rows": rows})


FORMAT = Format("xliff", "Bitext, XLIFF", (".xlf", ".xliff"), ("bitext",), _sniff, _parse)
