"""Take a project away, with all that every domain has in it and its files."""

from __future__ import annotations

from itertools import chain
from typing import Any

import structlog
from django.apps import apps
from django.db import models, transaction

from annotator.corpus.models.imports import parsed_name
from annotator.models import AlignmentRun, ImportFile, Invitation, Pair, Project, Release, Review
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict
from annotator.platform.files import delete_later

log = structlog.get_logger()


@transaction.atomic
def remove_project(project: Project, *, by: str = "") -> None:
    """Delete everything in a project, from the leaves, and its files once that is committed.

    by : who did it, for the server's log, which is all that remains.
    Raises Conflict where it has releases: those stay, as others have cited them.
    """
    releases = Release.objects.filter(test_set__project=project)
    if n_made := releases.made().count():
        raise Conflict(
            f"{project.name} has {n_made} frozen release{'s' * (n_made > 1)}. Projects with releases can't be deleted.",
            code="has_releases",
        )
    files = _files_of(project)
    releases.delete()
    slug, n_reviews = project.slug, Review.objects.filter(pair__project=project).count()
    Invitation.objects.filter(run__pair__project=project).delete()
    Review.objects.filter(pair__project=project).delete()
    AlignmentRun.objects.filter(pair__project=project).delete()
    Pair.objects.filter(project=project).delete()
    note("project_removed", kind="project", pk=project.pk, name=project.name, detail=counted(n_reviews, "review"))
    project.delete()
    delete_later(files)
    transaction.on_commit(lambda: log.warning("project was removed", project=slug, reviews=n_reviews, by=by))


def _files_of(project: Project) -> set[str]:
    """The files of all rows that go with a project, and what the sandbox made of those that are staged."""
    staged = ImportFile.objects.filter(batch__project=project).values_list("file", flat=True)
    names = {parsed_name(name) for name in staged}
    for model in apps.get_app_config("annotator").get_models():
        columns = [field.name for field in model._meta.fields if isinstance(field, models.FileField)]
        if columns and (path := _path_to_project(model)):
            names.update(chain.from_iterable(model._default_manager.filter(**{path: project}).values_list(*columns)))
    return names


def _path_to_project(model: type[models.Model]) -> str:
    """The shortest way from a row to the project that it is part of, as a lookup; empty where there is none."""
    paths: dict[Any, str] = {model: ""}
    reached = [model]
    for part in reached:
        for field in part._meta.fields:
            if isinstance(field, models.ForeignKey) and not field.null and field.related_model not in paths:
                paths[field.related_model] = f"{paths[part]}{field.name}__"
                reached.append(field.related_model)
    return paths.get(Project, "").removesuffix("__")
