"""An annotator's working copy of the links of a pair, and the log of its operations."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField, BigIntegerRangeField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Count, Deferrable, F, Func, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce


class ReviewState(models.TextChoices):
    OPEN = "open", "Open"
    SUBMITTED = "submitted", "Submitted"
    RETURNED = "returned", "Returned"
    SET_ASIDE = "set_aside", "Set aside"


class ReviewKind(models.TextChoices):
    REVIEW = "review", "Review"
    ADJUDICATION = "adjudication", "Adjudication"


class RowStatus(models.TextChoices):
    PROPOSED = "proposed", "Proposed"
    ACCEPTED = "accepted", "Accepted"
    IMPLICIT = "implicit", "Implicit"


class Side(models.TextChoices):
    SOURCE = "source", "Source"
    TARGET = "target", "Target"


#: Of reviews: what they say counts, see `ReviewQuerySet.standing`.
IS_STANDING = Q(state=ReviewState.SUBMITTED) | Q(submitted_before__isnull=False)


class ReviewQuerySet(models.QuerySet["Review"]):
    def with_row_counts(self) -> ReviewQuerySet:
        """With `n_rows` and `n_reviewed`: the stored counters, or a count of the rows where a counter is null."""
        # Subqueries, which run only for reviews without counters: with a join and GROUP BY, each of thousands of rows
        # would carry the review's columns.
        rows = ReviewRow.objects.filter(review=OuterRef("pk")).order_by()
        n_rows, n_reviewed = (of.values("review").annotate(n=Count("pk")).values("n") for of in (rows, rows.reviewed()))
        return self.annotate(
            n_rows=Coalesce("row_count", Subquery(n_rows), 0),
            n_reviewed=Coalesce("reviewed_count", Subquery(n_reviewed), 0),
        )

    def standing(self) -> ReviewQuerySet:
        """Submitted, or carried over to newer texts from what was, of which the unchanged rows count (`accepted`)."""
        return self.filter(IS_STANDING)

    def judgements(self) -> ReviewQuerySet:
        """Reviews by which people judge a pair, each by themselves; not those that settle their differences."""
        return self.filter(kind=ReviewKind.REVIEW)


class Review(models.Model):
    """An annotator's copy of a run's links.

    `revision` counts the operations. `superseded_by` is the copy of this review on a newer version of its texts: work
    continues there, and this one becomes read-only. An adjudication is a review like any other, whose rows settle where
    the reviews that it compares differ (`AdjudicatedReview`).
    """

    #: Said to who wants to delete what it is of.
    STAYS = (
        "It has reviews, which are people's work and stay. Where a speaker asks for it, a site admin can erase the "
        "talk: Settings, Move and copy."
    )

    pair = models.ForeignKey("annotator.Pair", models.PROTECT, related_name="reviews")
    run = models.ForeignKey("annotator.AlignmentRun", models.PROTECT, related_name="reviews")
    guidelines = models.ForeignKey(
        "annotator.GuidelinesVersion",
        models.PROTECT,
        null=True,
        related_name="reviews",
        help_text="The version that it is made under; null where the project had none.",
    )
    annotator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reviews")
    kind = models.CharField(max_length=12, choices=ReviewKind.choices, default=ReviewKind.REVIEW)
    state = models.CharField(max_length=10, choices=ReviewState.choices, default=ReviewState.OPEN)
    return_reason = models.TextField(blank=True)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    submitted_at = models.DateTimeField(null=True)
    row_count = models.PositiveIntegerField(null=True, help_text="Null until an operation has counted them.")
    reviewed_count = models.PositiveIntegerField(null=True, help_text="Of the rows; null as row_count is.")
    superseded_by = models.ForeignKey("self", models.SET_NULL, null=True, related_name="supersedes")
    first_submission = models.PositiveIntegerField(
        null=True, help_text="The revision at which it was first submitted, or carried over from what was."
    )
    submitted_before = models.DateTimeField(
        null=True,
        help_text="Of a copy on newer texts that is still open: when the review that it was carried over from was"
        " submitted. Rows that nobody has changed since count as submitted.",
    )

    objects = ReviewQuerySet.as_manager()

    class Meta:
        ordering = ["-updated_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pair", "annotator"], name="one_review_per_reviewer", condition=Q(kind=ReviewKind.REVIEW)
            ),
            models.UniqueConstraint(
                fields=["pair"], name="one_adjudication_per_pair", condition=Q(kind=ReviewKind.ADJUDICATION)
            ),
            models.CheckConstraint(condition=Q(kind__in=ReviewKind.values), name="review_kind_is_known"),
            models.CheckConstraint(condition=Q(state__in=ReviewState.values), name="review_state_is_known"),
            models.CheckConstraint(
                condition=Q(state=ReviewState.SUBMITTED, submitted_at__isnull=False)
                | (~Q(state=ReviewState.SUBMITTED) & Q(submitted_at__isnull=True)),
                name="submitted_reviews_have_a_time",
            ),
            models.CheckConstraint(
                condition=Q(submitted_before=None) | Q(state=ReviewState.OPEN),
                name="what_stands_is_not_submitted_again",
            ),
            models.CheckConstraint(
                condition=~Q(state=ReviewState.RETURNED) | ~Q(return_reason=""), name="a_return_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pair} by {self.annotator}"


class AdjudicatedReview(models.Model):
    """A review that an adjudication compares, in the order of their letters, and at which revision it was compared."""

    adjudication = models.ForeignKey(Review, models.CASCADE, related_name="compared", db_index=False)
    review = models.ForeignKey(Review, models.CASCADE, related_name="compared_in")
    number = models.PositiveSmallIntegerField(help_text="From 0, which the page calls A.")
    revision = models.PositiveIntegerField()

    class Meta:
        ordering = ["adjudication", "number"]
        constraints = [
            models.UniqueConstraint(fields=["adjudication", "review"], name="a_review_is_compared_once"),
            models.UniqueConstraint(fields=["adjudication", "number"], name="one_review_per_letter"),
        ]

    def __str__(self) -> str:
        return f"{self.review} in an adjudication"


class ReviewRowQuerySet(models.QuerySet["ReviewRow"]):
    def reviewed(self) -> ReviewRowQuerySet:
        """Rows that a person accepted one by one or confirmed in passing. What progress counts."""
        return self.exclude(status=RowStatus.PROPOSED)

    def accepted(self) -> ReviewRowQuerySet:
        """Rows that a person accepted one by one. They become gold, and engines are measured by them.

        Of a review that was carried over and waits for its submission, only those that were submitted before."""
        since = Q(changed_at=None) | Q(changed_at__lte=F("review__submitted_before"))
        return self.filter(Q(review__submitted_before=None) | since, status=RowStatus.ACCEPTED)


class ReviewRow(models.Model):
    """A link in its current form in a review. `link` is the proposal it came from, if any."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    review = models.ForeignKey(Review, models.CASCADE, related_name="rows", db_index=False)
    link = models.ForeignKey("annotator.Link", models.SET_NULL, null=True, related_name="+")
    position = models.FloatField()
    version = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=RowStatus.choices, default=RowStatus.PROPOSED)
    good_align = models.BooleanField(null=True)
    good_mt = models.BooleanField(null=True)
    flagged = models.BooleanField(default=False)
    tags = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    labels = models.JSONField(default=dict, db_default={}, blank=True, help_text="The project's own, by key.")
    null_reason = models.CharField(max_length=60, blank=True)
    post_edit = models.TextField(null=True)  # noqa: DJ001  null: not post-edited; empty: edited away
    overridden = ArrayField(
        models.CharField(max_length=60),
        default=list,
        blank=True,
        help_text="Names of checks whose warnings about the post-edit a person has overridden.",
    )
    decision_reason = models.CharField(
        max_length=60, blank=True, default="", help_text="Why an adjudicator decided so, where reviews differed."
    )
    edited = models.BooleanField(default=False, help_text="A person has changed its grouping.")
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(null=True)

    objects = ReviewRowQuerySet.as_manager()

    class Meta:
        ordering = ["review", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["review", "position"], name="one_row_per_position", deferrable=Deferrable.DEFERRED
            ),
            models.CheckConstraint(condition=Q(status__in=RowStatus.values), name="row_status_is_known"),
        ]

    def __str__(self) -> str:
        return f"row at {self.position:g} of {self.review}"


