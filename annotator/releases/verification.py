"""Whether what is frozen is still what was frozen: rows, manifest and files by their hashes, each once a day.

Postgres refuses to change what is frozen. Disks, copies and whoever has the machine do not.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from annotator.people.webhooks.announcing import announce
from annotator.platform import work
from annotator.platform.queues import AFTER_ALL_OTHERS, HOUR, Task
from annotator.releases.freezing import digest_of
from annotator.releases.models.releases import FrozenWork, frozen_kinds

TASK = Task("verify_frozen", priority=AFTER_ALL_OTHERS, limit=2 * HOUR)
#: None is verified more often by itself.
EVERY = timedelta(days=1)
#: One of a kind is asked for in so long, so that 10,000 releases take a week, a little all the time.
PACE = timedelta(minutes=1)

log = structlog.get_logger()


def ask(frozen: FrozenWork) -> None:
    """Have a worker verify it once the transaction is committed."""
    _ask(type(frozen), frozen.pk)


def ask_for_next() -> int:
    """Have a worker verify what was verified longest ago, one of each kind. Returns how many were asked for."""
    now, n_asked = timezone.now(), 0
    for kind in frozen_kinds():
        made = kind.objects.made()
        if made.filter(verify_after__gt=now + EVERY - PACE, verify_after__lte=now + EVERY).exists():
            continue  # one was asked for a moment ago
        # Later than a day from now was noted by a machine whose clock was wrong.
        due = made.filter(Q(verify_after__lte=now) | Q(verify_after__gt=now + EVERY))
        pk = due.order_by("verify_after").values_list("pk", flat=True).first()
        if pk is not None:
            _ask(kind, pk)
            n_asked += 1
    return n_asked


def _ask(kind: type[FrozenWork], pk: int) -> None:
    # Now, not when it is done: one whose verification fails does not keep others waiting.
    kind.objects.filter(pk=pk).update(verify_after=timezone.now() + EVERY)
    transaction.on_commit(lambda: work.send(TASK, [kind.FOLDER, pk]), robust=True)


def execute(folder: str, pk: int) -> None:
    """Verify in a worker. folder : that of the kind (`FrozenWork.FOLDER`)."""
    kind = next(kind for kind in frozen_kinds() if folder == kind.FOLDER)
    frozen = kind.objects.made().filter(pk=pk).first()
    if frozen is not None:
        verify(frozen)


def verify(frozen: FrozenWork) -> list[str]:
    """Note when it was verified and what was wrong, and tell webhooks if it was right before. Returns the problems."""
    problems = problems_of(frozen)
    with transaction.atomic():
        kind = type(frozen)
        if not (held := kind.objects.select_for_update(of=("self",)).filter(pk=frozen.pk).first()):
            return problems
        if held.sha256 != frozen.sha256:  # made again meanwhile without a talk, and to be verified after that
            return []
        kind.objects.filter(pk=frozen.pk).update(verified_at=timezone.now(), problems=problems)
        if problems and not held.problems:
            _announce(held, problems)
    if problems:
        log.error(f"a {frozen.NOUN} is not what was frozen", id=frozen.pk, problems=problems)
    return problems


def _announce(frozen: FrozenWork, problems: list[str]) -> None:
    about = frozen.about()
    facts = {"id": frozen.pk, "title": about["title"], "version": about["version"], "sha256": frozen.sha256}
    what, project = frozen.DAMAGED.partition(".")[0], frozen.project
    announce(project.pk, frozen.DAMAGED, {"project": project.slug, what: facts, "problems": problems})


def problems_of(frozen: FrozenWork) -> list[str]:
    """What is not as it was frozen, in sentences; empty if all is. Reads every row and every file once."""
    problems = []
    if hashlib.sha256(frozen.manifest.encode()).hexdigest() != frozen.sha256:
        problems.append("The manifest is not the one that was released.")
    digest = hashlib.sha256()
    for line in frozen.lines():
        digest.update(line)
    if digest.hexdigest() != frozen.rows_sha256:
        problems.append(f"The {frozen.ROWS} are not those that were released.")
    files = list(frozen.files.all())
    if not files and not is_empty(frozen):
        problems.append("The list of its files is gone.")
    for stored in files:
        try:
            with stored.file.open("rb") as file:
                sha256, _ = digest_of(file)
        except FileNotFoundError:
            problems.append(f"{stored.name} is missing.")
        except OSError as error:
            problems.append(f"{stored.name} cannot be read: {error.strerror}.")
        else:
            if sha256 != stored.sha256:
                problems.append(f"{stored.name} is not the file that was released.")
    return problems


def is_empty(frozen: FrozenWork) -> bool:
    """Whether all of its talks were erased, so that it has no files."""
    return frozen.rows_sha256 == hashlib.sha256().hexdigest()


def n_damaged() -> int:
    """How much of what is frozen was no longer so when it was last verified."""
    return sum(kind.objects.damaged().count() for kind in frozen_kinds())
