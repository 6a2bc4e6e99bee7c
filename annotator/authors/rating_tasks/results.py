"""What raters have said: figures for each question and system, and records for files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

import numpy as np
from django.db.models import F
from django.utils import timezone

from alignment.agreement.ratings import Ratings, interval_over
from alignment.metrics.intervals import FEWEST
from alignment.opinions import scores, screening
from alignment.opinions.reliability import icc_2k
from annotator.authors.exporting import version_of
from annotator.authors.rating_tasks.questions import limits_of
from annotator.models import Project, Rater, RaterSample, RatingTask

FORMS = ("long", "wide")
REASONS = [str(reason) for reason in screening.Reason]


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was rated, and what is known of its raters. is_counted : by rater."""

    rows: list[RaterSample]
    raters: list[Rater]
    screened: dict[int, screening.Rater]
    is_counted: dict[int, bool]


def read_task(task: RatingTask) -> Reading:
    rows = list(
        RaterSample.objects.filter(rater__task=task, rater__declined_at=None, rated_at__isnull=False, trouble="")
        .select_related("sample", "rater__consent")
        .order_by("rater__number", "position")
    )
    judged: dict[int, list[screening.Judged]] = defaultdict(list)
    for row in rows:
        judged[row.rater_id].append(
            screening.Judged(row.sample_id, row.values, row.seconds, heard=row.is_heard, right=_is_right(row))
        )
    screened = screening.screen(judged, screening.Rules(**task.rules))
    raters = list(task.raters.filter(begun_at__isnull=False, declined_at=None).order_by("number"))
    is_counted = {
        rater.pk: rater.counted if rater.counted is not None else not reasons_of(screened, rater.pk) for rater in raters
    }
    return Reading(rows, raters, screened, is_counted)


def reasons_of(screened: dict[int, screening.Rater], pk: int) -> list[str]:
    return [str(reason) for reason in screened[pk].reasons] if pk in screened else []


def _is_right(row: RaterSample) -> bool | None:
    low, high = row.sample.trap_low, row.sample.trap_high
    return None if low is None or high is None else all(low <= value <= high for value in row.values)


def results_of(task: RatingTask) -> dict[str, Any]:
    """The figures of a task: of the raters that count, and beside them those of all."""
    read = read_task(task)
    counted = [row for row in read.rows if read.is_counted[row.rater_id]]
    return {
        "questions": [
            {"name": question["name"], **_question(task, at, counted), "all": _question(task, at, read.rows)}
            for at, question in enumerate(task.questions)
        ],
        "raters": [_rater(read, rater) for rater in read.raters],
        "n_ratings": len(counted),
        "n_counted": sum(read.is_counted.values()),
        "few": FEWEST,
    }


def _question(task: RatingTask, at: int, rows: list[RaterSample]) -> dict[str, Any]:
    rows = [row for row in rows if not row.sample.is_trap]
    systems = sorted({row.sample.system for row in rows})
    groups = {group: number for number, group in enumerate(sorted({row.sample.group for row in rows}))}
    places = {system: number for number, system in enumerate(systems)}
    table = scores.Table.of(
        [(row.rater_id, groups[row.sample.group], places[row.sample.system], float(row.values[at])) for row in rows]
    )
    limits = limits_of(task.questions[at])
    pairs = combinations(range(len(systems)), 2)
    units: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        units[groups[row.sample.group]][row.sample_id].append(float(row.values[at]))
    sets = [Ratings.of(samples.values()) for samples in units.values()]
    alpha_low, alpha_high = interval_over(sets, _squared) or (None, None)
    samples = np.array([row.sample_id for row in rows], dtype=np.int64)
    return {
        "systems": [
            {"system": system, **_mean(scores.mean_opinion(table.where(table.systems == place), limits=limits)),
             "counts": _counts(table.values[table.systems == place])}
            for system, place in places.items()
        ],
        "differences": [
            {"first": systems[a], "second": systems[b], **_difference(scores.difference(table, a, b))}
            for a, b in pairs
        ],
        "alpha": Ratings.of(chain.from_iterable(samples.values() for samples in units.values())).alpha(_squared),
        "alpha_low": alpha_low,
        "alpha_high": alpha_high,
        "icc": icc_2k(samples, table.raters, table.values),
    }  # fmt: skip


def _squared(a: float, b: float) -> float:
    """The interval metric."""
    return (a - b) ** 2


def _mean(mean: scores.Mean | None) -> dict[str, Any]:
    if mean is None:
        return {"value": None, "low": None, "high": None, "n": 0}
    low, high = mean.interval or (None, None)
    return {"value": mean.value, "low": low, "high": high, "n": mean.n_ratings}


def _difference(apart: scores.Difference | None) -> dict[str, Any]:
    if apart is None:
        return {**_mean(None), "is_clear": False, "n_more": None}
    return {**_mean(apart.mean), "is_clear": apart.is_clear, "n_more": apart.n_more}


