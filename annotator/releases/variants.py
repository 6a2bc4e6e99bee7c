"""Variants of a release: all that is curated, the part of it that the filters of Zhao et al. 2024 leave, or what
engines made of the same talks (`automatic.py`).

COARSE, INTRA and INTER are what the paper calls the outputs of its stages (sections 4.1.1 and 4.1.2), each part of the
one before. Filters judge the links that an engine proposed, so what they say is known of the rows that people left as
proposed. It is one more filter on the curated rows and changes none of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from alignment.filters import Thresholds
from annotator.corpus.thresholds import judged_now, thresholds_of
from annotator.models import Pair, ReviewRow, Variant
from annotator.releases.automatic import links_of_talks
from annotator.releases.forms.base import is_null
from annotator.releases.forms.documents import LEFT_OUT

Record = dict[str, Any]

#: Why a row is not in a variant, in the order in which it is asked.
NULL, COARSE, INTRA, INTER, NOT_JUDGED = "null", "coarse", "intra", "inter", "not_judged"
_ROWS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class Proposed:
    """What an engine and the filters said of a link. verdicts : as they are under the current thresholds."""

    cost: float | None
    verdicts: Mapping[str, bool]
    cost_most: float


def why_out(variant: str, link: Proposed | None) -> str:
    """Why a row with two texts is not in a variant; empty if it is. link : None if a person regrouped the row.

    COARSE: "We remove a pair if it has a cost higher than 1, or E or F is empty." A row without a cost of its own is
    judged by its sides alone. INTRA: the intra-sentence filter also left something of the target. INTER: the
    inter-sentence filter also kept the pair. What a stage has not judged is not in its variant.
    """
    if variant == Variant.CURATED or (link is None and variant == Variant.COARSE):
        return ""
    if link is None:
        return NOT_JUDGED
    if not link.verdicts.get("coarse", link.cost is None or link.cost <= link.cost_most):
        return COARSE
    if variant == Variant.COARSE:
        return ""
    intra = link.verdicts.get("intra")
    if not intra:
        return NOT_JUDGED if intra is None else INTRA
    if variant == Variant.INTRA:
        return ""
    inter = [is_kept for name, is_kept in link.verdicts.items() if name.startswith("inter_")]
    if not inter:
        return NOT_JUDGED
    return "" if all(inter) else INTER


@dataclass(slots=True)
class VariantFilter:
    """Passes on the rows of a variant, and counts what it leaves out and why.

    n_read : curated rows, so many as it was given.
    """

    variant: str
    n_read: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    own_thresholds: dict[str, Any] = field(default_factory=dict)
    _thresholds: dict[int, Thresholds] = field(default_factory=dict)

    def keep(self, records: Iterable[Record]) -> Iterator[Record]:
        """The records that are in, in their order. Reads links in the transaction of whoever iterates."""
        rest = self._counted(records)
        if self.variant == Variant.CURATED:
            yield from rest
            return
        if self.variant == Variant.AUTOMATIC:
            yield from links_of_talks(rest)
            return
        while batch := list(islice(rest, _ROWS_AT_ONCE)):
            links = self._links([record["row_id"] for record in batch], {record["pair_id"] for record in batch})
            for record in batch:
                why = NULL if is_null(record) else why_out(self.variant, links.get(record["row_id"]))
                if why:
                    self.left_out[why] += 1
                else:
                    yield record

    def _counted(self, records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            self.n_read += 1
            yield record

    def _links(self, rows: Sequence[str], pairs: set[int]) -> dict[str, Proposed]:
        """By row, of those that stand as they were proposed."""
        for pair in Pair.objects.filter(pk__in=pairs - self._thresholds.keys()).select_related("project"):
            self._thresholds[pair.pk] = thresholds_of(pair)
            if pair.filter_thresholds:
                self.own_thresholds[str(pair.pk)] = pair.filter_thresholds
        proposed = ReviewRow.objects.filter(pk__in=rows, edited=False, link__isnull=False)
        names = ("pk", "review__pair_id", "link__cost", "link__features", "link__verdicts")
        return {
            str(row): Proposed(cost, judged_now(features, verdicts, of), of.cost_most)
            for row, pair, cost, features, verdicts in proposed.values_list(*names)
            for of in (self._thresholds[pair],)
        }

    def as_json(self) -> dict[str, Any]:
        """For the manifest. left_out : rows by the reason why they are out."""
        variant: dict[str, Any] = {"name": self.variant, "n_candidates": self.n_read, "left_out": dict(self.left_out)}
        if self.own_thresholds:
            variant["thresholds_of_pairs"] = self.own_thresholds
        return variant


def told_of_variant(manifest: Mapping[str, Any]) -> dict[str, Any] | None:
    """For pages: which variant a release is; None where it holds all curated rows."""
    variant = manifest.get("variant") or {"name": Variant.CURATED.value}
    if variant["name"] == Variant.CURATED:
        return None
    left_out = {**dict.fromkeys(LEFT_OUT, 0), **variant["left_out"]}
    return {"name": variant["name"], "n_candidates": variant["n_candidates"], "left_out": left_out}
