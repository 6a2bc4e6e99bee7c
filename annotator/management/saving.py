"""What is frozen, saved as a file."""

from __future__ import annotations

import shutil
from pathlib import Path

from annotator.management.shared import written_whole
from annotator.releases.models.releases import FrozenFile


def save_as(stored: FrozenFile, out: Path) -> str:
    """Copy a form of a release or a training set to `out`, whole or not at all, and say what was saved."""
    with stored.file.open("rb") as source, written_whole(out) as target:
        shutil.copyfileobj(source, target, 2**20)
    return f"{out}: {stored.size:,} bytes, SHA-256 {stored.sha256}"
