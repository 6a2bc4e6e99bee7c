"""The text of a document as the API answers with it: its sections, and its units with their times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from annotator.models import Document, Section


def units_json(document: Document, *, with_words: bool = False) -> list[dict[str, Any]]:
    return list(each_unit(document, with_words=with_words))


def each_unit(document: Document, *, with_words: bool = False, with_pages: bool = False) -> Iterator[dict[str, Any]]:
    fields = ["position", "text", "section__position", "start_seconds", "end_seconds", "speaker"]
    fields += [name for name, wanted in (("words", with_words), ("page", with_pages)) if wanted]
    for unit in document.units.order_by("position").values(*fields).iterator(chunk_size=2000):
        yield {("section" if name == "section__position" else name): value for name, value in unit.items()}


def sections_json(document: Document) -> list[dict[str, Any]]:
    sections = Section.objects.filter(document=document).order_by("position")
    return [dict(section) for section in sections.values("position", "heading", "number", "kind")]
