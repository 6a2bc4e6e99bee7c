"""InterText's files (Vondřička 2014): texts whose sentences have ids, and the links between two of them.

A text is any XML with ``s`` elements that have an id; each is a unit. Links are ``link`` elements with
``xtargets="ids of toDoc;ids of fromDoc"``, alone in a ``linkGrp`` or in a ``cesAlign``. InterText links every sentence
once and in order, so that the place of an id among the links is the place of its sentence, and links can be read
without the texts. The text that ``fromDoc`` names is the source.
"""

from __future__ import annotations

import re

from annotator.importers.base import (
    MAX_UNITS,
    Bounded,
    Document,
    Format,
    Options,
    Parsed,
    Problems,
    RawBead,
    Unit,
    Units,
)
from annotator.importers.support.language import detect, joiner
from annotator.importers.support.text_encoding import peek
from annotator.importers.support.xml_source import (
    XML_LANGUAGE,
    Element,
    first,
    line_of,
    looks_like,
    name_of,
    read,
    text_of,
)

_SENTENCE = re.compile(r"<s\s(?:[^<>]{0,200}\s)?(?:xml:)?id\s?=")
_LANGUAGE = re.compile(r"\.([a-z]{2})\.xml$")
_SIDES = ("source", "target")


def _sniff_text(head: bytes, name: str) -> float:
    if any(looks_like(head, root) for root in ("TEI", "TEI.2", "linkGrp", "cesAlign", "tmx", "xliff")):
        return 0.0
    text = peek(head)
    return 0.9 if text.lstrip("\ufeff \t\r\n").startswith("<") and _SENTENCE.search(text) else 0.0


def _parse_text(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    root = read(data, problems)
    units: list[Unit] = Units(problems, options)
    for element in root.iter():
        if name_of(element) != "s":
            continue
        text = text_of(element)
        if not text:
            problems.warning(
                "an empty sentence counts as an empty unit", line=line_of(element), expected="a sentence with text"
            )
        units.append(Unit(text, line=line_of(element)))
    if not units and not problems.has_errors:
        raise problems.refuse("there is no sentence", line=line_of(root), expected="s elements with ids")
    stated = (root.get(XML_LANGUAGE) or root.get("lang") or "").lower()[:2]
    named = _LANGUAGE.search(name.lower())
    language = options.get("language") or (stated if stated != "un" else "") or (named[1] if named else "")
    language = language or detect("\n".join(unit.text for unit in units[:400]))[0]
    title = str(options.get("title", ""))
    document = Document("text", title, language, (), tuple(units), (), {"joiner": joiner(language)})
    return Parsed("intertext", (document,), problems=problems.all())


def _sniff_links(head: bytes, name: str) -> float:
    return 0.98 if looks_like(head, "linkGrp") or looks_like(head, "cesAlign") else 0.0


def _parse_links(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    root = read(data, problems)
    group = root if name_of(root) == "linkGrp" else first(root, "linkGrp")
    if group is None:
        raise problems.refuse("there are no links", line=line_of(root), expected="a linkGrp element")
    beads: list[RawBead] = Bounded(problems, int(options.get("max_units", MAX_UNITS)), "links")
    seen: tuple[set[str], set[str]] = (set(), set())
    for link in group.iter():
        if name_of(link) != "link":
            continue
        targets = link.get("xtargets") or ""
        sides = targets.split(";")
        if len(sides) != 2:
            problems.error(
                "a link without two sides", line=line_of(link), text=targets, expected='xtargets="1:1;1:1 1:2"'
            )
            continue
        sides.reverse()  # `toDoc`, the target, stands first
        positions = [_positions(sides[n].split(), seen[n], _SIDES[n], link, problems) for n in (0, 1)]
        if not any(positions):
            problems.error("a link without sentences", line=line_of(link), expected="an id on one side at least")
            continue
        beads.append((positions[0], positions[1], None))
    if not beads and not problems.has_errors:
        raise problems.refuse("there is no link", line=line_of(group), expected="link elements with xtargets")
    metadata = {"source_length": len(seen[0]), "target_length": len(seen[1])}
    return Parsed("intertext-links", problems=problems.all(), beads=tuple(beads), metadata=metadata)


def _positions(ids: list[str], seen: set[str], side: str, link: Element, problems: Problems) -> tuple[int, ...]:
    """The places of ids among all of their side."""
    positions: list[int] = []
    for one in ids:
        if one in seen:
            problems.error(f"{side} {one} is in a second link", line=line_of(link), text=one, expected="each id once")
            continue
        positions.append(len(seen))
        seen.add(one)
    return tuple(positions)


TEXT = Format("intertext", "Bitext side, InterText", (".xml",), ("text",), _sniff_text, _parse_text)
LINKS = Format("intertext-links", "Alignment, InterText", (".xml",), ("beads",), _sniff_links, _parse_links)
