"""What people do with training sets: ask for one, delete one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max

from annotator.models import Project, TrainingBasis, TrainingSet
from annotator.people.activity import note
from annotator.platform.errors import ServiceError
from annotator.platform.files import delete_later
from annotator.platform.work import enqueue
from annotator.releases.files import remove_attempts
from annotator.summaries.training.collecting import papers_of
from annotator.summaries.training.making import place_of
from annotator.summaries.training_forms.registry import FORMS

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of a project. Each holds all its papers.
MOST_SETS = 100


@transaction.atomic
def request_training_set(
    *,
    project: Project,
    name: str,
    user: User | None,
    description: str = "",
    licence: str = "",
    basis: str = TrainingBasis.GOLD_OR_RUN,
    train_share: int = 80,
    dev_share: int = 10,
    seed: int = 1,
    uses_corpus_split: bool = False,
) -> TrainingSet:
    """Have a worker freeze the papers of a project under the next number.

    Raises ServiceError for shares beyond 100 %, and where no paper of the project has a talk.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two people who ask at once get two numbers
    if not (1 <= train_share <= 100 and 0 <= dev_share <= 100 - train_share):
        message = f"{train_share} % for training and {dev_share} % for dev: expected 1 or more, and 100 at most in all."
        raise ServiceError(message, errors=[{"field": "dev_share", "message": message}])
    if not papers_of(project).exists():
        raise ServiceError("This project has no paper with a talk, so there is nothing to learn from.", code="no_talks")
    if TrainingSet.objects.filter(project=project).count() >= MOST_SETS:
        raise ServiceError(f"This project has {MOST_SETS} training sets. Delete some that nobody needs.")
    last = TrainingSet.objects.filter(project=project).aggregate(last=Max("number"))["last"] or 0
    made: TrainingSet = TrainingSet.objects.create(
        project=project, number=last + 1, name=name, description=description, licence=licence, basis=basis,
        train_share=train_share, dev_share=dev_share, seed=seed, uses_corpus_split=uses_corpus_split, created_by=user,
    )  # fmt: skip
    enqueue(made)
    _note("training_set_requested", made, user)
    return made


@transaction.atomic
def delete_training_set(training_set: TrainingSet, *, user: User | None) -> None:
    """Delete a set with its files and the models trained on it; a worker that makes it stores nothing."""
    names = [str(file.file.name) for file in training_set.files.all()]
    pk, attempts = training_set.pk, training_set.attempts
    _note("training_set_removed", training_set, user)
    training_set.delete()
    delete_later(names)
    transaction.on_commit(partial(remove_attempts, FORMS, partial(place_of, pk), attempts))


def _note(verb: str, training_set: TrainingSet, user: User | None) -> None:
    project = training_set.project
    note(verb, project=project, kind="training_set", pk=training_set.pk, name=str(training_set), by=user)
