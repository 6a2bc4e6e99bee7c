"""The pages of a deck as the API lists them: what each says, and the pictures there are of it."""

from __future__ import annotations

from typing import Any

from annotator.decks.pages import Page, n_pages, pages_of
from annotator.models import DeckPictures, Document, PagePicture, PicturesState

PICTURE, THUMBNAIL = "picture", "thumbnail"
_TITLE_LENGTH = 200


def listed_pages(document: Document) -> list[dict[str, Any]]:
    """The pages in order, from 1: ``number``, ``position`` of its first unit, ``title``, ``text_length``, addresses of
    ``picture`` and ``thumbnail``, ``width``, ``height``, and what is ``missing``.

    Pictures are those that are done; while a deck's first ones are being made, as many as there are.
    """
    texts = {page.number: page for page in pages_of(document)}
    pictures = {picture.page: picture for picture in _shown(document)}
    numbers = range(1, max(n_pages(document), *pictures, 0) + 1)
    return [_listed(document, number, texts.get(number), pictures.get(number)) for number in numbers]


def _shown(document: Document) -> list[PagePicture]:
    sets = {
        pictures.state == PicturesState.DONE: pictures for pictures in DeckPictures.objects.filter(document=document)
    }
    shown = sets.get(True) or sets.get(False)
    return list(shown.pages.all()) if shown else []


def _listed(document: Document, number: int, page: Page | None, picture: PagePicture | None) -> dict[str, Any]:
    text = page.text.strip() if page else ""
    return {
        "number": number,
        "position": page.unit if page else None,
        "title": text.partition("\n")[0][:_TITLE_LENGTH],
        "text_length": len(text),
        "picture": picture and _address(document, picture, PICTURE),
        "thumbnail": picture and _address(document, picture, THUMBNAIL),
        "width": picture and picture.width,
        "height": picture and picture.height,
        "missing": [what for what, there in (("picture", picture), ("text", text)) if not there],
    }


def _address(document: Document, picture: PagePicture, which: str) -> str:
    """Of this very picture: browsers may keep what it answers."""
    return f"/api/v1/documents/{document.pk}/pages/{picture.page}/{which}/?v={picture.version}"
