"""A folder as a ZIP: what `datasets.load_dataset("FOLDER")` reads, with the hashed lines, the manifest and checksums.

Rows are in Parquet by the corpus's own split; without one they are `train`, as that library calls what has no name.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import zipfile
from collections.abc import Callable
from typing import IO, Any

from annotator.exporters.forms import documents, tables
from annotator.exporters.forms.base import Form, Lacks, Release, entry, split_names


def _write(release: Release, out: IO[bytes]) -> Lacks:
    splits = split_names(release)
    sums: list[str] = []
    with zipfile.ZipFile(out, "w") as archive:

        def add(name: str, write: Callable[[IO[bytes]], Any]) -> None:
            with tempfile.TemporaryFile() as held:
                write(held)
                held.seek(0)
                digest = hashlib.sha256()
                with entry(archive, f"{release.stem}/{name}") as file:
                    while block := held.read(2**20):
                        digest.update(block)
                        file.write(block)
            sums.append(f"{digest.hexdigest()}  {name}\n")

        add("README.md", lambda file: file.write(_readme(release, splits).encode()))
        for split, name in sorted(splits.items()):
            chosen = (record for record in release.rows() if record["split"] == split)
            add(f"data/{name}.parquet", lambda file, rows=chosen: tables.write_parquet(rows, file, release.columns))  # type: ignore[misc]
        add("rows.jsonl", lambda file: tables.LINES.write(release, file))
        add("manifest.json", lambda file: documents.MANIFEST.write(release, file))
        add("CITATION.cff", lambda file: documents.CITATION.write(release, file))
        with entry(archive, f"{release.stem}/checksums.txt") as file:
            file.write("".join(sums).encode())
    return Lacks()


def _readme(release: Release, splits: dict[str, str]) -> str:
    languages = sorted({language for pair in release.languages for language in pair if language})
    files = [{"split": name, "path": f"data/{name}.parquet"} for _, name in sorted(splits.items())]
    told = {
        "pretty_name": f"{release.title} {release.version}",
        "language": languages,
        "configs": [{"config_name": "default", "data_files": files}],
    }
    if release.licence in documents.LICENCES:
        told["license"] = release.licence.lower()
    head = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in told.items())
    return f"---\n{head}---\n\n{documents.card(release)}"


FORM = Form("folder", "Folder for Hugging Face datasets", ".zip", "application/zip", _write)
