"""Make the adjudication of a pair: the rows that its reviews agree on, and elsewhere those of the first review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING
from uuid import uuid4

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from annotator.corpus.pairs import check_newest
from annotator.models import (
    AdjudicatedReview,
    CarriedRow,
    Chip,
    Pair,
    PairKind,
    Review,
    ReviewKind,
    ReviewRow,
    RowStatus,
)
from annotator.people.activity import note
from annotator.platform.copying import copy_models
from annotator.platform.errors import Conflict
from annotator.platform.statements import analyse
from annotator.reviewing.adjudication.compared import MOST_REVIEWS, judged_unseen, rows_of_reviews, submitted_reviews
from annotator.reviewing.adjudication.regions import Comparison, compare
from annotator.reviewing.guidelines import current_version
from annotator.reviewing.row_names import first_names
from annotator.reviewing.state import ChipState, RowState
from annotator.reviewing.storage import chip_models, row_model

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def open_adjudication(*, pair: Pair, user: User) -> tuple[Review, bool]:
    """The adjudication of the pair, made from its submitted reviews when there is none yet, with letters by lot.

    Returns (adjudication, whether it was made now). Raises Conflict: `too_few_reviews` where fewer than two are
    submitted, `superseded` where a newer version of the pair's texts was imported.
    """
    # Two adjudicators asking at once make one, and an import that carries reviews over ends first.
    Pair.objects.select_for_update().get(pk=pair.pk)
    if existing := Review.objects.filter(pair=pair, kind=ReviewKind.ADJUDICATION).first():
        return existing, False
    check_newest(pair)
    # Nobody edits them while they are read: what is compared is what was submitted.
    reviews = list(submitted_reviews(pair).select_for_update(of=("self",)).select_related("pair", "run"))
    if len(reviews) < 2:
        raise Conflict(
            f"{'One review' if reviews else 'No review'} of this pair is submitted; adjudication needs two.",
            code="too_few_reviews",
        )
    reviews = reviews[:MOST_REVIEWS]
    run = reviews[0].run
    draw_letters(reviews, pair, user)
    is_bitext = pair.kind == PairKind.BITEXT
    rows = rows_of_reviews(reviews)
    states = first_rows(compare(rows, is_bitext=is_bitext))
    # Of these, gold had the rows of the first until now, whatever letter it has.
    before = rows[reviews.index(min(reviews, key=lambda review: review.pk))]
    adjudication = Review.objects.create(
        pair=pair,
        run=run,
        annotator=user,
        kind=ReviewKind.ADJUDICATION,
        guidelines=current_version(pair.project_id),
        row_count=len(states),
        reviewed_count=sum(state.status != "proposed" for state in states),
    )
    links = set(adjudication.run.links.values_list("pk", flat=True))
    states = [state if state.link in links else replace(state, link=None) for state in states]
    copy_models(ReviewRow, (row_model(adjudication, state, None) for state in states))
    analyse(len(states))
    copy_models(Chip, chip_models(adjudication, states, is_bitext))
    comes_from = known_again(states, before, is_bitext=is_bitext)
    first = first_names(list(comes_from.values()))
    copy_models(
        CarriedRow,
        (CarriedRow(review=adjudication, row=row, first=first.get(old, old)) for row, old in comes_from.items()),
    )
    AdjudicatedReview.objects.bulk_create(
        AdjudicatedReview(adjudication=adjudication, review=review, number=number, revision=review.revision)
        for number, review in enumerate(reviews)
    )
    _leave_open(adjudication)
    note(
        "adjudication_opened", project=pair.project, kind="review", pk=adjudication.pk, name=pair.title, by=user,
        detail=f"{len(reviews)} reviews",
    )  # fmt: skip
    return adjudication, True


def draw_letters(reviews: list[Review], pair: Pair, user: User) -> None:
    """Put the reviews into the order of their letters, so that `A` is not the same person in every pair. The same for
    the same pair and adjudicator, who knows both; hence the site's key."""
    lot = salted_hmac("lectern.adjudication.letters", f"{pair.pk}:{user.pk}", algorithm="sha256").hexdigest()
    Random(lot).shuffle(reviews)


def _leave_open(adjudication: Review) -> None:
    """What all agree on, but nobody judged with its proposal in view, is for the adjudicator to settle."""
    unseen = adjudication.rows.exclude(status=RowStatus.PROPOSED).filter(pk__in=list(judged_unseen(adjudication)))
    if n := unseen.update(status=RowStatus.PROPOSED):
        Review.objects.filter(pk=adjudication.pk).update(reviewed_count=F("reviewed_count") - n)
        adjudication.refresh_from_db(fields=["reviewed_count"])


def first_rows(comparison: Comparison) -> list[RowState]:
    """The rows of a new adjudication, with ids of their own and positions 1, 2, ...

    What all agree on is accepted if all have accepted it; what some confirmed in passing or left unreviewed becomes
    *implicit*, as nobody has to settle it and not everybody has looked at it. Where they differ, the rows are those of
    the first review and are *proposed* until an adjudicator accepts them.
    """
    opened: list[tuple[RowState, str]] = []
    for rows in comparison.agreed:
        is_accepted = all(row.status == "accepted" for of_review in rows for row in of_review)
        opened += [(row, "accepted" if is_accepted else "implicit") for row in rows[0]]
    for region in comparison.regions:
        opened += [(row, "proposed") for row in next(rows for rows in region.rows if rows)]
    opened.sort(key=lambda each: each[0].position)
    return [
        replace(
            row,
            id=str(uuid4()),
            position=float(number),
            version=1,
            source=_own(row.source),
            target=_own(row.target),
            status=status,
            flagged=False,
            decision_reason="",
        )
        for number, (row, status) in enumerate(opened, 1)
    ]


def known_again(rows: Sequence[RowState], before: Sequence[RowState], *, is_bitext: bool) -> dict[str, str]:
    """By id, the row among those `before` that a row comes from, each once: it begins with the same source text or,
    where none does, with the same target text. A paper's sentence is in many rows, so in talks the target says it."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for side in ("source", "target") if is_bitext else ("target",):
        begins = {(chips[0].unit, chips[0].start): row.id for row in before if (chips := getattr(row, side))}
        for row in rows:
            chips = getattr(row, side)
            old = begins.get((chips[0].unit, chips[0].start)) if chips and row.id not in found else None
            if old is not None and old not in taken:
                found[row.id] = old
                taken.add(old)
    return found


def _own(chips: Sequence[ChipState]) -> tuple[ChipState, ...]:
    return tuple(replace(chip, id=str(uuid4())) for chip in chips)
