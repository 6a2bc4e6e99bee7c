"""Background work of every kind: sent to a worker, done under a heartbeat, found again when its worker is lost.

A kind of work is a model that is `Work`, and its task is one that its domain `does`. Why the claim is in Postgres:
docs/decisions/runs-outlive-workers.md.
"""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import structlog
from celery import current_app, shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.cache import cache
from django.db import Error, close_old_connections, connection, transaction
from django.db.models import QuerySet

from alignment.types import AlignmentError, Cancelled
from annotator.platform import workers
from annotator.platform.errors import ServiceError
from annotator.platform.models.work import FAILED, LONGEST_MESSAGE, Work, WorkQuerySet, kinds, kinds_left_behind
from annotator.platform.outages import DATABASE, Outage, outage_of
from annotator.platform.queues import Task
from annotator.platform.signals import work_sent

log = structlog.get_logger()

#: How long work may go on after its claim was lost before the process that does it is ended.
LOST_SECONDS = 60
#: How often the thread that keeps work alive writes down what the work has noted.
NOTED_SECONDS = 1.0
#: What brings something up to date works for this long and then queues up again, behind what people wait for.
TURN_SECONDS = 1
_WAITING_SECONDS = 600
_AGAIN = "; back in the queue"
#: For so long after a turn nobody asks for the next: about as often as the overview does.
_REST_SECONDS = 15


def enqueue(work: Work) -> None:
    """Send work to the workers once the transaction is committed; the sweep sends again what gets lost on the way."""
    task, pk = work.task, work.pk

    def send_it() -> None:
        send(task, pk)
        if work.has_room(work.share()):
            work_sent.send(type(work), task=task)

    transaction.on_commit(send_it, robust=True)


def send(task: Task, what: int | str | list[Any]) -> None:
    """Put a message into the queue of a task. what : its argument, or a list of them."""
    arguments = what if isinstance(what, list) else [what]
    current_app.send_task(task.full_name, arguments, queue=task.queue, priority=task.priority)


def does(task: Task, do: Callable[..., object]) -> None:
    """Have workers call this with what a message of the task carries. Called by the `tasks.py` of each domain."""
    shared_task(name=task.full_name, soft_time_limit=task.limit, time_limit=task.limit + task.grace)(do)


def send_once(task: Task, pk: int) -> None:
    """Have something brought up to date once the transaction is committed, unless a worker is about to or just was.

    Its task works for `TURN_SECONDS`, calls `take_turn` first and `queue_up_again` if it did not get to the end. So one
    message of it exists, however many ask. One that was lost is sent again after `_WAITING_SECONDS`.
    """

    def send_it() -> None:
        if cache.add(_asked(task, pk), 1, _WAITING_SECONDS):
            send(task, pk)

    transaction.on_commit(send_it, robust=True)  # without a queue, people see what there is


def take_turn(task: Task, pk: int) -> float:
    """When the turn ends that begins now, on the monotonic clock."""
    cache.set(_asked(task, pk), 1, _REST_SECONDS)
    return time.monotonic() + TURN_SECONDS


def queue_up_again(task: Task, pk: int) -> None:
    cache.set(_asked(task, pk), 1, _WAITING_SECONDS)
    send(task, pk)


def _asked(task: Task, pk: int) -> str:
    return f"asked:{task.name}:{pk}"


AnyWork = TypeVar("AnyWork", bound=Work)


def perform_by_id(queryset: QuerySet[AnyWork], pk: int, do: Callable[[AnyWork, Heartbeat], None], *, noun: str) -> None:
    """`perform` the work that a message names, unless it has been deleted.

    queryset : where it is, with what it needs.
    """
    work = queryset.filter(pk=pk).first()
    if work is not None:
        perform(work, partial(do, work), noun=noun)


