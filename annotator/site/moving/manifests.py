"""What an archive of a project says of itself, and its names.

The layout: `manifest.json`; `people.jsonl`; `tables/<name>.jsonl`, a row a line, by its columns; `files/<number>`, what
rows name. The manifest has the SHA-256 of everything else. docs/decisions/moving-projects.md describes it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from annotator import __version__
from annotator.importers.moved_projects import FORMAT, VERSION
from annotator.importers.moved_projects import MANIFEST as MANIFEST

PEOPLE = "people.jsonl"
#: How a file name of an archive ends.
ENDING = ".lectern.zip"


def table_entry(name: str) -> str:
    return f"tables/{name}.jsonl"


@dataclass(slots=True)
class Entry:
    """A file in the archive. n_rows : of lines, where it has some. name, table, column, row : of a stored file, what it
    was called in the storage, and a row that names it."""

    sha256: str = ""
    n_bytes: int = 0
    n_rows: int = 0
    name: str = ""
    table: str = ""
    column: str = ""
    row: str = ""


@dataclass(slots=True)
class Manifest:
    """project : its slug and name. counts : of what people ask for, by a word. names_hidden : how often a name stood in
    words that people wrote, where pseudonyms go along."""

    format: str = FORMAT
    version: int = VERSION
    lectern: str = __version__
    exported_at: str = ""
    project: dict[str, str] = field(default_factory=dict)
    people: str = "names"
    with_recordings: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    names_hidden: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        entries = {
            name: {key: value for key, value in asdict(entry).items() if value not in ("", 0) or key == "n_bytes"}
            for name, entry in self.entries.items()
        }
        return {**asdict(self), "entries": entries}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Manifest:
        """Of what the sandbox has checked (`importers.moved_projects`)."""
        known = {name: values[name] for name in cls.__dataclass_fields__ if name in values and name != "entries"}
        return cls(**known, entries={name: Entry(**entry) for name, entry in values["entries"].items()})
