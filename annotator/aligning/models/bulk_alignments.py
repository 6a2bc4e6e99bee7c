"""Alignments of many pairs at once."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Sum
from django.db.models.functions import Greatest

from annotator.platform.models.work import FAILED, QUEUED, RUNNING, CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, Task


class BulkState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Running"
    FINISHED = "finished", "Finished"
    CANCELLED = "cancelled", "Cancelled"
    FAILED = FAILED, "Failed"


BULK_ENDED = (BulkState.FINISHED, BulkState.CANCELLED, BulkState.FAILED)


class BulkAlignment(CancellableWork):
    """One engine, for every pair of a project that a filter finds: it goes through them in the order of their ids.

    Its work is to start runs, a few more than workers can take at a time, and to release itself until they are done.
    `reached` is the last pair that was decided upon, `last_pair` where it ends: pairs imported later are not aligned.
    How its runs ended is counted from the runs.
    """

    TASK = Task("align_many", limit=2 * HOUR)
    #: Between two slices it waits unclaimed, and is running all the same.
    CLAIMED, UNCLAIMED = RUNNING, None
    #: It starts runs for some moments at a time.
    AT_ONCE = None

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="bulk_alignments")
    filter = models.JSONField(default=dict, blank=True, help_text="Which pairs; see corpus/pair_filters.py.")
    engine = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    again = models.BooleanField(default=False, help_text="Also pairs that have a run with the same result.")
    state = models.CharField(max_length=10, choices=BulkState.choices, default=BulkState.QUEUED)
    reached = models.BigIntegerField(default=0)
    last_pair = models.BigIntegerField()
    n_pairs = models.PositiveIntegerField(help_text="Pairs that the filter found when it was started.")
    n_started = models.PositiveIntegerField(default=0)
    n_skipped = models.PositiveIntegerField(default=0)
    n_refused = models.PositiveIntegerField(default=0)
    refusals = models.JSONField(default=dict, blank=True, help_text="Why pairs cannot be aligned: sentence to number.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=BulkState.values), name="bulk_state_is_known"),
            models.CheckConstraint(
                condition=Q(state__in=BULK_ENDED, finished_at__isnull=False)
                | (~Q(state__in=BULK_ENDED) & Q(finished_at__isnull=True)),
                name="ended_bulk_alignments_have_an_end",
            ),
        ]

    @classmethod
    def n_jobs(cls) -> int:
        """One for each pair that it has not come to."""
        left = Greatest(F("n_pairs") - F("n_skipped") - F("n_refused") - F("n_started"), 0)
        return int(cls.objects.live().aggregate(n=Sum(left))["n"] or 0)

    def __str__(self) -> str:
        return f"{self.engine} for {self.n_pairs} pairs of {self.project}"
