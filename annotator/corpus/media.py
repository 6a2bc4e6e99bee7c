"""Recordings of documents: an uploaded file, or a link to one elsewhere."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.core.files import File
from django.db import transaction

from annotator.models import Document
from annotator.people.activity import note
from annotator.platform.errors import ServiceError, TooLarge
from annotator.platform.files import delete_later

#: What browsers play, by the end of the name; a system's own list of types may know fewer.
TYPES = {
    ".aac": "audio/aac",
    ".flac": "audio/flac",
    ".m4a": "audio/mp4",
    ".m4v": "video/mp4",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".ogv": "video/ogg",
    ".opus": "audio/ogg",
    ".wav": "audio/wav",
    ".weba": "audio/webm",
    ".webm": "video/webm",
}


def media_type(name: str | None) -> str:
    """The content type for a file name: audio or video, or otherwise one that no browser displays."""
    ending = Path(name or "").suffix.lower()
    guessed = TYPES.get(ending) or mimetypes.guess_type(name or "")[0] or ""
    return guessed if guessed.startswith(("audio/", "video/")) else "application/octet-stream"


def media_url(document: Document) -> str | None:
    """The address from which the page may play the recording; None if there is no recording.

    An address from `metadata` must be https: the page's policy loads media from nowhere else.
    """
    if document.media_file:
        return f"/api/v1/documents/{document.pk}/media/"
    address = document.metadata.get("media_url") if isinstance(document.metadata, dict) else None
    return address if isinstance(address, str) and address.startswith("https://") else None


def set_media_address(document: Document, address: str) -> None:
    """Link to a recording, replacing an uploaded one. Raises ServiceError unless the address is https."""
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or any(character.isspace() for character in address):
        message = (
            f"{address[:200] or 'Nothing'} is not the address of a recording; expected one that starts with https://."
        )
        raise ServiceError(message, code="invalid", field="url")
    _put(document, file="", address=address)


def remove_media(document: Document) -> None:
    """Remove the recording: the uploaded file, or the link."""
    _put(document, file="", address=None)


def keep_media(*, document: Document, file: File[Any] | IO[Any]) -> None:
    """Store a recording with its document and delete the one before it.

    Raises ServiceError when the name is not one of audio or video, or the file is larger than the site takes.
    """
    name, size = Path(str(file.name)).name, getattr(file, "size", 0)
    if media_type(name) == "application/octet-stream":
        allowed = f"an audio or video file ({', '.join(sorted(TYPES))})"
        raise ServiceError(f"{name} is not {allowed}.", code="invalid", field="file")
    if size > settings.MAX_UPLOAD_BYTES:
        limit = settings.MAX_UPLOAD_BYTES // 1024 // 1024
        raise TooLarge(f"{name} has {size / 1024 / 1024:.0f} MB; expected {limit} MB at most.", field="file")
    # In a folder of its own: a name that a removed recording had would stand for what was measured and cut of that one.
    document.media_file.save(f"{uuid4().hex[:12]}/{name}", file, save=False)  # type: ignore[arg-type]
    stored, storage = str(document.media_file.name), document.media_file.storage
    try:
        _put(document, file=stored)
    except BaseException:
        storage.delete(stored)
        raise


_AS_IT_IS = object()


@transaction.atomic
def _put(document: Document, *, file: str, address: object = _AS_IT_IS) -> None:
    """Set the recording in one step. The file it replaces is deleted once that is stored.

    The row is locked, so that of two uploads at once the later stays and the other one's file goes.
    """
    held = Document.objects.select_for_update(no_key=True).get(pk=document.pk)
    before, storage = str(held.media_file.name or ""), held.media_file.storage
    held.media_file.name = file
    if address is not _AS_IT_IS:
        others = {key: value for key, value in held.metadata.items() if key != "media_url"}
        held.metadata = others | ({} if address is None else {"media_url": address})
    held.save(update_fields=["media_file", "metadata"])
    verb = "recording_added" if media_url(held) else "recording_removed"
    note(verb, project=held.project, kind="document", pk=held.pk, name=held.title)
    document.media_file, document.metadata = held.media_file, held.metadata
    # Another version of the transcript may have the same recording.
    if before and before != file and not Document.objects.filter(media_file=before).exists():
        delete_later([before], storage)