def _counts(values: scores.Floats) -> list[dict[str, Any]]:
    found, n = np.unique(values, return_counts=True)
    return [{"value": float(value), "n": int(many)} for value, many in zip(found, n, strict=True)]


def _rater(read: Reading, rater: Rater) -> dict[str, Any]:
    known = read.screened.get(rater.pk)
    return {
        "number": rater.number,
        "n_rated": known.n_samples if known else 0,
        "n_traps": known.n_traps if known else 0,
        "n_traps_missed": known.n_traps_missed if known else 0,
        "r": known.r if known else None,
        "seconds": known.seconds if known else None,
        "unheard": known.unheard if known else 0.0,
        "reasons": reasons_of(read.screened, rater.pk),
        "is_counted": read.is_counted[rater.pk],
        "by_hand": rater.counted is not None,
        "reason_by_hand": rater.counted_reason,
        "headphones": rater.headphones,
        "finished_at": rater.finished_at,
    }


#: Tasks of a project that `means_of_generated` reads, the newest.
_MOST_TASKS = 20


def means_of_generated(project: Project) -> dict[str, list[dict[str, Any]]]:
    """What raters who count gave to generated texts, from 1 to 5 over all questions: the mean of each text, and of each
    run. Of tasks that have closed, and of texts that still say what was rated."""
    closed = RatingTask.objects.filter(project=project, closes_at__lte=timezone.now(), samples__generated__isnull=False)
    texts: dict[int, list[float]] = defaultdict(list)
    runs: dict[int, list[float]] = defaultdict(list)
    for task in closed.order_by("-pk").distinct()[:_MOST_TASKS]:
        places = [at for at, question in enumerate(task.questions) if question["scale"] != "yesno"]
        samples = task.samples.filter(generated__isnull=False, text=F("generated__text"))
        of_text = {pk: (text, run) for pk, text, run in samples.values_list("pk", "generated", "generated__run")}
        read = read_task(task)
        for row in read.rows:
            if places and row.sample_id in of_text and read.is_counted[row.rater_id]:
                value = sum(row.values[at] for at in places) / len(places)
                text, run = of_text[row.sample_id]
                texts[text].append(value)
                runs[run].append(value)
    return {"texts": _means("text", texts), "runs": _means("run", runs)}


def _means(name: str, values: dict[int, list[float]]) -> list[dict[str, Any]]:
    return [{name: pk, "value": sum(of) / len(of), "n": len(of)} for pk, of in sorted(values.items())]


def records(task: RatingTask, form: str) -> Iterator[dict[str, Any]]:
    """``long``: one for each rating of one question. ``wide``: one for each set and question, a column a system, with
    the mean of what counts. Raters are numbers; nothing else is known of them."""
    read = read_task(task)
    yield from _long(task, read) if form == "long" else _wide(task, read)


def _long(task: RatingTask, read: Reading) -> Iterator[dict[str, Any]]:
    for row in read.rows:
        for at, question in enumerate(task.questions):
            yield {
                "task": task.name,
                "set": row.sample.group,
                "system": row.sample.system,
                "rater": row.rater.number,
                "question": question["name"],
                "value": row.values[at],
                "seconds": row.seconds,
                "plays": row.n_plays,
                "heard": row.is_heard,
                "trap": row.sample.is_trap,
                "counted": read.is_counted[row.rater_id],
                "reason": row.rater.counted_reason or ", ".join(reasons_of(read.screened, row.rater_id)),
                "consent": version_of(row.rater.consent),
            }


def _wide(task: RatingTask, read: Reading) -> Iterator[dict[str, Any]]:
    systems, rows = means_of_sets(task, read)
    for group, question, *means in rows:
        yield {"set": group, "question": question, **dict(zip(systems, means, strict=True))}


def means_of_sets(task: RatingTask, read: Reading, fewest: int = 1) -> tuple[list[str], list[list[Any]]]:
    """The systems, and for each set and question a row: both names, and the mean of what counts for each system; None
    where fewer than `fewest` ratings count."""
    systems = list(task.samples.exclude(system="").order_by("system").values_list("system", flat=True).distinct())
    values: dict[tuple[str, int, str], list[float]] = defaultdict(list)
    for row in read.rows:
        if read.is_counted[row.rater_id] and not row.sample.is_trap:
            for at in range(len(task.questions)):
                values[row.sample.group, at, row.sample.system].append(row.values[at])
    groups = list(dict.fromkeys(task.samples.order_by("position").values_list("group", flat=True)))
    rows: list[list[Any]] = []
    for group in groups:
        for at, question in enumerate(task.questions):
            of_systems = (values.get((group, at, system), []) for system in systems)
            means = (round(sum(of) / len(of), 4) if len(of) >= fewest else None for of in of_systems)
            rows.append([group, question["name"], *means])
    return systems, rows
