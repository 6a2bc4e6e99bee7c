"""Gold: the rows that count as true. The one definition of a gold row; see docs/decisions/gold.md."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextChoices,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from annotator.exporters.registry import COLUMNS
from annotator.models import (
    AdjudicatedReview,
    GuidelinesVersion,
    Pair,
    PairKind,
    Probe,
    ProbeKind,
    Project,
    Review,
    ReviewKind,
    ReviewRow,
    ReviewState,
    RowStatus,
    Side,
    TestSet,
)
from annotator.services.assigning.policy import reviews_needed
from annotator.services.corrections import OfDocuments, corrected_text, standing
from annotator.services.guidelines.labels import Label, applies, is_own
from annotator.services.pieces import Piece, ids_of, join_texts, text_of
from annotator.services.probes.standing import kept_out
from annotator.services.snapshots import one_moment

_SOURCE = Side.SOURCE.value


class Basis(TextChoices):
    """What makes the rows of a pair gold."""

    ADJUDICATED = "adjudicated", "Adjudicated"
    SINGLE = "single", "The only review"
    AGREED = "agreed", "All reviews agree"
    IMPLICIT = "implicit", "Confirmed in passing; only in test sets that allow it"


def gold_reviews(project: Project, test_set: TestSet | None = None) -> QuerySet[Review]:
    """The submitted reviews that gold is taken from, at most one per pair, with their `basis`.

    The adjudication of the pair if there is one; else the review, if it is the only one; else, of several, the first,
    of which only the rows count on which all agree (`agreed_rows`). For a project: reviews of the latest versions of
    its texts, of pairs that have as many submitted reviews as they need. For a test set: the reviews that it names. A
    set that names a review of an older version of a text keeps it until it also names the review that replaced it.
    """
    others = Review.objects.filter(state=ReviewState.SUBMITTED)
    if test_set is not None:
        named = TestSet.reviews.through.objects.filter(testset=test_set).values("review")
        return _one_of_each_pair(
            others.filter(pair__project=project, pk__in=named), lambda _: others.filter(pk__in=named)
        )
    current = others.filter(pair__project=project, superseded_by=None, pair__source__next=None, pair__target__next=None)
    reviews = _one_of_each_pair(current, lambda _: others.filter(superseded_by=None))
    return reviews.filter(Q(kind=ReviewKind.ADJUDICATION) | Q(n_beside__gte=reviews_needed()))


def _one_of_each_pair(reviews: QuerySet[Review], others: Callable[[int], QuerySet[Review]]) -> QuerySet[Review]:
    """With `basis`; with `n_beside`, the reviews of the pair that count, and `revisions_beside`, the sum of theirs.

    others : reviews that may replace those, or are compared with them; given how many queries further in it is used.
    """
    replaced = Exists(others(1).filter(supersedes=OuterRef("pk")))
    beside = others(1).filter(pair=OuterRef("pair")).order_by()
    beside = beside.exclude(Exists(others(2).filter(supersedes=OuterRef("pk"))))
    judgements = beside.filter(kind=ReviewKind.REVIEW)
    counted = judgements.values("pair").annotate(n=Count("pk")).values("n")
    revisions = judgements.values("pair").annotate(n=Sum("revision")).values("n")
    is_first = ~Exists(beside.filter(kind=ReviewKind.ADJUDICATION)) & ~Exists(judgements.filter(pk__lt=OuterRef("pk")))
    return (
        reviews.exclude(replaced)
        .filter(Q(kind=ReviewKind.ADJUDICATION) | is_first)
        .annotate(
            n_beside=Coalesce(Subquery(counted), 0),
            revisions_beside=Coalesce(Subquery(revisions), 0),
            basis=Case(
                When(kind=ReviewKind.ADJUDICATION, then=Value(Basis.ADJUDICATED)),
                When(n_beside=1, then=Value(Basis.SINGLE)),
                default=Value(Basis.AGREED),
                output_field=CharField(max_length=12),
            ),
        )
    )


# Rows as what they say. A piece of text is a range of numbers: unit * 2^31 + code point. Ranges that touch become one,
# so that a text that was only cut is as it was; those of two units never touch. In a talk a row agrees if all of its
# text has the same sentence and labels in the other reviews, wherever those cut it; a text that was written for a span
# belongs to that span.
_AGREED = f"""
WITH said AS (
  SELECT v.pair_id, r.review_id, r.id, c.target, c.removed, (
      CASE p.kind WHEN '{PairKind.BITEXT.value}' THEN (c.source, c.target, c.removed)::text ELSE c.sentences::text END,
      CASE WHEN r.post_edit IS NOT NULL THEN (c.target, c.removed)::text END, r.post_edit, r.good_align, r.good_mt,
      ARRAY(SELECT DISTINCT tag FROM unnest(r.tags) AS tag ORDER BY tag),
      CASE WHEN c.sentences IS NULL OR isempty(c.target) THEN r.null_reason END,
      CASE WHEN r.labels <> '{{}}' THEN (SELECT array_agg((l.key, CASE jsonb_typeof(l.value)
          WHEN 'array' THEN (SELECT jsonb_agg(one ORDER BY one) FROM jsonb_array_elements(l.value) AS one)
          ELSE l.value END)::text ORDER BY l.key) FROM jsonb_each(r.labels) AS l) END
    )::text AS what
  FROM annotator_reviewrow r
  JOIN annotator_review v ON v.id = r.review_id
  JOIN annotator_pair p ON p.id = v.pair_id
  CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT unit ORDER BY unit) FILTER (WHERE side = '{_SOURCE}') AS sentences,
      COALESCE(range_agg(piece) FILTER (WHERE side = '{_SOURCE}'), '{{}}') AS source,
      COALESCE(range_agg(piece) FILTER (WHERE side <> '{_SOURCE}' AND NOT removed), '{{}}') AS target,
      COALESCE(range_agg(piece) FILTER (WHERE removed), '{{}}') AS removed
    FROM (
      SELECT side, unit, removed,
        int8range((unit::bigint << 31) + start, (unit::bigint << 31) + "end") AS piece
      FROM annotator_chip WHERE row_id = r.id
    ) AS chips
  ) AS c
  WHERE r.review_id = ANY(%(reviews)s) AND r.status = '{RowStatus.ACCEPTED.value}'
), texts AS (
  SELECT pair_id, review_id, what, COALESCE(range_agg(target), '{{}}') AS target,
    COALESCE(range_agg(removed), '{{}}') AS removed
  FROM said GROUP BY pair_id, review_id, what
), many AS (
  SELECT pair_id, count(*) AS n FROM annotator_review WHERE id = ANY(%(reviews)s) GROUP BY pair_id
)
SELECT said.id::text FROM said
JOIN texts ON texts.pair_id = said.pair_id AND texts.what = said.what
  AND texts.target @> said.target AND texts.removed @> said.removed
