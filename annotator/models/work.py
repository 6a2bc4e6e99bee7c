"""Long work that a worker does: claimed by one at a time, kept alive by heartbeats, found again when its worker dies.

Every transition is an UPDATE with its precondition, and says whether it won.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

QUEUED, RUNNING = "queued", "running"


class WorkQuerySet(models.QuerySet[Any]):
    """For models that are `Work`."""

    def stranded(self) -> Self:
        """Work whose worker has gone: running without a heartbeat."""
        limit = timezone.now() - timedelta(seconds=settings.STRANDED_SECONDS)
        return self.filter(state=RUNNING, heartbeat_at__lt=limit)

    def forgotten(self) -> Self:
        """Work that has been queued for long enough that its message should have been taken."""
        limit = timezone.now() - timedelta(seconds=4 * settings.STRANDED_SECONDS)
        return self.filter(state=QUEUED, created_at__lt=limit)


class Work(models.Model):
    """What is "queued", then "running", then ended; each model has its own ends among the choices of `state`."""

    state = models.CharField(max_length=10, default=QUEUED)
    progress = models.FloatField(default=0)
    message = models.CharField(max_length=200, blank=True)
    error = models.TextField(blank=True)
    attempts = models.PositiveIntegerField(default=0)
    claim = models.UUIDField(null=True, help_text="Which attempt holds the run; a late one finds it changed.")
    heartbeat_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def _only(self, condition: Q) -> models.QuerySet[Self]:
        return type(self)._default_manager.filter(condition, pk=self.pk)

    def claim_for_work(self) -> bool:
        """Take it for this worker; False if it has ended or another live worker holds it."""
        claim, now = uuid.uuid4(), timezone.now()
        limit = now - timedelta(seconds=settings.STRANDED_SECONDS)
        won = self._only(Q(state=QUEUED) | Q(state=RUNNING, heartbeat_at__lt=limit)).update(
            state=RUNNING,
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
        """Say that the work goes on; False when it is no longer this worker's (cancelled, deleted, or taken over)."""
        fields: dict[str, Any] = {"heartbeat_at": timezone.now()}
        if progress is not None:
            fields |= {"progress": min(max(progress, 0.0), 1.0)}
        if message is not None:
            fields |= {"message": message[:200]}
        return bool(self._only(Q(state=RUNNING, claim=self.claim)).update(**fields))

    def finish(self, state: str, **fields: Any) -> bool:
        """End it if this worker still holds it."""
        held = self._only(Q(state=RUNNING, claim=self.claim))
        return bool(held.update(state=state, finished_at=timezone.now(), **fields))

    def requeue(self) -> bool:
        """Put stranded work back in the queue; False if it was not stranded after all."""
        limit = timezone.now() - timedelta(seconds=settings.STRANDED_SECONDS)
        lost = self._only(Q(state=RUNNING, heartbeat_at__lt=limit))
        return bool(lost.update(state=QUEUED, claim=None, progress=0, message="Its worker was lost; queued again"))
