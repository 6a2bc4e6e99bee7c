"""Gold: the rows that count as true. The one definition of a gold row; see docs/decisions/gold.md."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Any
from uuid import UUID

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    F,
    Func,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextChoices,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, Concat, Greatest
from django.db.models.lookups import GreaterThan, LessThan

from annotator.models import (
    AdjudicatedReview,
    Document,
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
    TrainingRow,
)
from annotator.platform.statements import select
from annotator.reviewing.models.reviews import IS_STANDING
from annotator.reviewing.probes.standing import kept_out
from annotator.reviewing.slots.policy import reviews_needed

_SOURCE = Side.SOURCE.value


class Basis(TextChoices):
    """Why the rows of a pair are gold."""

    ADJUDICATED = "adjudicated", "Adjudicated"
    SINGLE = "single", "The only review"
    AGREED = "agreed", "All reviews agree"
    CHOSEN = "chosen", "Chosen by hand from a pair that needs more, or has more"
    IMPLICIT = "implicit", "Confirmed in passing; only in test sets that allow it"


class Reason(TextChoices):
    """Why a row is gold, or is not. The first four hold for whole reviews."""

    GOLD = "gold", "Gold"
    SUPERSEDED = "superseded", "A newer version of its text was imported"
    NOT_SUBMITTED = "not_submitted", "Its review is not submitted"
    ADJUDICATED = "adjudicated", "The adjudication of its pair counts instead"
    TOO_FEW_REVIEWS = "too_few_reviews", "Its pair needs more reviews"
    UNREVIEWED = "unreviewed", "Nobody has accepted it"
    IMPLICIT = "implicit", "It was confirmed in passing only"
    DIFFERS = "differs", "The reviews of its pair do not agree on it"
    COUNTED_ONCE = "counted_once", "All agree on it; it counts in the first review"
    PLANTED = "planted", "An error was planted in it and not repaired"
    BLIND = "blind", "Its proposal was hidden from everybody who judged it"
    WITHHELD = "withheld", "The project leaves it out"
    TRAINING = "training", "People learn from it in the training round"


def gold_reviews(project: Project, test_set: TestSet | None = None) -> QuerySet[Review]:
    """The submitted reviews that gold is taken from, at most one per pair, with their `basis`.

    The adjudication of the pair if there is one; else the review, if it is the only one; else, of several, the first,
    of which only the rows count on which all agree (`agreed_rows`). For a project: reviews of the latest versions of
    its texts, of pairs that have as many submitted reviews as they need. For a test set: the reviews that it names. A
    set that names a review of an older version of a text keeps it until it also names the review that replaced it. A
    set that takes all gold and chooses reviews has, of their pairs, those alone.
    """
    reviews = Review.objects.filter(pair__project=project)
    if test_set is None or test_set.takes_all_gold:
        return _with_basis(reviews, _current).filter(*(condition for _, condition in _conditions()))
    named = TestSet.reviews.through.objects.filter(testset=test_set).values("review")
    if not test_set.takes_named:
        return _of_project_and_chosen(reviews, named)
    return _of_named(
        reviews.filter(pk__in=named), lambda _: Review.objects.filter(state=ReviewState.SUBMITTED, pk__in=named)
    )


def _of_project_and_chosen(reviews: QuerySet[Review], named: Any) -> QuerySet[Review]:
    """Gold of the project; of pairs of which a review was chosen, that review (the first, if there are several)."""
    conditions = dict(_conditions())
    stands = conditions[Reason.SUPERSEDED] & conditions[Reason.NOT_SUBMITTED]
    chosen = _current().filter(kind=ReviewKind.REVIEW, pk__in=named, pair=OuterRef("pair"))
    is_chosen = Q(~Exists(chosen.filter(pk__lt=OuterRef("pk"))), stands, pk__in=named, kind=ReviewKind.REVIEW)
    alone = Concat(Cast("pk", TextField()), Value(":"), Cast("revision", TextField()), output_field=TextField())
    return (
        _with_basis(reviews, _current)
        .filter(is_chosen | Q(*conditions.values(), ~Exists(chosen)))
        .annotate(
            beside=Case(When(pk__in=named, then=alone), default=F("beside")),
            n_beside=Case(When(pk__in=named, then=Value(1)), default=F("n_beside")),
            basis=Case(When(pk__in=named, then=Value(Basis.CHOSEN)), default=F("basis"), output_field=CharField()),
        )
    )


def gold_by_test_set(project: Project, reviews: Collection[int]) -> dict[str, list[int]]:
    """By name of the test sets of a project, which of these reviews the rows of each are taken from."""
    return {
        test_set.name: list(gold_reviews(project, test_set).filter(pk__in=reviews).values_list("pk", flat=True))
        for test_set in TestSet.objects.filter(project=project).order_by("name")
    }


def reviews_with_reason(reviews: QuerySet[Review]) -> QuerySet[Review]:
    """Any reviews with their `reason`, empty for those that are among `gold_reviews` of their project; with `basis`.

    Of several reviews that count only the first is gold; the others are *counted once*.
    """
    failing = [When(~condition, then=Value(reason)) for reason, condition in _conditions()]
    reason = Case(*failing, default=Value(""), output_field=CharField(max_length=15))
    return _with_basis(reviews, _current).annotate(reason=reason)


def _current(_: int = 0) -> QuerySet[Review]:
    return Review.objects.standing().filter(superseded_by=None)


def _conditions() -> list[tuple[Reason, Q]]:
    """What a review `_with_basis` has to be for its rows to be gold of the project, and why they are not if it is
    otherwise, in the order in which it is asked. No condition is ever null."""
    # As a join, Postgres expects it to leave nothing, and looks through all texts of the project for it.
    newer = [Document.objects.filter(previous=OuterRef(f"pair__{side}")) for side in Side.values]
    is_current = Q(*(~Exists(documents) for documents in newer), superseded_by=None)
    return [
        (Reason.SUPERSEDED, is_current),
        (Reason.NOT_SUBMITTED, IS_STANDING),
        (Reason.ADJUDICATED, _unless_adjudicated(_current())),
        (Reason.TOO_FEW_REVIEWS, Q(kind=ReviewKind.ADJUDICATION) | Q(n_beside__gte=reviews_needed())),
        (Reason.COUNTED_ONCE, _is_first(_current())),
    ]


def _unless_adjudicated(beside: QuerySet[Review]) -> Q:
    of_pair = beside.filter(pair=OuterRef("pair"), kind=ReviewKind.ADJUDICATION)
    return Q(kind=ReviewKind.ADJUDICATION) | Q(~Exists(of_pair))


def _is_first(beside: QuerySet[Review]) -> Q:
    earlier = beside.filter(pair=OuterRef("pair"), kind=ReviewKind.REVIEW, pk__lt=OuterRef("pk"))
    return Q(kind=ReviewKind.ADJUDICATION) | Q(~Exists(earlier))


def _of_named(reviews: QuerySet[Review], named: Callable[[int], QuerySet[Review]]) -> QuerySet[Review]:
    """Those that the rows of a test set are taken from, with their `basis`.

    named : the submitted reviews that the set names; given how many queries further in it is used.
    """

    def standing(depth: int) -> QuerySet[Review]:
        return named(depth).exclude(Exists(named(depth + 1).filter(supersedes=OuterRef("pk"))))

    is_replaced = Exists(named(1).filter(supersedes=OuterRef("pk")))
    stands = Q(~is_replaced, state=ReviewState.SUBMITTED)
    rows = _with_basis(reviews, standing).filter(stands, _unless_adjudicated(standing(1)), _is_first(standing(1)))
    # Fewer than the pair needs or has: somebody chose them.
    of_pair = _current().filter(kind=ReviewKind.REVIEW, pair=OuterRef("pair")).order_by().values("pair")
    n_there = Greatest(reviews_needed(), Coalesce(Subquery(of_pair.annotate(n=Count("pk")).values("n")), 0))
    is_chosen = Q(LessThan(F("n_beside"), n_there), kind=ReviewKind.REVIEW)
    return rows.annotate(
        basis=Case(When(is_chosen, then=Value(Basis.CHOSEN)), default=F("basis"), output_field=CharField())
    )


def _with_basis(reviews: QuerySet[Review], standing: Callable[[int], QuerySet[Review]]) -> QuerySet[Review]:
    """With `basis`; with `n_beside`, how many reviews of the pair count, and `beside`, which they are.

    standing : the reviews that count; given how many queries further in it is used.
    """
    judgements = standing(1).filter(pair=OuterRef("pair"), kind=ReviewKind.REVIEW).order_by().values("pair")
    counted = judgements.annotate(n=Count("pk")).values("n")
    return reviews.annotate(
        n_beside=Coalesce(Subquery(counted), 0),
        beside=Subquery(judgements.annotate(n=_named_with_revisions("pk", "revision")).values("n")),
        basis=Case(
            When(kind=ReviewKind.ADJUDICATION, then=Value(Basis.ADJUDICATED)),
            When(n_beside=1, then=Value(Basis.SINGLE)),
            default=Value(Basis.AGREED),
            output_field=CharField(max_length=12),
        ),
    )


def _named_with_revisions(review: str, revision: str) -> StringAgg:
    """Reviews with their revisions as a text, such as "12:40 15:38": no other state of them is the same text."""
    named = Concat(Cast(review, TextField()), Value(":"), Cast(revision, TextField()), output_field=TextField())
    return StringAgg(named, delimiter=" ", order_by=review)


#: What `stamped` adds and what is there already of all that gold rows of a review follow from.
STAMP = ("pk", "basis", "revision", "beside", "planted", "settled", "taught")


def stamped(reviews: QuerySet[Review]) -> QuerySet[Review]:
    """Reviews from `gold_reviews` with the columns of `STAMP`: while they are the same, so are the gold rows.

    Everything that changes a row changes the revision of its review, and revisions only grow.
    """
    probes = Probe.objects.filter(review__pair=OuterRef("pair")).order_by().values("review__pair")
    compared = AdjudicatedReview.objects.filter(adjudication=OuterRef("pk")).order_by().values("adjudication")
    which = Concat(Count("pk"), Value(":"), Max("pk"), output_field=TextField())
    taught = TrainingRow.objects.filter(review=OuterRef("pk")).order_by().values("review")
    # Rows go back as well: which there are, not only how many.
    taken = StringAgg(Cast("pk", TextField()), delimiter=" ", order_by="pk")
    return reviews.annotate(
        planted=Subquery(probes.annotate(n=which).values("n")),
        settled=Subquery(compared.annotate(n=_named_with_revisions("review", "review__revision")).values("n")),
        taught=Subquery(taught.annotate(n=taken).values("n")),
    )


def gold_states(project: Project) -> QuerySet[Review]:
    """`gold_reviews` with their `gold_state`: while it is the same, so are the gold rows of a talk.

    It calls reviews by when they were opened, not by their ids, so that it is the same where the project is moved to.
    Probes are not in it, as they are planted when a review is opened, nor what people learn from: rows of bitexts.
    """
    beside = _current().filter(kind=ReviewKind.REVIEW, pair=OuterRef("pair")).order_by().values("pair")
    compared = AdjudicatedReview.objects.filter(adjudication=OuterRef("pk")).order_by().values("adjudication")
    settled = compared.annotate(n=_named_with_revisions("review__created_at", "review__revision")).values("n")
    own = (Cast("created_at", TextField()), Value(":"), Cast("revision", TextField()), Value(" "))
    none = Value("", output_field=TextField())
    adjudicated = Concat(*own, Coalesce(Subquery(settled), none), output_field=TextField())
    return gold_reviews(project).annotate(
        gold_state=Case(
            When(kind=ReviewKind.ADJUDICATION, then=adjudicated),
            default=Subquery(beside.annotate(n=_named_with_revisions("created_at", "revision")).values("n")),
            output_field=TextField(),
        )
    )


#: Of a row `r` of a review `v`: it was submitted, as `ReviewRowQuerySet.accepted` has it.
ROW_STANDS = "(v.submitted_before IS NULL OR r.changed_at IS NULL OR r.changed_at <= v.submitted_before)"

# Rows as what they say. A piece of text is a range of numbers: unit * 2^31 + code point. Ranges that touch become one,
# so that a text that was only cut is as it was; those of two units never touch. In a talk a row agrees if all of its
# text has the same sentence and labels in the other reviews, wherever those cut it; a text that was written for a span
# belongs to that span. The source of a talk with slides is a page, whichever of its units was chosen. Key sentences are
# compared like removed text, wherever rows are cut.
_AGREED = f"""
WITH said AS (
  SELECT v.pair_id, r.review_id, r.id, c.target, c.removed, c.key, (
      CASE p.kind WHEN '{PairKind.BITEXT.value}' THEN (c.source, c.target, c.removed)::text ELSE c.sentences::text END,
      CASE WHEN r.post_edit IS NOT NULL THEN (c.target, c.removed)::text END, r.post_edit, r.good_align, r.good_mt,
      ARRAY(SELECT DISTINCT tag FROM unnest(r.tags) AS tag ORDER BY tag),
      CASE WHEN c.sentences IS NULL OR isempty(c.target) THEN r.null_reason ELSE '' END,
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
      COALESCE(range_agg(piece) FILTER (WHERE removed), '{{}}') AS removed,
      COALESCE(range_agg(piece) FILTER (WHERE is_key AND NOT removed), '{{}}') AS key
    FROM (
      SELECT side, COALESCE(u.page - 1, unit) AS unit, removed, is_key,
        int8range((unit::bigint << 31) + start, (unit::bigint << 31) + "end") AS piece
      FROM annotator_chip
      LEFT JOIN annotator_unit u ON p.kind = '{PairKind.SLIDES_TALK.value}' AND side = '{_SOURCE}'
        AND u.document_id = p.source_id AND u.position = unit
      WHERE row_id = r.id
    ) AS chips
  ) AS c
  WHERE r.review_id = ANY(%(reviews)s) AND r.status = '{RowStatus.ACCEPTED.value}' AND {ROW_STANDS}
), texts AS (
  SELECT pair_id, review_id, what, COALESCE(range_agg(target), '{{}}') AS target,
    COALESCE(range_agg(removed), '{{}}') AS removed, COALESCE(range_agg(key), '{{}}') AS key
  FROM said GROUP BY pair_id, review_id, what
), many AS (
  SELECT pair_id, count(*) AS n FROM annotator_review WHERE id = ANY(%(reviews)s) GROUP BY pair_id
)
SELECT said.id::text FROM said
JOIN texts ON texts.pair_id = said.pair_id AND texts.what = said.what
  AND texts.target @> said.target AND texts.removed @> said.removed AND texts.key * said.target = said.key
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
    return {row_id for (row_id,) in select(_AGREED, {"reviews": list(reviews), "of": list(of)})}


