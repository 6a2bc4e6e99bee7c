"""The funnel of a test set: how many rows each rule leaves, at once or by a worker.

A request counts what is up to date and not too large, and brings up to date what is little. Everything else is for a
worker; meanwhile the last figures are shown.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from annotator.models import Pool, PooledPair, TestSet
from annotator.platform import work
from annotator.platform.errors import Conflict
from annotator.platform.queues import Task
from annotator.platform.spellings import n_speakers
from annotator.releases.curation import pool as pools
from annotator.releases.curation.choosing import Curation, Judged
from annotator.releases.curation.rules import PairFacts, Rules
from annotator.releases.curation.splits import Size, told
from annotator.releases.curation.talks import matches_of
from annotator.reviewing.gold_counts import counted_gold
from annotator.reviewing.gold_records import own_labels

TASK = Task("count_test_set")
#: Pools with more rows are counted by a worker.
MOST_AT_ONCE = 400_000
#: Of what can be chosen (events, interpreters, speakers), so many are told, the most frequent first.
_MOST_CHOICES = 200


@dataclass(slots=True)
class PoolState:
    """A pool that several test sets choose from, and whether it is up to date and can be counted at once."""

    pool: Pool
    is_ready: bool

    @classmethod
    def of(cls, test_set: TestSet) -> PoolState:
        pool = pools.pool_of(test_set)
        is_ready = pools.refresh(pool, most_rows=pools.ROWS_AT_ONCE) and _n_rows(pool) <= MOST_AT_ONCE
        pool.refresh_from_db(fields=["computed_at"])
        return cls(pool, is_ready)


def n_rows_of(test_set: TestSet, state: PoolState) -> int | None:
    """How many rows are in it now; None where a worker has to count them first. state : of its pool."""
    counts = test_set.counts
    if not state.is_ready:
        work.send_once(TASK, test_set.pk)
        return None
    if counts is None or test_set.counted != _basis(test_set, str(state.pool.computed_at)):
        counts = count_now(test_set, state.pool)
    return int(counts["n_rows"])


def counts_of(test_set: TestSet) -> tuple[dict[str, Any] | None, bool]:
    """The figures of a test set, and whether they are how things are now. If not, they soon will be."""
    pool = pools.pool_of(test_set)
    if pools.refresh(pool, most_rows=pools.ROWS_AT_ONCE) and _n_rows(pool) <= MOST_AT_ONCE:
        return count_now(test_set, pool), True
    known = _known(pool)
    is_current = known is not None and test_set.counted == _basis(test_set, known)
    if not is_current:
        work.send_once(TASK, test_set.pk)
    return test_set.counts, is_current


def count_now(test_set: TestSet, pool: Pool) -> dict[str, Any]:
    """Count, and keep what was counted for lists of test sets. The pool has to be up to date."""
    pool.refresh_from_db(fields=["computed_at"])
    basis = _basis(test_set, str(pool.computed_at))
    if test_set.counted == basis and test_set.counts is not None:
        counts: dict[str, Any] = test_set.counts
        return {**counts, **_told_anew(test_set, pools.pairs_in(pool))}
    pairs = pools.pairs_in(pool)
    counts = funnel(Judged(Curation.of(test_set), pool, pairs))
    test_set.counts, test_set.counted, test_set.counted_at = counts, basis, timezone.now()
    TestSet.objects.filter(pk=test_set.pk).update(counts=counts, counted=basis, counted_at=test_set.counted_at)
    return {**counts, **_told_anew(test_set, pairs)}


def _told_anew(test_set: TestSet, pairs: Sequence[PairFacts]) -> dict[str, Any]:
    """What is not kept."""
    matches = matches_of(test_set, Rules.from_json(test_set.rules))
    return {"choices": choices_of(test_set, pairs), "exclusions": matches}


def execute(test_set_id: int) -> None:
    """Bring a test set's pool and figures up to date in a worker; what does not fit into the turn is left to the next.

    Safe to call twice at once, and to end half-way.
    """
    end = work.take_turn(TASK, test_set_id)
    test_set = TestSet.objects.select_related("project").filter(pk=test_set_id).first()
    if test_set is None:
        return
    pool = pools.pool_of(test_set)
    if not pools.refresh(pool, end=end):
        work.queue_up_again(TASK, test_set_id)
        return
    count_now(test_set, pool)


def require_current(test_set: TestSet) -> None:
    """Raises Conflict where a request cannot tell which rows are in, as a worker has to read them first."""
    pool = pools.pool_of(test_set)
    if not pools.refresh(pool, most_rows=pools.ROWS_AT_ONCE):
        work.send_once(TASK, test_set.pk)
        raise Conflict("The rows of this test set are being counted. Try again in a minute.", code="counting")


def _known(pool: Pool) -> str | None:
    pool.refresh_from_db(fields=["computed_at"])
    return str(pool.computed_at) if pools.is_current(pool) else None


def _n_rows(pool: Pool) -> int:
    return sum(PooledPair.objects.filter(pool=pool).values_list("n_rows", flat=True))


def _basis(test_set: TestSet, pool: str) -> str:
    """What figures are counted from; with a number that is raised when figures are added."""
    return f"2:{test_set.takes}:{test_set.rules_version}:{test_set.picks_version}:{pool}"


_COUNT = f"""
SELECT mask, picked, pair_id, count(*), count(*) FILTER (WHERE {Judged.IS_IN}),
  sum(seconds) FILTER (WHERE {Judged.IS_IN}), count(seconds) FILTER (WHERE {Judged.IS_IN})
