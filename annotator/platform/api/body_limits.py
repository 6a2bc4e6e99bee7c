"""How large a request's body may be, by address. Those that take much say so in `LARGE_BODIES`, beside their addresses.

The limits are checked by `annotator.web` while a body arrives, by `middleware.BodyLimits` before any view under other
servers, and by `parsers.StorableJSONParser` for how many values a JSON body may hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from django.conf import settings

from annotator.domains import load

KIB = 1024
MIB = 1024 * KIB
#: The largest body that is read from a sender who has not signed in.
ANONYMOUS_BYTES = 64 * KIB
#: Boundaries, names and fields of a multipart form, beside its files.
_FORM_BYTES = MIB


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


#: By address, as a pattern of what follows `/api/v1/`, without the last slash. Settings have a say in some limits.
LargeBodies = dict[str, Callable[[], BodyLimit]]


def form_of(n_bytes: int) -> BodyLimit:
    """For files of so many bytes together."""
    return BodyLimit(n_bytes + _FORM_BYTES, is_upload=True)


def form_of_files(n: int) -> BodyLimit:
    """For files of the largest size."""
    return form_of(n * settings.MAX_UPLOAD_BYTES)


def limit_of(path: str) -> BodyLimit:
    """The limit for requests to an address, such as ``/api/v1/session/``."""
    for address, limit in _large():
        if address.fullmatch(path):
            return limit()
    if path.startswith("/api/") and not path.startswith(_WITHOUT_ACCOUNT):
        return BodyLimit(2 * MIB)
    return BodyLimit(ANONYMOUS_BYTES)


_WITHOUT_ACCOUNT = tuple(
    f"/api/v1/{name}/" for name in ("session", "account", "rate", "join", "digests", "health", "schema", "docs")
)


@cache
def _large() -> list[tuple[re.Pattern[str], Callable[[], BodyLimit]]]:
    declared = [getattr(module, "LARGE_BODIES", {}) for module in load("api.urls")]
    return [(re.compile(f"/api/v1/{address}/"), limit) for each in declared for address, limit in each.items()]
