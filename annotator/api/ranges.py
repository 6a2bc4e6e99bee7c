"""Files by parts (RFC 9110, section 14): what a player needs to jump into a recording."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Any

from django.db.models.fields.files import FieldFile
from django.http import FileResponse, HttpResponse, HttpResponseBase, StreamingHttpResponse
from rest_framework.request import Request

_CHUNK = 64 * 1024
_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


def ranged(request: Request, file: FieldFile, content_type: str) -> HttpResponseBase:
    """The file, or the one part of it that a Range header names.

    A header that is no single range of bytes is ignored, as the RFC allows: all of it is sent. A range that starts
    beyond the end is answered with 416 and the length.
    """
    size = file.size
    asked = _RANGE.fullmatch(request.headers.get("Range", "").strip())
    response: HttpResponseBase
    if not asked or not any(asked.groups()):
        response = FileResponse(file.open("rb"), content_type=content_type)
    else:
        first, last = _bounds(asked.group(1), asked.group(2), size)
        if first > last:
            return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
        opened = file.open("rb")
        opened.seek(first)
        response = StreamingHttpResponse(_part(opened, last - first + 1), status=206, content_type=content_type)
        response["Content-Range"] = f"bytes {first}-{last}/{size}"
        response["Content-Length"] = str(last - first + 1)
    response["Accept-Ranges"] = "bytes"
    # It is the same bytes until somebody uploads others, and then another file: a player may keep what it has.
    response["Cache-Control"] = "private, max-age=60"
    return response


def _bounds(start: str, end: str, size: int) -> tuple[int, int]:
    """First and last byte. ``-500`` is the last 500; an open end, or one beyond the file, is its last byte."""
    if not start:
        return max(0, size - int(end)), size - 1 if int(end) else -1
    return int(start), min(int(end), size - 1) if end else size - 1


def _part(opened: IO[Any], left: int) -> Iterator[bytes]:
    with opened:
        while left > 0 and (chunk := opened.read(min(_CHUNK, left))):
            left -= len(chunk)
            yield chunk
