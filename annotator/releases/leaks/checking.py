"""A leak check: asked for, done by a worker, and its answer stored with the test set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import orjson
from django.db import transaction

from annotator.models import Leak, LeakCheck, LeakCheckState, Release, ReleaseRow, TestSet
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.releases.curation.choosing import Curation, curated_records
from annotator.releases.ids_here import IdsHere
from annotator.releases.leaks.finding import Finder
from annotator.releases.leaks.finding import Leak as Found
from annotator.releases.leaks.near import LONGEST

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of each kind, the most alike; all are counted.
MOST_KEPT = 1000
#: Of each test set, the latest.
CHECKS_KEPT = 5
MOST_RELEASES = 50
MOST_CHARACTERS = 20_000_000


@transaction.atomic
def request_check(
    *,
    test_set: TestSet,
    user: User | None,
    releases: Sequence[Release] = (),
    lines: str = "",
    lines_name: str = "",
) -> LeakCheck:
    """Have a worker look for leaks between the parts of a test set, and against releases and lines of text.

    Raises ServiceError where a release is of the same test set or has no rows, or where the text or a line of it is
    too long; Conflict while another check goes on.
    """
    TestSet.objects.select_for_update().get(pk=test_set.pk)
    for release in releases:
        if why := _why_not(release, test_set):
            message = f"{release} {why}. Choose another release."
            raise ServiceError(message, errors=[{"field": "releases", "message": message}])
    if len(releases) > MOST_RELEASES:
        raise ServiceError(f"{len(releases)} releases are given; {MOST_RELEASES} at a time are allowed.")
    if len(lines) > MOST_CHARACTERS:
        message = f"The text has {len(lines):,} characters; {MOST_CHARACTERS:,} are allowed."
        raise ServiceError(message, errors=[{"field": "lines", "message": message}])
    for number, line in enumerate(lines.splitlines(), start=1):
        if len(line) > LONGEST:
            message = (
                f"Line {number:,} has {len(line):,} characters; {LONGEST:,} are allowed. Put one sentence on each."
            )
            raise ServiceError(message, errors=[{"field": "lines", "message": message}])
    if test_set.leak_checks.filter(state__in=LeakCheck.LIVE).exists():
        raise Conflict("This test set is being checked. Wait until that is done.", code="being_checked")
    kept = test_set.leak_checks.order_by("-pk").values_list("pk", flat=True)[: CHECKS_KEPT - 1]
    test_set.leak_checks.exclude(pk__in=list(kept)).delete()
    check: LeakCheck = LeakCheck.objects.create(
        test_set=test_set,
        releases=sorted(release.pk for release in releases),
        lines=lines,
        lines_name=lines_name[:120],
        asked_by=user,
    )
    enqueue(check)
    return check


def _why_not(release: Release, test_set: TestSet) -> str:
    if release.test_set_id == test_set.pk:
        return "is of this test set itself"
    if release.test_set.project_id != test_set.project_id:  # what is found shows its texts to this project
        return "is of another project"
    return "" if release.is_made else "has no rows yet"


def remove_check(check: LeakCheck) -> None:
    """Delete a check with what it found. A worker that is at it stores nothing."""
    check.delete()


def execute(check_id: int) -> None:
    """Look for leaks in a worker."""
    perform_by_id(LeakCheck.objects.select_related("test_set__project"), check_id, _check, noun="leak check")


def _check(check: LeakCheck, heartbeat: Heartbeat) -> None:
    test_set = check.test_set
    heartbeat.note(0.0, "Reading the test set")
    parts: Counter[str] = Counter()
    with Finder(heartbeat.note) as finder:
        n_rows = finder.add_records(_counted(curated_records(Curation.of(test_set)), parts))
        n_compared = 0
        for release in Release.objects.made().filter(pk__in=check.releases).defer("manifest").order_by("pk"):
            n_compared += finder.add_records(_rows_of(release), str(release))
        if check.lines:
            n_compared += finder.add_lines(check.lines.splitlines(), check.lines_name or "Text")
        leaks = finder.find()
    counts = Counter(leak.kind for leak in leaks)
    heartbeat.note(0.95, "Storing what was found")
    with transaction.atomic():
        Leak.objects.bulk_create(_kept(check, leaks), batch_size=500)
        heartbeat.finish(
            LeakCheckState.DONE,
            progress=1.0,
            message="",
            n_rows=n_rows,
            n_compared=n_compared,
            parts=[{"name": name, "n_rows": n} for name, n in sorted(parts.items())],
            counts=dict(counts),
        )


def _counted(records: Iterable[dict[str, Any]], parts: Counter[str]) -> Iterator[dict[str, Any]]:
    for record in records:
        parts[record["split"]] += 1
        yield record


def _rows_of(release: Release) -> Iterator[dict[str, Any]]:
    rows = ReleaseRow.objects.filter(release=release).order_by("number").values_list("record", flat=True)
    ids = IdsHere(release)
    for line in rows.iterator(chunk_size=1000):
        record = orjson.loads(line)
        # Talks of other projects have ids of this site, so one that is gone is told apart by one that none has.
        if record["pair_id"] is not None:
            record["pair_id"] = ids.pair(record["pair_id"]) or -record["pair_id"]
        yield record


def _kept(check: LeakCheck, leaks: Iterable[Found]) -> Iterator[Leak]:
    numbers: Counter[str] = Counter()
    for leak in leaks:
        numbers[leak.kind] += 1
        if numbers[leak.kind] <= MOST_KEPT:
            yield Leak(
                check_of=check,
                number=numbers[leak.kind],
                kind=leak.kind,
                likeness=leak.likeness,
                n_rows=leak.n_rows,
                ours=dict(leak.ours),
                theirs=dict(leak.theirs),
            )
