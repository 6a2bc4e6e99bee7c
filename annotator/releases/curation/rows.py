"""The rows of a test set: pages of those that are in or out, for people, and records of those that are in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from typing import Any

from django.db import connection

from annotator.models import PickedRow, Pool, PooledRow, Taken, TestSet
from annotator.platform.errors import ServiceError
from annotator.platform.snapshots import one_moment
from annotator.releases.curation import pool as pools
from annotator.releases.curation.choosing import BY_HAND, Curation, Judged
from annotator.releases.curation.counting import sizes_of
from annotator.releases.curation.rules import SplitBy
from annotator.releases.curation.splits import divide
from annotator.releases.forms.base import final_texts
from annotator.reviewing.gold import gold_reviews
from annotator.reviewing.gold_records import chosen_records, gold_records

#: How often a pool is brought up to date again because somebody submitted or reopened a review meanwhile.
_TRIES = 10


Keep = Callable[[Iterable[dict[str, Any]]], Iterable[dict[str, Any]]]


def curated_records(curation: Curation, *, keep: Keep = iter) -> Generator[dict[str, Any], None, None]:
    """The rows that are in, as flat records in the order of `gold_records`, all as they stood at one moment.

    keep : passes some of them on, and may read more of the same moment.
    Where the rules divide by ratio, `split` is the part of the row, else what the corpus says.
    Raises ServiceError where the pool does not come to rest.
    """
    if curation.is_plain:
        named = curation.test_set if curation.test_set.takes == Taken.NAMED else None
        with one_moment():
            yield from keep(gold_records(curation.project, named))
        return
    pool = pools.pool_of(curation.test_set)
    for _ in range(_TRIES):
        pools.refresh(pool)
        with one_moment():
            if pools.is_current(pool):
                yield from keep(_records(curation, pool))
                return
    raise ServiceError("The reviews of this test set keep changing. Try again later.")


def _records(curation: Curation, pool: Pool) -> Iterator[dict[str, Any]]:
    judged = Judged(curation, pool)
    by_review = {pair.review: pair.pk for pair in judged.pairs}
    split = curation.rules.split
    parts = divide(judged.pairs, sizes_of(judged), split).part_of if split.by == SplitBy.RATIO else None

    def chosen(reviews: Sequence[int]) -> Collection[str]:
        of = [by_review[review] for review in reviews]
        statement = f"SELECT row::text FROM judged WHERE pair_id = ANY(%(of)s) AND {Judged.IS_IN}"
        return {row for (row,) in judged.fetch(statement, of=of)}

    reviews = gold_reviews(curation.project, pool.test_set).filter(pk__in=list(by_review))
    for record in chosen_records(reviews, chosen):
        if parts is not None:
            record["split"] = parts[record["pair_id"]]
        yield record


#: What is told of a row beside its texts, so that it can be said why a rule left it out.
_FACTS = tuple({field.name for field in PooledRow._meta.concrete_fields} - {"id", "pair", "row"})
_NUMBERS = """
SELECT r.id::text, (SELECT count(*) FROM annotator_reviewrow o
  WHERE o.review_id = r.review_id AND o.position <= r.position)
FROM annotator_reviewrow r WHERE r.id = ANY(%s::uuid[])
"""


def rows_of(
    test_set: TestSet, *, is_in: bool, rule: str = "", after: int = 0, limit: int = 50
) -> tuple[list[dict[str, Any]], int | None]:
    """A page of the rows that are in or out, in the order of the pool, and where the next begins; None on the last.

    rule : only rows that it is the reason for: the first that they fail, or `by_hand`. after : of the page before.
    """
    judged = Judged(Curation.of(test_set))
    found = judged.fetch(
        f"""SELECT id, row::text, pair_id, mask FROM judged
        WHERE {Judged.IS_IN if is_in else f"NOT {Judged.IS_IN}"} AND id > %(after)s {_of(rule, judged, is_in)}
        ORDER BY id LIMIT %(limit)s""",
        after=after,
        limit=limit + 1,
    )
    page = found[:limit]
    texts = _texts(judged, {row for _, row, *_ in page}, {pair for _, _, pair, _ in page})
    facts = {one["row"]: one for one in PooledRow.objects.filter(pk__in=[pk for pk, *_ in page]).values("row", *_FACTS)}
    by_row = {str(row): each for row, each in facts.items()}
    picks = {
        str(pick.row): pick
        for pick in PickedRow.objects.filter(test_set=test_set, row__in=list(by_row)).select_related("picked_by")
    }
    pairs = {pair.pk: pair for pair in judged.pairs}
    told = []
    for _, row, pooled, mask in page:
        if row not in texts:  # the review was changed meanwhile
            continue
        pair = pairs[pooled]
        failed = [key for key, bit in judged.bits.items() if mask & bit]
        pick = picks.get(row)
        told.append(
            {
                **texts[row],
                **{name: by_row[row][name] for name in _FACTS},
                "row": row,
                "pair": {"id": pair.pair, "title": pair.title},
                "review": pair.review,
                "basis": pair.basis,
                "failed": failed,
                "why_out": None if is_in else (failed[0] if failed else BY_HAND),
                "picked": pick
                and {
                    "is_in": pick.is_in,
                    "reason": pick.reason,
                    "by": pick.picked_by and (pick.picked_by.get_full_name() or pick.picked_by.get_username()),
                    "at": pick.picked_at,
                },
            }
        )
    return told, page[-1][0] if len(found) > limit else None


def _of(rule: str, judged: Judged, is_in: bool) -> str:
    if not rule:
        return ""
    if rule == BY_HAND:
        return "AND picked AND mask <> 0" if is_in else "AND NOT picked AND mask = 0"
    bit = judged.bits.get(rule)
    if bit is None:
        known = ", ".join([*judged.bits, BY_HAND])
        raise ServiceError(
            f"rule is {rule[:60]!r}; the rules that are on: {known}.", errors=[{"field": "rule", "message": known}]
        )
    return f"AND mask & {bit} <> 0 AND mask & {bit - 1} = 0"


def _texts(judged: Judged, rows: Collection[str], pooled: Collection[int]) -> dict[str, dict[str, Any]]:
    """By row its texts and its number in the review, from 1."""
    if not rows:
        return {}
    reviews = [pair.review for pair in judged.pairs if pair.pk in pooled]
    named = judged.curation.test_set if judged.curation.test_set.takes == Taken.NAMED else None
    records = chosen_records(gold_reviews(judged.curation.project, named).filter(pk__in=reviews), lambda _: rows)
    with connection.cursor() as cursor:
        cursor.execute(_NUMBERS, [list(rows)])
        numbers: dict[str, int] = dict(cursor.fetchall())
    found = {}
    for record in records:
        source, target = final_texts(record)
        found[record["row_id"]] = {
            "number": numbers.get(record["row_id"], 0),
            "source": "" if record["source"] == "__null__" else source,
            "target": "" if record["target"] == "__drop__" else target,
            "source_language": record["source_language"],
            "target_language": record["target_language"],
        }
    return found