def perform(
    work: Work,
    do: Callable[[Heartbeat], None],
    *,
    noun: str,
    lost_often: Callable[[], None] | None = None,
    failed: Callable[[], None] | None = None,
) -> None:
    """Do work that a message names. Safe to call twice: whoever does not get the claim does nothing.

    Workers are at a few of a share at a time (`Work.share`), so that nobody's work takes all of them. What is refused
    waits, and is sent again when something of its share has ended.

    do : does it and ends it by `Heartbeat.finish`, in one transaction with what it stores. What it raises becomes the
        sentence in ``error``; what no one expected is raised again. An outage puts the work off.
    noun : names the work in that sentence, such as "run".
    lost_often : instead of failing when `settings.MAX_ATTEMPTS` workers were lost at it.
    failed : called when it has failed, in the same transaction.
    """
    share = work.share()
    try:
        if work.claim_in_turn(share):
            _perform(work, do, noun=noun, lost_often=lost_often, failed=failed)
        elif not work.has_room(share) and work.hold_back(f"Waiting until another {noun} {work.SHARERS} is done"):
            log.info("work waits for its turn", task=work.task.name, id=work.pk)
        else:
            log.info("work is not to be done", task=work.task.name, id=work.pk)
    finally:
        _send_next(work, share)


def _send_next(work: Work, share: WorkQuerySet | None) -> None:
    """Send what has waited longest for room in a share, if there is some now.

    Each message that is done with sends one at most. So however many there are of the same work, they do not grow in
    number; and who ends last finds whoever was refused meanwhile, as that was noted in its row before.
    """
    if share is None:
        return
    try:
        if work.has_room(share) and (following := share.waiting().exclude(pk=work.pk).first()):
            send(following.task, following.pk)
    except Exception:  # what has ended stays so; the sweep sends what is forgotten
        log.exception("work that may have its turn could not be sent", task=work.task.name, after=work.pk)


def _perform(
    work: Work,
    do: Callable[[Heartbeat], None],
    *,
    noun: str,
    lost_often: Callable[[], None] | None,
    failed: Callable[[], None] | None,
) -> None:
    about = {"task": work.task.name, "id": work.pk}
    if work.attempts > settings.MAX_ATTEMPTS:
        if lost_often is None:
            lost = f"Its worker was lost {settings.MAX_ATTEMPTS} times. The {noun} may need more memory."
            _fail(work, lost, failed)
            return
        lost_often()
    log.info("work starts", attempt=work.attempts, **about)
    with Heartbeat(work, failed) as heartbeat:
        try:
            do(heartbeat)
        except Cancelled:
            log.info("work stopped: it was cancelled, deleted or taken over", **about)
        except Exception as error:
            outage = outage_of(error)
            if outage is DATABASE and not connection.is_usable():
                connection.close()  # another takes its place
            if outage is None:
                if heartbeat.fail(_sentence(error, noun)) and not isinstance(error, _FORESEEN):
                    raise
            elif outage.counts and work.attempts >= settings.MAX_ATTEMPTS:
                heartbeat.fail(f"{outage.detail} The {noun} was tried {settings.MAX_ATTEMPTS} times.")
            else:
                log.warning("work is put off", why=outage.code, error=str(error), **about)
                heartbeat.put_off(outage)
        else:
            log.info("work is done", **about)


#: What `_sentence` says all of: nobody has to look at the log.
_FORESEEN = (AlignmentError, ServiceError, MemoryError, SoftTimeLimitExceeded)


def _sentence(error: Exception, noun: str) -> str:
    if isinstance(error, AlignmentError | ServiceError):
        return str(error)
    if isinstance(error, FileNotFoundError):
        return _missing(error, noun)
    if isinstance(error, MemoryError):
        return f"There is not enough memory for this {noun}."
    if isinstance(error, SoftTimeLimitExceeded):
        return f"The {noun} exceeded this site's time limit."
    return f"The {noun} failed: {type(error).__name__}: {error}"[:1000]


def _fail(work: Work, error: str, failed: Callable[[], None] | None) -> bool:
    with transaction.atomic():
        won = work.finish(FAILED, error=error, message="")
        if won and failed is not None:
            failed()
    return won


def _missing(error: FileNotFoundError, noun: str) -> str:
    """In words for people, and for whoever runs the site: most often a worker on a machine that shares no files."""
    name = str(error.filename or "")
    if not name.startswith(f"{settings.MEDIA_ROOT}{os.sep}"):
        return f"The {noun} failed: {type(error).__name__}: {error}"[:1000]
    return (
        f"The {noun} failed: its worker does not have the uploaded file {os.path.relpath(name, settings.MEDIA_ROOT)}. "
        "Workers on other machines have to share FILES_BUCKET or DATA_DIR/media with the web server."
    )


