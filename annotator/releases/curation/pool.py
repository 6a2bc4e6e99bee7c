"""The rows that test sets choose from, with what rules ask of them, kept up to date pair by pair.

All test sets of a project that take all gold share one pool; a test set that names or chooses reviews has its own. A
pair is read again when its stamp has changed: when another review counts, the review has a new revision, a text was
corrected, or the filters ran on the review's run.
What is told of talks (titles, languages, interpreters, split) is read from the pairs each time, so it is never stale.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson
from django.db import connection, transaction
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from alignment.text import is_spaceless
from annotator.models import (
    Correction,
    Filtering,
    GuidelinesVersion,
    Pair,
    Pool,
    PooledPair,
    PooledRow,
    Review,
    RunState,
    Side,
    Taken,
    TestSet,
    Unit,
)
from annotator.platform.copying import copy_in
from annotator.releases.curation.rules import PairFacts
from annotator.releases.forms.base import final_texts
from annotator.releases.pseudonyms import pseudonyms_of
from annotator.reviewing.gold import STAMP, Basis, compared_reviews, gold_reviews, stamped
from annotator.reviewing.gold_records import candidate_records

#: Raise it when what is stored of a row changes its meaning.
DEFINITION = 1
#: What the texts of one entry are called behind its id.
_ROLES = ("source", "target", "offline")
#: So many rows are read in a request where a pool is out of date; more is for a worker.
ROWS_AT_ONCE = 5_000
#: What a review that has not been counted is taken for.
_ROWS_OF_ONE = 500
_PAIRS_AT_ONCE = 40


def pool_of(test_set: TestSet) -> Pool:
    """The pool that a test set chooses from; made if there is none."""
    own = test_set if test_set.takes != Taken.ALL else None
    pool: Pool
    pool, _ = Pool.objects.get_or_create(project_id=test_set.project_id, test_set=own)
    return pool


def is_current(pool: Pool) -> bool:
    return not any(_out_of_date(pool))


def refresh(pool: Pool, *, end: float | None = None, most_rows: int | None = None) -> bool:
    """Bring a pool up to date. Returns whether it is.

    end : on the monotonic clock, when to leave the rest for later. most_rows : do nothing if more are to be read.
    Safe to call twice at once: the second finds the first's lock, and answers False.
    """
    gone, stale = _out_of_date(pool)
    if not gone and not stale:
        return True
    if most_rows is not None and _n_rows(stale) > most_rows:
        return False
    wanted = sorted(stale)
    chunks = [wanted[at : at + _PAIRS_AT_ONCE] for at in range(0, len(wanted), _PAIRS_AT_ONCE)]
    for chunk in [gone, *chunks]:
        if not chunk:
            continue
        with transaction.atomic():
            if not Pool.objects.select_for_update(skip_locked=True).filter(pk=pool.pk).exists():
                return False
            held = PooledPair.objects.filter(pool=pool, pair__in=chunk)
            PooledRow.objects.filter(pair__in=held).delete()
            held.delete()
            fresh = [pair for pair in chunk if pair in stale]
            if fresh:
                _fill(pool, fresh, {pair: stale[pair] for pair in fresh})
            Pool.objects.filter(pk=pool.pk).update(computed_at=timezone.now())
        if end is not None and time.monotonic() >= end:
            return False
    return True


def _out_of_date(pool: Pool) -> tuple[list[int], dict[int, str]]:
    """Pairs that are no longer in it, and those to be read with their stamps."""
    wanted = _stamps(pool)
    held = dict(PooledPair.objects.filter(pool=pool).values_list("pair_id", "stamp"))
    return [pair for pair in held if pair not in wanted], {
        pair: stamp for pair, stamp in wanted.items() if held.get(pair) != stamp
    }


def _reviews(pool: Pool) -> Any:
    return gold_reviews(pool.project, pool.test_set)


def _stamps(pool: Pool) -> dict[int, str]:
    """By pair, all that its rows follow from, in brief."""
    corrections = _corrections(pool.project_id)
    guidelines = GuidelinesVersion.objects.filter(project=pool.project_id).published()
    common = [DEFINITION, guidelines.order_by().aggregate(last=Max("number"))["last"]]
    stamps = {}
    of_pair = ("pair__source_id", "pair__target_id", "run_id")
    reviews = stamped(_reviews(pool)).order_by().values_list("pair_id", *STAMP, *of_pair)
    filtered = dict(
        Filtering.objects.filter(run__pair__project=pool.project_id, state=RunState.SUCCEEDED).values_list(
            "run", "finished_at"
        )
    )
    for pair, *about, source, target, run in reviews:
        basis = [common, about, corrections.get(source), corrections.get(target), source, target]
        basis += [filtered[run]] if run in filtered else []
        stamps[pair] = hashlib.sha256(orjson.dumps(basis)).hexdigest()[:32]
    return stamps


def _corrections(project: int) -> dict[int, tuple[int, int]]:
    corrections = Correction.objects.filter(document__project=project).order_by().values("document")
    counted = corrections.annotate(n=Count("pk"), n_withdrawn=Count("withdrawn_at"))
    return {each["document"]: (each["n"], each["n_withdrawn"]) for each in counted}


def _n_rows(pairs: Iterable[int]) -> int:
    reviews = Review.objects.filter(pair__in=list(pairs), submitted_at__isnull=False)
    return int(reviews.aggregate(n=Sum(Coalesce("row_count", _ROWS_OF_ONE)))["n"] or 0)


def _fill(pool: Pool, pairs: Sequence[int], stamps: dict[int, str]) -> None:
    reviews = _reviews(pool).filter(pair__in=pairs)
    for review, records in candidate_records(reviews, pool.test_set):
        pooled = PooledPair.objects.create(
            pool=pool,
            pair_id=review.pair_id,
            review_id=review.pk,
            basis=review.basis,  # type: ignore[attr-defined]
            stamp=stamps[review.pair_id],
            n_rows=len(records),
        )
        copy_in(
            PooledRow,
            [field.attname for field in PooledRow._meta.concrete_fields if not field.primary_key],
            list(_rows(pooled.pk, review, records)),  # its statements can't run while the connection copies
        )


_MEASURES = """
SELECT r.id::text, (SELECT bool_and(value::bool) FROM jsonb_each_text(l.verdicts)), l.cost,
  (l.features ->> 'alpha')::float, (l.features ->> 'gamma')::float, (l.features ->> 'eta')::float
