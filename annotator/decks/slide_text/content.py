"""What pages of the site get of a deck's slide text."""

from __future__ import annotations

from typing import Any

from alignment.transcripts.rare_words import available, common_words, rare_words
from alignment.types import AlignmentError
from annotator.decks.pages import pages_of
from annotator.decks.pictures import can_be_drawn
from annotator.decks.slide_text.blocks import confidence_of, counts_of, lines_of, page_text, pairs_json
from annotator.decks.slide_text.options import measure_text, merge_options, with_defaults
from annotator.decks.slide_text.reading import why_no_ocr
from annotator.models import DeckPictures, Document, PicturesState, SlidePage, SlideText


def slide_text_json(document: Document) -> dict[str, Any]:
    """How far the text of a deck is, and its pages in one line each, without their blocks."""
    text = SlideText.objects.filter(document=document).first()
    pictures = DeckPictures.objects.filter(document=document, state=PicturesState.DONE)
    return {
        "work": text,
        "no_ocr": why_no_ocr(),
        "has_layer": can_be_drawn(document),
        "has_pictures": pictures.exists(),
        "options": with_defaults(text.options if text else {}),
        "measure": measure_text(document.language),
        "newer": Document.objects.filter(previous=document).values_list("pk", flat=True).first(),
        "pages": [_listed(row) for row in _rows(text)] if text else [],
    }


def _rows(text: SlideText) -> Any:
    return text.pages.defer("lines", "blocks").order_by("page")


def _listed(row: SlidePage) -> dict[str, Any]:
    return {
        "page": row.page, "read_from": row.read_from, "figures": counts_of([], []) | row.figures,
        "is_checked": row.checked_at is not None,
        "shows": None if row.is_opened else row.shows, "nearest": row.nearest, "value": row.value,
        "is_opened": row.is_opened, "problem": row.problem, "revision": row.revision,
    }  # fmt: skip


def slide_page_json(row: SlidePage) -> dict[str, Any]:
    """A page with its lines, its blocks, and the figures of the rules for lines that follow each other."""
    document = row.slide_text.document
    lines = lines_of(row.lines)
    before = next((page.text for page in pages_of(document) if page.number == row.page), "")
    return {
        **_listed(row),
        "width": row.width, "height": row.height,
        "lines": [line._asdict() for line in lines],
        "blocks": [{**block, "confidence": confidence_of(block, lines)} for block in row.blocks],
        "pairs": pairs_json(lines, row.blocks, merge_options(row.slide_text.options)),
        "before": before.strip(),
        "text": page_text(row.blocks),
        "rare_words": _rare_words(page_text(row.blocks), document.language),
        "changed_by": row.changed_by,
        "changed_at": row.changed_at,
        "checked_by": row.checked_by,
    }  # fmt: skip


def _rare_words(text: str, language: str) -> list[str] | None:
    """Those that are not among the common ones of the language; None where no list of these is installed."""
    if not available()[0]:
        return None
    try:
        return rare_words([text], common_words(language), language=language)
    except AlignmentError:  # it has no list of this language
        return None
