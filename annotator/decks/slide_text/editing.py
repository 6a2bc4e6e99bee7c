"""What people change of a page: its blocks, in which order, and whether it is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from annotator.decks.slide_text.blocks import checked, counts_of, lines_of
from annotator.decks.slide_text.reading import check_is_latest, note_of
from annotator.models import Document, SlidePage
from annotator.people.activity import ONE_EDIT
from annotator.people.names import name_of
from annotator.platform.errors import Conflict

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class SavedMeanwhile(Conflict):
    """Somebody else has changed the page; `there` is what it is now, and `who` has changed it: empty for a worker."""

    code = "page_changed"

    def __init__(self, there: SlidePage) -> None:
        self.who = name_of(there.changed_by) if there.changed_by else ""
        super().__init__(f"{self.who or 'A worker'} changed page {there.page} meanwhile. Yours is not saved.")
        self.there = there


def save_page(
    row: SlidePage, *, blocks: Sequence[Mapping[str, Any]], revision: int, is_checked: bool, is_opened: bool, user: User
) -> SlidePage:
    """Store the blocks of a page as a person has set them, over the revision that they have.

    Raises SavedMeanwhile where the page has another revision; Conflict where the deck has a newer version; ServiceError
    that names a block that cannot be. Lines are neither changed nor lost.
    """
    with transaction.atomic():
        row = SlidePage.objects.select_for_update(of=("self",)).select_related("slide_text__document__project").get(
            pk=row.pk
        )  # fmt: skip
        document = row.slide_text.document
        check_is_latest(document)
        if row.revision != revision:
            raise SavedMeanwhile(row)
        lines = lines_of(row.lines)
        before = [block["id"] for block in row.blocks]
        row.blocks = checked(blocks, lines, row.blocks)
        row.is_ordered = row.is_ordered or not _is_in_order([block["id"] for block in row.blocks], before)
        row.figures = counts_of(row.blocks, lines)
        row.is_opened = is_opened
        row.revision += 1
        if not _goes_on(document, user):
            note_of("slide_text_changed", document)
        row.changed_by, row.changed_at = user, timezone.now()
        if is_checked != (row.checked_at is not None):
            row.checked_by, row.checked_at = (user, row.changed_at) if is_checked else (None, None)
        row.save()
    return row


def _is_in_order(now: Sequence[str], before: Sequence[str]) -> bool:
    """Whether the blocks that are in both follow each other as they did."""
    both = set(now) & set(before)
    return [one for one in now if one in both] == [one for one in before if one in both]


def _goes_on(document: Document, user: User) -> bool:
    """Whether this person has just changed a page of it."""
    since = timezone.now() - ONE_EDIT
    return SlidePage.objects.filter(slide_text__document=document, changed_by=user.pk, changed_at__gt=since).exists()