FROM judged GROUP BY GROUPING SETS ((mask, picked), (pair_id))
"""


def funnel(judged: Judged) -> dict[str, Any]:
    """How many rows each rule keeps and removes, in the order of the rules; and the split of the rest.

    ``steps``: each with ``rule``, ``n_left``, ``n_excluded`` and ``n_only``, how many of those would be in without
    it. ``pairs``: ids of those with rows that are in. ``by_hand``: rows put in and taken out by hand that the rules had
    decided otherwise.
    """
    excluded: Counter[str] = Counter()
    only: Counter[str] = Counter()
    n_put_in = n_taken_out = n_candidates = n_rows = 0
    sizes: dict[int, Size] = {}
    facts = {pair.pk: pair for pair in judged.pairs}
    for mask, picked, pair, n, n_in, seconds, n_timed in judged.fetch(_COUNT):
        if pair is not None:
            sizes[facts[pair].pair] = Size(n_in, float(seconds) if n_in and n_timed == n_in else None)
            continue
        n_candidates += n
        n_rows += n_in
        if mask:
            why = judged.why_out(mask)
            excluded[why] += n
            n_put_in += n_in
            if mask & (mask - 1) == 0:
                only[why] += n - n_in
        elif picked is False:
            n_taken_out += n
    left = n_candidates
    steps = []
    for step in judged.steps:
        left -= excluded[step.key]
        steps.append({"rule": step.key, "n_left": left, "n_excluded": excluded[step.key], "n_only": only[step.key]})
    inside = [pair for pair in judged.pairs if pair.pair in sizes and sizes[pair.pair].rows]
    timed = [sizes[pair.pair].seconds for pair in inside]
    return {
        "n_candidates": n_candidates,
        "steps": steps,
        "by_hand": {"n_in": n_put_in, "n_out": n_taken_out, "n_picked": len(judged.curation.picks)},
        "n_rows": n_rows,
        "talks": len(inside),
        "speakers": n_speakers(pair.speaker for pair in inside),
        "pairs": sorted(pair.pair for pair in inside),
        "seconds": sum(each for each in timed if each) if timed and None not in timed else None,
        "split": told(judged.pairs, sizes, judged.curation.rules.split, judged.curation.rules.pins),
    }


def choices_of(test_set: TestSet, pairs: Sequence[PairFacts]) -> dict[str, Any]:
    """What rules can ask for: values that occur, with how many rows each, the most first; and the project's labels."""
    choices: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        for name, value in (
            ("basis", pair.basis), ("kinds", pair.kind), ("splits", pair.split), ("events", pair.event),
            ("languages", pair.languages), ("interpreters", pair.interpreter), ("ranks", pair.rank),
        ):  # fmt: skip
            choices[name][value] += pair.n_rows
    names = ("basis", "kinds", "splits", "events", "languages", "interpreters", "ranks")
    told_of: dict[str, Any] = {name: _listed(choices[name]) for name in names}
    people: Counter[str] = Counter()
    for pair in pairs:
        for pseudonym in pair.people:
            people[pseudonym] += pair.n_rows
    told_of["people"] = _listed(people)
    told_of["labels"] = [
        {"key": label["key"], "name": label["name"], "type": label["type"], "values": label["values"]}
        for label in own_labels(test_set.project_id).values()
    ]
    return told_of


def _listed(counted: Mapping[str, int]) -> list[dict[str, Any]]:
    in_order = sorted(counted.items(), key=lambda each: (-each[1], each[0]))
    return [{"value": value, "n_rows": n} for value, n in in_order[:_MOST_CHOICES]]


def preview(curation: Curation) -> dict[str, int | None]:
    """``n_reviews`` and ``n_rows`` of a test set, as `counted_gold` gives them.

    Raises Conflict where rules choose its rows and a worker has to read them first.
    """
    test_set = curation.test_set
    if curation.is_plain:
        return counted_gold(curation.project, curation.named)
    require_current(test_set)
    counts = count_now(test_set, pools.pool_of(test_set))
    return {"n_reviews": counts["talks"], "n_rows": counts["n_rows"]}
