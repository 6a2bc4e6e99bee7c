"""Work that a worker does: claimed by one at a time, kept alive by heartbeats, found again when its worker dies.

Every transition is an UPDATE with its precondition, and returns whether it won.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotator.platform.queues import Task

QUEUED, RUNNING, FAILED, CANCELLED = "queued", "running", "failed", "cancelled"


def _stale() -> datetime:
    """A worker whose last heartbeat is older than this is lost."""
    return timezone.now() - timedelta(seconds=settings.STRANDED_SECONDS)


class WorkQuerySet(models.QuerySet[Any]):
    """For models that are `Work`."""

    def live(self) -> Self:
        """Work that waits for a worker or is being done."""
        return self.filter(state__in=self.model.LIVE)

    def waiting(self) -> Self:
        """Work that no worker holds, in the order in which it was enqueued."""
        return self.live().filter(claim__isnull=True).order_by(Coalesce("heartbeat_at", "created_at"), "pk")

    def in_workers(self) -> Self:
        """Work that workers are at. What a request holds (`Work.claim_for_work`) beats in the future."""
        soon = timezone.now() + timedelta(seconds=settings.STRANDED_SECONDS)  # clocks may differ
        return self.live().filter(claim__isnull=False, heartbeat_at__gt=_stale(), heartbeat_at__lt=soon)

    def stranded(self) -> Self:
        """Work whose worker is lost: claimed, without a recent heartbeat."""
        return self.live().filter(claim__isnull=False, heartbeat_at__lt=_stale())

    def forgotten(self) -> Self:
        """Work that has waited so long that a worker should have received its message."""
        limit = timezone.now() - timedelta(seconds=4 * settings.STRANDED_SECONDS)
        waits = self.waiting()
        return waits.annotate(waits_since=Coalesce("heartbeat_at", "created_at")).filter(waits_since__lt=limit)


class Work(models.Model):
    """Waits for a worker while its state is one of `LIVE` and it is unclaimed; a claim makes it that worker's.

    Each model has its own states. While work waits, `heartbeat_at` is the time at which it was enqueued.
    """

    #: The task that does it, unless `task` is another.
    TASK: ClassVar[Task]
    LIVE: ClassVar[tuple[str, ...]] = (QUEUED, RUNNING)
    #: The states that distinguish claimed from unclaimed work; None if only `claim` does.
    CLAIMED: ClassVar[str | None] = RUNNING
    UNCLAIMED: ClassVar[str | None] = QUEUED
    #: States from which a person can continue: work that fails there has not ended.
    EDITABLE: ClassVar[tuple[str, ...]] = ()
    #: Whose share of the workers it is done with: the column, or the path to it, that names a project, or a person
    #: where only one waits for it. Blank: all work of its kind has one share.
    SHARED_BY: ClassVar[str] = ""
    #: As people read it in "until another run ... is done".
    SHARERS: ClassVar[str] = "of this project"
    #: How much of one share workers are at, at a time; None for work that itself takes care of others.
    AT_ONCE: ClassVar[int | None] = 1

    state = models.CharField(max_length=10, default=QUEUED)
    progress = models.FloatField(default=0)
    message = models.CharField(max_length=200, blank=True)
    error = models.TextField(blank=True)
    attempts = models.PositiveIntegerField(default=0)
    claim = models.UUIDField(null=True, help_text="Which attempt holds the work; a late one finds it changed.")
    heartbeat_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def task(self) -> Task:
        return self.TASK

    @classmethod
    def n_jobs(cls) -> int:
        """How many jobs of this kind wait for a worker."""
        return WorkQuerySet(cls).live().filter(claim__isnull=True).count()

    def claim_for_work(self, *, until: datetime | None = None) -> bool:
        """Claim it for this worker; False if it has ended or another live worker holds it.

        until : a holder that sends no heartbeats (a web request) counts as lost only this long after.
        """
        now = timezone.now()
        free = Q(claim__isnull=True) | Q(heartbeat_at__lt=_stale())
        won = self._only(free, state__in=self.LIVE).update(
            claim=uuid.uuid4(),
            attempts=F("attempts") + 1,
            heartbeat_at=until or now,
            started_at=now,
            progress=0,
            message="Starting",
            **({"state": self.CLAIMED} if self.CLAIMED else {}),
        )
        if won:
            self.refresh_from_db()
        return bool(won)

    def share(self) -> WorkQuerySet | None:
        """The work that has a share of the workers together with this; None where it is not limited, or gone."""
        if self.AT_ONCE is None:
            return None
        all_of_kind = WorkQuerySet(type(self))
        if not self.SHARED_BY:
            return all_of_kind
        found = all_of_kind.filter(pk=self.pk).values_list(self.SHARED_BY, flat=True).first()
        return None if found is None else all_of_kind.filter(**{self.SHARED_BY: found})

    def n_at_once(self) -> int:
        """Of its share. Only asked where there is one."""
        assert self.AT_ONCE is not None
        return self.AT_ONCE

    def has_room(self, share: WorkQuerySet | None) -> bool:
        """Whether a worker may begin with this or other work of its share now."""
        return share is None or share.in_workers().exclude(pk=self.pk).count() < self.n_at_once()

    def claim_in_turn(self, share: WorkQuerySet | None) -> bool:
        """`claim_for_work`, unless workers are already at as much of its share as they may be at."""
        if share is None:
            return self.claim_for_work()
        with transaction.atomic():
            # Two workers that count at the same time would both find room.
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [str(share.query)])
            return self.has_room(share) and self.claim_for_work()

    def hold_back(self, message: str) -> bool:
        """Say why it still waits; False if it does not."""
        waits = self._only(claim__isnull=True, state__in=self.LIVE)
        return bool(waits.exclude(message=message).update(message=message))

    def beat(self, progress: float | None = None, message: str | None = None) -> bool:
        """Record a heartbeat; False if the work is no longer this worker's (cancelled, deleted, or taken over)."""
        fields: dict[str, Any] = {"heartbeat_at": timezone.now()}
        if progress is not None:
            fields |= {"progress": min(max(progress, 0.0), 1.0)}
        if message is not None:
            fields |= {"message": message[:200]}
        return bool(self._held().update(**fields))

    def keep(self, **fields: Any) -> bool:
        """Store how far it has come; False if the work is no longer this worker's."""
        for name, value in fields.items():
            setattr(self, name, value)
        return bool(self._held().update(**fields))

    def finish(self, state: str, **fields: Any) -> bool:
        """End it if this worker still holds it."""
        ended = None if state in self.EDITABLE else timezone.now()
        return bool(self._held().update(state=state, finished_at=ended, claim=None, **fields))

    def release(self, **fields: Any) -> bool:
        """Let go of work that goes on later, and that nobody was lost at; False if it is no longer this worker's."""
        return bool(self._held().update(claim=None, attempts=0, heartbeat_at=timezone.now(), **fields))

    def requeue(self) -> bool:
        """Return stranded work to the queue; False if it was not stranded after all."""
        lost = self._only(claim__isnull=False, heartbeat_at__lt=_stale(), state__in=self.LIVE)
        return bool(
            lost.update(
                claim=None,
                heartbeat_at=timezone.now(),
                progress=0,
                message="Its worker was lost; back in the queue",
                **({"state": self.UNCLAIMED} if self.UNCLAIMED else {}),
            )
        )

    def wait_again(self) -> bool:
        """Restart the waiting time in the queue; False if the work is no longer waiting."""
        return bool(self._only(claim__isnull=True, state__in=self.LIVE).update(heartbeat_at=timezone.now()))

    def _held(self) -> models.QuerySet[Self]:
        return self._only(claim=self.claim, claim__isnull=False, state__in=self.LIVE)

    def _only(self, *conditions: Q, **equal: Any) -> models.QuerySet[Self]:
        return type(self)._default_manager.filter(*conditions, pk=self.pk, **equal)


class CancellableWork(Work):
    """Work that a person can stop. What it has stored so far stays."""

    class Meta:
        abstract = True

    def cancel(self) -> bool:
        """Stop it; False if it has ended. A worker that is at it notices at its next heartbeat, and stores nothing."""
        live = self._only(state__in=self.LIVE)
        return bool(live.update(state=CANCELLED, claim=None, finished_at=timezone.now(), message="Cancelled"))


def kinds() -> list[type[Work]]:
    """Every kind of work: the tables that are `Work`."""
    return [model for model in apps.get_models() if issubclass(model, Work)]
