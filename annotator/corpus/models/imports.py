"""Files that were uploaded on the import page and are not committed yet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from annotator.platform.models.work import Work, WorkQuerySet
from annotator.platform.queues import HOUR, Task


class ImportState(models.TextChoices):
    READING = "reading", "Being read"
    STAGED = "staged", "Staged"
    IMPORTING = "importing", "Importing"
    IMPORTED = "imported", "Imported"
    FAILED = "failed", "Failed"
    DISCARDED = "discarded", "Discarded"


#: A failed batch has stored nothing: people can fix it and commit it again.
EDITABLE = (ImportState.STAGED, ImportState.FAILED)
#: A worker holds it, or will claim it.
WORKING = (ImportState.READING, ImportState.IMPORTING)


class ImportBatchQuerySet(WorkQuerySet):
    def abandoned(self) -> ImportBatchQuerySet:
        """Batches that wait for a person and have not been touched for `settings.STAGED_IMPORT_DAYS`."""
        return self.filter(
            state__in=EDITABLE, touched_at__lt=timezone.now() - timedelta(days=settings.STAGED_IMPORT_DAYS)
        )


class ImportBatch(Work):
    """Staged files. Committing a batch turns all of its files into documents; before that, none of them is one.

    The state is the work for a worker, reading or importing; `claim` is set while a worker is doing it.
    """

    TASK = Task("import_batch", limit=2 * HOUR)
    LIVE = WORKING
    CLAIMED = UNCLAIMED = None
    EDITABLE = EDITABLE
    SHARED_BY = "project"

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="import_batches")
    state = models.CharField(max_length=10, choices=ImportState.choices, default=ImportState.STAGED)
    pairings = models.JSONField(default=list, blank=True)
    result = models.JSONField(default=dict, blank=True, help_text="Ids of what was made.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    touched_at = models.DateTimeField(default=timezone.now, help_text="When a person last did something to it.")

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
        """From waiting for a person to waiting for a worker; False if somebody else has already done it."""
        return self._move(
            EDITABLE,
            state=state,
            claim=None,
            heartbeat_at=Now(),
            attempts=0,
            progress=0,
            message="Waiting for a worker",
            error="",
            finished_at=None,
        )

    def discard(self) -> bool:
        """Discard the batch; a worker that holds it then stores nothing."""
        return self._move((*EDITABLE, *WORKING), state=ImportState.DISCARDED, claim=None, finished_at=Now(), message="")

    def _move(self, states: Sequence[str], **fields: Any) -> bool:
        won = self._only(state__in=states).update(**fields)
        self.refresh_from_db()
        return bool(won)


def parsed_name(name: str) -> str:
    """Where in the storage lies what the sandbox made of a stored file that is not imported yet."""
    return f"{name}.parsed"


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
    parsed_sha256 = models.CharField(
        max_length=64, blank=True, help_text="Of what the sandbox made of it, which is kept beside the file."
    )
    report = models.JSONField(default=dict, blank=True, help_text="What the parse found: counts, preview, problems.")

    class Meta:
        ordering = ["batch", "id"]

    def __str__(self) -> str:
        return self.name
