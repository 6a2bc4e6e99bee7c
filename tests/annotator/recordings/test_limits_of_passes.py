"""What limits do to a submission, in the cases that the page shares (tests/contract/limits)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.models import TranscriptPolicy
from annotator.recordings.limits import broken_by, state_after

CASES = json.loads((Path(__file__).parents[2] / "contract" / "limits" / "cases.json").read_text(encoding="utf-8"))
#: What no limit that a project starts with minds.
FINE = {"filled": 1, "seconds": 6, "n_planted": 10, "n_right": 10, "same": 0.5, "source": "A", "heard": 1}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_a_submission_is_accepted_held_or_rejected_by_the_limits_it_breaks(case: Any) -> None:
    policy = TranscriptPolicy(**case.get("policy", {}))
    broken = broken_by({**FINE, **case["figures"]}, policy, case.get("kind", "first"))
    assert [one.name for one in broken] == case["broken"]
    assert state_after(broken, policy) == case["state"]
