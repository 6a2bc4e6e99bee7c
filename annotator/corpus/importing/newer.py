"""The next version of a document whose text people settled here, not in a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import connection

from annotator.corpus.importing.reading import hash_of
from annotator.corpus.importing.storing import Writer, store_units
from annotator.corpus.importing.versions import UnitMap
from annotator.corpus.signals import document_stored, documents_replaced
from annotator.importers.base import Unit
from annotator.models import Document
from annotator.storable import clean

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_LOCKS = 0x4C45 << 40  # far from the numbers of other locks


def lock_imports(project: int) -> None:
    """Have what stores texts in a project follow one another, so that each sees what is there already. It locks no row
    of the project: guidelines and roles are changed while a large import goes on."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCKS + project])


def store_newer(
    document: Document, units: Sequence[Unit], *, user: User | None, origin: str, metadata: Mapping[str, Any],
    progress: Callable[[float, str], None], unit_map: UnitMap | None = None,
) -> Document:  # fmt: skip
    """Store units as the next version of a document, which stays as it is; its pairs and reviews are carried over, and
    both versions have the recording. Within the caller's transaction, after `lock_imports`.

    origin : what the text is from, in place of an importer's name. metadata : beside that of the document. unit_map :
    where the old units are in the new text; by their texts where it is not known.
    """
    newer = Document.objects.create(
        project_id=document.project_id, kind=document.kind, title=document.title, language=document.language,
        speaker=document.speaker, interpreter=document.interpreter, interpreter_rank=document.interpreter_rank,
        external_id=document.external_id, content_hash=hash_of([unit.text for unit in units]),
        metadata=clean({**document.metadata, **metadata}), importer=origin, importer_version="1",
        media_file=document.media_file.name, imported_by=user, version=document.version + 1, previous=document,
    )  # fmt: skip
    store_units(newer, units, [])
    document_stored.send(Document, document=newer)
    writer = Writer(document.project, user)
    writer.superseded[document.pk] = newer
    if unit_map is not None:
        writer.unit_maps[document.pk] = unit_map
    documents_replaced.send(Writer, writer=writer, progress=progress)
    return newer
