"""Where tests and benchmarks find data: golden outputs in the repository, and outside data where there is any.

The outside data are corpora that may not be published with the project; `LECTERN_DATA` names their folder. What needs
them is skipped without them, with a reason that begins with `OUTSIDE`, so that a run can say how much was left out.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

#: What the programs of the papers computed on the demo's texts; see the README there.
GOLDEN = Path(__file__).parent / "golden"
#: The folder of outside data; it need not exist.
DATA = Path(os.environ.get("LECTERN_DATA") or Path(__file__).parents[2] / "shared" / "data")
#: How the reason of every skipped test that needs outside data begins.
OUTSIDE = "outside data:"


def needs_outside(*parts: str) -> pytest.MarkDecorator:
    """Mark a test that reads this file or folder of the outside data."""
    return pytest.mark.skipif(not DATA.joinpath(*parts).exists(), reason=missing(*parts))


def missing(*parts: str) -> str:
    """The reason for which such a test is skipped."""
    return f"{OUTSIDE} no {DATA.joinpath(*parts)}; LECTERN_DATA names the folder"