class Chip(models.Model):
    """A unit in a row, or a part of the unit after a split.

    `extent` is the chip's place on one number line that all reviews share, at `review * 2^32 + side * 2^31 + offset in
    the document`. Two chips that overlap there are the same text twice in one review, which a trigger refuses
    (docs/decisions/text-stands-in-one-row.md). It is null for the paper side of a paper-talk pair: a speaker may return
    to a sentence.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    row = models.ForeignKey(ReviewRow, models.CASCADE, related_name="chips")
    side = models.CharField(max_length=6, choices=Side.choices)
    unit = models.PositiveIntegerField(help_text="Position of the unit in its document.")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    removed = models.BooleanField(default=False)
    joined = models.BooleanField(default=False, help_text="Its text is joined to the chip before it.")
    is_key = models.BooleanField(default=False, db_default=False, help_text="It is a key sentence of its row's page.")
    extent = BigIntegerRangeField(null=True)

    class Meta:
        ordering = ["row", "side", "unit", "start"]
        constraints = [
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="chip_has_text"),
            models.CheckConstraint(condition=Q(side__in=Side.values), name="side_is_known"),
            models.CheckConstraint(
                condition=Q(side=Side.TARGET) | Q(removed=False), name="only_target_chips_are_removed"
            ),
            models.CheckConstraint(condition=Q(side=Side.TARGET) | Q(is_key=False), name="only_target_chips_are_key"),
        ]
        # Found by where they begin: the trigger `text_is_in_one_row_only` looks at the neighbours of what was written.
        indexes = [models.Index(Func(F("extent"), function="lower"), name="chips_by_place")]

    def __str__(self) -> str:
        return f"{self.side} {self.unit}[{self.start}:{self.end}]"


class Operation(models.Model):
    """One edit: its steps, and the rows it touched before and after. Its id is the client's, so repeats are detected.

    `page` distinguishes the pages (tabs, devices) that one person uses at once; null for scripts.
    """

    id = models.UUIDField(primary_key=True)
    review = models.ForeignKey(Review, models.CASCADE, related_name="operations", db_index=False)
    sequence = models.PositiveIntegerField()
    verb = models.CharField(max_length=30)
    steps = models.JSONField()
    before = models.JSONField(help_text="Rows it touched as they were; a row it made is absent.")
    after = models.JSONField(help_text="The same rows as they became; a row it emptied is absent.")
    rows = ArrayField(models.UUIDField(), default=list)
    undoes = models.ForeignKey("self", models.CASCADE, null=True, related_name="undone_by")
    undone = models.BooleanField(default=False)
    is_edit = models.BooleanField(default=False, help_text="It changes links or texts, not only labels or states.")
    page = models.UUIDField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["review", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["review", "sequence"], name="one_operation_per_sequence_number"),
        ]
        indexes = [GinIndex(fields=["rows"], name="operations_of_a_row")]

    def __str__(self) -> str:
        return f"{self.sequence} {self.verb}"
