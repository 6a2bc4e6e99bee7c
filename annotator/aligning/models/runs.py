"""Alignment runs and the links they propose."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotator.platform.models.work import CancellableWork, WorkQuerySet
from annotator.platform.queues import AFTER_ALL_OTHERS, HOUR, LONG, Task
from annotator.platform.workers import n_processes


class RunState(models.TextChoices):
    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    SUCCEEDED = "succeeded", "Succeeded"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


ENDED = (RunState.SUCCEEDED, RunState.FAILED, RunState.CANCELLED)
LIVE = (RunState.QUEUED, RunState.RUNNING)
#: A run of at most this length goes into the short queue, which a worker of its own serves.
SHORT_SECONDS = 20.0


class AlignmentRun(CancellableWork):
    """One engine, one set of options, one pair. Every transition is an UPDATE with its precondition."""

    TASK = Task("align", limit=12 * HOUR)
    LONG_TASK = Task("align_long", LONG, limit=12 * HOUR)
    BULK_TASK = Task("align_bulk", LONG, AFTER_ALL_OTHERS, limit=12 * HOUR)
    SHARED_BY = "pair__project"

    pair = models.ForeignKey("annotator.Pair", models.CASCADE, related_name="runs", db_index=False)
    number = models.PositiveIntegerField()
    engine = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    signature = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.QUEUED)
    info = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    bulk = models.ForeignKey("annotator.BulkAlignment", models.SET_NULL, null=True, related_name="runs")
    recipe = models.CharField(
        max_length=32, blank=True, help_text="All that the result depends on, known before. See aligning/recipes.py."
    )
    estimated_seconds = models.FloatField(null=True)

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["pair", "number"], name="one_run_per_number"),
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="run_state_is_known"),
            models.CheckConstraint(condition=Q(progress__gte=0, progress__lte=1), name="progress_is_a_share"),
            models.CheckConstraint(
                condition=Q(state__in=ENDED, finished_at__isnull=False)
                | (~Q(state__in=ENDED) & Q(finished_at__isnull=True)),
                name="ended_runs_have_an_end",
            ),
            models.CheckConstraint(
                condition=~Q(state=RunState.SUCCEEDED) | ~Q(signature=""), name="a_result_has_a_signature"
            ),
        ]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="runs_newest_first"),
            models.Index(fields=["pair"], condition=Q(state__in=(RunState.QUEUED, RunState.RUNNING)), name="live_runs"),
            models.Index(fields=["pair"], condition=Q(state=RunState.FAILED), name="failed_runs"),
            models.Index(fields=["bulk", "state"], condition=Q(bulk__isnull=False), name="runs_of_bulk"),
        ]

    def __str__(self) -> str:
        return f"{self.engine} run {self.number} of {self.pair}"

    @property
    def task(self) -> Task:
        """What a person waits for goes before what a bulk alignment started, and does not wait behind hours of work."""
        if self.bulk_id is not None:
            return self.BULK_TASK
        return self.TASK if (self.estimated_seconds or 0.0) <= SHORT_SECONDS else self.LONG_TASK

    def share(self) -> WorkQuerySet | None:
        """Those of a bulk alignment give way to others instead; a long one keeps no short one waiting."""
        share = None if self.bulk_id is not None else super().share()
        if share is None:
            return None
        is_short = Q(estimated_seconds__isnull=True) | Q(estimated_seconds__lte=SHORT_SECONDS)
        return share.filter(is_short if self.task == self.TASK else ~is_short, bulk=None)

    def n_at_once(self) -> int:
        """All processes but one: people of a project align side by side, and what others start still begins."""
        return max(1, n_processes(self.task) - 1)

    def give_way(self) -> bool:
        """Return a run that works to the queue; False if it has ended. Its worker stores nothing and was not lost."""
        return bool(
            self._held().update(
                state=RunState.QUEUED,
                claim=None,
                attempts=0,
                heartbeat_at=Now(),
                progress=0,
                message="Gave way to work that somebody waits for; back in the queue",
            )
        )


class Filtering(CancellableWork):
    """The filters on a run that has its links already: figures and verdicts are written on these, none is changed.

    A run has one: asking anew replaces what was asked before. What they said is in the run's ``info["filters"]``.
    """

    TASK = Task("filter", limit=12 * HOUR)
    LONG_TASK = Task("filter_long", LONG, limit=12 * HOUR)
    SHARED_BY = "run__pair__project"

    run = models.OneToOneField(AlignmentRun, models.CASCADE, related_name="filtering")
    options = models.JSONField(default=dict)
    is_long = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.QUEUED)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="state_of_filtering_is_known"),
        ]

    def __str__(self) -> str:
        return f"filters on run {self.run_id}"

    @property
    def task(self) -> Task:
        """What takes long keeps nothing waiting that is quick."""
        return self.LONG_TASK if self.is_long else self.TASK

    def share(self) -> WorkQuerySet | None:
        share = super().share()
        return None if share is None else share.filter(is_long=self.is_long)


class Link(models.Model):
    """A bead as it was proposed.

    `source`: unit positions. `target`: ``[unit position, start, end]`` in code points, because a talk's span may begin
    and end inside a segment. An empty list is a null side.

    A link is a run's, or it stands in for one in a single review that is probed (`Probe`), and nobody else reads it.
    """

    run = models.ForeignKey(AlignmentRun, models.CASCADE, null=True, related_name="links", db_index=False)
    review = models.ForeignKey(
        "annotator.Review", models.CASCADE, null=True, db_index=False, related_name="links_instead"
    )
    position = models.PositiveIntegerField()
    source = ArrayField(models.PositiveIntegerField(), default=list)
    target = models.JSONField(default=list)
    confidence = models.FloatField(null=True)
    cost = models.FloatField(null=True)
    features = models.JSONField(default=dict, blank=True)
    verdicts = models.JSONField(default=dict, blank=True)
    candidates = models.JSONField(default=list, blank=True, help_text="[[source position or null, probability], ...]")
    key_sentences = ArrayField(
        models.PositiveIntegerField(),
        default=list,
        db_default=[],
        blank=True,
        help_text="Positions of the target's units that are key sentences of the page.",
    )

    class Meta:
        ordering = ["run", "position"]
        constraints = [
            models.UniqueConstraint(fields=["run", "position"], name="one_link_per_position"),
            models.CheckConstraint(
                condition=Q(run__isnull=False, review=None) | Q(run=None, review__isnull=False),
                name="a_link_is_of_a_run_or_of_a_review",
            ),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True) | Q(confidence__gte=0, confidence__lte=1),
                name="confidence_is_a_probability",
            ),
        ]
        indexes = [models.Index(fields=["review"], condition=Q(review__isnull=False), name="links_of_one_review")]

    def __str__(self) -> str:
        return f"{self.source}:{self.target}"
