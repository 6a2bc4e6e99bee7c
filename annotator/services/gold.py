"""Gold: the accepted rows of submitted reviews. The one definition of a gold row; see docs/decisions/gold.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Case, Count, Exists, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from annotator.models import (
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

_SOURCE = Side.SOURCE.value


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
    # The rows of a review are counted only if its figures are not those of its present revision.
    rows = ReviewRow.objects.accepted().filter(review=OuterRef("pk")).order_by().values("review")
    n_accepted = Case(
        When(figures__revision=F("revision"), then=F("figures__n_accepted")),
        default=Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n")), 0),
    )
    counted = reviews.order_by().annotate(n=Func(n_accepted, function="SUM", output_field=IntegerField()))
    return test_sets.annotate(n_gold_rows=Coalesce(Subquery(counted.values("n")), 0))


def gold_records(project: Project, test_set: TestSet | None = None) -> Iterator[dict[str, Any]]:
    """Gold rows as flat records, review by review, so that an export of any size streams.

    All records come from one snapshot, taken at the first, whatever is edited, returned or deleted meanwhile.
    """
    with one_moment():
        reviews = gold_reviews(project, test_set).order_by("pair__title", "pk")
        yield from _records_of(_with_texts(reviews).iterator(chunk_size=200))


def _with_texts(reviews: QuerySet[Review]) -> QuerySet[Review]:
    """With all that a record says beside its row, and without what is large and not said."""
    heavy = [f"pair__{side}__left_out" for side in ("source", "target", "offline")]
    related = ("pair", "pair__project", "pair__source", "pair__target", "pair__offline", "run", "annotator")
    return reviews.select_related(*related).defer("run__info", "run__options", "pair__offline__metadata", *heavy)


#: Reviews with so many rows together are read at once; a longer one is read alone. Many reviews are short, and a
#: statement for each would take longer than their rows.
_ROWS_AT_ONCE = 2000

# The chips of a row as one text: [side, removed, unit, start, end] each.
_SELECT_ROWS = f"""
SELECT r.review_id, r.id::text, r.post_edit, r.null_reason, r.good_align, r.good_mt, r.tags, r.overridden,
  r.edited, r.version, r.changed_at, u.{User.USERNAME_FIELD}, l.confidence,
  (SELECT json_agg(json_build_array(c.side, c.removed, c.unit, c.start, c."end"))::text
     FROM annotator_chip c WHERE c.row_id = r.id)
