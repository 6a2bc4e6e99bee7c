"""Predictions that people upload: checked against the talks of a corpus, and stored under a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from alignment.slides.predictions import read_marks_of_files, read_scores
from alignment.types import AlignmentError
from annotator.models import Project, SlidesPredictions, SlidesTask, TestSet
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict, ServiceError, TooLarge
from annotator.releases.curation.choosing import Curation
from annotator.releases.curation.counting import require_current
from annotator.summaries.slides.corpora import corpus_named, read_talks

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of one request: files, and bytes in all of them.
MOST_FILES = 500
MOST_BYTES = 8 * 2**20


def read_predictions(
    project: Project, basis: str, test_set: TestSet | None, *, task: str, files: Sequence[tuple[str, bytes]]
) -> dict[str, Any]:
    """What the files predict for all talks of a corpus, as it is stored.

    Raises ServiceError where they do not fit these talks, naming the talk and the clip or sentence; TooLarge; Conflict
    while the rows of a test set are being counted.
    """
    if len(files) > MOST_FILES:
        raise TooLarge(f"There are {len(files):,} files; {MOST_FILES:,} are allowed at a time.")
    if sum(len(data) for _, data in files) > MOST_BYTES:
        raise TooLarge(f"The files are too large; expected {MOST_BYTES // 2**20} MB at most, together.")
    corpus_named(project, basis, test_set)
    if test_set is not None and not Curation.of(test_set).is_plain:
        require_current(test_set)
    videos = [talk.video for talk in read_talks(project, basis, test_set)[0]]
    try:
        if task == SlidesTask.SEGMENTATION:
            return {name: list(marks) for name, marks in read_marks_of_files(files, videos).items()}
        if len(files) > 1:
            raise AlignmentError(f"{len(files)} files of scores; expected one, JSON with all talks")
        ((name, data),) = files
        scores = read_scores(data, videos, name)
        return {video.id: {clip.name: scores[video.id][clip.name] for clip in video.samples} for video in videos}
    except AlignmentError as error:
        message = str(error)[:500]
        raise ServiceError(
            f"{message}. Nothing was stored.", code="unreadable", errors=[{"field": "files", "message": message}]
        ) from error


@transaction.atomic
def import_predictions(
    *, project: Project, name: str, task: str, predicted: dict[str, Any], user: User | None
) -> SlidesPredictions:
    """Store what was read under a name. Raises Conflict if the name is taken."""
    name = " ".join(name.split())
    if not name:
        raise ServiceError("The predictions need a name.", errors=[{"field": "name", "message": "Enter a name."}])
    try:
        with transaction.atomic():
            made: SlidesPredictions = SlidesPredictions.objects.create(
                project=project, name=name, task=task, predicted=predicted, created_by=user
            )
    except IntegrityError as error:
        message = f"{name} is the name of other predictions. Choose another name."
        raise Conflict(message, code="name_taken", errors=[{"field": "name", "message": message}]) from error
    detail = counted(len(predicted), "talk")
    note(
        "predictions_imported",
        project=project,
        kind="slides_predictions",
        pk=made.pk,
        name=name,
        detail=detail,
        by=user,
    )
    return made


@transaction.atomic
def remove_predictions(predictions: SlidesPredictions) -> None:
    """Delete predictions. Tables keep their row until they are computed again."""
    note(
        "predictions_removed", project=predictions.project, kind="slides_predictions", pk=predictions.pk,
        name=predictions.name,
    )  # fmt: skip
    predictions.delete()
