"""The reviews that an adjudication compares, their rows, and whether it may be submitted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from annotator.decks.pages import pages_of
from annotator.models import (
    AdjudicatedReview,
    Pair,
    PairKind,
    Review,
    ReviewKind,
    ReviewRow,
    ReviewState,
    RowStatus,
    Unit,
)
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.pieces import text_of
from annotator.reviewing.probes.standing import kept_out
from annotator.reviewing.state import ChipState, RowState, in_order
from annotator.reviewing.storage import read_rows
from annotator.reviewing.undoing import rows_submitted_first

if TYPE_CHECKING:
    from django.db.models import QuerySet

#: What the page calls the reviews; E is the key that edits.
LETTERS = "ABCD"
#: Reviews that one adjudication compares.
MOST_REVIEWS = len(LETTERS)


def compared_by(adjudication: Review) -> list[AdjudicatedReview]:
    """In the order of their letters, each with its review, annotator and pair. Raises ServiceError for a review that is
    no adjudication."""
    if adjudication.kind != ReviewKind.ADJUDICATION:
        raise ServiceError("This review compares no others.", code="no_adjudication")
    compared = AdjudicatedReview.objects.filter(adjudication=adjudication).order_by("number")
    return list(compared.select_related("review__annotator", "review__pair__target"))


def submitted_reviews(pair: Pair) -> QuerySet[Review]:
    """The reviews that can be compared, the oldest first."""
    return Review.objects.judgements().filter(pair=pair, state=ReviewState.SUBMITTED, superseded_by=None).order_by("pk")


def judged_unseen(adjudication: Review, reviews: Collection[int] | None = None) -> set[str]:
    """Rows of an adjudication that nobody has decided, and whose text was probed in each of the reviews that it
    compares, so that nobody judged what the engine proposed. reviews : by id, in place of those."""
    if reviews is None:
        reviews = list(AdjudicatedReview.objects.filter(adjudication=adjudication).values_list("review", flat=True))
    return set(kept_out({adjudication.pk: reviews}))


def is_current(one: AdjudicatedReview) -> bool:
    """Whether the review is as it was when it was compared."""
    return one.review.state == ReviewState.SUBMITTED and one.review.revision == one.revision


def rows_of_reviews(reviews: Sequence[Review], *, as_submitted_first: bool = False) -> list[list[RowState]]:
    """The rows of each review of one pair, in order, for comparing: as they are, or as they were submitted first.

    A post-edit that is the text as it was imported is none, and whichever of a page's units was chosen is the one that
    stands for it. `reviews` have their pair."""
    pair = reviews[0].pair
    read = rows_submitted_first if as_submitted_first else read_rows
    rows = [list(read(review)[0].values()) for review in reviews]
    if stand_ins := _stand_ins(pair):
        rows = [[_by_page(row, stand_ins) for row in of_review] for of_review in rows]
    edited = {chip.unit for of_review in rows for row in of_review if row.post_edit is not None for chip in row.target}
    units = Unit.objects.filter(document=pair.target_id, position__in=edited)
    texts = dict(units.values_list("position", "text")) if edited else {}
    language = pair.target.language if edited else ""
    return [[_compared(row, texts, language) for row in of_review] for of_review in rows]


def _stand_ins(pair: Pair) -> dict[int, tuple[int, int]]:
    """By unit of a deck that does not stand for its page, the one that does, and its length; most decks have none."""
    if pair.kind != PairKind.SLIDES_TALK:
        return {}
    return {
        unit: (page.unit, len(page.texts[page.units.index(page.unit)]))
        for page in pages_of(pair.source)
        for unit in page.units
        if unit != page.unit
    }


def _by_page(row: RowState, stand_ins: dict[int, tuple[int, int]]) -> RowState:
    chips: dict[int, ChipState] = {}
    for chip in row.source:
        unit, end = stand_ins.get(chip.unit, (chip.unit, chip.end))
        chips.setdefault(unit, chip if unit == chip.unit else replace(chip, unit=unit, start=0, end=end))
    return replace(row, source=in_order(chips.values()))


def _compared(row: RowState, texts: dict[int, str], language: str) -> RowState:
    if row.post_edit is None:
        return row
    imported = text_of([(chip.unit, chip.start, chip.end) for chip in row.target if not chip.removed], texts, language)
    return replace(row, post_edit=None) if row.target and row.post_edit == imported else row


def lock_compared(adjudication: Review) -> None:
    """Nobody reopens one of the reviews while the adjudication is submitted: whoever is second learns of the first."""
    compared = AdjudicatedReview.objects.filter(adjudication=adjudication).values("review")
    list(Review.objects.select_for_update().filter(pk__in=compared).order_by("pk").values_list("pk"))


def check_settled(adjudication: Review, n_opened: int = 0) -> None:
    """Raises Conflict (`reviews_changed`) if a review is not as it was compared, ServiceError (`unreviewed_rows`) if a
    row is still to be settled. n_opened : rows that are opened with the submission, less those that are settled."""
    changed = [one for one in compared_by(adjudication) if not is_current(one)]
    if changed:
        raise Conflict(_what_changed(changed), code="reviews_changed")
    n_left = ReviewRow.objects.filter(review=adjudication, status=RowStatus.PROPOSED).count() + n_opened
    if n_left:
        rows = "1 row is" if n_left == 1 else f"{n_left} rows are"
        raise ServiceError(f"{rows} not settled yet.", code="unreviewed_rows", n_unreviewed=n_left)


def _what_changed(changed: Sequence[AdjudicatedReview]) -> str:
    """What keeps them from being gold, and what to do; a review that is being changed has to be waited for first."""
    reopened = [one for one in changed if one.review.state != ReviewState.SUBMITTED]
    letters = " and ".join(LETTERS[one.number] for one in reopened or changed)
    were, they, them = ("was", "it is", "it") if len(reopened or changed) == 1 else ("were", "they are", "them")
    if reopened:
        return f"Review {letters} {were} reopened. Wait until {they} submitted again, or leave {them} out."
    return f"Review {letters} {were} changed after the reviews were compared. Compare again."
