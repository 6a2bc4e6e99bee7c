"""One JSON object per line, texts unchanged."""

from __future__ import annotations

import json
from typing import Any

CONTENT_TYPE = "application/x-ndjson; charset=utf-8"
EXTENSION = "jsonl"


_encode = json.JSONEncoder(ensure_ascii=False).encode


def header(columns: list[str]) -> str:
    return ""


def line(record: dict[str, Any]) -> str:
    return _encode(record) + "\n"
