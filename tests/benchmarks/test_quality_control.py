"""The figures of quality control tell annotators apart: a small run of benchmarks/quality_control.py."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from quality_control import KINDS, rates


def test_each_bad_annotator_is_found_and_no_careful_one_accused() -> None:
    for name, (n, of) in rates(15).items():
        assert n == (of if KINDS[name].is_bad else 0), f"{name}: {n} of {of} said to be apart"
