"""Commands on frozen releases and training sets: save a form as a file, verify it, and repair it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotator.management.shared import written_whole
from annotator.models import Release
from annotator.releases.forms.base import Form
from annotator.releases.models.releases import FrozenFile, FrozenWork
from annotator.releases.repairing import repair
from annotator.releases.verification import verify


def save_as(stored: FrozenFile, out: Path) -> str:
    """Copy a form of a release or a training set to `out`, whole or not at all, and say what was saved."""
    with stored.file.open("rb") as source, written_whole(out) as target:
        shutil.copyfileobj(source, target, 2**20)
    return f"{out}: {stored.size:,} bytes, SHA-256 {stored.sha256}"


def verified(frozen: FrozenWork, errors: Any) -> str:
    """Verify rows, manifest and files. Raises CommandError, with the problems written to `errors`, if there are any."""
    if problems := verify(frozen):
        raise _damaged(frozen, problems, errors)
    what = f"{frozen.ROWS}, manifest and {frozen.files.count()} files"
    erasures = frozen.erasures.all() if isinstance(frozen, Release) else []
    erased = "".join(f"\n{each.in_words()}" for each in erasures)
    return f"{_name(frozen)}: {what} as frozen. SHA-256 {frozen.sha256}{erased}"


def repaired(frozen: FrozenWork, forms: Mapping[str, Form], errors: Any) -> str:
    """Write what is missing and verify it all. Raises CommandError as `verified`, when it has written what it can."""
    outcome = repair(frozen, forms)
    problems = verify(frozen)
    for name in outcome.written:
        errors.write(f"{name} was written again.")
    if problems:
        raise _damaged(frozen, outcome.problems or problems, errors)
    n = len(outcome.written)
    return f"{_name(frozen)} is whole: {n} files written again, {frozen.files.count() - n} as they were."


def _damaged(frozen: FrozenWork, problems: list[str], errors: Any) -> CommandError:
    for problem in problems:
        errors.write(problem)
    return CommandError(f"{_name(frozen)} is not what was frozen.")


def _name(frozen: FrozenWork) -> str:
    about = frozen.about()
    return f"{about['title']} {about['version']}"
