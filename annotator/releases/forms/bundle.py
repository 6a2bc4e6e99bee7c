"""Every form of a release in one ZIP: the files as they are downloaded one by one, and the checksums of all."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import IO

from annotator.releases.forms.base import FolderWithSums, Form, Lacks, Release

KEY = "all"
#: What compressing again would only take time for.
_COMPRESSED = frozenset({"application/zip", "application/vnd.apache.parquet"})


class Bundle(AbstractContextManager["Bundle"]):
    """The ZIP while forms are added to it; whole once it is finished.

    stem : of the release's files, and the name of the folder in the ZIP.
    """

    def __init__(self, stem: str, out: IO[bytes]) -> None:
        self._stem = stem
        self._archive = zipfile.ZipFile(out, "w")
        self._folder = FolderWithSums(self._archive, stem)

    def add(self, form: Form, file: IO[bytes]) -> None:
        """A form as it was written; `file` is read from the start."""
        file.seek(0)
        self._folder.copy(f"{self._stem}{form.ending}", file, compressed=form.content_type not in _COMPRESSED)

    def finish(self) -> None:
        self._folder.finish()
        self._archive.close()

    def __exit__(self, *_: object) -> None:
        self._archive.close()


def form_of(forms: Sequence[Form]) -> Form:
    """The form that holds these."""

    def write(release: Release, out: IO[bytes]) -> Lacks:
        with Bundle(release.stem, out) as bundle:
            for form in forms:
                if form.fits(release):
                    with tempfile.TemporaryFile() as file:
                        form.write(release, file)
                        bundle.add(form, file)
            bundle.finish()
        return Lacks()

    return Form(KEY, "All forms in one ZIP", ".all.zip", "application/zip", write)
