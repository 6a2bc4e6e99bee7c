"""The file that a document was read from, as it was uploaded."""

from __future__ import annotations

import io
from typing import IO, Any

from annotator.importers.base import Problems
from annotator.importers.support.zip_source import Archive
from annotator.models import Document


def source_of(document: Document) -> IO[Any]:
    """An open file. Of a talk that came in an archive it is the member, which is kept in the archive alone.

    Raises FileNotFoundError when the storage has lost it.
    """
    opened: IO[Any] = document.source_file.storage.open(str(document.source_file.name), "rb")
    member = document.metadata.get("member")
    if not member or not str(document.source_file.name).endswith(".zip"):
        return opened
    with opened:
        return io.BytesIO(Archive(opened, Problems(document.source_name)).read(member))
