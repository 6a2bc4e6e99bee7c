"""Whether releases that are public are still what was released: once a day, rows, manifest and files by their hashes.

Postgres refuses to change what is frozen. Disks, copies and whoever has the machine do not.
"""

from __future__ import annotations

import hashlib

import structlog
from django.utils import timezone

from annotator.models import Release, ReleasePage
from annotator.platform import work
from annotator.platform.queues import AFTER_ALL_OTHERS, Task

TASK = Task("verify_release", priority=AFTER_ALL_OTHERS)
#: Rows that are in memory together.
_ROWS = 2_000

log = structlog.get_logger()


def ask(page: ReleasePage) -> None:
    """Have a worker verify the release of a page."""
    work.send_once(TASK, page.release_id)


def ask_for_all() -> int:
    """Of every open page; returns how many there are."""
    pages = list(ReleasePage.objects.filter(closed_at=None).only("release_id"))
    for page in pages:
        ask(page)
    return len(pages)


def verify(release_id: int) -> None:
    """Verify a release in a worker, and say on its open page when that was and what was wrong."""
    work.take_turn(TASK, release_id)
    release = Release.objects.made().filter(pk=release_id).first()
    if release is None:
        return
    problems = problems_of(release)
    ReleasePage.objects.filter(release=release, closed_at=None).update(verified_at=timezone.now(), problems=problems)
    if problems:
        log.error("a release is not what was frozen", release=release.pk, problems=problems)


def problems_of(release: Release) -> list[str]:
    """What is not as it was frozen, in sentences; empty if all is. Reads every row and every file once."""
    problems = []
    if hashlib.sha256(release.manifest.encode()).hexdigest() != release.sha256:
        problems.append("The manifest is not the one that was released.")
    digest, n_rows = hashlib.sha256(), 0
    for record in release.rows.order_by("number").values_list("record", flat=True).iterator(chunk_size=_ROWS):
        digest.update(record.encode() + b"\n")
        n_rows += 1
    if (digest.hexdigest(), n_rows) != (release.rows_sha256, release.n_rows):
        problems.append("The rows are not those that were released.")
    for stored in release.files.all():
        try:
            with stored.file.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            problems.append(f"{stored.name} is missing.")
            continue
        if found != stored.sha256:
            problems.append(f"{stored.name} is not the file that was released.")
    return problems
