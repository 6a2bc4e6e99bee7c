"""The pairs of a project that can be adjudicated, and how far each is."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, F, OuterRef, Q, Subquery

from annotator.corpus.pairs import of_latest_texts
from annotator.models import Pair, Project, Review, ReviewKind, ReviewState

STATES = ("waiting", "open", "done")


#: What the list can be sorted by: the title, the most regions first, what changed last first.
ORDERS = {
    "title": ("title", "pk"),
    "regions": (F("n_regions").desc(nulls_last=True), "title", "pk"),
    "changed": (F("adjudication_updated_at").desc(nulls_last=True), "title", "pk"),
}


def counts(project: Project) -> dict[str, int]:
    """How many pairs the list has in each state, and in all."""
    is_open = Q(adjudication_id__isnull=False) & ~Q(adjudication_state=ReviewState.SUBMITTED)
    counts: dict[str, int] = adjudicable(project).aggregate(
        total=Count("pk"),
        waiting=Count("pk", filter=Q(adjudication_id=None)),
        open=Count("pk", filter=is_open),
        done=Count("pk", filter=Q(adjudication_state=ReviewState.SUBMITTED)),
    )
    return counts


def adjudicable(project: Project, state: str | None = None, order: str | None = None) -> Any:
    """Pairs of the latest texts with two submitted reviews or more, or with an adjudication, by title or `ORDERS`.

    Each has `n_submitted`; `n_regions`, in which the reviews differ (None until a worker has compared them); and of its
    adjudication the id, the state and the counts, or None. state : only pairs that are *waiting* for an adjudication,
    whose adjudication is *open*, or *done*.
    """
    reviews = Review.objects.filter(pair=OuterRef("pk"), superseded_by=None).order_by()
    submitted = reviews.filter(kind=ReviewKind.REVIEW, state=ReviewState.SUBMITTED).values("pair")
    adjudication = reviews.filter(kind=ReviewKind.ADJUDICATION).with_row_counts()
    listed = {
        f"adjudication_{name}": Subquery(adjudication.values(name)[:1])
        for name in ("id", "state", "n_rows", "n_reviewed", "updated_at", "annotator")
    }
    # Found from the reviews, which are few where pairs are many.
    reviewed = Review.objects.filter(pair__project=project, superseded_by=None).order_by().values("pair")
    enough = reviewed.annotate(
        n=Count("pk", filter=Q(kind=ReviewKind.REVIEW, state=ReviewState.SUBMITTED)),
        n_adjudications=Count("pk", filter=Q(kind=ReviewKind.ADJUDICATION)),
    ).filter(Q(n__gte=2) | Q(n_adjudications__gt=0))
    pairs: Any = Pair.objects.filter(of_latest_texts(), project=project, pk__in=enough.values("pair")).annotate(
        n_submitted=Subquery(submitted.annotate(n=Count("pk")).values("n")),
        n_regions=F("figures__n_regions"),
        **listed,
    )
    match state:
        case "waiting":
            pairs = pairs.filter(adjudication_id=None)
        case "open":
            pairs = pairs.filter(adjudication_id__isnull=False).exclude(adjudication_state=ReviewState.SUBMITTED)
        case "done":
            pairs = pairs.filter(adjudication_state=ReviewState.SUBMITTED)
    return pairs.select_related("source", "target").order_by(*ORDERS[order or "title"])
