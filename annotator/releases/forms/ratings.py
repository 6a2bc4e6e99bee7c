"""What people said of systems in rating tasks: a folder for each task, with its figures and tables."""

from __future__ import annotations

import codecs
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from annotator.platform.writers import tsv
from annotator.platform.writers.archives import FolderWithSums
from annotator.releases.forms.base import Form, Frozen, Lacks

#: Columns of the tables, as the lists in the manifest have them.
MEANS = ("set", "question")
SINGLE = (
    "set", "question", "system", "rater", "value", "seconds", "plays", "heard", "trap", "counted", "reason", "consent",
)  # fmt: skip
#: Of what the manifest says of a task, what stands in the tables, or is about the manifest.
_NOT_FIGURES = frozenset({"means", "single", "sets", "files", "folder"})


def files_of(task: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The files of a task by their names: figures, the means of each set, and each rating where it is frozen."""
    figures = {name: value for name, value in task.items() if name not in _NOT_FIGURES}
    yield "results.json", json.dumps(figures, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
    yield "means.csv", _table([*MEANS, *task["systems"]], task["means"])
    if "single" in task:
        yield "ratings.csv", _table(SINGLE, task["single"])


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """RFC 4180 with a byte order mark, as the CSV of rows."""
    lines = [tsv.line_of(line, delimiter=",", end="\r\n") for line in (columns, *rows)]
    return codecs.BOM_UTF8 + "".join(lines).encode()


def _write(release: Frozen, out: IO[bytes]) -> Lacks:
    tasks = release.manifest["ratings"]
    with zipfile.ZipFile(out, "w") as archive:
        folder = FolderWithSums(archive, release.stem)
        for task in tasks:
            for name, content in files_of(task):
                folder.add(f"{task['folder']}/{name}", lambda file, content=content: file.write(content))  # type: ignore[misc]
        folder.finish()
    single = () if any("single" in task for task in tasks) else ("single ratings",)
    return Lacks(always=("rows and their labels", "texts and sounds that were rated", *single))


FORM = Form("ratings", "Ratings by people", ".ratings.zip", "application/zip", _write, needs="ratings")
