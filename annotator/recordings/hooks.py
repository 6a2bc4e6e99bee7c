"""What recordings add to the domains below, and which files go with rows that go."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from annotator.corpus.document_removal import keeps_documents
from annotator.models import ClipExport, Document, Membership, Recognition
from annotator.recordings import clips
from annotator.recordings.passes import release_all
from annotator.recordings.recognitions import delete_upload


@receiver(pre_delete, sender=Recognition)
def _delete_upload(instance: Recognition, **_: Any) -> None:
    delete_upload(instance)


@receiver(pre_delete, sender=ClipExport)
def _delete_clips(instance: ClipExport, **_: Any) -> None:
    clips.delete_files(instance)


@receiver(pre_delete, sender=Membership)
def _give_claims_back(instance: Membership, **_: Any) -> None:
    """Of somebody who leaves a project: others need not wait until the claims end."""
    release_all(instance.project_id, instance.user_id)


@keeps_documents
def _has_recognitions(document: Document) -> bool:
    """A newer text stands beside a transcript that people have worked on, and does not take its place."""
    return Recognition.objects.filter(document=document).exists()
