"""Who reviews what: the reviews that a pair needs, and who has taken each of them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone

from annotator.reviewing.models.reviews import ReviewState


class SlotState(models.TextChoices):
    FREE = "free", "Free"
    ASSIGNED = "assigned", "Assigned"
    CLAIMED = "claimed", "Claimed"
    SUBMITTED = "submitted", "Submitted"
    RETURNED = "returned", "Returned"
    WITHDRAWN = "withdrawn", "Withdrawn"


#: The columns of a slot that nobody holds any more, for an update; whose claim has ended, likewise in `slots/queue.py`.
FREED: dict[str, Any] = dict.fromkeys(("annotator", "review", "lease_ends", "taken_at", "assigned_by"))


class QueueOrder(models.TextChoices):
    IMPORTED = "imported", "As imported"
    UNCERTAIN = "uncertain", "Least certain alignment first"
    DISAGREEMENT = "disagreement", "Reviews that differ most first"


class AssignmentPolicy(models.Model):
    """How many reviews the pairs of a project need, and how people get them. Without one, anybody opens any pair.

    claim_hours : the lease of a claim, in hours from its last edit to `Slot.lease_ends`.
    """

    project = models.OneToOneField(
        "annotator.Project", models.CASCADE, primary_key=True, related_name="assignment_policy"
    )
    reviews_per_pair = models.PositiveSmallIntegerField(default=1)
    sample_share = models.FloatField(default=0, help_text="The share of pairs that need more reviews, from 0 to 1.")
    reviews_in_sample = models.PositiveSmallIntegerField(default=2)
    claim_hours = models.PositiveIntegerField(default=72, help_text="How long a claim lasts after the last edit.")
    max_claims = models.PositiveSmallIntegerField(default=3, help_text="Open claims that one person may have.")
    order = models.CharField(max_length=12, choices=QueueOrder.choices, default=QueueOrder.IMPORTED)
    blind = models.BooleanField(
        default=True, help_text="Annotators find nothing of each other's reviews of a pair before it is adjudicated."
    )
    due_on = models.DateField(null=True, help_text="Of slots that nobody has taken and that have no date of their own.")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(sample_share__gte=0, sample_share__lte=1), name="sample_is_a_share"),
            models.CheckConstraint(
                condition=Q(reviews_per_pair__gte=1, reviews_in_sample__gte=1), name="a_pair_needs_a_review"
            ),
            models.CheckConstraint(condition=Q(claim_hours__gte=1), name="a_claim_lasts_an_hour"),
            models.CheckConstraint(condition=Q(order__in=QueueOrder.values), name="queue_order_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.reviews_per_pair} reviews a pair of {self.project}"


class SlotQuerySet(models.QuerySet["Slot"]):
    def free(self) -> SlotQuerySet:
        return self.filter(annotator=None, withdrawn_at=None)

    def held_by(self, user: Any) -> SlotQuerySet:
        """Taken by somebody and neither withdrawn nor submitted."""
        return self.filter(annotator=user, withdrawn_at=None).exclude(review__state=ReviewState.SUBMITTED)

    def overdue(self) -> SlotQuerySet:
        late = self.filter(due_on__lt=timezone.localdate(), withdrawn_at=None)
        return late.exclude(review__state=ReviewState.SUBMITTED)

    def in_state(self, state: str) -> SlotQuerySet:
        slots: Any = self.with_state()  # the type checker knows columns only
        return slots.filter(state=state)  # type: ignore[no-any-return]

    def described(self) -> SlotQuerySet:
        """With all that lists of slots show, in one query: the state, the pair and its languages, the review."""
        shown = ["pair__title", "pair__kind", "pair__source__language", "pair__target__language"]
        slots = self.with_state().select_related("pair__source", "pair__target", "annotator", "review")
        return slots.only(*(field.name for field in Slot._meta.concrete_fields), *shown, "annotator", "review")

    def with_state(self) -> SlotQuerySet:
        """With `state`, which follows from the columns and from the state of the review."""
        return self.annotate(
            state=Case(
                When(withdrawn_at__isnull=False, then=Value(SlotState.WITHDRAWN)),
                When(annotator=None, then=Value(SlotState.FREE)),
                When(review__state=ReviewState.SUBMITTED, then=Value(SlotState.SUBMITTED)),
                When(review__state=ReviewState.RETURNED, then=Value(SlotState.RETURNED)),
                When(lease_ends=None, then=Value(SlotState.ASSIGNED)),
                default=Value(SlotState.CLAIMED),
                output_field=models.CharField(max_length=10),
            )
        )


class Slot(models.Model):
    """One review that a pair needs.

    Free without an annotator. An admin assigns it (no lease), or an annotator claims it until `lease_ends`, which the
    sweep moves on while they work. The review is the annotator's; it stays when the slot goes back to the pool.
    A free slot can hold what somebody who left has begun: `continues`, which goes to whoever gets the slot.
    """

    #: The pair's, kept here for the index of what is free.
    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="slots")
    pair = models.ForeignKey("annotator.Pair", models.CASCADE, related_name="slots")
    annotator = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="slots")
    review = models.OneToOneField("annotator.Review", models.SET_NULL, null=True, related_name="slot")
    continues = models.ForeignKey("annotator.Review", models.SET_NULL, null=True, related_name="continued_in")
    assigned_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    taken_at = models.DateTimeField(null=True)
    lease_ends = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    due_on = models.DateField(null=True)
    priority = models.SmallIntegerField(default=0, help_text="The highest is given first.")
    rank = models.FloatField(default=0, help_text="Among slots of the same priority and due date, the lowest is first.")

    objects = SlotQuerySet.as_manager()

    class Meta:
        ordering = ["pair", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pair", "annotator"], name="nobody_reviews_a_pair_twice", condition=Q(annotator__isnull=False)
            ),
            models.CheckConstraint(
                condition=Q(annotator__isnull=False) | Q(lease_ends=None, review=None), name="a_lease_has_a_holder"
            ),
            models.CheckConstraint(
                condition=Q(annotator=None) | Q(continues=None), name="only_a_free_slot_holds_what_was_left"
            ),
        ]
        indexes = [
            models.Index(
                "project",
                F("priority").desc(),
                F("due_on").asc(nulls_last=True),
                "rank",
                "id",
                condition=Q(annotator=None, withdrawn_at=None),
                name="free_slots_in_order",
            ),
            models.Index(fields=["lease_ends"], condition=Q(lease_ends__isnull=False), name="leases_by_end"),
        ]

    def __str__(self) -> str:
        return f"a review of {self.pair}"

    @property
    def is_overdue(self) -> bool:
        return self.due_on is not None and self.due_on < timezone.localdate()


class PairEstimate(models.Model):
    """What the latest run of a pair says about the work in it, kept so that no list of pairs reads what runs store.

    expected_error : 1 less the mean confidence of its links; null where the run has none. n_rows: its links.
    """

    pair = models.OneToOneField("annotator.Pair", models.CASCADE, primary_key=True, related_name="estimate")
    n_rows = models.PositiveIntegerField(default=1)
    expected_error = models.FloatField(null=True)

    def __str__(self) -> str:
        return f"{self.n_rows} rows in {self.pair}"


class AssignmentChange(models.Model):
    """The changes of one bulk action of an admin, so that it can be undone.

    slots : a list of [slot, pair, revision of its review or null, columns before, columns after]; only what changed.
    pairs : a list of [pair, reviews needed before, after]. handed : reviews that went to somebody else, as a list of
    [review, from whom, revision since]. left : of somebody who was removed, their `user`, their `role` and `languages`,
    and the id of what was set aside with that, `set_aside`, or null.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="assignment_changes")
    verb = models.CharField(max_length=20)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    slots = models.JSONField(default=list)
    pairs = models.JSONField(default=list)
    handed = models.JSONField(default=list)
    left = models.JSONField(null=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.verb} by {self.by}"


class Skip(models.Model):
    """A pair that an annotator has refused, and why. The queue never offers it to them again."""

    pair = models.ForeignKey("annotator.Pair", models.CASCADE, related_name="skips", db_index=False)
    annotator = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="skips")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]
        constraints = [models.UniqueConstraint(fields=["pair", "annotator"], name="one_skip_per_annotator_and_pair")]

    def __str__(self) -> str:
        return f"{self.annotator} skipped {self.pair}"