JOIN many ON many.pair_id = said.pair_id
WHERE said.review_id = ANY(%(of)s)
GROUP BY said.id, many.n HAVING count(*) = many.n
"""


def agreed_rows(reviews: Collection[int], of: Collection[int]) -> set[str]:
    """Ids of the rows on which all reviews of their pair agree: everybody accepted them, and they say the same.

    reviews : those that are compared, of any number of pairs. of : those of them whose rows are asked for.
    """
    if not of:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(_AGREED, {"reviews": list(reviews), "of": list(of)})
        return {row_id for (row_id,) in cursor.fetchall()}


def _agreed_in(reviews: Collection[Any], test_set: TestSet | None) -> set[str]:
    """The rows that count of reviews from `gold_reviews` that are gold only where others agree."""
    first = {review.pk: review.pair_id for review in reviews if review.basis == Basis.AGREED}
    if not first:
        return set()
    return agreed_rows(_beside(first.values(), test_set).values_list("pk", flat=True), first)


def _beside(pairs: Iterable[int], test_set: TestSet | None) -> QuerySet[Review]:
    """The reviews of these pairs that are compared."""
    beside = Review.objects.judgements().filter(pair__in=pairs, state=ReviewState.SUBMITTED)
    return beside.filter(superseded_by=None) if test_set is None else beside.filter(test_sets=test_set)


def kept_out_of(reviews: Collection[Any], test_set: TestSet | None = None) -> dict[str, ProbeKind]:
    """Rows of reviews from `gold_reviews` that are not gold because of a probe (docs/decisions/probes.md), and of
    which kind. With a test set, agreement is among the reviews that it names."""
    agreed = {review.pk: review.pair_id for review in reviews if review.basis == Basis.AGREED}
    settled = {review.pk for review in reviews if review.basis == Basis.ADJUDICATED}
    judged_by = {review.pk: {review.pk} for review in reviews if review.basis == Basis.SINGLE}
    if agreed:
        first = {pair: review for review, pair in agreed.items()}
        for pk, pair in _beside(first, test_set).values_list("pk", "pair"):
            judged_by.setdefault(first[pair], set()).add(pk)
    if settled:
        compared = AdjudicatedReview.objects.filter(adjudication__in=settled)
        for adjudication, pk in compared.values_list("adjudication", "review"):
            judged_by.setdefault(adjudication, set()).add(pk)
    return kept_out(judged_by)


def gold_preview(project: Project, test_set: TestSet | None = None) -> dict[str, int]:
    reviews = list(gold_reviews(project, test_set).only("pk", "pair"))
    whole = [review.pk for review in reviews if review.basis != Basis.AGREED]  # type: ignore[attr-defined]
    rows = ReviewRow.objects.accepted().filter(review__in=whole)
    agreed = _agreed_in(reviews, test_set)
    if out := kept_out_of(reviews, test_set):
        rows, agreed = rows.exclude(pk__in=list(out)), agreed - out.keys()
    return {"n_reviews": len(reviews), "n_rows": rows.count() + len(agreed)}


def with_n_gold_rows(test_sets: QuerySet[TestSet]) -> QuerySet[TestSet]:
    """With `n_gold_rows`, as `gold_preview` counts them, in one query for all test sets; -1 for a set that names
    several reviews of a pair and no adjudication, as those have to be compared, or a review whose probes have not
    been measured.
    """

    def named(depth: int) -> QuerySet[Review]:
        test_set = OuterRef("pk")
        for _ in range(depth + 1):
            test_set = OuterRef(test_set)
        through = TestSet.reviews.through.objects.filter(testset=test_set)
        return Review.objects.filter(state=ReviewState.SUBMITTED, pk__in=through.values("review"))

    reviews = _one_of_each_pair(named(0).filter(pair__project=OuterRef("project")), named)
    # The rows of a review are counted only if its figures are not those of its present revision.
    rows = ReviewRow.objects.accepted().filter(review=OuterRef("pk")).order_by().values("review")
    n_accepted = Case(
        When(figures__revision=F("revision"), then=F("figures__n_accepted")),
        default=Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n")), 0),
    )
    is_measured = Q(probed=None) | Q(probed__measured_revision=F("revision"))
    of_others = Q(basis=Basis.ADJUDICATED) & Exists(Probe.objects.filter(review__pair=OuterRef("pair")))
    n_gold = n_accepted - Coalesce("probed__n_kept_out", 0)
    is_agreed = Case(
        When(Q(basis=Basis.AGREED) | of_others | ~is_measured, then=Value(1)),
        default=Value(0),
        output_field=IntegerField(),
    )
    one_by_one = reviews.order_by()
    n_rows = one_by_one.annotate(n=Func(n_gold, function="SUM", output_field=IntegerField())).values("n")
    n_agreed = one_by_one.annotate(n=Func(is_agreed, function="SUM", output_field=IntegerField())).values("n")
    return test_sets.annotate(n_to_compare=Coalesce(Subquery(n_agreed), 0)).annotate(
        n_gold_rows=Case(When(n_to_compare__gt=0, then=Value(-1)), default=Coalesce(Subquery(n_rows), 0))
    )


def gold_records(project: Project, test_set: TestSet | None = None) -> Iterator[dict[str, Any]]:
    """Gold rows as flat records, review by review, so that an export of any size streams.

    All records come from one snapshot, taken at the first, whatever is edited, returned or deleted meanwhile.
    """
    with one_moment():
        reviews = gold_reviews(project, test_set).order_by("pair__title", "pk")
        yield from _records_of(_with_texts(reviews).iterator(chunk_size=200), test_set)


def gold_of_pair(pair: Pair) -> Iterator[dict[str, Any]]:
    """The gold rows of one pair as flat records."""
    return _records_of(_with_texts(gold_reviews(pair.project).filter(pair=pair)))


#: Given the ids of some reviews, the ids of those of their rows that are wanted.
Chosen = Callable[[Sequence[int]], Collection[str]]


def chosen_records(reviews: QuerySet[Review], chosen: Chosen) -> Iterator[dict[str, Any]]:
    """Flat records of accepted and implicit rows, in the order of `gold_records`.

    reviews : with `basis`, as from `gold_reviews`. chosen : says which of their rows; it has to know what is gold.
    """
    in_order = _with_texts(reviews.order_by("pair__title", "pk"))
    yield from _records_of(in_order.iterator(chunk_size=200), chosen=chosen)


def candidate_records(
    reviews: QuerySet[Review], test_set: TestSet | None = None
) -> Iterator[tuple[Review, list[dict[str, Any]]]]:
    """Review by review, the records of its gold rows and of its rows that were confirmed in passing.

    Where gold needs several reviews to agree, nothing is a candidate on which they do not.
    """
    for batch in _batches(_with_texts(reviews.order_by("pk")).iterator(chunk_size=200)):
        records: dict[int, list[dict[str, Any]]] = {review.pk: [] for review in batch}
        for record in _records_of_batch(batch, test_set, statuses=_REVIEWED):
            records[record["review_id"]].append(record)
        yield from ((review, records[review.pk]) for review in batch)


def _with_texts(reviews: QuerySet[Review]) -> QuerySet[Review]:
    """With all that a record says beside its row, and without what is large and not said."""
    heavy = [f"pair__{side}__left_out" for side in ("source", "target", "offline")]
    related = ("pair", "pair__project", "pair__source", "pair__target", "pair__offline", "run", "annotator")
    heavy += ["run__info", "run__options", "pair__offline__metadata", "guidelines__text", "guidelines__labels"]
    return reviews.select_related(*related, "guidelines").defer(*heavy)


#: Reviews with so many rows together are read at once; a longer one is read alone. Many reviews are short, and a
#: statement for each would take longer than their rows.
_ROWS_AT_ONCE = 2000

# The chips of a row as one text: [side, removed, unit, start, end] each.
_SELECT_ROWS = f"""
SELECT r.review_id, r.id::text, r.post_edit, r.null_reason, r.decision_reason, r.good_align, r.good_mt, r.tags,
  r.labels::text, r.overridden, r.edited, r.version, r.changed_at, u.{User.USERNAME_FIELD}, l.confidence, r.status,
  (SELECT json_agg(json_build_array(c.side, c.removed, c.unit, c.start, c."end"))::text
     FROM annotator_chip c WHERE c.row_id = r.id)
