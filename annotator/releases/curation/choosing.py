"""The rows of a test set: which are in, their records for releases, and pages of those that are in or out for people.

One statement over a pool answers all of it. A row has a mask: a bit for each rule that it fails, in the order of the
rules. It is in if the mask is 0, unless somebody picked it by hand. The lowest bit is the reason why it is out; if
there is no other, it would be in without that rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from annotator.models import PickedRow, Pool, PooledRow, Project, Release, Taken, TestSet
from annotator.people.names import name_of
from annotator.platform.errors import ServiceError
from annotator.platform.snapshots import one_moment
from annotator.releases.curation.pool import is_current, pairs_in, pool_of, refresh, reviews_in
from annotator.releases.curation.rules import PairFacts, Rules, SplitBy, Step
from annotator.releases.curation.splits import Size, divide
from annotator.releases.forms.base import final_texts
from annotator.reviewing.gold import gold_reviews
from annotator.reviewing.gold_counts import counted_gold
from annotator.reviewing.gold_records import chosen_records, own_labels, stored_records
from annotator.reviewing.row_names import with_first_names

#: The key of what people decided by hand, which stands behind all rules.
BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True)
class Curation:
    """The rules and picks of a test set. picks : rows by id, and whether they were put in or taken out."""

    test_set: TestSet
    rules: Rules
    picks: Mapping[str, bool]

    @classmethod
    def of(cls, test_set: TestSet) -> Curation:
        picks = {str(row): is_in for row, is_in in test_set.picked_rows.values_list("row", "is_in")}
        return cls(test_set, Rules.from_json(test_set.rules), picks)

    @classmethod
    def of_release(cls, release: Release) -> Curation:
        """As it was when somebody asked for the release."""
        stored = release.rules
        picks = {each["row"]: name == "rows_in" for name in ("rows_in", "rows_out") for each in stored.get(name, [])}
        return cls(release.test_set, Rules.from_json(stored.get("rules", {})), picks)

    @property
    def project(self) -> Project:
        return self.test_set.project

    @property
    def named(self) -> TestSet | None:
        """The test set, if it names or chooses reviews."""
        return self.test_set if self.test_set.takes != Taken.ALL else None

    @property
    def is_plain(self) -> bool:
        """It holds all the gold there is to choose from."""
        return self.rules.is_plain and not self.picks


def rules_of(test_set: TestSet) -> Mapping[str, Any]:
    """How the rows of a release were chosen, in canonical form: rules, named reviews, rows by hand."""
    chosen: dict[str, Any] = {"takes": test_set.takes, "rules": test_set.rules}
    if test_set.takes != Taken.ALL:
        chosen["reviews"] = sorted(test_set.reviews.values_list("pk", flat=True))
    for name, is_in in (("rows_in", True), ("rows_out", False)):
        picked = test_set.picked_rows.filter(is_in=is_in).order_by("row").values_list("row", "reason")
        if picked:
            chosen[name] = [{"row": str(row), "reason": reason} for row, reason in picked]
    return chosen


class Judged:
    """The rows of a pool under the rules of a test set, as one SQL expression."""

    def __init__(self, curation: Curation, pool: Pool | None = None, pairs: Sequence[PairFacts] | None = None) -> None:
        self.curation = curation
        self.pairs = pairs_in(pool or pool_of(curation.test_set)) if pairs is None else pairs
        self.steps: list[Step] = curation.rules.steps(list(own_labels(curation.project.pk).values()))
        self.bits = {step.key: 1 << number for number, step in enumerate(self.steps)}
        masks = [self._mask_of(pair) for pair in self.pairs]
        of_row = [
            f"CASE WHEN {step.of_row} THEN 0 ELSE {self.bits[step.key]}::bigint END"
            for step in self.steps
            if step.of_row
        ]
        picks = curation.picks
        self.values: dict[str, Any] = {
            "pairs": [pair.pk for pair in self.pairs],
            "masks": masks,
            "picked": list(picks),
            "picked_in": list(picks.values()),
        }
        for step in self.steps:
            self.values |= step.values
        #: ``id, row, pair_id, seconds, mask, picked`` (null unless picked by hand); `is_in` says whether it is in.
        self.sql = f"""
