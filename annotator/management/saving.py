"""What is frozen, saved as a file."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.core.management.base import CommandError

from annotator.releases.models.releases import FrozenFile


def save_as(stored: FrozenFile, out: Path) -> str:
    """Copy a form of a release or a training set to `out`, whole or not at all, and say what was saved."""
    part = out.with_name(f".{out.name}.part")
    try:
        with stored.file.open("rb") as source, part.open("wb") as target:
            shutil.copyfileobj(source, target, 2**20)
        part.replace(out)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise CommandError(f"{out} cannot be written: {error.strerror}") from error
    return f"{out}: {stored.size:,} bytes, SHA-256 {stored.sha256}"