FROM annotator_reviewrow r
LEFT JOIN annotator_link l ON l.id = r.link_id
LEFT JOIN {User._meta.db_table} u ON u.id = r.changed_by_id
WHERE r.review_id = ANY(%(reviews)s) AND r.status = ANY(%(statuses)s)
  AND (%(rows)s::uuid[] IS NULL OR r.id = ANY(%(rows)s))
ORDER BY array_position(%(reviews)s, r.review_id), r.position
"""
_GOLD = (RowStatus.ACCEPTED.value,)
_REVIEWED = (RowStatus.ACCEPTED.value, RowStatus.IMPLICIT.value)
_SELECT_TEXTS = (
    "SELECT document_id, text FROM annotator_unit WHERE document_id = ANY(%s) ORDER BY document_id, position"
)
_SELECT_SECTIONS = """
SELECT u.document_id, u.position, concat_ws(' ', NULLIF(s.number, ''), NULLIF(s.heading, ''))
FROM annotator_unit u JOIN annotator_section s ON s.id = u.section_id WHERE u.document_id = ANY(%s)
"""


def _records_of(
    reviews: Iterable[Review], test_set: TestSet | None = None, chosen: Chosen | None = None
) -> Iterator[dict[str, Any]]:
    """The records of reviews `_with_texts`, in order. Memory is bounded by the longest review, not by the export."""
    for batch in _batches(reviews):
        if chosen is None:
            yield from _records_of_batch(batch, test_set)
        elif wanted := chosen([review.pk for review in batch]):
            yield from _records_of_batch(batch, statuses=_REVIEWED, only=wanted)


def _batches(reviews: Iterable[Review]) -> Iterator[list[Review]]:
    batch: list[Review] = []
    n_rows = 0
    for review in reviews:
        n_more = _ROWS_AT_ONCE if review.row_count is None else review.row_count
        if batch and n_rows + n_more > _ROWS_AT_ONCE:
            yield batch
            batch, n_rows = [], 0
        batch.append(review)
        n_rows += n_more
    if batch:
        yield batch


def _records_of_batch(
    reviews: Sequence[Any],
    test_set: TestSet | None = None,
    *,
    statuses: Sequence[str] = _GOLD,
    only: Collection[str] | None = None,
) -> Iterator[dict[str, Any]]:
    """only : ids of rows that are known to be gold, or confirmed in passing; nothing else is asked of them."""
    agreed: Collection[str] = ()
    out: Collection[str] = ()
    by_agreement: set[int] = set()
    if only is None:
        agreed, out = _agreed_in(reviews, test_set), kept_out_of(reviews, test_set)
        by_agreement = {review.pk for review in reviews if review.basis == Basis.AGREED}
    texts: dict[int | None, list[str]] = {}
    with connection.cursor() as cursor:
        pairs = [review.pair for review in reviews]
        wanted = {pk for pair in pairs for pk in (pair.source_id, pair.target_id, pair.offline_id) if pk}
        cursor.execute(_SELECT_TEXTS, [list(wanted)])
        for document, text in cursor:
            texts.setdefault(document, []).append(text)
        sections: dict[int, dict[int, str]] = {}
        if papers := [pair.source_id for pair in pairs if pair.kind == PairKind.PAPER_TALK]:
            cursor.execute(_SELECT_SECTIONS, [papers])
            for document, position, heading in cursor:
                sections.setdefault(document, {})[position] = heading
    corrections = standing(wanted)
    of_projects = {project: own_labels(project) for project in {review.pair.project_id for review in reviews}}
    writers = {
        review.pk: _RecordWriter(
            review,
            texts,
            corrections,
            of_projects[review.pair.project_id],
            sections.get(review.pair.source_id, {}),
        )
        for review in reviews
    }
    with connection.chunked_cursor() as cursor:
        wanted_rows = None if only is None else list(only)
        cursor.execute(_SELECT_ROWS, {"reviews": list(writers), "statuses": list(statuses), "rows": wanted_rows})
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            for review_id, *values in rows:
                if values[0] in out or (review_id in by_agreement and values[0] not in agreed):
                    continue
                yield writers[review_id].record(*values)


class _RecordWriter:
    """Makes the records of one review, numbering its gold rows from 1."""

    def __init__(
        self,
        review: Any,
        texts: Mapping[int | None, list[str]],
        corrections: OfDocuments,
        own_labels: Mapping[str, Label],
        sections: Mapping[int, str],
    ) -> None:
        pair = review.pair
        self._sections = sections
        self._corrections = corrections.get(pair.source_id, {}), corrections.get(pair.target_id, {})
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
        self._basis = review.basis
        self._guidelines = review.guidelines and review.guidelines.number
        self._labels = own_labels

    def _own_labels(self, given: Mapping[str, Any], has_source: bool, has_target: bool) -> dict[str, Any]:
        """A label that was given before the row became one that it does not apply to is left out."""
        return {
            column: given.get(label["key"]) if applies(label, has_source=has_source, has_target=has_target) else None
            for column, label in self._labels.items()
        }

    def record(
        self,
        row_id: str,
        post_edit: str | None,
        null_reason: str,
        decision_reason: str,
        good_align: bool | None,
        good_mt: bool | None,
        tags: list[str],
        labels: str,
        overridden: list[str],
        is_edited: bool,
        version: int,
        changed_at: datetime | None,
        changed_by: str | None,
        confidence: float | None,
        status: str,
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
            "source_section": self._sections.get(units[0], "") if units else "",
            "source_ids": ids_of(sources, self._source),
            "target_ids": ids_of(targets, self._target),
            "removed_ids": ids_of(removed, self._target),
            "source": text_of(sources, self._source, source_language) if sources else "__null__",
            "target": target,
            "removed": text_of(removed, self._target, target_language),
            "target_post_edited": target if post_edit is None else post_edit,
            "post_edited": post_edit is not None,
            "source_corrected": corrected_text(sources, self._source, self._corrections[0], source_language)
            if sources
            else "__null__",
            "target_corrected": corrected_text(targets, self._target, self._corrections[1], target_language)
            if targets
            else "__drop__",
            "offline": join_texts([self._offline[u] for u in units if u < len(self._offline)], target_language),
            "null_reason": null_reason,
            "good_align": good_align,
            "good_mt": good_mt,
            "error_tags": tags,
            **self._own_labels(orjson.loads(labels), bool(sources), bool(targets)),
            "overridden_checks": overridden,
            "confidence": None if is_edited else confidence,
            "edited": is_edited,
            "annotator": self._annotator,
            "accepted_by": changed_by or self._annotator,
            "accepted_at": changed_at.isoformat() if changed_at else None,
            "submitted_at": self._submitted_at,
            "version": version,
            "guidelines_version": self._guidelines,
            "basis": Basis.IMPLICIT.value if status == RowStatus.IMPLICIT else self._basis,
            "decision_reason": decision_reason,
            "engine_signature": self._signature,
        }


def columns_of(project: Project) -> list[str]:
    """The columns of the project's records: those of all projects, and behind the tags one for each own label."""
    at = COLUMNS.index("error_tags") + 1
    return [*COLUMNS[:at], *own_labels(project.pk), *COLUMNS[at:]]


def own_labels(project: int) -> dict[str, Label]:
    """The project's own labels by the name of their column, in the order of the current guidelines, and then those of
    earlier versions: rows keep what they were given."""
    found: dict[str, Label] = {}
    versions = GuidelinesVersion.objects.filter(project=project).published()
    for labels in versions.values_list("labels", flat=True):
        for label in labels:
            if is_own(label):
                found.setdefault(f"label_{label['key']}", label)
    return found


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
