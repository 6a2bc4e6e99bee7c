"""Take a document or a pair away, with the files that nothing else needs."""

from __future__ import annotations

from django.db import transaction

from annotator.models import Document, Pair
from annotator.people.activity import note
from annotator.platform.files import delete_later, files_of


@transaction.atomic
def remove_document(document: Document) -> None:
    """Delete a document that no pair uses, with all that is part of it and their files; the file it was read from stays
    while another document came from it too. Raises ProtectedError while a pair uses it."""
    files = files_of(document)
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
