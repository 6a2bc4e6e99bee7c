"""A folder as a ZIP: what `datasets.load_dataset("FOLDER")` reads, with the hashed lines, the manifest and checksums.

Rows are in Parquet by the corpus's own split; without one they are `train`, as that library calls what has no name.
"""

from __future__ import annotations

import json
import zipfile
from functools import partial
from typing import IO

from annotator.releases.forms import documents, tables
from annotator.releases.forms.base import FolderWithSums, Form, Lacks, Release, split_names


def _write(release: Release, out: IO[bytes]) -> Lacks:
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


def _write_split(release: Release, split: str, file: IO[bytes]) -> None:
    tables.write_parquet(release.rows(split=split), file, release.columns)


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
