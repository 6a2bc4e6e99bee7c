"""Drawing the samples of a task from what its project has: some sets, of which every chosen system has a text."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from annotator.authors.rating_tasks.pictures import copy_slides
from annotator.authors.rating_tasks.sources import KINDS, Found, Offered, sources_of
from annotator.authors.rating_tasks.tasks import MOST_SAMPLES, set_samples
from annotator.authors.wording import language_known
from annotator.models import Medium, RatingTask
from annotator.platform.errors import Conflict, ServiceError

#: Sets of one task that are drawn.
MOST_SETS = 500


@dataclass(frozen=True, slots=True)
class Drawn:
    """n_left : sets of which a system had nothing."""

    n_sets: int
    n_left: int


def draw(
    task: RatingTask, *, source: str, systems: Collection[str], n_sets: int, traps: bool, texts: Collection[int] = ()
) -> Drawn:
    """Replace the samples of a task by some of a source, each set with one of every system.

    traps : one in each set, whose text says what to choose. texts : ids of generated texts that are asked about, and
    no others. Raises ServiceError for what is not in the project, or where nothing is left; Conflict once somebody
    has begun.
    """
    if task.medium != Medium.TEXT:
        raise Conflict("Texts are drawn for a task about texts.", code="other_medium")
    drawn_from = next((each for each in sources_of(task.project) if each.key == source), None)
    if drawn_from is None:
        raise ServiceError("The project has no such source any more. Choose again.", field="source")
    by_key = {each.key: each for each in drawn_from.systems}
    if strange := sorted(set(systems) - by_key.keys()):
        raise ServiceError(f"{drawn_from.name} has no system {strange[0]}.", field="systems")
    chosen = [each for each in drawn_from.systems if each.key in set(systems)]
    if n_sets * (len(chosen) + traps) > MOST_SAMPLES:
        raise ServiceError(
            f"That is {n_sets * (len(chosen) + traps):,} samples; a task has {MOST_SAMPLES:,} at most.", field="n_sets"
        )
    rng = random.Random(f"{task.seed}:sets")
    kind = KINDS[drawn_from.kind]
    found_sets, n_left = kind.find(task.project, source, chosen, n_sets, rng)
    if texts:
        asked_about = set(texts)
        found_sets = [each for each in found_sets if not asked_about.isdisjoint(each.generated.values())]
    if not found_sets:
        raise ServiceError("Of no set do all of these systems have a text.", field="systems")
    taken = spread(found_sets, n_sets, rng)
    kind.complete(taken, source, chosen)
    with transaction.atomic():
        set_samples(task, _samples(task, taken, chosen, rng if traps else None))
        slides = {_name(at, each): (each.picture, each.alt) for at, each in enumerate(taken, start=1) if each.picture}
        copy_slides(task, slides)
    return Drawn(len(taken), n_left)


def spread(found_sets: Sequence[Found], n: int, rng: random.Random) -> list[Found]:
    """So many at most, from each talk as many as from another as far as there are."""
    by_talk: dict[Any, list[Found]] = defaultdict(list)
    for each in found_sets:
        by_talk[each.talk].append(each)
    queues = [rng.sample(of_talk, len(of_talk)) for of_talk in by_talk.values()]
    rng.shuffle(queues)
    rounds = max(map(len, queues), default=0)
    in_turn = [queue[at] for at in range(rounds) for queue in queues if at < len(queue)]
    return in_turn[:n]


def _samples(
    task: RatingTask, taken: Sequence[Found], chosen: Sequence[Offered], rng: random.Random | None
) -> list[dict[str, Any]]:
    names = _names(chosen)
    samples: list[dict[str, Any]] = []
    for at, each in enumerate(taken, start=1):
        of_set = {
            "group": _name(at, each), "reference": each.reference, "pair": each.pair,
            "document": each.document,
        }  # fmt: skip
        samples += [
            {
                **of_set, "system": names[system.key], "text": each.texts[system.key], "trap": None,
                "made_by": each.made_by.get(system.key, system.made_by), "generated": each.generated.get(system.key),
            }
            for system in chosen
        ]  # fmt: skip
        if rng is not None:
            text, value = trap_of(task, rng)
            samples.append({**of_set, "system": "", "text": text, "trap": (value, value)})
    return samples


def _name(at: int, found_set: Found) -> str:
    return f"{at}: {found_set.group}"[:200]


def _names(chosen: Sequence[Offered]) -> dict[str, str]:
    """By key; names that two have, or that are too long to differ, are numbered."""
    names: dict[str, str] = {}
    for each in chosen:
        name, n = each.name[:100], 1
        while name in names.values():
            n += 1
            name = f"{each.name[:90]} ({n})"
        names[each.key] = name
    return names


def trap_of(task: RatingTask, rng: random.Random) -> tuple[str, float]:
    """A text that says what to choose, in the language of the task, and that value: of all questions the same."""
    scales = {question["scale"] == "yesno" for question in task.questions}
    values = (0, 1) if scales == {True} else (1, 2, 3, 4, 5) if scales == {False} else (1,)
    value = rng.choice(values)
    with override(language_known(task.language)):
        if scales == {True}:
            text = _("This one checks that you read. Please answer yes.") if value else _(
                "This one checks that you read. Please answer no."
            )  # fmt: skip
        elif scales == {False}:
            text = _("This one checks that you read. Please choose %(n)d for each question.") % {"n": value}
        else:
            text = _("This one checks that you read. Please choose 1, or yes, for each question.")
    return text, float(value)