FROM annotator_reviewrow r
LEFT JOIN annotator_link l ON l.id = r.link_id
LEFT JOIN {User._meta.db_table} u ON u.id = r.changed_by_id
WHERE r.review_id = ANY(%(reviews)s) AND r.status = '{RowStatus.ACCEPTED.value}'
ORDER BY array_position(%(reviews)s, r.review_id), r.position
"""
_SELECT_TEXTS = (
    "SELECT document_id, text FROM annotator_unit WHERE document_id = ANY(%s) ORDER BY document_id, position"
)


def _records_of(reviews: Iterable[Review]) -> Iterator[dict[str, Any]]:
    """The records of reviews `_with_texts`, in order. Memory is bounded by the longest review, not by the export."""
    batch: list[Review] = []
    n_rows = 0
    for review in reviews:
        n_more = _ROWS_AT_ONCE if review.row_count is None else review.row_count
        if batch and n_rows + n_more > _ROWS_AT_ONCE:
            yield from _records_of_batch(batch)
            batch, n_rows = [], 0
        batch.append(review)
        n_rows += n_more
    if batch:
        yield from _records_of_batch(batch)


def _records_of_batch(reviews: Sequence[Review]) -> Iterator[dict[str, Any]]:
    texts: dict[int | None, list[str]] = {}
    with connection.cursor() as cursor:
        pairs = [review.pair for review in reviews]
        wanted = {pk for pair in pairs for pk in (pair.source_id, pair.target_id, pair.offline_id) if pk}
        cursor.execute(_SELECT_TEXTS, [list(wanted)])
        for document, text in cursor:
            texts.setdefault(document, []).append(text)
    writers = {review.pk: _RecordWriter(review, texts) for review in reviews}
    with connection.chunked_cursor() as cursor:
        cursor.execute(_SELECT_ROWS, {"reviews": list(writers)})
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            for review_id, *values in rows:
                yield writers[review_id].record(*values)


class _RecordWriter:
    """Makes the records of one review, numbering its gold rows from 1."""

    def __init__(self, review: Review, texts: Mapping[int | None, list[str]]) -> None:
        pair = review.pair
        self._n = 0
        self._source, self._target = texts.get(pair.source_id, []), texts.get(pair.target_id, [])
        self._offline = texts.get(pair.offline_id, [])
        self._languages = pair.source.language, pair.target.language
        self._annotator = review.annotator.get_username()
        self._first = {
            "project": pair.project.slug,
            "pair_id": pair.pk,
            "pair": pair.title,
            "kind": pair.kind,
            "review_id": review.pk,
        }
        self._about = {
            "source_language": pair.source.language,
            "target_language": pair.target.language,
            "source_external_id": pair.source.external_id,
            "target_external_id": pair.target.external_id,
            "event": _told(pair, "event"),
            "split": _told(pair, "split"),
            "speaker": pair.source.speaker or pair.target.speaker,
            "interpreter": pair.target.interpreter,
            "interpreter_rank": pair.target.interpreter_rank,
        }
        self._submitted_at = review.submitted_at.isoformat() if review.submitted_at else None
        self._signature = review.run.signature

    def record(
        self,
        row_id: str,
        post_edit: str | None,
        null_reason: str,
        good_align: bool | None,
        good_mt: bool | None,
        tags: list[str],
        overridden: list[str],
        is_edited: bool,
        version: int,
        changed_at: datetime | None,
        changed_by: str | None,
        confidence: float | None,
        chips: str | None,
    ) -> dict[str, Any]:
        """A gold row as a flat record. chips : JSON, ``[side, removed, unit, start, end]`` each."""
        self._n += 1
        sources: list[Piece] = []
        targets: list[Piece] = []
        removed: list[Piece] = []
        for side, is_removed, *piece in orjson.loads(chips or "[]"):
            (removed if is_removed else sources if side == _SOURCE else targets).append(tuple(piece))
        source_language, target_language = self._languages
        target = text_of(targets, self._target, target_language) if targets else "__drop__"
        units = sorted({unit for unit, *_ in sources})
        return {
            **self._first,
            "row_id": row_id,
            "row": self._n,
            **self._about,
            "source_ids": ids_of(sources, self._source),
            "target_ids": ids_of(targets, self._target),
            "removed_ids": ids_of(removed, self._target),
            "source": text_of(sources, self._source, source_language) if sources else "__null__",
            "target": target,
            "target_post_edited": target if post_edit is None else post_edit,
            "post_edited": post_edit is not None,
            "offline": join_texts([self._offline[u] for u in units if u < len(self._offline)], target_language),
            "null_reason": null_reason,
            "good_align": good_align,
            "good_mt": good_mt,
            "error_tags": tags,
            "overridden_checks": overridden,
            "confidence": None if is_edited else confidence,
            "edited": is_edited,
            "annotator": self._annotator,
            "accepted_by": changed_by or self._annotator,
            "accepted_at": changed_at.isoformat() if changed_at else None,
            "submitted_at": self._submitted_at,
            "version": version,
            "engine_signature": self._signature,
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
    for record in _records_of(_with_texts(others)):
        if record["source"] == "__null__" or record["target"] == "__drop__" or record["good_align"] is False:
            continue
        texts.append((record["source"], record["target"]))
        if len(texts) >= 20_000:
            break
    return texts
