"""How many rows are gold, kept review by review: what has not changed is not read again.

A request counts what is little, and leaves the rest to a worker. Until that has counted it, there is no number, rather
than one that is out of date.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from annotator.models import GoldCount, Project, TestSet
from annotator.platform import work
from annotator.platform.queues import AFTER_ALL_OTHERS, Task
from annotator.reviewing.gold import STAMP, gold_reviews, n_gold_rows, stamped

TASK = Task("count_gold", priority=AFTER_ALL_OTHERS)
#: Raise it when other rows are gold: everything is then counted again.
DEFINITION = 3
#: A request counts reviews that together have no more rows than this.
ROWS_AT_ONCE = 2_000
#: What a review is taken for whose rows were never counted.
_ROWS_OF_ONE = 500
#: Rows that a worker compares in one statement.
_ROWS_IN_TURN = 20_000


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A review that gold is taken from. cost : the rows that have to be read to count its gold."""

    review: int
    beside: str
    stamp: str
    cost: int


def counted_gold(project: Project, test_set: TestSet | None = None) -> dict[str, int | None]:
    """``n_reviews`` that gold is taken from, and ``n_rows``, None until a worker has counted them.

    test_set : one that names reviews; by default all gold.
    """
    wanted = _wanted(project, test_set)
    known = _known(project)
    stale = [one for one in wanted if _n_rows(known, one) is None]
    if stale and sum(one.cost for one in stale) <= ROWS_AT_ONCE:
        _count(project, test_set, stale)
        known, stale = _known(project), []
    if not stale:
        # A review may have changed between the two: it is stale again, and a worker counts it.
        counts = [_n_rows(known, one) for one in wanted]
        if None not in counts:
            return {"n_reviews": len(wanted), "n_rows": sum(n for n in counts if n)}
    work.send_once(TASK, project.pk)
    return {"n_reviews": len(wanted), "n_rows": None}


def count_rest(project_id: int) -> None:
    """Count what is not counted of a project and its test sets; what does not fit into the turn is left to the next.

    Safe to call twice at once, and to end half-way.
    """
    end = work.take_turn(TASK, project_id)
    project = Project.objects.filter(pk=project_id).first()
    if project is None:
        return
    for test_set in [None, *project.test_sets.exclude(reviews=None)]:
        known = _known(project)
        for part in _parts([one for one in _wanted(project, test_set) if _n_rows(known, one) is None]):
            if time.monotonic() >= end:
                work.queue_up_again(TASK, project_id)
                return
            _count(project, test_set, part)


def _wanted(project: Project, test_set: TestSet | None, of: Collection[int] | None = None) -> list[_Wanted]:
    reviews = stamped(gold_reviews(project, test_set)).order_by()
    if of is not None:
        reviews = reviews.filter(pk__in=of)
    wanted = []
    for n_beside, n_rows, *about in reviews.values_list("n_beside", "row_count", *STAMP):
        review, _, _, beside, *_ = about
        numbers = " ".join(one.partition(":")[0] for one in (beside or "").split(" "))
        stamp = hashlib.sha256(orjson.dumps([DEFINITION, *about])).hexdigest()[:32]
        wanted.append(_Wanted(review, numbers, stamp, (n_rows or _ROWS_OF_ONE) * max(n_beside, 1)))
    return wanted


def _known(project: Project) -> dict[tuple[int, str], tuple[str, int]]:
    counts = GoldCount.objects.filter(review__pair__project=project)
    return {(one[0], one[1]): (one[2], one[3]) for one in counts.values_list("review", "beside", "stamp", "n_rows")}


def _n_rows(known: dict[tuple[int, str], tuple[str, int]], one: _Wanted) -> int | None:
    stamp, n_rows = known.get((one.review, one.beside), ("", 0))
    return n_rows if stamp == one.stamp else None


def _count(project: Project, test_set: TestSet | None, wanted: Collection[_Wanted]) -> None:
    """Count reviews and keep those that have not changed meanwhile."""
    reviews: list[Any] = list(gold_reviews(project, test_set).filter(pk__in=[one.review for one in wanted]))
    counts = n_gold_rows(reviews, test_set)
    as_before = set(_wanted(project, test_set, [one.review for one in wanted])).intersection(wanted)
    GoldCount.objects.bulk_create(
        [
            GoldCount(review_id=one.review, beside=one.beside, stamp=one.stamp, n_rows=counts[one.review])
            for one in sorted(as_before, key=lambda one: one.review)
            if one.review in counts
        ],
        update_conflicts=True,
        unique_fields=["review", "beside"],
        update_fields=["stamp", "n_rows"],
    )


def _parts(wanted: Collection[_Wanted]) -> Iterator[list[_Wanted]]:
    part: list[_Wanted] = []
    cost = 0
    for one in wanted:
        if part and cost + one.cost > _ROWS_IN_TURN:
            yield part
            part, cost = [], 0
        part.append(one)
        cost += one.cost
    if part:
        yield part
