"""Files of releases and training sets written again from the rows, where they are missing."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import orjson
from django.core.files.storage import default_storage

from annotator.platform.errors import ServiceError
from annotator.platform.files import scratch_folder
from annotator.releases.forms.base import Form
from annotator.releases.forms.folder import ALL
from annotator.releases.freezing import RowsFile, digest_of, frozen_of, in_forms, store_as
from annotator.releases.models.releases import FrozenFile, FrozenWork


@dataclass(slots=True)
class Repaired:
    """written : names of files that are whole again. problems : what is still wrong, in sentences."""

    written: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def repair(frozen: FrozenWork, forms: Mapping[str, Form]) -> Repaired:
    """Write the files that are missing, if they come out with the hashes that they were frozen with.

    A file that is there is never touched, whatever is in it. Raises ServiceError where rows or manifest are not those
    that were frozen: no file follows from them.
    """
    outcome, files = Repaired(), list(frozen.files.order_by("pk"))
    missing = {stored.form: stored for stored in files if not _is_there(stored, outcome)}
    # The one with all forms is made of the others, as they stand in it.
    wanted = [stored.form for stored in files] if ALL in missing else list(missing)
    if unknown := set(wanted) - forms.keys():
        outcome.problems.append(f"This version does not write the forms {', '.join(sorted(unknown))}.")
        wanted = [form for form in missing if form in forms and form != ALL]
    if not wanted:
        return outcome
    with scratch_folder(frozen.FOLDER) as scratch:
        with RowsFile(Path(scratch) / "rows.jsonl") as rows:
            for line in frozen.lines():
                rows.add_line(line)
        if rows.summary()["sha256"] != frozen.rows_sha256 or _sha256(frozen.manifest) != frozen.sha256:
            raise ServiceError(f"The {frozen.ROWS} or the manifest are not those that were frozen. Restore a backup.")
        content = frozen_of(frozen, orjson.loads(frozen.manifest), rows.lines)
        try:
            for form, file, _ in in_forms([forms[key] for key in wanted], content, Path(scratch), lambda *_: None):
                if form.key in missing:
                    _write(missing[form.key], file, outcome)
        except ServiceError as error:  # a recording is gone that clips are cut out of
            outcome.problems.append(error.detail)
    return outcome


def _is_there(stored: FrozenFile, outcome: Repaired) -> bool:
    try:
        with stored.file.open("rb") as file:
            if digest_of(file)[0] != stored.sha256:
                outcome.problems.append(
                    f"{stored.name} is not the file that was frozen. It stays: move it away "
                    f"({stored.file.name}) and repair again, and it is written anew."
                )
    except FileNotFoundError:
        return False
    except OSError as error:
        outcome.problems.append(f"{stored.name} cannot be read: {error.strerror}. It stays.")
    return True


def _write(stored: FrozenFile, file: IO[bytes], outcome: Repaired) -> None:
    sha256, _ = digest_of(file)
    if sha256 != stored.sha256:
        outcome.problems.append(
            f"{stored.name} comes out with SHA-256 {sha256} instead of {stored.sha256}, so it was not written: "
            "the version that froze it writes it as it was."
        )
        return
    wanted = str(stored.file.name)
    if (name := store_as(wanted, file)) == wanted:
        outcome.written.append(stored.name)
    else:  # somebody was quicker
        default_storage.delete(name)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