def agreed_in(reviews: Collection[Any], test_set: TestSet | None) -> set[str]:
    """The rows that count of reviews from `gold_reviews` that are gold only where others agree."""
    first = {review.pk: review.pair_id for review in reviews if rests_on_others(review)}
    if not first:
        return set()
    return agreed_rows(compared_reviews(first.values(), test_set).values_list("pk", flat=True), first)


def rests_on_others(review: Any) -> bool:
    """Whether only those rows of a review from `gold_reviews` count on which others agree."""
    return bool(review.basis == Basis.AGREED or (review.basis == Basis.CHOSEN and review.n_beside > 1))


def compared_reviews(pairs: Iterable[int], test_set: TestSet | None) -> QuerySet[Review]:
    """The reviews of these pairs that are compared."""
    beside = Review.objects.judgements().filter(pair__in=pairs)
    if test_set is None or not test_set.takes_named:
        return beside.standing().filter(superseded_by=None)
    beside = beside.filter(state=ReviewState.SUBMITTED)
    named = Review.objects.filter(test_sets=test_set, state=ReviewState.SUBMITTED)
    return beside.filter(test_sets=test_set).exclude(Exists(named.filter(supersedes=OuterRef("pk"))))


def kept_out_of(reviews: Collection[Any], test_set: TestSet | None = None) -> dict[str, ProbeKind]:
    """Rows of reviews from `gold_reviews` that are not gold because of a probe (docs/decisions/probes.md), and of
    which kind. With a test set, agreement is among the reviews that it names."""
    return kept_out(judges_of(reviews, test_set))


