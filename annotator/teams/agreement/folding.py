"""Bringing the figures of agreement up to date; called by `teams.figures` in the background, under its lock.

What was not submitted again is not compared again: pairs are compared when what is submitted of them has changed, and
the figures of the project are added up from those of its pairs.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Q, Sum
from django.db.models.functions import Coalesce

from annotator.models import AgreementFigure, ComparedPair, Project, Review, ReviewState, TrainingRow
from annotator.teams.agreement.comparing import Scope, compare_reviews
from annotator.teams.agreement.measures import measure_of
from annotator.teams.agreement.tallies import Tally, talk_interval

#: Of what is compared and how. A new number has everything compared again.
DEFINITION = 8
#: Pairs that are compared in one go: a few of them fill the turn of the worker's task.
_AT_ONCE = 5


def submitted(project: Project) -> Any:
    """The reviews that are compared: those that were submitted once, whatever became of them since."""
    was_submitted = Q(state=ReviewState.SUBMITTED) | Q(first_submission__isnull=False)
    reviews = Review.objects.judgements().filter(was_submitted, pair__project=project, superseded_by=None)
    return reviews.exclude(state=ReviewState.SET_ASIDE).order_by()


def pairs_with_several(project: Project) -> Any:
    """Pairs with two submitted reviews or more, as values: `pair`, and what its comparison depends on."""
    first = Sum(Coalesce("first_submission", "revision"))
    counted = submitted(project).values("pair").annotate(n=Count("pk"), revisions=first, ids=Sum("pk"))
    return counted.annotate(last=Max(Coalesce("submitted_at", "updated_at"))).filter(n__gte=2)


def _state(one: dict[str, Any], taught: Mapping[int, int]) -> str:
    """taught : by pair, the sum of the ids of its rows that people learn from."""
    return f"{DEFINITION}:{one['n']}:{one['ids']}:{one['revisions']}:{taught.get(one['pair'], 0)}"


def _taught(project: Project) -> dict[int, int]:
    rows = TrainingRow.objects.filter(project=project, row__isnull=False, review__isnull=False).order_by()
    return dict(rows.values("review__pair").annotate(ids=Sum("pk")).values_list("review__pair", "ids"))


def compare_some(project: Project) -> bool:
    """Compare a batch of pairs whose submitted reviews have changed since the last comparison; False without any."""
    shared = {one["pair"]: one for one in pairs_with_several(project)}
    compared = ComparedPair.objects.filter(pair__project=project)
    known = dict(compared.values_list("pair", "state"))
    if gone := known.keys() - shared.keys():  # a review was removed
        AgreementFigure.objects.filter(pair__in=gone).delete()
        compared.filter(pair__in=gone).delete()
    taught = _taught(project)
    changed = sorted(pair for pair, one in shared.items() if known.get(pair) != _state(one, taught))[:_AT_ONCE]
    reviews_of: dict[int, list[Review]] = {pair: [] for pair in changed}
    for review in submitted(project).filter(pair__in=changed).select_related("pair__target"):
        reviews_of[review.pair_id].append(review)
    for pair, reviews in reviews_of.items():
        _store(project, pair, reviews, shared[pair], taught)
    return bool(changed)


def _store(
    project: Project, pair: int, reviews: Sequence[Review], one: dict[str, Any], taught: Mapping[int, int]
) -> None:
    tallies = compare_reviews(reviews) if len(reviews) > 1 else {}  # one was withdrawn meanwhile: it is compared again
    figures = [_figure(project, scope, [tally], pair=pair) for scope, tally in tallies.items()]
    with transaction.atomic():
        AgreementFigure.objects.filter(pair=pair).delete()
        AgreementFigure.objects.bulk_create(figures)
        day = one["last"].astimezone(UTC).date()
        ComparedPair.objects.update_or_create(
            pair_id=pair, defaults={"state": _state(one, taught), "submitted_on": day}
        )


def _figure(
    project: Project,
    scope: Scope,
    tallies: Sequence[Tally],
    *,
    pair: int | None = None,
    month: date | None = None,
) -> AgreementFigure:
    measure, first, second = scope
    whole = Tally.empty(tallies[0].kind)
    for tally in tallies:
        whole.add(tally)
    columns = whole.columns()
    interval = None if month or columns["value"] is None else talk_interval(tallies)
    counts = whole.to_json()
    if pair is None:  # nothing is added up from it, so it keeps what is shown
        counts = {"cells": counts["cells"]}
    if (only := whole.only_value) is not None:
        counts["only"] = only
    low, high = interval or (None, None)
    return AgreementFigure(
        project=project, pair_id=pair, month=month, measure=measure, first_id=first, second_id=second,
        n_talks=sum(tally.figure.n_units > 0 for tally in tallies), low=low, high=high, counts=counts, **columns,
    )  # fmt: skip


def basis(project: Project) -> str:
    """A short fingerprint of the data that the project's figures are computed from."""
    states = ComparedPair.objects.filter(pair__project=project).order_by("pair").values_list("pair", "state")
    return hashlib.sha256(repr(list(states)).encode()).hexdigest()