FROM annotator_reviewrow r JOIN annotator_link l ON l.id = r.link_id
WHERE r.review_id = %s AND NOT r.edited
  AND (l.cost IS NOT NULL OR l.verdicts <> '{}' OR l.features ?| ARRAY['alpha', 'gamma', 'eta'])
"""


def _rows(pooled: int, review: Review, records: Sequence[dict[str, Any]]) -> Iterator[list[Any]]:
    """The columns of `PooledRow` in their order."""
    with connection.cursor() as cursor:
        cursor.execute(_MEASURES, [review.pk])
        measures = {row: values for row, *values in cursor.fetchall()}
    side, times = _times(review)
    pair = review.pair
    source_spaceless, target_spaceless = is_spaceless(pair.source.language), is_spaceless(pair.target.language)
    for record in records:
        has_source, has_target = record["source"] != "__null__", record["target"] != "__drop__"
        source, target = final_texts(record)
        source, target = source if has_source else "", target if has_target else ""
        yield [
            pooled,
            record["row_id"],
            record["basis"] == "implicit",
            has_source,
            has_target,
            record["good_align"],
            record["good_mt"],
            {key.removeprefix("label_"): value for key, value in record.items() if _is_label(key, value)},
            len(source) if source_spaceless else len(source.split()),
            len(target) if target_spaceless else len(target.split()),
            len(target) / len(source) if source and target else None,
            _seconds(record[f"{side}_ids"], times) if times else None,
            *measures.get(record["row_id"], (None,) * 5),
        ]


def _is_label(key: str, value: Any) -> bool:
    return key.startswith("label_") and value is not None


def _times(review: Review) -> tuple[str, dict[int, tuple[float, int]]]:
    """The side of the pair that has times, and by unit its seconds and its length; nothing if neither has."""
    for side in (Side.TARGET, Side.SOURCE):
        units = Unit.objects.filter(
            document=getattr(review.pair, f"{side.value}_id"), start_seconds__isnull=False, end_seconds__isnull=False
        )
        rows = units.order_by().values_list("position", "start_seconds", "end_seconds", "text")
        times = {unit: ((end or 0.0) - (start or 0.0), len(text)) for unit, start, end, text in rows}
        if times:
            return side.value, times
    return Side.TARGET.value, {}


def _seconds(ids: Sequence[Any], times: dict[int, tuple[float, int]]) -> float:
    """How long the pieces are spoken; of a part of a unit, as much of its time as of its text."""
    total = 0.0
    for piece in ids:
        unit, start, end = piece if isinstance(piece, list) else (piece, 0, None)
        seconds, length = times.get(unit, (0.0, 1))
        total += seconds * ((length if end is None else end) - start) / length
    return total


def reviews_in(pool: Pool) -> QuerySet[Review]:
    """The reviews whose rows it holds, with `basis`: those of `gold_reviews`, where the pool is up to date."""
    pooled = PooledPair.objects.filter(pool=pool)
    basis = Subquery(pooled.filter(pair=OuterRef("pair")).values("basis"))
    return Review.objects.filter(pk__in=pooled.values("review")).annotate(basis=basis)


def pairs_in(pool: Pool) -> list[PairFacts]:
    """The pairs of a pool as rules ask of them, in the order in which rows are released."""
    pairs = (
        PooledPair.objects.filter(pool=pool)
        .order_by("pair__title", "review")
        .select_related("pair__source", "pair__target")
        .defer("pair__source__left_out", "pair__target__left_out")
    )
    pooled = list(pairs)
    people = _people(pool, pooled)
    return [facts_of(each.pair, each, people.get(each.review_id, frozenset())) for each in pooled]


def _people(pool: Pool, pooled: Sequence[PooledPair]) -> dict[int, frozenset[str]]:
    """By review, the pseudonyms of whose reviews its rows rest on: of all that agree, or of who decided."""
    is_named = pool.test_set is not None and pool.test_set.takes == Taken.NAMED
    compared = (Basis.AGREED, Basis.CHOSEN) if is_named else (Basis.AGREED,)
    by_pair = {each.pair_id: each.review_id for each in pooled if each.basis in compared}
    rests_on: dict[int, set[int | None]] = {}
    alone = [each.review_id for each in pooled if each.pair_id not in by_pair]
    for review, annotator in Review.objects.filter(pk__in=alone).values_list("pk", "annotator"):
        rests_on[review] = {annotator}
    if by_pair:
        for pair, annotator in compared_reviews(by_pair, pool.test_set).values_list("pair", "annotator"):
            rests_on.setdefault(by_pair[pair], set()).add(annotator)
    accounts = {account for each in rests_on.values() for account in each if account is not None}
    names = pseudonyms_of(pool.project, accounts)
    return {review: frozenset(names[one] for one in people if one is not None) for review, people in rests_on.items()}


def facts_of(pair: Pair, pooled: PooledPair | None, people: frozenset[str] = frozenset()) -> PairFacts:
    """Of a pair, whether or not it has gold."""
    source, target = pair.source, pair.target
    return PairFacts(
        pk=pooled.pk if pooled else 0,
        pair=pair.pk,
        review=pooled.review_id if pooled else 0,
        basis=pooled.basis if pooled else "",
        n_rows=pooled.n_rows if pooled else 0,
        title=pair.title,
        kind=pair.kind,
        languages=f"{source.language}>{target.language}",
        split=_of_metadata(pair, "split"),
        event=_of_metadata(pair, "event"),
        speaker=source.speaker or target.speaker,
        interpreter=target.interpreter,
        rank=target.interpreter_rank,
        titles=(pair.title, source.title, target.title),
        names=_names(pair),
        people=people,
        same=frozenset(
            name
            for document in (source, target)
            for name in (
                f"document:{document.pk}",
                document.external_id and f"id:{document.external_id.casefold()}",
                document is source and source.title and f"title:{source.title.casefold()}",
            )
            if name
        ),
    )


def _names(pair: Pair) -> dict[str, str]:
    """What a talk is called, casefolded, and what that is.

    Where one entry of a manifest gave several texts, each has its id with what it is there, as in ``ahc-1961:source``,
    and a rendering that of its interpreter before that; what people know is the id of the entry.
    """
    names: dict[str, str] = {}
    documents = (pair.source, pair.target)
    for document in documents:
        entry, _, role = document.external_id.rpartition(":")
        if entry and role in _ROLES:
            for name in (entry, entry.removesuffix(f":{document.interpreter}")):
                names[name.casefold()] = "manifest"
    for document in documents:
        if document.external_id:
            names.setdefault(document.external_id.casefold(), "id")
    for title in (pair.title, *(document.title for document in documents)):
        if title:
            names.setdefault(title.casefold(), "title")
    return names


def _of_metadata(pair: Any, name: str) -> str:
    return str(pair.source.metadata.get(name) or pair.target.metadata.get(name) or "")
