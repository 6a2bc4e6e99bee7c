"""A training set as one ZIP, which `manage.py release verify` checks: lines, manifest, card and checksums, and a file
for each length and split, as ``datasets.load_dataset(FOLDER, "words-150")`` reads them.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from typing import IO

import orjson

from annotator.platform.writers.archives import FolderWithSums
from annotator.releases.forms import documents as of_releases
from annotator.releases.forms.base import Form, Frozen, Lacks
from annotator.summaries.training_forms import documents, lines


def _write(frozen: Frozen, out: IO[bytes]) -> Lacks:
    splits = [each["split"] for each in frozen.manifest["statistics"]]
    with zipfile.ZipFile(out, "w") as archive:
        folder = FolderWithSums(archive, frozen.stem)
        folder.add("README.md", lambda file: file.write(_readme(frozen, splits).encode()))
        for variant in lines.VARIANTS:
            for split in splits:
                folder.add(f"{variant}/{split}.jsonl", _of_split(frozen, variant, split))
        folder.add("rows.jsonl", lambda file: lines.ROWS.write(frozen, file))
        folder.add("manifest.json", lambda file: of_releases.MANIFEST.write(frozen, file))
        folder.add("CITATION.cff", lambda file: of_releases.CITATION.write(frozen, file))
        folder.finish()
    return Lacks()


def _of_split(frozen: Frozen, variant: str, split: str) -> Callable[[IO[bytes]], None]:
    def write(file: IO[bytes]) -> None:
        for record in frozen.rows():
            if record["split"] == split:
                record.pop("number")
                file.write(orjson.dumps(lines.of_variant(record, variant), option=orjson.OPT_APPEND_NEWLINE))

    return write


def _readme(frozen: Frozen, splits: list[str]) -> str:
    configs = [
        {
            "config_name": variant,
            "data_files": [{"split": split, "path": f"{variant}/{split}.jsonl"} for split in splits],
            **({"default": True} if number == 0 else {}),
        }
        for number, variant in enumerate(lines.VARIANTS)
    ]
    metadata = {"pretty_name": f"{frozen.title} {frozen.version}", "configs": configs}
    if frozen.licence in of_releases.LICENCES:
        metadata["license"] = frozen.licence.lower()
    head = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in metadata.items())
    return f"---\n{head}---\n\n{documents.card(frozen)}"


FORM = Form("folder", "Everything as a folder", ".zip", "application/zip", _write)
