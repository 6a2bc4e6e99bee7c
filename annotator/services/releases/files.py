"""The forms of what is frozen, a release or a training set, as files in the site's storage."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from django.core.files import File
from django.core.files.storage import default_storage

from annotator.exporters.forms import bundle
from annotator.exporters.forms.base import Form, Lacks
from annotator.exporters.forms.base import Release as Written
from annotator.exporters.forms.bundle import Bundle


def write_files(
    forms: Collection[Form], written: Written, folder: Path, place: str, told: Callable[[float, str], None]
) -> list[dict[str, Any]]:
    """Write every form. The one that holds all others is made of their files.

    folder : for the files until they are stored. place : the folder in the storage. told : is told of the progress,
    from 0 to 1. Returns the fields of `FrozenFile` for each.
    """
    found = []
    with ExitStack() as held:
        whole = held.enter_context((folder / bundle.KEY).open("w+b")) if any(map(_holds_all, forms)) else None
        bundled = Bundle(written.stem, whole) if whole else None
        for number, form in enumerate(sorted(forms, key=_holds_all)):
            told(number / len(forms), f"Writing {form.label}")
            if whole and bundled and _holds_all(form):
                bundled.finish()
                found.append(_stored(form, written, whole, Lacks(), place))
                continue
            path = folder / form.key
            with path.open("w+b") as file:
                lacks = form.write(written, file)
                file.flush()
                found.append(_stored(form, written, file, lacks, place))
                if bundled:
                    bundled.add(form, file)
            path.unlink()
    return found


def _holds_all(form: Form) -> bool:
    return form.key == bundle.KEY


def _stored(form: Form, written: Written, file: IO[bytes], lacks: Lacks, place: str) -> dict[str, Any]:
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    size = file.tell()
    file.seek(0)
    return {
        "form": form.key,
        "name": f"{written.stem}{form.ending}",
        "file": default_storage.save(f"{place}/{form.key}", File(file)),
        "size": size,
        "sha256": digest,
        "lacks": lacks.told(),
    }


def remove_files(forms: Iterable[str], place: str) -> None:
    """Of an attempt that froze nothing."""
    for form in forms:
        default_storage.delete(f"{place}/{form}")
