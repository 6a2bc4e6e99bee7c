"""Reading an uploaded file within the request that sends it: a glossary, a timeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotator.importers import sandbox
from annotator.importers.base import Parsed, Problem
from annotator.platform.errors import Busy, ServiceError, TooLarge

#: For the child that reads it, and for its turn.
_SECONDS = 10
_WAIT_SECONDS = 5
#: Faults of a file that are told.
MOST_FAULTS = 50


def read_small_file(data: bytes, name: str, kind: str, *, n_most: int, options: Mapping[str, Any]) -> Parsed:
    """The file in the sandbox, by the format of that name. n_most : bytes.

    Raises ServiceError with the file's faults and their places; TooLarge; Busy.
    """
    if len(data) > n_most:
        raise TooLarge(
            f"{name[:200]} is too large; expected {n_most // 2**20} MB at most. Nothing was stored.",
            errors=[{"field": "file", "file": name[:200], "message": "too large"}],
        )
    limits = sandbox.Limits(seconds=_SECONDS, file_megabytes=n_most // 1_000_000 + 1, wait_seconds=_WAIT_SECONDS)
    try:
        parsed = sandbox.parse(data, name, kind, dict(options), limits)
    except sandbox.Busy as error:
        raise Busy("Other files are being read. Try again in a moment.") from error
    if not parsed.ok:
        raise _refusal(name, parsed.errors)
    return parsed


def _refusal(name: str, faults: Sequence[Problem]) -> ServiceError:
    return ServiceError(
        f"{name[:200]} can’t be read. Nothing was stored.",
        code="unreadable",
        errors=[
            {
                "file": name[:200],
                "line": fault.line,
                "column": fault.column,
                "message": f"{fault.message}; expected {fault.expected}" if fault.expected else fault.message,
                "text": fault.text,
            }
            for fault in faults[:MOST_FAULTS]
        ],
    )
