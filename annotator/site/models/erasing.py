"""Erasures: talks that were taken out of a project because somebody asked for it, and what is left of them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import FAILED, QUEUED, RUNNING, Work, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class ErasureState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Being erased"
    DONE = "done", "Erased"
    FAILED = FAILED, "Failed"


class Erasure(Work):
    """Talks that are to go, or that have gone: then this is their tombstone, which names nobody.

    documents, pairs : by their ids. counts : how much of what went. hashes : of each text that went, its
    `Document.content_hash`. erased_at : when the database let go of it. files : what is to be deleted of the storage
    after that; a worker that is lost in between leaves the rest to the next.
    """

    TASK = Task("erase", LONG, limit=2 * HOUR)
    SHARED_BY = "project"

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="erasures")
    documents = ArrayField(models.BigIntegerField(), default=list)
    pairs = ArrayField(models.BigIntegerField(), default=list)
    reason = models.CharField(max_length=500, help_text="Everybody who sees the project or a release reads it.")
    counts = models.JSONField(default=dict)
    hashes = ArrayField(models.CharField(max_length=64), default=list)
    files = models.JSONField(default=list)
    erased_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=10, choices=ErasureState.choices, default=ErasureState.QUEUED)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=ErasureState.values), name="erasure_state_is_known"),
            models.CheckConstraint(condition=~Q(reason=""), name="an_erasure_has_a_reason"),
            models.UniqueConstraint(
                fields=["project"], condition=Q(state__in=(QUEUED, RUNNING)), name="one_erasure_of_a_project_at_a_time"
            ),
            models.CheckConstraint(
                condition=~Q(state=ErasureState.DONE) | Q(erased_at__isnull=False, files=[]),
                name="what_is_erased_has_no_files",
            ),
        ]

    def __str__(self) -> str:
        return f"erasure {self.pk}"
