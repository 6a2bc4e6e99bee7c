"""Take a document or a pair away, with the files that nothing else needs."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from annotator.models import Document, Pair
from annotator.people.activity import note
from annotator.platform.files import delete_later, files_of

#: Asked whether a document is kept when a newer text of it is imported, although no pair uses it.
_KEEPING: list[Callable[[Document], bool]] = []


def keeps_documents(keeps: Callable[[Document], bool]) -> Callable[[Document], bool]:
    """Register what a higher domain has to say to that."""
    _KEEPING.append(keeps)
    return keeps


def is_kept(document: Document) -> bool:
    return any(keeps(document) for keeps in _KEEPING)


@transaction.atomic
def remove_document(document: Document) -> None:
    """Delete a document that no pair uses, with all that is part of it and their files; the file it was read from and
    its recording stay while another document has them too. Raises ProtectedError while a pair uses it."""
    files = files_of(document)
    _note("document_removed", "document", document)
    document.delete()
    for name in ("source_file", "media_file"):
        files -= set(Document.objects.filter(**{f"{name}__in": files}).values_list(name, flat=True))
    delete_later(files)


@transaction.atomic
def remove_pair(pair: Pair) -> None:
    """Delete a pair with its runs. Raises ProtectedError while it has reviews."""
    _note("pair_removed", "pair", pair)
    pair.delete()


def _note(verb: str, kind: str, removed: Document | Pair) -> None:
    note(verb, project=removed.project, kind=kind, pk=removed.pk, name=removed.title)
