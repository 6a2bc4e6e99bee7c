"""Take a project away, with all that is in it."""

from __future__ import annotations

from django.db import transaction

from annotator.models import (
    AlignmentRun,
    Document,
    ImportFile,
    Invitation,
    Pair,
    Project,
    Review,
)


@transaction.atomic
def remove_project(project: Project) -> None:
    """Delete everything in a project, from the leaves, and its files once that is committed."""
    files = [document.source_file for document in Document.objects.filter(project=project) if document.source_file]
    files += [item.file for item in ImportFile.objects.filter(batch__project=project) if item.file]
    Invitation.objects.filter(run__pair__project=project).delete()
    Review.objects.filter(pair__project=project).delete()
    AlignmentRun.objects.filter(pair__project=project).delete()
    Pair.objects.filter(project=project).delete()
    project.delete()

    def delete_files() -> None:
        for file in files:
            file.storage.delete(str(file.name))

    transaction.on_commit(delete_files)
