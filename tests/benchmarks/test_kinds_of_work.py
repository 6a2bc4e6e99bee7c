"""No kind of work is forgotten where memory is measured and where faults are tried."""

from __future__ import annotations

import subprocess
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
    of_video = {"PageSearch", "SoundPeaks", "ClipExport"}  # where the extra is installed
    asked = set(work_under_faults.KINDS) | of_video
    assert asked | set(work_under_faults.LEFT_OUT) == KINDS
    assert not asked & set(work_under_faults.LEFT_OUT)


def test_edits_and_work_under_faults_run_with_what_up_installs() -> None:
    blocked = "import sys; sys.modules |= dict.fromkeys(('pytest', 'hypothesis', 'playwright', 'schemathesis'))"
    named = "import tests.faults.edits_under_kills, tests.faults.work_under_faults, tests.faults.slides_seed"
    subprocess.run([sys.executable, "-c", f"{blocked}; {named}"], cwd=Path(__file__).parents[2], check=True)
