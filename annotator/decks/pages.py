"""The pages of a deck, as its units have them."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.models import Document


@dataclass(frozen=True, slots=True)
class Page:
    """number : as printed below it, from 1. units : positions of its units. text : of all of them."""

    number: int
    units: tuple[int, ...]
    text: str

    @property
    def unit(self) -> int:
        """What stands for the page where one is asked for."""
        return self.units[0]


def pages_of(deck: Document) -> list[Page]:
    """Its pages in order; those without a unit, of decks imported before these had one, are missing.

    A page has several units where a person put back what its import had left out.
    """
    pages: dict[int, Page] = {}
    for position, number, text in deck.units.order_by("position").values_list("position", "page", "text"):
        number = number or position + 1
        if known := pages.get(number):
            pages[number] = Page(number, (*known.units, position), f"{known.text}\n{text}")
        else:
            pages[number] = Page(number, (position,), text)
    return [pages[number] for number in sorted(pages)]


def n_pages(deck: Document) -> int:
    """How many pages the deck had as a file; at least the last one that has a unit."""
    counted = deck.metadata.get("pages") if isinstance(deck.metadata, dict) else None
    last = max((page.number for page in pages_of(deck)), default=0)
    return max(last, counted if isinstance(counted, int) else 0)
