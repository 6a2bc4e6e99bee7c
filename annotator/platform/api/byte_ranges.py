"""Byte ranges of files (RFC 9110, section 14), which players need to seek in a recording."""

from __future__ import annotations

import re
from typing import IO, Any

from django.db.models.fields.files import FieldFile
from django.http import FileResponse, HttpResponse, HttpResponseBase
from rest_framework.request import Request

# Numbers of more digits than any file has bytes make it no valid range.
_RANGE = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})")


def ranged(request: Request, file: FieldFile, content_type: str) -> HttpResponseBase:
    """Return the whole file, or the part that a Range header names.

    A header that is not a single valid range of bytes is ignored, as the RFC allows, and the whole file is sent. A
    range that starts beyond the end is answered with 416 and the file's length.
    """
    size = file.size
    header = _RANGE.fullmatch(request.headers.get("Range", "").strip())
    response: HttpResponseBase
    if not header or not any(header.groups()):
        response = FileResponse(file.open("rb"), content_type=content_type)
    else:
        first, last = _bounds(header.group(1), header.group(2), size)
        if first > last:
            return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
        opened = file.open("rb")
        opened.seek(first)
        response = FileResponse(_Part(opened, last - first + 1), status=206, content_type=content_type)
        response["Content-Range"] = f"bytes {first}-{last}/{size}"
        response["Content-Length"] = str(last - first + 1)
    response["Accept-Ranges"] = "bytes"
    # A new upload is stored under a new name, so a player may cache what it has read.
    response["Cache-Control"] = "private, max-age=60"
    return response


def _bounds(start: str, end: str, size: int) -> tuple[int, int]:
    """First and last byte. ``-500`` means the last 500 bytes; a missing or too large end means the last byte."""
    if not start:
        return max(0, size - int(end)), size - 1 if int(end) else -1
    return int(start), min(int(end), size - 1) if end else size - 1


class _Part:
    """The next bytes of an open file, as a file of its own."""

    def __init__(self, opened: IO[Any], n_bytes: int) -> None:
        self._opened = opened
        self._left = n_bytes

    def read(self, size: int = -1) -> bytes:
        chunk: bytes = self._opened.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(chunk)
        return chunk

    def close(self) -> None:
        self._opened.close()
