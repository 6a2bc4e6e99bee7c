"""Take a document or a pair away, with the files that nothing else needs."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from annotator.models import Document, DocumentEmbeddings, Pair
from annotator.people.activity import note
from annotator.platform.files import delete_later


@transaction.atomic
def remove_document(document: Document) -> None:
    """Delete a document that no pair uses, with its recording and embeddings, and the file it was read from unless
    another document came from it too. Raises ProtectedError while a pair uses it."""
    files = files_of(Document.objects.filter(pk=document.pk))
    _note("document_removed", "document", document)
    document.delete()
    delete_later(files - set(Document.objects.filter(source_file__in=files).values_list("source_file", flat=True)))


@transaction.atomic
def remove_pair(pair: Pair) -> None:
    """Delete a pair with its runs. Raises ProtectedError while it has reviews."""
    _note("pair_removed", "pair", pair)
    pair.delete()


def _note(verb: str, kind: str, removed: Document | Pair) -> None:
    note(verb, project=removed.project, kind=kind, pk=removed.pk, name=removed.title)


def files_of(documents: Iterable[Document]) -> set[str]:
    """Their own files: what they were read from, recordings and embeddings."""
    names = {str(file.name) for document in documents for file in (document.source_file, document.media_file) if file}
    for pair in DocumentEmbeddings.objects.filter(document__in=documents).values_list("overlaps", "vectors"):
        names.update(pair)
    return names
