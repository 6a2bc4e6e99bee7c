"""Records as bytes that are always the same: what releases are hashed by.

A line is JSON in UTF-8 with sorted keys, without spaces and with a line feed at its end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import orjson

#: What a row says. The other columns tell where it came from, who decided it and when.
CONTENT = (
    "pair", "kind", "source_language", "target_language", "source_external_id", "target_external_id", "event", "split",
    "speaker", "interpreter", "interpreter_rank", "source_ids", "target_ids", "removed_ids", "source", "target",
    "removed", "target_post_edited", "post_edited", "source_corrected", "target_corrected", "offline", "null_reason",
    "good_align", "good_mt", "error_tags",
)  # fmt: skip


def canonical(value: Mapping[str, Any]) -> bytes:
    """One line, with its line feed."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)


def content_hash(record: Mapping[str, Any]) -> str:
    """The same for two records that say the same, whoever said it and when. 32 hexadecimal digits."""
    said = orjson.dumps([record.get(name) for name in CONTENT])
    return hashlib.sha256(said).hexdigest()[:32]
