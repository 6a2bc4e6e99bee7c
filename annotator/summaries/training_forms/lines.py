"""JSON lines: of all variants, which is what is hashed, and of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

import orjson

from annotator.releases.forms.base import Form, Frozen, Lacks

#: The variants: key -> label. `alignment.extractive.papers.VARIANTS` has them too; a test compares.
VARIANTS = {
    "words-150": "150 words",
    "words-250": "250 words",
    "ratio-30": "30 % of the sentences",
    "ratio-40": "40 % of the sentences",
}


def _write_rows(frozen: Frozen, out: IO[bytes]) -> Lacks:
    for line in frozen.lines():
        out.write(line)
    return Lacks()


def of_variant(record: dict[str, Any], variant: str) -> dict[str, Any]:
    """The record with the labels of one variant, and the summary that they stand for."""
    labels = record["labels"][variant]
    summary = [text for text, label in zip(record["sentences"], labels, strict=True) if label]
    return {**record, "labels": labels, "summary": summary, "variant": variant}


def _writer(variant: str) -> Callable[[Frozen, IO[bytes]], Lacks]:
    def write(frozen: Frozen, out: IO[bytes]) -> Lacks:
        for record in frozen.rows():
            record.pop("number")
            line = orjson.dumps(of_variant(record, variant), option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)
            out.write(line)
        return Lacks()

    return write


_LINES = "application/x-ndjson"
ROWS = Form("lines", "JSON lines, all lengths", ".jsonl", _LINES, _write_rows)
OF_VARIANTS = tuple(
    Form(key, f"JSON lines, {label}", f".{key}.jsonl", _LINES, _writer(key)) for key, label in VARIANTS.items()
)