SELECT r.id, r.row, r.pair_id, r.seconds, {" | ".join(["p.mask", *of_row])} AS mask, h.is_in AS picked
FROM annotator_pooledrow r
JOIN unnest(%(pairs)s::bigint[], %(masks)s::bigint[]) AS p(id, mask) ON p.id = r.pair_id
LEFT JOIN unnest(%(picked)s::uuid[], %(picked_in)s::boolean[]) AS h(row, is_in) ON h.row = r.row
"""

    #: Over the columns of `sql`.
    IS_IN = "COALESCE(picked, mask = 0)"

    def _mask_of(self, pair: PairFacts) -> int:
        return sum(self.bits[step.key] for step in self.steps if step.of_pair is not None and not step.of_pair(pair))

    def fetch(self, statement: str, **values: Any) -> list[Any]:
        """Rows of a statement over ``judged``."""
        with connection.cursor() as cursor:
            cursor.execute(f"WITH judged AS ({self.sql}) {statement}", {**self.values, **values})
            rows: list[Any] = cursor.fetchall()
            return rows

    def why_out(self, mask: int) -> str:
        """The key of the first rule that a row fails; by hand if it fails none."""
        return next((key for key, bit in self.bits.items() if mask & bit), BY_HAND)


#: How often a pool is brought up to date again because somebody submitted or reopened a review meanwhile.
_TRIES = 10


Keep = Callable[[Iterable[dict[str, Any]]], Iterable[dict[str, Any]]]


def curated_records(curation: Curation, *, keep: Keep = iter) -> Generator[dict[str, Any], None, None]:
    """The rows that are in, as flat records in the order of `gold_records`, all as they stood at one moment.

    keep : passes some of them on, and may read more of the same moment. `row_id` is the row of the review there, and
    its name in files thereafter.
    Where the rules divide by ratio, `split` is the part of the row, else what the corpus says.
    Raises ServiceError where the pool does not come to rest.
    """
    if curation.is_plain:
        with one_moment():
            yield from with_first_names(keep(stored_records(curation.project, curation.named)))
        return
    pool = pool_of(curation.test_set)
    for _ in range(_TRIES):
        with one_moment():
            if is_current(pool):
                yield from with_first_names(keep(_records(curation, pool)))
                return
        refresh(pool)
    raise ServiceError("The reviews of this test set keep changing. Try again later.")


def expected_rows(curation: Curation) -> int:
    """How many rows will about be read."""
    if curation.is_plain:
        return counted_gold(curation.project, curation.named)["n_rows"] or 0
    return rows_counted_last(curation.test_set)


def rows_counted_last(test_set: TestSet) -> int:
    """How many rows a test set had when somebody last looked; 0 if nobody did."""
    return int((test_set.counts or {}).get("n_rows", 0))


def _records(curation: Curation, pool: Pool) -> Iterator[dict[str, Any]]:
    judged = Judged(curation, pool)
    by_review = {pair.review: pair.pk for pair in judged.pairs}
    split, pins = curation.rules.split, curation.rules.pins
    is_divided = split.by == SplitBy.RATIO or pins
    parts = divide(judged.pairs, sizes_of(judged), split, pins).part_of if is_divided else None

    def chosen(reviews: Sequence[int]) -> Collection[str]:
        of = [by_review[review] for review in reviews]
        statement = f"SELECT row::text FROM judged WHERE pair_id = ANY(%(of)s) AND {Judged.IS_IN}"
        return {row for (row,) in judged.fetch(statement, of=of)}

    for record in chosen_records(reviews_in(pool), chosen, curation.named):
        if parts is not None:
            record["split"] = parts[record["pair_id"]]
        yield record


def sizes_of(judged: Judged) -> dict[int, Size]:
    """By pair, the rows that are in and how long they are."""
    facts = {pair.pk: pair.pair for pair in judged.pairs}
    statement = f"""SELECT pair_id, count(*), sum(seconds), count(seconds) FROM judged WHERE {Judged.IS_IN}
        GROUP BY pair_id"""
    return {
        facts[pair]: Size(n, float(seconds) if n_timed == n else None)
        for pair, n, seconds, n_timed in judged.fetch(statement)
    }


#: What is told of a row beside its texts, so that it can be said why a rule left it out.
_FACTS = tuple({field.name for field in PooledRow._meta.concrete_fields} - {"id", "pair", "row"})
_NUMBERS = """
SELECT r.id::text, (SELECT count(*) FROM annotator_reviewrow o
  WHERE o.review_id = r.review_id AND o.position <= r.position)
