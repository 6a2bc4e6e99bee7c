"""The whole of what every sample becomes, compared with what people looked at when it was written down.

Where a format is read better, look at the difference and write the files anew:

    LECTERN_WRITE_GOLDEN=1 pytest tests/annotator/importers/test_golden.py
"""

from __future__ import annotations

import json
import os
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from annotator.importers import registry
from tests.annotator.importers.samples import SAMPLES, parsed_samples, samples

GOLDEN = SAMPLES / "golden"


def plain(value: Any) -> Any:
    """Dataclasses as JSON, without what is empty or as it is by default."""
    if is_dataclass(value) and not isinstance(value, type):
        entries = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: plain(entry) for name, entry in entries if entry not in (None, "", (), {}, [])}
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return round(value, 6) if isinstance(value, float) else value


@pytest.mark.parametrize("name", samples())
def test_sample_becomes_what_it_became(name: str) -> None:
    parsed = parsed_samples()[name]
    assert parsed.ok, [str(problem) for problem in parsed.errors]
    got = json.dumps(plain(parsed), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    golden = GOLDEN / f"{name}.json"
    if os.environ.get("LECTERN_WRITE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(got, encoding="utf-8")
    assert json.loads(got) == json.loads(golden.read_text(encoding="utf-8"))


def test_every_format_has_a_sample() -> None:
    read = {parsed.format for parsed in parsed_samples().values()}
    assert {format.name for format in registry.FORMATS} - read == set()


def test_no_golden_file_is_left_over() -> None:
    assert {path.name.removesuffix(".json") for path in GOLDEN.iterdir()} == set(samples())
