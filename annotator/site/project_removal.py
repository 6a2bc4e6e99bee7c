"""Take a project away, with all that every domain has in it and its files."""

from __future__ import annotations

import structlog
from django.db import transaction

from annotator.aligning import learned
from annotator.corpus.models.imports import parsed_name
from annotator.models import AlignmentRun, ImportFile, Invitation, Pair, Project, Release, Review
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict
from annotator.platform.files import delete_later, files_of

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
            f"{project.name} has {n_made} frozen release{'s' * (n_made > 1)}, which others may have cited. A site "
            "admin can delete them, each with a reason; then the project can be deleted.",
            code="has_releases",
        )
    staged = ImportFile.objects.filter(batch__project=project).values_list("file", flat=True)
    files = files_of(project) | {parsed_name(name) for name in staged}
    releases.delete()
    pk, slug, n_reviews = project.pk, project.slug, Review.objects.filter(pair__project=project).count()
    Invitation.objects.filter(run__pair__project=project).delete()
    Review.objects.filter(pair__project=project).delete()
    AlignmentRun.objects.filter(pair__project=project).delete()
    Pair.objects.filter(project=project).delete()
    note("project_removed", kind="project", pk=project.pk, name=project.name, detail=counted(n_reviews, "review"))
    project.delete()
    delete_later(files)
    transaction.on_commit(lambda: learned.forget(pk), robust=True)
    transaction.on_commit(lambda: log.warning("project was removed", project=slug, reviews=n_reviews, by=by))