FROM annotator_reviewrow r WHERE r.id = ANY(%s::uuid[])
"""


def rows_of(
    test_set: TestSet, *, is_in: bool, rule: str = "", pair: int | None = None, after: int = 0, limit: int = 50
) -> tuple[list[dict[str, Any]], int | None]:
    """A page of the rows that are in or out, in the order of the pool, and where the next begins; None on the last.

    rule : only rows that it is the reason for: the first that they fail, or `by_hand`. pair : only rows of this one.
    after : of the page before.
    """
    judged = Judged(Curation.of(test_set))
    pooled_pairs = [each.pk for each in judged.pairs if pair in (None, each.pair)]
    fetched = judged.fetch(
        f"""SELECT id, row::text, pair_id, mask FROM judged
        WHERE {Judged.IS_IN if is_in else f"NOT {Judged.IS_IN}"} AND id > %(after)s AND pair_id = ANY(%(of)s)
        {_of(rule, judged, is_in)} ORDER BY id LIMIT %(limit)s""",
        of=pooled_pairs,
        after=after,
        limit=limit + 1,
    )
    page = fetched[:limit]
    texts = _texts(judged, {row for _, row, *_ in page}, {pair for _, _, pair, _ in page})
    facts = {one["row"]: one for one in PooledRow.objects.filter(pk__in=[pk for pk, *_ in page]).values("row", *_FACTS)}
    by_row = {str(row): each for row, each in facts.items()}
    picks = {
        str(pick.row): pick
        for pick in PickedRow.objects.filter(test_set=test_set, row__in=list(by_row)).select_related("picked_by")
    }
    pairs = {pair.pk: pair for pair in judged.pairs}
    rows = []
    for _, row, pooled, mask in page:
        if row not in texts:  # the review was changed meanwhile
            continue
        of = pairs[pooled]
        failed = [key for key, bit in judged.bits.items() if mask & bit]
        pick = picks.get(row)
        rows.append(
            {
                **texts[row],
                **{name: by_row[row][name] for name in _FACTS},
                "row": row,
                "pair": {"id": of.pair, "title": of.title},
                "review": of.review,
                "basis": of.basis,
                "failed": failed,
                "why_out": None if is_in else (failed[0] if failed else BY_HAND),
                "picked": pick
                and {
                    "is_in": pick.is_in,
                    "reason": pick.reason,
                    "by": pick.picked_by and name_of(pick.picked_by),
                    "at": pick.picked_at,
                },
            }
        )
    return rows, page[-1][0] if len(fetched) > limit else None


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
    of_project = gold_reviews(judged.curation.project, judged.curation.named)
    records = chosen_records(of_project.filter(pk__in=reviews), lambda _: rows, judged.curation.named)
    with connection.cursor() as cursor:
        cursor.execute(_NUMBERS, [list(rows)])
        numbers: dict[str, int] = dict(cursor.fetchall())
    texts = {}
    for record in records:
        source, target = final_texts(record)
        texts[record["row_id"]] = {
            "number": numbers.get(record["row_id"], 0),
            "source": "" if record["source"] == "__null__" else source,
            "target": "" if record["target"] == "__drop__" else target,
            "source_language": record["source_language"],
            "target_language": record["target_language"],
        }
    return texts
