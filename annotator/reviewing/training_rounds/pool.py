"""The pool of training rows: taken from adjudicated gold, or written by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Count, Q, RestrictedError

from annotator.models import Link, PairKind, Project, Review, ReviewKind, ReviewRow, TrainingRow
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.adjudication.regions import compare
from annotator.reviewing.gold import gold_by_test_set, gold_reviews, kept_out_of, taught_in
from annotator.reviewing.gold_counts import counted_gold
from annotator.reviewing.state import ChipState, RowState
from annotator.reviewing.storage import read_rows
from annotator.reviewing.training_rounds.answers import as_stored

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: A row whose proposal is tangled with more rows is not learnt from.
MOST_AROUND = 6
#: Rows of adjudicated gold that are offered at once, and taken.
MOST_OFFERED, MOST_TAKEN = 200, 100

Texts = dict[str, list[str]]


def offered(project: Project, pair: int | None = None) -> list[dict[str, Any]]:
    """Rows of adjudicated gold, up to `MOST_OFFERED`, talk by talk, that no pool has: ``row``, ``title``, ``number``,
    ``source`` and ``target`` as texts, ``source_language``, ``target_language``."""
    rows: list[dict[str, Any]] = []
    reviews = _adjudications(project)
    for review in reviews.filter(pair=pair) if pair is not None else reviews:
        gold = _gold_of(review)
        texts = _texts(review)
        states, _ = read_rows(review)
        for number, (pk, state) in enumerate(states.items(), 1):
            if pk not in gold:
                continue
            rows.append(
                {
                    "row": pk,
                    "title": review.pair.title,
                    "number": number,
                    "source": _said(state.source, texts["source"]),
                    "target": _said(state.target, texts["target"]),
                    "source_language": review.pair.source.language,
                    "target_language": review.pair.target.language,
                }
            )
            if len(rows) == MOST_OFFERED:
                return rows
    return rows


def foresee(project: Project, rows: Collection[str]) -> dict[str, Any]:
    """What `take` would do to gold: ``gold_before``, ``gold_after`` (None while a worker counts), ``n_rows``, and
    ``test_sets``, each with its ``name`` and how many of the rows it can choose from now, ``n_rows``."""
    wanted = {str(row) for row in rows}
    reviews = list(_adjudications(project).filter(rows__pk__in=wanted).distinct())
    leaving = {review.pk: wanted & _gold_of(review) for review in reviews}
    n_rows = sum(map(len, leaving.values()))
    sets = []
    for name, chosen in gold_by_test_set(project, leaving).items():
        if n := sum(len(leaving[pk]) for pk in chosen):
            sets.append({"name": name, "n_rows": n})
    before = counted_gold(project)["n_rows"]
    after = None if before is None else before - n_rows
    return {"n_rows": n_rows, "gold_before": before, "gold_after": after, "test_sets": sets}


def listed(project: Project) -> Any:
    """The pool in order, with ``is_taken`` (from gold), and how often a row was answered and answered right."""
    is_right = Q(items__links_right=True, items__labels_right=True)
    return TrainingRow.objects.filter(project=project).annotate(
        is_taken=Q(row__isnull=False),
        n_answers=Count("items", filter=Q(items__answered_at__isnull=False)),
        n_right=Count("items", filter=is_right),
    )


@transaction.atomic
def take(project: Project, rows: Collection[str], by: User) -> list[TrainingRow]:
    """Take rows of adjudicated gold into the pool; they leave gold. They are in once they are explained.

    Raises ServiceError for a row that is no adjudicated gold here, and for one whose proposal is tangled with more
    rows than `MOST_AROUND`; nothing is taken then.
    """
    left = dict.fromkeys(map(str, rows))
    made = []
    for review in _adjudications(project).filter(rows__pk__in=left).distinct():
        mine = [pk for pk in left if pk in _gold_of(review)]
        for pk, passage in _passages(review, mine).items():
            made.append(TrainingRow(project=project, review=review, row=pk, created_by_id=by.pk, **passage))
            del left[pk]
    if left:
        raise ServiceError(
            f"{counted(len(left), 'row')} of these {'is' if len(left) == 1 else 'are'} no adjudicated gold of a bitext"
            " here, or in the pool already. Nothing was taken.",
            code="no_gold",
        )
    TrainingRow.objects.bulk_create(made)
    note("training_rows_taken", project=project, kind="project", pk=project.pk, name=counted(len(made), "row"), by=by)
    return made


@transaction.atomic
def write(
    project: Project,
    *,
    languages: tuple[str, str],
    source: Sequence[str],
    target: Sequence[str],
    next_source: Sequence[str] = (),
    next_target: Sequence[str] = (),
    n_shifted: int = 0,
    labels: dict[str, Any],
    explanation: str = "",
    place: str = "",
    by: User,
) -> TrainingRow:
    """A row written by hand, each text a chip, with the row that follows. The first `n_shifted` chips of that row's
    target are shown in this one, where they do not belong.

    Raises ServiceError if there is no text to be aligned, or fewer chips to be shifted.
    """
    if not source and not target:
        raise ServiceError("Write at least one sentence.", code="empty")
    if n_shifted > len(next_target):
        raise ServiceError(
            f"The next row has {counted(len(next_target), 'chip')}; {n_shifted} can’t be shown in this one.",
            code="too_few_chips",
        )
    texts = {"source": [*source, *next_source], "target": [*target, *next_target]}

    def pieces(side: str, first: int, last: int) -> list[list[int]]:
        return [[unit, 0, len(texts[side][unit])] for unit in range(first, last)]

    n_source, n_target = len(source), len(target)
    shown = [
        {"source": pieces("source", 0, n_source), "target": pieces("target", 0, n_target + n_shifted)},
        {
            "source": pieces("source", n_source, len(texts["source"])),
            "target": pieces("target", n_target + n_shifted, len(texts["target"])),
        },
    ]
    row = TrainingRow.objects.create(
        project=project,
        source_language=languages[0],
        target_language=languages[1],
        **texts,
        proposed=[row for row in shown if row["source"] or row["target"]],
        asks=0,
        expected={
            "source": pieces("source", 0, n_source), "target": pieces("target", 0, n_target), "removed": [], **labels,
        },
        explanation=explanation.strip(),
        place=place.strip(),
        is_in=bool(explanation.strip()),
        created_by_id=by.pk,
    )  # fmt: skip
    note("training_rows_written", project=project, kind="project", pk=project.pk, name="1 row", by=by)
    return row


def change(row: TrainingRow, values: dict[str, Any]) -> TrainingRow:
    """Explain a row, or put it in or out. Raises ServiceError for one that would be in without an explanation."""
    for name, value in values.items():
        setattr(row, name, value.strip() if isinstance(value, str) else value)
    if row.is_in and not row.explanation:
        raise ServiceError(
            "Explain the answer first.",
            code="unexplained",
            errors=[{"field": "explanation", "message": "required of a row that is in"}],
        )
    row.save(update_fields=list(values))
    return row


def remove(row: TrainingRow) -> None:
    """Remove a row from the pool: what was taken from gold is gold again.

    Raises Conflict (`answered`) once somebody has had it in a round: they know its answer.
    """
    try:
        row.delete()
    except RestrictedError as error:
        raise Conflict(
            "Somebody has had this row in a round. Take it out of the round instead.", code="answered"
        ) from error


def _adjudications(project: Project) -> Any:
    gold = gold_reviews(project).filter(kind=ReviewKind.ADJUDICATION, pair__kind=PairKind.BITEXT)
    return gold.select_related("pair__project", "pair__source", "pair__target", "run").order_by("pair__title", "pk")


def _gold_of(review: Review) -> set[str]:
    accepted = ReviewRow.objects.accepted().filter(review=review).values_list("pk", flat=True)
    return {str(pk) for pk in accepted} - kept_out_of([review]).keys() - taught_in([review])


def _texts(review: Review) -> Texts:
    pair = review.pair
    return {
        side: list(document.units.order_by("position").values_list("text", flat=True))
        for side, document in (("source", pair.source), ("target", pair.target))
    }


def _said(chips: Iterable[ChipState], texts: Sequence[str]) -> list[str]:
    return [texts[chip.unit][chip.start : chip.end].strip() for chip in chips if not chip.removed]


def _passages(review: Review, wanted: Sequence[str]) -> dict[str, dict[str, Any]]:
    """By row, the fields of a training row: the row with all that its proposal is tangled with."""
    texts = _texts(review)
    states, _ = read_rows(review)
    links = [_proposed(link, texts) for link in Link.objects.filter(run=review.run_id).order_by("position")]
    compared = compare([list(states.values()), links], is_bitext=True)
    group_of: dict[str, tuple[Sequence[RowState], Sequence[RowState]]] = {}
    for gold, proposed in chain(compared.agreed, (region.rows for region in compared.regions)):
        for row in gold:
            group_of[row.id] = (gold, proposed)
    return {pk: _passage(review, states[pk], *group_of[pk], texts) for pk in wanted}


def _proposed(link: Link, texts: Texts) -> RowState:
    def chips(side: str, units: Iterable[Any]) -> tuple[ChipState, ...]:
        return tuple(
            ChipState("", *unit) if isinstance(unit, list) else ChipState("", unit, 0, len(texts[side][unit]))
            for unit in units
        )

    source, target = chips("source", link.source), chips("target", link.target)
    return RowState(f"link {link.pk}", link.position, source=source, target=target)


def _passage(
    review: Review, row: RowState, gold: Sequence[RowState], proposed: Sequence[RowState], texts: Texts
) -> dict[str, Any]:
    if max(len(gold), len(proposed)) > MOST_AROUND:
        first = " ".join(_said(row.source, texts["source"]))[:60]
        raise ServiceError(
            f"“{first}” of {review.pair.title} is tangled with {max(len(gold), len(proposed))} rows; up to"
            f" {MOST_AROUND} can be shown. Nothing was taken.",
            code="tangled",
        )
    units: dict[str, set[int]] = defaultdict(set)
    for one in (*gold, *proposed):
        for side in texts:
            units[side].update(chip.unit for chip in getattr(one, side))
    firsts = {side: min(units[side], default=0) for side in texts}
    within = {side: texts[side][firsts[side] : max(units[side], default=firsts[side] - 1) + 1] for side in texts}
    shown = [as_stored(one, firsts) for one in proposed]
    return {
        "source_language": review.pair.source.language,
        "target_language": review.pair.target.language,
        **within,
        "proposed": [{side: one[side] for side in ("source", "target")} for one in shown],
        "asks": max(range(len(proposed)), key=lambda at: _overlap(proposed[at], row)),
        "expected": as_stored(row, firsts),
    }


def _overlap(one: RowState, other: RowState) -> tuple[int, int]:
    """How much text of a row another has: of its source, which names it, then of its target."""

    def of(side: str) -> int:
        return sum(
            max(0, min(chip.end, piece.end) - max(chip.start, piece.start))
            for chip in getattr(one, side)
            for piece in getattr(other, side)
            if chip.unit == piece.unit
        )

    return of("source"), of("target")
