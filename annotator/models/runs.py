"""Alignment runs and the links they propose."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class RunState(models.TextChoices):
    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    SUCCEEDED = "succeeded", "Succeeded"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


ENDED = (RunState.SUCCEEDED, RunState.FAILED, RunState.CANCELLED)


class RunQuerySet(models.QuerySet["AlignmentRun"]):
    def stranded(self) -> RunQuerySet:
        """Runs whose worker has gone: running without a heartbeat."""
        limit = timezone.now() - timedelta(seconds=settings.STRANDED_SECONDS)
        return self.filter(state=RunState.RUNNING, heartbeat_at__lt=limit)

    def forgotten(self) -> RunQuerySet:
        """Runs that have been queued for long enough that their message should have been taken."""
        limit = timezone.now() - timedelta(seconds=4 * settings.STRANDED_SECONDS)
        return self.filter(state=RunState.QUEUED, created_at__lt=limit)


class AlignmentRun(models.Model):
    """One engine, one set of options, one pair. Every transition is an UPDATE with its precondition."""

    pair = models.ForeignKey("annotator.Pair", models.CASCADE, related_name="runs")
    number = models.PositiveIntegerField()
    engine = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    signature = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.QUEUED)
    progress = models.FloatField(default=0)
    message = models.CharField(max_length=200, blank=True)
    error = models.TextField(blank=True)
    info = models.JSONField(default=dict, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    claim = models.UUIDField(null=True, help_text="Which attempt holds the run; a late one finds it changed.")
    heartbeat_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = RunQuerySet.as_manager()

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

    def __str__(self) -> str:
        return f"{self.engine} run {self.number} of {self.pair}"

    def claim_for_work(self) -> bool:
        """Take the run for this worker; False if it has ended or another live worker holds it."""
        claim, now = uuid.uuid4(), timezone.now()
        limit = now - timedelta(seconds=settings.STRANDED_SECONDS)
        won = AlignmentRun.objects.filter(
            Q(state=RunState.QUEUED) | Q(state=RunState.RUNNING, heartbeat_at__lt=limit), pk=self.pk
        ).update(
            state=RunState.RUNNING,
            claim=claim,
            attempts=F("attempts") + 1,
            heartbeat_at=now,
            started_at=now,
            progress=0,
            message="Starting",
        )
        if won:
            self.refresh_from_db()
        return bool(won)

    def beat(self, progress: float | None = None, message: str | None = None) -> bool:
        """Say that the work goes on; False when the run is no longer this worker's (cancelled, or taken over)."""
        fields: dict[str, Any] = {"heartbeat_at": timezone.now()}
        if progress is not None:
            fields |= {"progress": min(max(progress, 0.0), 1.0)}
        if message is not None:
            fields |= {"message": message[:200]}
        held = AlignmentRun.objects.filter(pk=self.pk, state=RunState.RUNNING, claim=self.claim)
        return bool(held.update(**fields))

    def finish(self, state: RunState, **fields: Any) -> bool:
        """End the run if this worker still holds it."""
        held = AlignmentRun.objects.filter(pk=self.pk, state=RunState.RUNNING, claim=self.claim)
        return bool(held.update(state=state, finished_at=timezone.now(), **fields))

    def cancel(self) -> bool:
        """Stop a run that has not ended; a worker that holds it notices at its next heartbeat."""
        live = AlignmentRun.objects.filter(pk=self.pk, state__in=(RunState.QUEUED, RunState.RUNNING))
        return bool(live.update(state=RunState.CANCELLED, finished_at=timezone.now(), message="Cancelled"))

    def requeue(self) -> bool:
        """Put a stranded run back in the queue; False if it was not stranded after all."""
        limit = timezone.now() - timedelta(seconds=settings.STRANDED_SECONDS)
        lost = AlignmentRun.objects.filter(pk=self.pk, state=RunState.RUNNING, heartbeat_at__lt=limit)
        return bool(
            lost.update(state=RunState.QUEUED, claim=None, progress=0, message="Its worker was lost; queued again")
        )


class Link(models.Model):
    """A bead as it was proposed.

    `source`: unit positions. `target`: ``[unit position, start, end]`` pieces in code points, as a talk's span
    may begin and end inside a segment. An empty list is a null side.
    """

    run = models.ForeignKey(AlignmentRun, models.CASCADE, related_name="links")
    position = models.PositiveIntegerField()
    source = ArrayField(models.PositiveIntegerField(), default=list)
    target = models.JSONField(default=list)
    confidence = models.FloatField(null=True)
    cost = models.FloatField(null=True)
    features = models.JSONField(default=dict, blank=True)
    verdicts = models.JSONField(default=dict, blank=True)
    candidates = models.JSONField(default=list, blank=True, help_text="[[source position or null, probability], ...]")

    class Meta:
        ordering = ["run", "position"]
        constraints = [
            models.UniqueConstraint(fields=["run", "position"], name="one_link_per_position"),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True) | Q(confidence__gte=0, confidence__lte=1),
                name="confidence_is_a_probability",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source}:{self.target}"
