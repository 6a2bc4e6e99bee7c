"""What a release holds of rating tasks that have closed: figures, and single ratings where raters have agreed to it.

Raters are never named. Counts and means are what the consent that Lectern brings says of publishing; it also says that
only admins and adjudicators see single answers, so that whoever agreed to it has not agreed to more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.crypto import salted_hmac

from annotator.authors.exporting import version_of
from annotator.authors.rating_tasks.results import Reading, means_of_sets, read_task, reasons_of, results_of
from annotator.authors.wording import is_built_in
from annotator.models import Project, Rater, RatingTask, Wording, WordingKind
from annotator.people.activity.noting import counted
from annotator.platform.errors import ServiceError

_QUESTION = ("name", "meaning", "scale", "words")
BY_HAND = "by hand"
#: Ratings of which a mean says nobody's answer.
_FEWEST = 2


def check_frozen(project: Project, tasks: Sequence[int], single: bool) -> None:
    """Raises ServiceError for a task that is not of the project, that is open, or that nobody has rated; and where
    single ratings are asked for of raters who have not agreed to it."""
    by_pk = RatingTask.objects.filter(project=project).in_bulk(list(tasks))
    for pk in tasks:
        task = by_pk.get(pk)
        if task is None:
            raise ServiceError(f"The project has no rating task {pk}.", field="rating_tasks")
        if task.is_open:
            message = f"“{task.name}” is still open. Close it first: its results could still move."
            raise ServiceError(message, field="rating_tasks")
        raters = _raters(task)
        if not raters:
            raise ServiceError(f"Nobody has rated anything in “{task.name}”.", field="rating_tasks")
        if len(raters) < _FEWEST and not _covers_single(raters[0].consent):
            message = (
                f"Only one person has rated “{task.name}”, who agreed to a text by which only admins and adjudicators "
                "see single answers. Its figures would be just those."
            )
            raise ServiceError(message, field="rating_tasks")
        if single and (n := sum(not _covers_single(rater.consent) for rater in raters)):
            message = (
                f"In “{task.name}”, {counted(n, 'rater')} agreed to a text by which only admins and adjudicators see "
                "single answers. Freeze its figures alone."
            )
            raise ServiceError(message, field="single_ratings")


def _raters(task: RatingTask) -> list[Rater]:
    """Who has rated and has not withdrawn it."""
    rated = task.raters.filter(declined_at=None, samples__rated_at__isnull=False, samples__trouble="")
    return list(rated.select_related("consent").order_by("pk").distinct())


def _covers_single(consent: Wording | None) -> bool:
    """Whether people wrote the text themselves. What it says, who freezes a release has read."""
    if consent is None or is_built_in(consent):
        return False
    same = Wording.objects.filter(project=consent.project_id, kind=WordingKind.CONSENT, text=consent.text)
    return same.exclude(created_by=None).exists()


def frozen(project: Project, tasks: Sequence[int], single: bool) -> list[dict[str, Any]]:
    """What the manifest says of each task, in the order of their names."""
    in_order = RatingTask.objects.filter(project=project, pk__in=tasks).order_by("name", "pk")
    return [_frozen(task, number, single) for number, task in enumerate(in_order, start=1)]


def _frozen(task: RatingTask, number: int, single: bool) -> dict[str, Any]:
    reading, results = read_task(task), results_of(task)
    rated = {row.rater_id for row in reading.rows}
    raters = [rater for rater in reading.raters if rater.pk in rated]
    why: Counter[str] = Counter(
        reason for rater in raters if not reading.is_counted[rater.pk] for reason in _why(reading, rater)
    )
    sets = task.samples.order_by("position").values_list("group", "pair", "document")
    systems, means = means_of_sets(task, reading, fewest=1 if single else _FEWEST)
    frozen_task: dict[str, Any] = {
        "name": task.name,
        "folder": f"ratings-{number}",
        "instructions": task.instructions,
        "language": task.language,
        "medium": task.medium,
        "closed_on": task.closes_at.date().isoformat(),
        "questions": [{name: question.get(name) for name in _QUESTION} for question in task.questions],
        "rules": task.rules,
        "per_set": task.per_set,
        "sets_per_rater": task.sets_per_rater,
        "n_raters": len(raters),
        "n_counted": sum(reading.is_counted[rater.pk] for rater in raters),
        "not_counted": dict(sorted(why.items())),
        "n_ratings": results["n_ratings"],
        "n_sets": len({group for group, _, _ in sets}),
        "n_sets_erased": 0,
        "results": {"questions": results["questions"]},
        "systems": systems,
        "sets": [
            {"name": group, "pair": pair, "document": document}
            for group, (pair, document) in {group: (pair, document) for group, pair, document in sets}.items()
        ],
        "means": means,
    }
    if single:
        names = {rater.pk: _pseudonym(rater) for rater in raters}
        screened = {one["number"]: one for one in results["raters"]}
        frozen_task["raters"] = sorted(
            (_rater(names[rater.pk], screened[rater.number], _why(reading, rater)) for rater in raters),
            key=lambda one: str(one["rater"]),
        )
        frozen_task["single"] = _single(task, reading, names)
    return frozen_task


def _why(reading: Reading, rater: Rater) -> list[str]:
    """By which rules somebody is not counted. What an admin wrote about a person is nobody else's."""
    return [BY_HAND] if rater.counted is not None else reasons_of(reading.screened, rater.pk)


def _rater(name: str, screened: dict[str, Any], why: list[str]) -> dict[str, Any]:
    kept = ("n_rated", "n_traps", "n_traps_missed", "r", "unheard", "is_counted", "headphones")
    return {"rater": name, **{key: screened[key] for key in kept}, "reasons": why}


def _single(task: RatingTask, reading: Reading, names: dict[int, str]) -> list[list[Any]]:
    """In the columns of `releases.forms.ratings.SINGLE`, by pseudonym, in the order in which each rated."""
    rows = sorted(reading.rows, key=lambda row: (names[row.rater_id], row.position))
    return [
        [
            row.sample.group, row.sample.system, question["name"], names[row.rater_id], row.values[at], row.seconds,
            row.n_plays, row.is_heard, row.sample.is_trap, reading.is_counted[row.rater_id],
            ", ".join(_why(reading, row.rater)), version_of(row.rater.consent),
        ]
        for row in rows
        for at, question in enumerate(task.questions)
    ]  # fmt: skip


def _pseudonym(rater: Rater) -> str:
    """Made with the site's key: it is no place in the list of who was invited."""
    return salted_hmac("lectern.rater", f"task:{rater.task_id}:{rater.pk}").hexdigest()[:10]
