"""Records as bytes that are always the same: what releases are hashed by.

A line is JSON in UTF-8 with sorted keys, without spaces and with a line feed at its end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import orjson

from annotator.platform.titles import without_version
from annotator.platform.writers.columns import TABLE

#: Where a row came from, who decided it and when. Whatever else a record holds is what the row says.
PROVENANCE = frozenset(column.name for column in TABLE if column.is_provenance)
#: A column that is empty says nothing, so that rows from before there was such a column are the same.
_EMPTY: tuple[Any, ...] = (None, "", [], {})


def canonical(value: Mapping[str, Any]) -> bytes:
    """One line, with its line feed."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)


def said(record: Mapping[str, Any]) -> dict[str, Any]:
    """What a record says, whoever said it and when, and of whatever version of its texts."""
    content = {name: value for name, value in record.items() if name not in PROVENANCE and value not in _EMPTY}
    if "pair" in content:
        content["pair"] = without_version(content["pair"])
    return content


def content_hash(record: Mapping[str, Any]) -> str:
    """The same for two records that say the same. 32 hexadecimal digits."""
    return hashlib.sha256(canonical(said(record))).hexdigest()[:32]
