"""The sample files, read; and the short forms in which tests compare what was read."""

from __future__ import annotations

from pathlib import Path

from annotator.importers.base import Document, Parsed
from annotator.importers.registry import parse
from tests.data import needs_outside

SAMPLES = Path(__file__).parents[1] / "samples"
needs_data = needs_outside()


def read(name: str, **options: object) -> Parsed:
    parsed = parse((SAMPLES / name).read_bytes(), name, options=options)
    assert parsed.ok, [str(problem) for problem in parsed.errors]
    return parsed


def timed(document: Document) -> list[tuple[str, float | None, float | None, str | None]]:
    return [(unit.text, unit.start_seconds, unit.end_seconds, unit.speaker) for unit in document.units]


def words(document: Document, index: int = 0) -> list[tuple[str, float | None, float | None]]:
    unit = document.units[index]
    assert all(unit.text[word.start : word.end] == word.text for word in unit.words)
    return [(word.text, word.start_seconds, word.end_seconds) for word in unit.words]
