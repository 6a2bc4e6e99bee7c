"""Files that were dropped on the import page and wait to be committed."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class ImportState(models.TextChoices):
    READING = "reading", "Being read"
    STAGED = "staged", "Staged"
    IMPORTING = "importing", "Importing"
    IMPORTED = "imported", "Imported"
    FAILED = "failed", "Failed"
    DISCARDED = "discarded", "Discarded"


#: A failed batch left nothing behind: it can be put right and committed again.
EDITABLE = (ImportState.STAGED, ImportState.FAILED)
#: A worker has it, or will have it.
WORKING = (ImportState.READING, ImportState.IMPORTING)


class ImportBatchQuerySet(models.QuerySet["ImportBatch"]):
    def stranded(self) -> ImportBatchQuerySet:
        """Batches whose worker has gone, and those whose message in the queue seems to be lost."""
        now = timezone.now()
        held = Q(claim__isnull=False, heartbeat_at__lt=now - timedelta(seconds=settings.STRANDED_SECONDS))
        waiting = Q(claim__isnull=True, heartbeat_at__lt=now - timedelta(seconds=4 * settings.STRANDED_SECONDS))
        return self.filter(held | waiting, state__in=WORKING)

    def abandoned(self) -> ImportBatchQuerySet:
        """Batches that wait for a person who has not come back for `settings.STAGED_IMPORT_DAYS`."""
        return self.filter(
            state__in=EDITABLE, touched_at__lt=timezone.now() - timedelta(days=settings.STAGED_IMPORT_DAYS)
        )


class ImportBatch(models.Model):
    """Nothing of a batch is a document until it is committed, and then all of it is.

    Every transition is an UPDATE with its precondition. `claim` says who imports; without one the batch waits in the
    queue, and `heartbeat_at` is when it was put there.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="import_batches")
    state = models.CharField(max_length=10, choices=ImportState.choices, default=ImportState.STAGED)
    progress = models.FloatField(default=0)
    message = models.CharField(max_length=200, blank=True)
    error = models.TextField(blank=True)
    pairings = models.JSONField(default=list, blank=True)
    result = models.JSONField(default=dict, blank=True, help_text="Ids of what was made.")
    attempts = models.PositiveIntegerField(default=0)
    claim = models.UUIDField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(default=timezone.now, help_text="When a person last did something to it.")
    finished_at = models.DateTimeField(null=True)

    objects = ImportBatchQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=ImportState.values), name="import_state_is_known"),
        ]

    def __str__(self) -> str:
        return f"import {self.pk} into {self.project}"

    @property
    def is_editable(self) -> bool:
        return self.state in EDITABLE

    def begin(self, state: ImportState = ImportState.IMPORTING) -> bool:
        """From waiting for a person to waiting for a worker; False if somebody else was first."""
        return self._move(
            Q(state__in=EDITABLE),
            state=state,
            claim=None,
            heartbeat_at=timezone.now(),
            attempts=0,
            progress=0,
            message="Waiting for a worker",
            error="",
            finished_at=None,
        )

    def claim_for_work(self, state: ImportState = ImportState.IMPORTING, *, until: datetime | None = None) -> bool:
        """Take a batch that waits, or that a lost worker held; False if it is held or has ended.

        until : a holder that sends no heartbeats (a web request) counts as lost only this long after.
        """
        now = timezone.now()
        lost = now - timedelta(seconds=settings.STRANDED_SECONDS)
        return self._move(
            Q(state=state) & (Q(claim__isnull=True) | Q(heartbeat_at__lt=lost)),
            claim=uuid.uuid4(),
            heartbeat_at=until or now,
            attempts=F("attempts") + 1,
            progress=0,
            message="Reading the files",
        )

    def beat(self, progress: float, message: str) -> bool:
        """Say that the work goes on; False when the batch is no longer this worker's."""
        return bool(
            self._held().update(
                heartbeat_at=timezone.now(), progress=min(max(progress, 0.0), 1.0), message=message[:200]
            )
        )

    def finish(self, state: ImportState, **fields: Any) -> bool:
        """End the work, if this worker still holds the batch."""
        ended = timezone.now() if state not in EDITABLE else None
        return bool(self._held().update(state=state, finished_at=ended, claim=None, **fields))

    def discard(self) -> bool:
        """Give the batch up; a worker that holds it stores nothing any more."""
        live = Q(state__in=(*EDITABLE, *WORKING))
        return self._move(live, state=ImportState.DISCARDED, claim=None, finished_at=timezone.now(), message="")

    def requeue(self) -> bool:
        """Put a stranded batch back in the queue; False if it was not stranded after all."""
        stranded = ImportBatch.objects.all().stranded().filter(pk=self.pk)
        return bool(stranded.update(claim=None, heartbeat_at=timezone.now(), progress=0, message="Queued again"))

    def _held(self) -> models.QuerySet[ImportBatch]:
        return ImportBatch.objects.filter(pk=self.pk, state__in=WORKING, claim=self.claim)

    def _move(self, precondition: Q, **fields: Any) -> bool:
        won = ImportBatch.objects.filter(precondition, pk=self.pk).update(**fields)
        self.refresh_from_db()
        return bool(won)


class ImportFile(models.Model):
    batch = models.ForeignKey(ImportBatch, models.CASCADE, related_name="files")
    name = models.CharField(max_length=255)
    file = models.FileField(upload_to="imports/%Y/%m/")
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    format = models.CharField(max_length=40, blank=True, help_text="Empty: not recognised.")
    language = models.CharField(max_length=16, blank=True)
    include = models.BooleanField(default=True)
    options = models.JSONField(default=dict, blank=True, help_text="What a person has said about it.")
    report = models.JSONField(default=dict, blank=True, help_text="What the parse found: counts, preview, problems.")

    class Meta:
        ordering = ["batch", "id"]

    def __str__(self) -> str:
        return self.name
