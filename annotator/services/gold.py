"""Gold: the accepted rows of submitted reviews. The one definition of a gold row; see docs/decisions/gold.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.models import (
    Chip,
    Pair,
    PairKind,
    Project,
    Review,
    ReviewRow,
    ReviewState,
    RowStatus,
    Side,
    TestSet,
)
from annotator.services.pieces import Piece, ids_of, join_texts, text_of
from annotator.services.snapshots import one_moment

_SOURCE, _TARGET, _REMOVED = Side.SOURCE.value, Side.TARGET.value, "removed"


def gold_reviews(project: Project, test_set: TestSet | None = None) -> QuerySet[Review]:
    """The submitted reviews that gold is taken from, at most one per pair, so that each link is gold once.

    For a project: reviews of the latest versions of its texts; of several reviews of one pair, the one submitted last.
    For a test set: the reviews that it names, again the last submitted of each pair. A set that names a review of an
    older version of a text keeps it until the set also names the review that replaced it.
    """
    reviews = Review.objects.filter(pair__project=project, state=ReviewState.SUBMITTED)
    if test_set is not None:
        named = TestSet.reviews.through.objects.filter(testset=test_set).values("review")
        return _last_of_each_pair(reviews.filter(pk__in=named), named)
    current = reviews.filter(superseded_by=None, pair__source__next=None, pair__target__next=None)
    return _last_of_each_pair(current)


def _last_of_each_pair(reviews: QuerySet[Review], named: QuerySet[Any] | None = None) -> QuerySet[Review]:
    """Without reviews that another submitted review replaces: a later one of the same pair, or the one on a newer text.

    named : ids of the reviews that may replace others; by default all.
    """
    others = Review.objects.filter(state=ReviewState.SUBMITTED)
    if named is not None:
        others = others.filter(pk__in=named)
    at, pk = OuterRef("submitted_at"), OuterRef("pk")
    later = Q(submitted_at__gt=at) | Q(submitted_at=at, pk__gt=pk)
    return reviews.exclude(Exists(others.filter(Q(pair=OuterRef("pair")) & later | Q(supersedes=pk))))


def gold_rows_of(reviews: QuerySet[Review]) -> QuerySet[ReviewRow]:
    """Rows that a person accepted one by one; rows confirmed in passing are not gold."""
    return ReviewRow.objects.accepted().filter(review__in=reviews)


def gold_preview(project: Project, test_set: TestSet | None = None) -> dict[str, int]:
    reviews = gold_reviews(project, test_set)
    return {"n_reviews": reviews.count(), "n_rows": gold_rows_of(reviews).count()}


def with_n_gold_rows(test_sets: QuerySet[TestSet]) -> QuerySet[TestSet]:
    """With `n_gold_rows`, as `gold_preview` counts them, in one query for all test sets."""
    through = TestSet.reviews.through.objects
    submitted = Review.objects.filter(state=ReviewState.SUBMITTED, pair__project=OuterRef("project"))
    reviews = _last_of_each_pair(
        submitted.filter(pk__in=through.filter(testset=OuterRef(OuterRef("pk"))).values("review")),
        through.filter(testset=OuterRef(OuterRef(OuterRef("pk")))).values("review"),
    )
    counted = (
        reviews.filter(rows__status=RowStatus.ACCEPTED)
        .order_by()
        .annotate(n=Func(F("rows"), function="COUNT", output_field=IntegerField()))
    )
    return test_sets.annotate(n_gold_rows=Coalesce(Subquery(counted.values("n")), 0))


def gold_records(project: Project, test_set: TestSet | None = None) -> Iterator[dict[str, Any]]:
    """Gold rows as flat records, review by review, so that an export of any size streams.

    All records come from one snapshot, taken at the first, whatever is edited, returned or deleted meanwhile.
    """
    with one_moment():
        reviews = gold_reviews(project, test_set).select_related(
            "pair", "pair__source", "pair__target", "pair__offline", "run", "annotator"
        )
        for review in reviews.order_by("pair__title", "pk").iterator(chunk_size=50):
            yield from review_records(review)


def review_records(review: Review) -> Iterator[dict[str, Any]]:
    pair = review.pair
    source_texts, target_texts = pair.source.texts(), pair.target.texts()
    offline = pair.offline.texts() if pair.offline else []
    chips: dict[Any, dict[str, list[Piece]]] = defaultdict(lambda: {_SOURCE: [], _TARGET: [], _REMOVED: []})
    for row_id, side, is_removed, unit, start, end in Chip.objects.filter(row__review=review).values_list(
        "row_id", "side", "removed", "unit", "start", "end"
    ):
        chips[row_id][_REMOVED if is_removed else side].append((unit, start, end))
    rows = review.rows.accepted().select_related("link", "changed_by").order_by("position")
    for number, row in enumerate(rows, start=1):
        sides = chips[row.pk]
        units = sorted({unit for unit, *_ in sides[_SOURCE]})
        target = text_of(sides[_TARGET], target_texts, pair.target.language) if sides[_TARGET] else "__drop__"
        yield {
            "project": pair.project.slug,
            "pair_id": pair.pk,
            "pair": pair.title,
            "kind": pair.kind,
            "review_id": review.pk,
            "row_id": str(row.pk),
            "row": number,
            "source_language": pair.source.language,
            "target_language": pair.target.language,
            "source_external_id": pair.source.external_id,
            "target_external_id": pair.target.external_id,
            "event": _told(pair, "event"),
            "split": _told(pair, "split"),
            "speaker": pair.source.speaker or pair.target.speaker,
            "interpreter": pair.target.interpreter,
            "interpreter_rank": pair.target.interpreter_rank,
            "source_ids": ids_of(sides[_SOURCE], source_texts),
            "target_ids": ids_of(sides[_TARGET], target_texts),
            "removed_ids": ids_of(sides[_REMOVED], target_texts),
            "source": text_of(sides[_SOURCE], source_texts, pair.source.language) if units else "__null__",
            "target": target,
            "target_post_edited": target if row.post_edit is None else row.post_edit,
            "post_edited": row.post_edit is not None,
            "offline": join_texts([offline[u] for u in units if u < len(offline)], pair.target.language),
            "null_reason": row.null_reason,
            "good_align": row.good_align,
            "good_mt": row.good_mt,
            "error_tags": list(row.tags),
            "confidence": None if row.edited or row.link is None else row.link.confidence,
            "edited": row.edited,
            "annotator": review.annotator.get_username(),
            "accepted_by": row.changed_by.get_username() if row.changed_by else review.annotator.get_username(),
            "accepted_at": row.changed_at.isoformat() if row.changed_at else None,
            "submitted_at": review.submitted_at.isoformat() if review.submitted_at else None,
            "version": row.version,
            "engine_signature": review.run.signature,
        }


def _told(pair: Pair, name: str) -> str:
    """A field of the manifest entry that the pair was imported from."""
    return str(pair.source.metadata.get(name) or pair.target.metadata.get(name) or "")


def gold_texts(pair: Pair) -> list[tuple[str, str]]:
    """(source, target) gold texts of the project's other pairs in the same two languages, at most 20,000.

    Rows marked as badly aligned are left out: an engine would learn wrong translations from them.
    """
    if pair.kind != PairKind.BITEXT or not (pair.source.language and pair.target.language):
        return []
    others = gold_reviews(pair.project).filter(
        pair__kind=PairKind.BITEXT,
        pair__source__language=pair.source.language,
        pair__target__language=pair.target.language,
    )
    others = others.exclude(pair=pair)
    texts: list[tuple[str, str]] = []
    for review in others.select_related("pair", "pair__source", "pair__target", "pair__offline", "run", "annotator"):
        for record in review_records(review):
            if record["source"] == "__null__" or record["target"] == "__drop__" or record["good_align"] is False:
                continue
            texts.append((record["source"], record["target"]))
        if len(texts) >= 20_000:
            break
    return texts[:20_000]
