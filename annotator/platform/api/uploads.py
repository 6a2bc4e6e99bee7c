"""Uploaded files on their way to a temporary file, stopped as soon as one is larger than the site takes."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import TemporaryFileUploadHandler

from annotator.platform.errors import TooLarge


class LimitedFileUploadHandler(TemporaryFileUploadHandler):
    """Stores a file up to `settings.MAX_UPLOAD_BYTES`, and nothing of a larger one."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> Any:
        if start + len(raw_data) > settings.MAX_UPLOAD_BYTES:
            self.upload_interrupted()
            expected = f"{settings.MAX_UPLOAD_BYTES / 2**20:,.0f} MB at most"
            name = (self.file_name or "file")[:200]
            raise TooLarge(
                f"{name} is too large; expected {expected}. Nothing was stored.",
                errors=[{"field": self.field_name, "file": name, "message": "too large", "expected": expected}],
            )
        return super().receive_data_chunk(raw_data, start)