def judges_of(reviews: Collection[Any], test_set: TestSet | None = None) -> dict[int, set[int]]:
    """By review from `gold_reviews`, the reviews that have judged its text: itself, all with which it has to agree,
    or those that it settles. Reviews need no more than their `basis`."""
    is_named = test_set is not None and test_set.takes_named
    by_agreement = (Basis.AGREED, Basis.CHOSEN) if is_named else (Basis.AGREED,)
    agreed = {review.pk: review.pair_id for review in reviews if review.basis in by_agreement}
    settled = {review.pk for review in reviews if review.basis == Basis.ADJUDICATED}
    judged_by = {review.pk: {review.pk} for review in reviews if review.pk not in settled | agreed.keys()}
    if agreed:
        first = {pair: review for review, pair in agreed.items()}
        for pk, pair in compared_reviews(first, test_set).values_list("pk", "pair"):
            judged_by.setdefault(first[pair], set()).add(pk)
    if settled:
        compared = AdjudicatedReview.objects.filter(adjudication__in=settled)
        for adjudication, pk in compared.values_list("adjudication", "review"):
            judged_by.setdefault(adjudication, set()).add(pk)
    return judged_by


def taught_in(reviews: Collection[Any]) -> set[str]:
    """Rows of these reviews that are no gold because people learn from them."""
    rows = TrainingRow.objects.filter(review__in=[review.pk for review in reviews]).values_list("row", flat=True)
    return {str(row) for row in rows}


