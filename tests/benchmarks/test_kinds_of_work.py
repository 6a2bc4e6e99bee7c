"""No kind of work is forgotten where memory is measured and where faults are tried."""

from __future__ import annotations

import sys
from pathlib import Path

from annotator.platform.models.work import kinds

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import work_memory  # type: ignore[import-not-found]

from tests.faults import work_under_faults

KINDS = {kind.__name__ for kind in kinds()}


def test_the_memory_of_each_kind_is_measured_or_bounded_elsewhere() -> None:
    assert set(work_memory.CASES) | set(work_memory.ELSEWHERE) == KINDS
    assert not set(work_memory.CASES) & set(work_memory.ELSEWHERE)


def test_each_kind_is_put_under_faults_or_says_why_not() -> None:
    asked = set(work_under_faults.KINDS) | {"PageSearch"}  # where the extra `video` is installed
    assert asked | set(work_under_faults.LEFT_OUT) == KINDS
    assert not asked & set(work_under_faults.LEFT_OUT)
