"""How large a request's body may be, by address.

The limits are checked by `annotator.web` while a body arrives, by `middleware.BodyLimits` before any view under other
servers, and by `parsers.StorableJSONParser` for how many values a JSON body may hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from annotator.importers.base import MAX_GLOSSARY_BYTES, MAX_OUTPUT_BYTES, MAX_SUMMARIES_BYTES

KIB = 1024
MIB = 1024 * KIB
#: The largest body that is read from a sender who has not signed in.
ANONYMOUS_BYTES = 64 * KIB
#: Boundaries, names and fields of a multipart form, beside its files.
_FORM_BYTES = MIB
#: How many files of the largest size one request may carry; more of them go into several requests.
FILES_PER_IMPORT = 5


@dataclass(frozen=True)
class BodyLimit:
    """n_bytes : of the whole body. n_values : how many values JSON in it may hold, objects and lists included.

    is_upload : it carries files, of which one person sends a few at a time only.
    """

    n_bytes: int
    n_values: int = 100_000
    is_upload: bool = False

    @property
    def text(self) -> str:
        return f"{self.n_bytes // MIB:,} MB" if self.n_bytes >= MIB else f"{self.n_bytes // KIB} kB"


def _files(n: int) -> BodyLimit:
    return BodyLimit(n * settings.MAX_UPLOAD_BYTES + _FORM_BYTES, is_upload=True)


def limit_of(path: str) -> BodyLimit:
    """The limit for requests to an address, such as ``/api/v1/session/``."""
    for address, limit in _LARGE.items():
        if address.fullmatch(path):
            return limit()
    if path.startswith("/api/") and not path.startswith(_WITHOUT_ACCOUNT):
        return BodyLimit(2 * MIB)
    return BodyLimit(ANONYMOUS_BYTES)


_WITHOUT_ACCOUNT = tuple(
    f"/api/v1/{name}/" for name in ("session", "account", "rate", "join", "digests", "health", "schema", "docs")
)
#: Addresses that take more than others, each with its limit, which settings have a say in.
_LARGE: dict[re.Pattern[str], Callable[[], BodyLimit]] = {
    re.compile(f"/api/v1/{address}/"): limit
    for address, limit in (
        (r"imports(?:/[0-9]+/files(?:/[0-9]+)?)?", lambda: _files(FILES_PER_IMPORT)),
        (r"(?:documents/[0-9]+/media|vectors)", lambda: _files(1)),
        (r"documents/[0-9]+/embeddings", lambda: _files(2)),
        (r"projects/[^/]+/glossary/import", lambda: BodyLimit(MAX_GLOSSARY_BYTES + _FORM_BYTES, is_upload=True)),
        (r"systems", lambda: BodyLimit(MAX_OUTPUT_BYTES + _FORM_BYTES, is_upload=True)),
        (r"leak-checks", lambda: BodyLimit(16 * MIB, n_values=1_000, is_upload=True)),
        (r"summary-sets", lambda: BodyLimit(MAX_SUMMARIES_BYTES + _FORM_BYTES, is_upload=True)),
        # All edits of a day offline, and merges of thousands of rows.
        (r"reviews/[0-9]+/operations", lambda: BodyLimit(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, n_values=1_000_000)),
    )
}