def gold_rows(reviews: Collection[Any], test_set: TestSet | None = None) -> set[UUID]:
    """Ids of the gold rows of reviews from `gold_reviews`."""
    return {pk for rows in _gold_rows(reviews, test_set) for pk in rows.order_by().values_list("pk", flat=True)}


def n_gold_rows(reviews: Collection[Any], test_set: TestSet | None = None) -> dict[int, int]:
    """How many rows of reviews from `gold_reviews` are gold, by review. Reads them all: see `gold_counts`."""
    counts = {review.pk: 0 for review in reviews}
    for rows in _gold_rows(reviews, test_set):
        counts |= dict(rows.order_by().values("review").annotate(n=Count("pk")).values_list("review", "n"))
    return counts


def _gold_rows(reviews: Collection[Any], test_set: TestSet | None) -> list[QuerySet[ReviewRow]]:
    """The gold rows of reviews that count as they are, and those of reviews of which only some rows count."""
    out = kept_out_of(reviews, test_set).keys() | taught_in(reviews)
    whole = [review.pk for review in reviews if not rests_on_others(review)]
    rows = ReviewRow.objects.accepted().filter(review__in=whole)
    if out:
        rows = rows.exclude(pk__in=list(out))
    return [rows, ReviewRow.objects.filter(pk__in=agreed_in(reviews, test_set) - out)]


