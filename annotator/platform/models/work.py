"""Work that a worker does: claimed by one at a time, kept alive by heartbeats, found again when its worker dies.

Every transition is an UPDATE with its precondition, and returns whether it won. The time in it is the database's,
`Now`: machines with web servers and workers have clocks of their own.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from functools import cache
from typing import Any, ClassVar, Self

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce, Now

from annotator.platform.queues import Task
from annotator.platform.statements import fetch_all

QUEUED, RUNNING, FAILED, CANCELLED = "queued", "running", "failed", "cancelled"
#: Of what is said of work that waits or goes on.
LONGEST_MESSAGE = 200
#: In place of a worker's claim on work that is put off: until its heartbeat is stale, nobody takes it.
PUT_OFF = uuid.UUID(int=0)


def _stale() -> Any:
    """A worker whose last heartbeat is older than this is lost."""
    return Now() - timedelta(seconds=settings.STRANDED_SECONDS)


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
        held = self.live().filter(claim__isnull=False).exclude(claim=PUT_OFF)
        return held.filter(heartbeat_at__gt=_stale(), heartbeat_at__lte=Now())

    def stranded(self) -> Self:
        """Work whose worker is lost: claimed, without a recent heartbeat."""
        return self.live().filter(claim__isnull=False, heartbeat_at__lt=_stale())

    def forgotten(self) -> Self:
        """Work that has waited so long that a worker should have received its message."""
        waits = self.waiting()
        return waits.annotate(waits_since=Coalesce("heartbeat_at", "created_at")).filter(waits_since__lt=_stale())


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
    message = models.CharField(max_length=LONGEST_MESSAGE, blank=True)
    error = models.TextField(blank=True)
    attempts = models.PositiveIntegerField(default=0)
    claim = models.UUIDField(null=True, help_text="Which attempt holds the work; a late one finds it changed.")
    heartbeat_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
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

    def claim_for_work(self, *, lease: timedelta = timedelta(0)) -> bool:
        """Claim it for this worker; False if it has ended or another live worker holds it.

        lease : a holder that sends no heartbeats (a web request) counts as lost only so much later.
        """
        free = Q(claim__isnull=True) | Q(heartbeat_at__lt=_stale())
        won = self._only(free, state__in=self.LIVE).update(
            claim=uuid.uuid4(),
            attempts=F("attempts") + 1,
            heartbeat_at=Now() + lease,
            started_at=Now(),
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
        owner = all_of_kind.filter(pk=self.pk).values_list(self.SHARED_BY, flat=True).first()
        return None if owner is None else all_of_kind.filter(**{self.SHARED_BY: owner})

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
        fields: dict[str, Any] = {"heartbeat_at": Now()}
        if progress is not None:
            fields |= {"progress": min(max(progress, 0.0), 1.0)}
        if message is not None:
            fields |= {"message": message[:LONGEST_MESSAGE]}
        return bool(self._held().update(**fields))

    def keep(self, **fields: Any) -> bool:
        """Store how far it has come; False if the work is no longer this worker's."""
        for name, value in fields.items():
            setattr(self, name, value)
        return bool(self._held().update(**fields))

    def finish(self, state: str, **fields: Any) -> bool:
        """End it if this worker still holds it."""
        ended = None if state in self.EDITABLE else Now()
        return bool(self._held().update(state=state, finished_at=ended, claim=None, **fields))

    def release(self, **fields: Any) -> bool:
        """Let go of work that goes on later, and that nobody was lost at; False if it is no longer this worker's.

        No message of it is on its way: what it waits for sends one. The sweep does so instead only after a while.
        """
        later = Now() + timedelta(seconds=3 * settings.STRANDED_SECONDS)
        return bool(self._held().update(claim=None, attempts=0, heartbeat_at=later, **fields))

    def put_off(self, message: str, *, seconds: float, counts: bool) -> bool:
        """Return work to the queue that cannot go on now; False if it is no longer this worker's.

        The sweep sends it after so many seconds, which no other work has to wait for. counts : whether this attempt is
        one of `settings.MAX_ATTEMPTS`.
        """
        return bool(
            self._held().update(
                claim=PUT_OFF,
                heartbeat_at=Now() + timedelta(seconds=seconds - settings.STRANDED_SECONDS),
                attempts=F("attempts") if counts else F("attempts") - 1,
                progress=0,
                message=message[:LONGEST_MESSAGE],
                **({"state": self.UNCLAIMED} if self.UNCLAIMED else {}),
            )
        )

    def requeue(self) -> bool:
        """Return stranded work to the queue; False if it was not stranded after all."""
        lost = self._only(claim__isnull=False, heartbeat_at__lt=_stale(), state__in=self.LIVE)
        return bool(
            lost.update(
                claim=None,
                heartbeat_at=Now(),
                progress=0,
                message=Case(
                    When(claim=PUT_OFF, then=F("message")), default=Value("Its worker was lost; back in the queue")
                ),
                **({"state": self.UNCLAIMED} if self.UNCLAIMED else {}),
            )
        )

    def wait_again(self) -> bool:
        """Restart the waiting time in the queue; False if the work is no longer waiting."""
        return bool(self._only(claim__isnull=True, state__in=self.LIVE).update(heartbeat_at=Now()))

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
        return bool(live.update(state=CANCELLED, claim=None, finished_at=Now(), message="Cancelled"))


def kinds() -> list[type[Work]]:
    """Every kind of work: the tables that are `Work`."""
    return [model for model in apps.get_models() if issubclass(model, Work)]


def kinds_left_behind() -> list[type[Work]]:
    """The kinds of which some work is `stranded` or `forgotten`: most often none. One statement asks about all."""
    found = fetch_all(_select_left_behind(), [str(settings.STRANDED_SECONDS)])
    return [kinds()[number] for (number,) in found]


@cache
def _select_left_behind() -> str:
    """The numbers of kinds with live work whose heartbeat is old, or that nobody has claimed since it was made."""
    of_each = (
        f"SELECT {number} WHERE EXISTS (SELECT FROM {kind._meta.db_table} WHERE state IN {_quoted(kind.LIVE)}"
        " AND coalesce(heartbeat_at, CASE WHEN claim IS NULL THEN created_at END) < stale.at)"
        for number, kind in enumerate(kinds())
    )
    stale = "(SELECT statement_timestamp() - make_interval(secs => %s::float8) AS at) AS stale"
    return f"SELECT found.* FROM {stale} CROSS JOIN LATERAL ({' UNION ALL '.join(of_each)}) AS found"


def _quoted(states: tuple[str, ...]) -> str:
    return "({})".format(", ".join(f"'{state}'" for state in states))
