"""What decks do when the texts below them announce something, and when pictures go with what they belong to."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from annotator.corpus.document_removal import keeps_documents
from annotator.corpus.signals import document_stored, timeline_imported
from annotator.decks import pictures, searches
from annotator.decks.pictures import can_be_drawn, request_copies, request_pictures
from annotator.decks.timelines import keep_imported
from annotator.models import DeckPictures, Document, PageSearch, Pair, SlidePage


@receiver(timeline_imported)
def _keep_imported(pair: Pair, timeline: Any, name: str, user: Any, **_: Any) -> None:
    keep_imported(pair, timeline, name, user)


@receiver(document_stored)
def _have_pages_drawn(document: Document, **_: Any) -> None:
    if can_be_drawn(document):
        request_pictures(document=document, user=document.imported_by)
    else:
        request_copies(document)


@receiver(pre_delete, sender=DeckPictures)
def _delete_files(instance: DeckPictures, **_: Any) -> None:
    pictures.delete_files(instance)


@keeps_documents
def _has_slide_text(document: Document) -> bool:
    """A newer deck stands beside one whose text people have worked on, and does not take its place."""
    return SlidePage.objects.filter(slide_text__document=document, changed_by__isnull=False).exists()


@receiver(pre_delete, sender=PageSearch)
def _delete_files_of_search(instance: PageSearch, **_: Any) -> None:
    searches.delete_files(instance)
