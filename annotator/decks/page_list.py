"""The pages of a deck as the API lists them: what each says, and the pictures there are of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from alignment.slides.watching import steps_of_texts
from annotator.decks.pages import Page, n_pages, pages_of
from annotator.models import DeckPictures, Document, PagePicture, PicturesState

PICTURE, THUMBNAIL = "picture", "thumbnail"
_TITLE_LENGTH = 200


def listed_pages(document: Document) -> list[dict[str, Any]]:
    """The pages in order, from 1: ``number``, ``position`` of its first unit, ``title``, ``text_length``, ``step`` and
    ``n_steps`` of its slide, addresses of ``picture`` and ``thumbnail``, ``width``, ``height``, what is ``missing``.

    Pictures are those that are done; while a deck's first ones are being made, as many as there are.
    """
    texts = {page.number: page for page in pages_of(document)}
    pictures = {picture.page: picture for picture in _shown(document)}
    numbers = range(1, max(n_pages(document), *pictures, 0) + 1)
    listed = [_listed(document, number, texts.get(number), pictures.get(number)) for number in numbers]
    return _with_steps(listed, [texts[number].text if number in texts else "" for number in numbers])


def _with_steps(listed: Sequence[dict[str, Any]], texts: Sequence[str]) -> list[dict[str, Any]]:
    """With which step of its slide each page is, from 1, and how many steps that has: most slides have one."""
    slides = [len(list(steps)) for _, steps in groupby(steps_of_texts(texts))]
    steps = [{"step": step, "n_steps": n} for n in slides for step in range(1, n + 1)]
    return [page | step for page, step in zip(listed, steps, strict=True)]


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
