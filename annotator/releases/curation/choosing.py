"""Which rows of a pool are in a test set. What the page shows and what is released are asked by this one statement.

A row has a mask: a bit for each rule that it fails, in the order of the rules. It is in if the mask is 0, unless
somebody picked it by hand. The lowest bit is the reason why it is out; if there is no other, it would be in without
that rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from annotator.models import Pool, Project, Release, TestSet
from annotator.releases.curation.pool import pairs_in, pool_of
from annotator.releases.curation.rules import PairFacts, Rules, Step
from annotator.reviewing.gold_records import own_labels

#: The key of what people decided by hand, which stands behind all rules.
BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True)
class Curation:
    """What a test set is chosen by. picks : rows by id, and whether they were put in or taken out."""

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
        told = release.rules
        picks = {each["row"]: name == "rows_in" for name in ("rows_in", "rows_out") for each in told.get(name, [])}
        return cls(release.test_set, Rules.from_json(told.get("rules", {})), picks)

    @property
    def project(self) -> Project:
        return self.test_set.project

    @property
    def is_plain(self) -> bool:
        """It holds all the gold there is to choose from."""
        return self.rules.is_plain and not self.picks


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
            found: list[Any] = cursor.fetchall()
            return found

    def why_out(self, mask: int) -> str:
        """The key of the first rule that a row fails; by hand if it fails none."""
        return next((key for key, bit in self.bits.items() if mask & bit), BY_HAND)
