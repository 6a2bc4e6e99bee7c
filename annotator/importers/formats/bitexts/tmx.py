"""Bitexts in TMX 1.1-1.4: translation units with a variant in each language.

The source is the header's `srclang` (or the option `source_language`), the target the option `target_language`, or the
other language where there are two. Inline elements stay as their text. Units without one of the two languages are null
beads.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from annotator.importers.base import Bitext, Document, Format, Options, Parsed, Problems, RawBead, Unit, Units
from annotator.importers.support.language import joiner
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

#: As many as a report lists.
_MOST_LANGUAGES = 50
_CODES = frozenset(("bpt", "ept", "it", "ph", "ut"))  # formatting codes of other programs, no text of the document


def _sniff(head: bytes, name: str) -> float:
    return 0.98 if looks_like(head, "tmx") else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    root = read(data, problems)
    body = first(root, "body")
    if name_of(root) != "tmx" or body is None:
        raise problems.refuse("this is not TMX", line=line_of(root), text=str(root.tag), expected="tmx with a body")
    entries = [(unit, _variants(unit, problems)) for unit in children(body, "tu")]
    counts = Counter(language for _, variants in entries for language in variants)
    header = first(root, "header")
    source, target = _languages(counts, header.get("srclang", "") if header is not None else "", options, problems)
    sides = (Units(problems, options, "source texts"), Units(problems, options, "target texts"))
    beads: list[RawBead] = []
    rows: list[dict[str, Any]] = []
    for unit, variants in entries:
        positions: list[tuple[int, ...]] = []
        for units, language in zip(sides, (source, target), strict=True):
            text = variants.get(language, "")
            positions.append((len(units),) if text else ())
            if text:
                units.append(Unit(text, line=line_of(unit)))
        if not any(positions):
            problems.warning(
                f"a unit without {source} and {target}", line=line_of(unit), expected="one of them at least"
            )
            continue
        beads.append((positions[0], positions[1], None))
        rows.append({"tuid": unit.get("tuid")} if unit.get("tuid") else {})
    if not beads and not problems.has_errors:
        raise problems.refuse("there is no translation unit", line=line_of(body), expected="tu elements")
    left, right = (
        Document("text", "", language[:2], (), tuple(units), (), {"joiner": joiner(language[:2])})
        for language, units in zip((source, target), sides, strict=True)
    )
    bitext = Bitext(name.rsplit(".", 1)[0], left, right, None, tuple(beads), {"rows": rows})
    return Parsed(
        "tmx",
        bitexts=(bitext,),
        problems=problems.all(),
        metadata={"languages": dict(counts.most_common(_MOST_LANGUAGES))},
    )


def _variants(unit: Element, problems: Problems) -> dict[str, str]:
    variants: dict[str, str] = {}
    for variant in children(unit, "tuv"):
        language = (variant.get(XML_LANGUAGE) or variant.get("lang") or "").lower()
        segment = first(variant, "seg")
        if not language or segment is None:
            what = "a language" if not language else "a seg element"
            problems.error(
                f"a variant without {what}", line=line_of(variant), expected='xml:lang="..." and a seg element'
            )
            continue
        if language in variants:
            problems.warning(
                f"a second variant in {language} is not read",
                line=line_of(variant),
                text=text_of(segment)[:80],
                expected="one a language",
            )
            continue
        variants[language] = text_of(segment, without=_CODES)
    return variants


def _languages(counts: Counter[str], header: str, options: Options, problems: Problems) -> tuple[str, str]:
    def match(wanted: str) -> str | None:
        wanted = wanted.lower()
        return next((code for code in counts if code == wanted), None) or next(
            (code for code in counts if wanted and code[:2] == wanted[:2]), None
        )

    source = match(str(options.get("source_language") or "")) or match(header.replace("*all*", ""))
    source = source or next(iter(counts), None)
    others = [code for code in counts if code != source]
    target = match(str(options.get("target_language") or "")) or (others[0] if len(others) == 1 else None)
    if source is None or (target is None and not others):
        raise problems.refuse(
            "there are not two languages", line=1, text=", ".join(counts), expected="variants in two languages"
        )
    if target is None:
        raise problems.refuse(
            f"there are {len(counts)} languages: {', '.join(sorted(counts))}",
            line=1,
            expected="the target language to be chosen",
        )
    return source, target


FORMAT = Format("tmx", "Bitext, TMX", (".tmx",), ("bitext",), _sniff, _parse)