class Heartbeat:
    """Keeps claimed work alive from a thread and a connection of its own, also when what does it is silent for long.

    The work's own transaction is not committed yet, so its progress is told from here too.
    """

    def __init__(self, work: Work, failed: Callable[[], None] | None = None) -> None:
        self._work, self._failed = work, failed
        self._noted: tuple[float, str] | None = None
        self._told_at, self._beaten_at = 0.0, time.monotonic()
        self._lost = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> Heartbeat:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def progress(self, share: float, message: str) -> None:
        """A progress callback; raises Cancelled when the work is no longer ours."""
        if time.monotonic() - self._told_at >= 0.25 and not self._write(share, message):
            self._lost.set()
        if self._lost.is_set():
            raise Cancelled

    def note(self, share: float, message: str) -> None:
        """As `progress`, in a transaction: the thread writes it, as this connection would keep the row locked."""
        self._noted = (share, message)
        if self._lost.is_set():
            raise Cancelled

    def _write(self, *noted: Any) -> bool:
        self._noted, self._told_at, self._beaten_at = None, time.monotonic(), time.monotonic()
        return self._work.beat(*noted)

    def finish(self, state: str, **fields: Any) -> None:
        """End the work. Raises Cancelled, which rolls the caller's transaction back, when it is no longer ours."""
        self.stop()
        if not self._work.finish(state, **fields):
            raise Cancelled

    def release(self, **fields: Any) -> None:
        """Let go of work that goes on later. Raises Cancelled when it is no longer ours."""
        self.stop()
        if not self._work.release(**fields):
            raise Cancelled

    def fail(self, error: str) -> bool:
        """End the work with a sentence for people; False when it is no longer ours."""
        self.stop()
        return _fail(self._work, error, self._failed)

    def put_off(self, outage: Outage) -> None:
        """Return the work to the queue until the outage may be over."""
        self.stop()
        # Pages look at its end: it is there, however much a service says.
        message = f"{outage.detail.removesuffix('.')[: LONGEST_MESSAGE - len(_AGAIN)]}{_AGAIN}"
        try:
            if not self._work.put_off(message, seconds=outage.wait_seconds, counts=outage.counts):
                log.warning("work had ended before, or is another's", task=self._work.task.name, id=self._work.pk)
        except Error as error:  # nobody beats: the sweep finds it as it does that of a lost worker
            log.warning("work could not be put off", task=self._work.task.name, id=self._work.pk, error=str(error))

    def stop(self) -> None:
        """Stop beating, so that the end of the work finds its row unlocked."""
        self._stop.set()
        self._thread.join(timeout=10)

    def _beat(self) -> None:
        while not self._stop.wait(min(NOTED_SECONDS, settings.HEARTBEAT_SECONDS)):
            noted = self._noted or ()
            if not noted and time.monotonic() - self._beaten_at < settings.HEARTBEAT_SECONDS:
                continue
            try:
                close_old_connections()
                if not self._write(*noted):
                    self._lost.set()
                    break
            except Error as error:  # a restart of Postgres; the claim stands until it is stale
                log.warning(
                    "a heartbeat could not be written", task=self._work.task.name, id=self._work.pk, error=str(error)
                )
        connection.close()
        if self._lost.is_set() and workers.in_pool() and not self._stop.wait(LOST_SECONDS):
            log.error("work goes on without its claim; this process ends", task=self._work.task.name, id=self._work.pk)
            os._exit(1)  # what does it asks for no progress: nothing else would stop it


def sweep() -> int:
    """Queue again all work whose worker is lost, and work whose message is; returns how many."""
    n_found = 0
    n_waiting = functools.cache(workers.n_waiting)
    for kind in kinds_left_behind():
        stranded = [work for work in WorkQuerySet(kind).stranded() if work.requeue()]
        # Nothing waits, yet the row says that it does: its message went with Redis's memory.
        forgotten = [work for work in WorkQuerySet(kind).forgotten() if n_waiting(work.task) == 0]
        stranded += [work for work in forgotten if work.has_room(work.share()) and work.wait_again()]
        for work in stranded:
            log.warning("work was stranded and is queued again", task=work.task.name, id=work.pk, attempt=work.attempts)
            send(work.task, work.pk)
        n_found += len(stranded)
    return n_found


def n_jobs() -> int:
    """How many jobs wait for a worker, of every kind."""
    return sum(kind.n_jobs() for kind in kinds())