def add_up(project: Project) -> None:
    """Make the figures of the project from those of its pairs: of all time, and by the month of the last review."""
    months = {
        pair: day.replace(day=1)
        for pair, day in ComparedPair.objects.filter(pair__project=project).values_list("pair", "submitted_on")
    }
    of_pairs = AgreementFigure.objects.filter(project=project, pair__isnull=False)
    figures: list[AgreementFigure] = []
    for key in of_pairs.order_by().values_list("measure", flat=True).distinct():
        measure = measure_of(key)
        if measure is None:
            continue
        tallies: dict[tuple[Scope, date | None], list[Tally]] = defaultdict(list)
        kept = of_pairs.filter(measure=key).order_by("pair").values_list("pair", "first", "second", "counts")
        for pair, first, second, counts in kept.iterator(chunk_size=500):
            tally = Tally.from_json(measure.kind, counts)
            for month in (None, months[pair]):
                tallies[(key, first, second), month].append(tally)
        figures += [_figure(project, scope, of, month=month) for (scope, month), of in tallies.items()]
    with transaction.atomic():
        AgreementFigure.objects.filter(project=project, pair=None).delete()
        AgreementFigure.objects.bulk_create(figures, batch_size=1000)


def tallies_of_people(project: Project) -> dict[int, dict[str, dict[int, Tally]]]:
    """By person, by measure and by pair, how they and those who reviewed the same pair judged it, one other person at a
    time: `links` over pieces of the target, `good_align`, `good_mt`."""
    measures = {"meanings": "links", "good_align": "good_align", "good_mt": "good_mt"}
    people: dict[int, dict[str, dict[int, Tally]]] = defaultdict(lambda: {name: {} for name in measures.values()})
    of_two = AgreementFigure.objects.filter(project=project, pair__isnull=False, first__isnull=False)
    kept = of_two.filter(measure__in=measures)
    columns = kept.order_by("pk").values_list("pair", "measure", "first", "second", "counts")
    for pair, key, first, second, counts in columns.iterator(chunk_size=500):
        measure = measure_of(key)
        assert measure is not None
        tally = Tally.from_json(measure.kind, counts)
        for person in (first, second):
            people[person][measures[key]].setdefault(pair, Tally.empty(measure.kind)).add(tally)
    return people


def of_each_person(project: Project) -> list[dict[str, Any]]:
    """How far each person agrees with those who reviewed the same pairs.

    ``{"annotator": id, "n_talks", "links", "good_align", "good_mt"}``: Krippendorff's alpha of each, as the page of
    agreement has it; None where it is undefined.
    """
    figures = []
    for person, of in sorted(tallies_of_people(project).items()):
        values: dict[str, Any] = {}
        for name, tallies in of.items():
            several = list(tallies.values())
            whole = Tally.empty(several[0].kind) if several else None
            for tally in several:
                whole.add(tally)  # type: ignore[union-attr]
            values[name] = whole.columns()["value"] if whole is not None else None
        n_talks = len({pair for tallies in of.values() for pair in tallies})
        figures.append({"annotator": person, "n_talks": n_talks, **values})
    return figures
