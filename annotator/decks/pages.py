"""The pages of a deck, as its units have them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import F, Max
from django.db.models.functions import Coalesce

from alignment.text import STOP_WORDS
from annotator.models import Document, Unit

#: In place of an importer's name: a deck whose pages are those of the version before, with another text.
FROM_SLIDE_TEXT = "slide text"
#: English words that say nothing of what a page is about, in order.
COMMON_WORDS = tuple(sorted(STOP_WORDS))


@dataclass(frozen=True, slots=True)
class Page:
    """number : as printed below it, from 1. units : positions of its units. texts : of each of them."""

    number: int
    units: tuple[int, ...]
    texts: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def unit(self) -> int:
        """What stands for the page where one is asked for: its longest unit, as a footer that a person put back comes
        before the text. Ties go to the first."""
        lengths = [len(text.strip()) for text in self.texts]
        return self.units[lengths.index(max(lengths))]


def pages_of(deck: Document) -> list[Page]:
    """Its pages in order; those without a unit, of decks imported before these had one, are missing.

    A page has several units where a person put back what its import had left out.
    """
    return pages_of_decks([deck.pk])[deck.pk]


def pages_of_decks(decks: Collection[int]) -> dict[int, list[Page]]:
    """As `pages_of`, of several decks by their ids, in one query."""
    of_decks: dict[int, list[tuple[int, int | None, str]]] = {deck: [] for deck in decks}
    units = Unit.objects.filter(document__in=of_decks).order_by("document_id", "position")
    for deck, position, number, text in units.values_list("document", "position", "page", "text"):
        of_decks[deck].append((position, number, text))
    return {deck: pages_from(units) for deck, units in of_decks.items()}


def pages_from(units: Iterable[tuple[int, int | None, str]]) -> list[Page]:
    """units : position, number of the page (None for that of its position) and text of each, by position."""
    by_page: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for position, number, text in units:
        by_page[number or position + 1].append((position, text))
    return [Page(number, *zip(*by_page[number], strict=True)) for number in sorted(by_page)]


def n_pages(deck: Document) -> int:
    """How many pages the deck had as a file; at least the last one that has a unit."""
    counted = deck.metadata.get("pages") if isinstance(deck.metadata, dict) else None
    last = deck.units.aggregate(last=Max(Coalesce("page", F("position") + 1)))["last"] or 0
    return max(last, counted if isinstance(counted, int) else 0)
