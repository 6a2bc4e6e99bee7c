"""The first units of a staged file as they would be stored, or the first rows of a bitext."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from annotator.importers.base import Document, Unit
from annotator.services.importing.reading import Content

N_PREVIEW = 200


def preview_of(content: Content) -> dict[str, Any]:
    """The first units; of a bitext the first rows, with its source as units."""
    if not content.items:
        return {"sections": [], "units": [], "rows": []}
    first = content.items[0].document
    sections = [
        {"position": position, "heading": one.heading, "number": one.number or "", "kind": one.kind}
        for position, one in enumerate(first.sections)
    ]
    units = [_unit(position, unit) for position, unit in enumerate(first.units[:N_PREVIEW])]
    return {"sections": sections, "units": units, "rows": _preview_rows(content)}


def _unit(position: int, unit: Unit) -> dict[str, Any]:
    return {
        "position": position,
        "text": unit.text,
        "section": unit.section,
        "start_seconds": unit.start_seconds,
        "end_seconds": unit.end_seconds,
        "speaker": unit.speaker or "",
        "line": unit.line,
        "page": unit.page,
    }


def _preview_rows(content: Content) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for bitext in content.parsed.bitexts:
        for sources, targets, _ in (bitext.beads or ())[: N_PREVIEW - len(rows)]:
            rows.append(
                {
                    "title": bitext.title,
                    "source": _texts_at(bitext.source, sources),
                    "target": _texts_at(bitext.target, targets),
                    "offline": _texts_at(bitext.offline, sources),
                }
            )
    return rows


def _texts_at(document: Document | None, positions: Sequence[int]) -> list[str]:
    units = document.units if document else ()
    return [units[position].text for position in positions if position < len(units)]