def gold_preview(project: Project, test_set: TestSet | None = None) -> dict[str, int]:
    """How many rows are gold and of how many reviews, counted anew."""
    reviews = list(gold_reviews(project, test_set).only("pk", "pair"))
    return {"n_reviews": len(reviews), "n_rows": sum(n_gold_rows(reviews, test_set).values())}


def with_n_gold_rows(test_sets: QuerySet[TestSet]) -> QuerySet[TestSet]:
    """With `n_gold_rows`, as `gold_preview` counts them, in one query for all test sets; -1 for a set that names
    several reviews of a pair and no adjudication, as those have to be compared, or a review whose probes have not
    been measured.
    """
    return test_sets.annotate(n_gold_rows=_n_gold_rows_named())


@cache
def _n_gold_rows_named() -> Coalesce:
    """Made once, as making it takes as long as asking it."""

    def named(depth: int) -> QuerySet[Review]:
        test_set = OuterRef("pk")
        for _ in range(depth + 1):
            test_set = OuterRef(test_set)
        through = TestSet.reviews.through.objects.filter(testset=test_set)
        return Review.objects.filter(state=ReviewState.SUBMITTED, pk__in=through.values("review"))

    reviews = _of_named(named(0).filter(pair__project=OuterRef("project")), named)
    # The rows of a review are counted only if its figures are not those of its present revision.
    rows = ReviewRow.objects.accepted().filter(review=OuterRef("pk")).order_by().values("review")
    n_accepted = Case(
        When(figures__revision=F("revision"), then=F("figures__n_accepted")),
        default=Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n")), 0),
    )
    is_measured = Q(probed=None) | Q(probed__measured_revision=F("revision"))
    is_adjudicated = Q(kind=ReviewKind.ADJUDICATION)
    of_others = is_adjudicated & Exists(Probe.objects.filter(review__pair=OuterRef("pair")))
    is_taught = Exists(TrainingRow.objects.filter(review=OuterRef("pk")))
    is_compared = Case(
        When(is_taught | of_others | ~(is_adjudicated | Q(n_beside=1)) | ~is_measured, then=Value(1)),
        default=Value(0),
        output_field=IntegerField(),
    )
    n_gold = n_accepted - Coalesce("probed__n_kept_out", 0)
    # As one value, because Postgres plans whatever stands in the statement twice as often as it stands there.
    n_compared, n_rows = (Func(each, function="SUM", output_field=IntegerField()) for each in (is_compared, n_gold))
    n = Case(When(GreaterThan(n_compared, 0), then=Value(-1)), default=n_rows)
    counted = reviews.order_by().annotate(n=n).values("n")
    return Coalesce(Subquery(counted), 0)
