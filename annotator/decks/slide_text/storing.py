"""The text that people settled as the next version of a deck: the same pages, with their pictures and their times."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction

from alignment.slide_text.merging import paragraph_text
from annotator.corpus.importing.newer import lock_imports, store_newer
from annotator.corpus.importing.versions import UnitMap
from annotator.decks.pages import FROM_SLIDE_TEXT, Page, pages_of
from annotator.decks.slide_text.blocks import Block, lines_of, page_text
from annotator.importers.base import Unit
from annotator.models import Document, SlidePage, SlideText, SlideTextJob, SlideTextState
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue


def request_storing(text: SlideText) -> None:
    """Have a worker store the text as the deck's next version. Raises Conflict while one is at it, and where pages
    are not all read."""
    if text.job == SlideTextJob.READ and text.state in (SlideTextState.FAILED, SlideTextState.CANCELLED):
        raise Conflict("Not all pages are read. Have them read first.", code="not_read")
    with transaction.atomic():
        if not text.begin(SlideTextJob.STORE):
            raise Conflict("A worker is at the text of these slides. Wait until it is done, or cancel that.")
        enqueue(text)


def store(text: SlideText, heartbeat: Heartbeat) -> None:
    """In a worker; where that changes no page, its message says so. Raises ServiceError where the deck has a newer
    version meanwhile."""
    document = text.document
    heartbeat.progress(0.1, "Putting the text together")
    with transaction.atomic():
        lock_imports(document.project_id)
        if Document.objects.filter(previous=document).exists():
            raise ServiceError(f"{document.title} has a newer version meanwhile. Nothing was stored.")
        rows = list(text.pages.select_for_update().order_by("page"))
        texts = settled_texts(rows)
        pages = pages_of(document)
        before = {page.number: page for page in pages}
        numbers = sorted(texts.keys() | before.keys())
        units = [
            Unit(texts.get(number) or (before[number].text if number not in texts else "") or " ", page=number)
            for number in numbers
        ]
        changed = [
            number for number, unit in zip(numbers, units, strict=True)
            if number not in before or before[number].text != unit.text
        ]  # fmt: skip
        if not changed:
            message = "No page said anything else than before, so nothing was stored."
            heartbeat.finish(SlideTextState.DONE, progress=1.0, message=message)
            return
        newer = store_newer(
            document, units, user=text.created_by, origin=FROM_SLIDE_TEXT,
            metadata={"pages": max(numbers), "slide_text": {"changed": changed}},
            progress=lambda share, message: heartbeat.note(0.2 + 0.8 * share, message),
            unit_map=_unit_map(pages, numbers, set(changed)),
        )  # fmt: skip
        heartbeat.finish(SlideTextState.DONE, progress=1.0, message="", document=newer)
        pages_changed = f"{len(changed)} page{'s' * (len(changed) != 1)}"
        note(
            "slide_text_stored", project=newer.project, kind="document", pk=newer.pk, name=newer.title,
            detail=f"version {newer.version}, {pages_changed}",
        )  # fmt: skip


def _unit_map(pages: Sequence[Page], numbers: Sequence[int], changed: Collection[int]) -> UnitMap:
    """Each page became the one of its number, whatever both say."""
    place = {number: at for at, number in enumerate(numbers)}
    same: dict[int, int] = {}
    moved: dict[int, tuple[int, ...]] = {}
    for page in pages:
        if page.number not in changed and len(page.units) == 1:
            same[page.units[0]] = place[page.number]
        else:
            moved |= dict.fromkeys(page.units, (place[page.number],))
    known = {page.number: page.units[-1] for page in pages}
    after = {at: max((known[one] for one in known if one < number), default=-1) for number, at in place.items()}
    return UnitMap(same, moved, {at: unit for at, unit in after.items() if numbers[at] not in known})


def settled_texts(rows: list[SlidePage]) -> dict[int, str]:
    """What each page says. A step of a slide takes the corrections of the page that has all of its text: blocks that
    were read alike, and that nobody changed there, are as people set them here."""
    by_page = {row.page: row for row in rows}
    return {row.page: page_text(_settled(row, by_page.get(row.shows or 0))) for row in rows}


def _settled(row: SlidePage, shown: SlidePage | None) -> list[Block]:
    if shown is None or row.is_opened:
        return list(row.blocks)
    corrected = {_as_read(block, shown): block for block in shown.blocks if block["by_hand"] and block["lines"]}
    return [_like(block, corrected.get(_as_read(block, row))) for block in row.blocks]


def _like(block: Block, other: Block | None) -> Block:
    if other is None or block["by_hand"] or not block["lines"]:
        return block
    return {**block, "text": other["text"], "kind": other["kind"], "left_out": other["left_out"]}


def _as_read(block: Mapping[str, Any], row: SlidePage) -> str:
    lines = lines_of(row.lines)
    return paragraph_text([lines[at].text for at in block["lines"]])
