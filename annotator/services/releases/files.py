"""The forms of what is frozen, a release or a training set, as files in the site's storage."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage

from annotator.exporters.forms.base import Form
from annotator.exporters.forms.base import Release as Written


def write_files(
    forms: Collection[Form], written: Written, folder: Path, place: str, told: Callable[[float, str], None]
) -> list[dict[str, Any]]:
    """Write every form.

    folder : for the files until they are stored. place : the folder in the storage. told : is told of the progress,
    from 0 to 1. Returns the fields of `FrozenFile` for each.
    """
    found = []
    for number, form in enumerate(forms):
        told(number / len(forms), f"Writing {form.label}")
        path = folder / form.key
        with path.open("w+b") as file:
            lacks = form.write(written, file)
            file.flush()
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
            name = default_storage.save(f"{place}/{form.key}", File(file))
        found.append(
            {
                "form": form.key,
                "name": f"{written.stem}{form.ending}",
                "file": name,
                "size": path.stat().st_size,
                "sha256": digest,
                "lacks": lacks.told(),
            }
        )
        path.unlink()
    return found


def remove_files(forms: Iterable[str], place: str) -> None:
    """Of an attempt that froze nothing."""
    for form in forms:
        default_storage.delete(f"{place}/{form}")
