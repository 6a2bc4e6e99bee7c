"""Storing the links of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from annotator.models import AlignmentRun, Link
from annotator.platform.copying import copy_in

#: What a link may say beside its place, each with what stands where it says nothing.
_FIELDS: dict[str, Any] = {
    "source": (),
    "target": (),
    "confidence": None,
    "cost": None,
    "features": {},
    "verdicts": {},
    "candidates": (),
}


def store_links(run: AlignmentRun, links: Iterable[Mapping[str, Any]]) -> None:
    """Store the links of a run that has none, in order. Raises TypeError for a field that links do not have."""
    copy_in(
        Link, ["run_id", "review_id", "position", *_FIELDS], (_values(run, n, link) for n, link in enumerate(links))
    )


def _values(run: AlignmentRun, position: int, link: Mapping[str, Any]) -> list[Any]:
    if unknown := link.keys() - _FIELDS.keys():
        raise TypeError(f"link {position} has {', '.join(sorted(unknown))}; expected {', '.join(_FIELDS)}")
    return [run.pk, None, position, *(link.get(name, nothing) for name, nothing in _FIELDS.items())]
