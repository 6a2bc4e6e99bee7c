"""Folders as ZIPs, with checksums: the one that `datasets.load_dataset("FOLDER")` reads, and that of all forms."""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import IO

from annotator.platform.writers.archives import FolderWithSums
from annotator.releases.forms import documents, tables
from annotator.releases.forms.base import Form, Frozen, Lacks, split_names


def _write(release: Frozen, out: IO[bytes]) -> Lacks:
    """With the hashed lines, the manifest and a card. Rows are in Parquet by the corpus's own split (`split_names`)."""
    splits = split_names(release)
    with zipfile.ZipFile(out, "w") as archive:
        folder = FolderWithSums(archive, release.stem)
        folder.add("README.md", lambda file: file.write(_readme(release, splits).encode()))
        for split, name in sorted(splits.items()):
            # Its columns are compressed.
            folder.add(f"data/{name}.parquet", partial(_write_split, release, split), compressed=False)
        folder.add("rows.jsonl", lambda file: tables.LINES.write(release, file))
        folder.add("manifest.json", lambda file: documents.MANIFEST.write(release, file))
        folder.add("CITATION.cff", lambda file: documents.CITATION.write(release, file))
        folder.finish()
    return Lacks()


def _write_split(release: Frozen, split: str, file: IO[bytes]) -> None:
    tables.write_parquet(release.rows(split=split), file, release.columns)


def _readme(release: Frozen, splits: dict[str, str]) -> str:
    languages = sorted({language for pair in release.languages for language in pair if language})
    files = [{"split": name, "path": f"data/{name}.parquet"} for _, name in sorted(splits.items())]
    metadata = {
        "pretty_name": f"{release.title} {release.version}",
        "language": languages,
        "configs": [{"config_name": "default", "data_files": files}],
    }
    if release.licence in documents.LICENCES:
        metadata["license"] = release.licence.lower()
    head = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in metadata.items())
    return f"---\n{head}---\n\n{documents.card(release)}"


FORM = Form("folder", "Folder for Hugging Face datasets", ".zip", "application/zip", _write)

#: The key of the form that holds all others.
ALL = "all"
#: What compressing again would only take time for.
_COMPRESSED = frozenset({"application/zip", "application/vnd.apache.parquet"})


class Bundle(AbstractContextManager["Bundle"]):
    """Every form of a release in one ZIP, while they are added to it; whole once it is finished.

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

    def write(release: Frozen, out: IO[bytes]) -> Lacks:
        with Bundle(release.stem, out) as bundle:
            for form in forms:
                if form.fits(release):
                    with tempfile.TemporaryFile() as file:
                        form.write(release, file)
                        bundle.add(form, file)
            bundle.finish()
        return Lacks()

    return Form(ALL, "All forms in one ZIP", ".all.zip", "application/zip", write)
