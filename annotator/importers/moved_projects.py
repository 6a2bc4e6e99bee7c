"""Archives of projects that another Lectern wrote (`site.moving`): read entry by entry, and held to their checksums.

What comes out of here are lines that are JSON objects, and files; what the lines say is for the database to judge.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import zipfile
import zlib
from typing import IO, Any

import orjson

from annotator.importers.base import Problems
from annotator.importers.support.zip_source import Archive

FORMAT, VERSION = "lectern-project", 1
MANIFEST = "manifest.json"
#: Of a manifest, a line and a file, and of all together, in bytes.
MOST_MANIFEST, MOST_LINE, MOST_FILE, MOST_IN_ALL = 50_000_000, 100_000_000, 20_000_000_000, 200_000_000_000
_NAMES = re.compile(r"people\.jsonl|tables/[a-z_]{1,60}\.jsonl|files/[0-9]{6,9}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_TEXTS = {"name": 300, "table": 60, "column": 60, "row": 60}
_COUNT = 2**53


class MovedProject:
    """An archive that is open. `manifest` is its manifest, checked; `begin` an entry, then ask for what is `next`."""

    def __init__(self, descriptor: int, name: str) -> None:
        """Raises `Refused` for what is no such archive, is not whole, or is of a newer format."""
        self._problems = Problems(name)
        file = os.fdopen(os.dup(descriptor), "rb")
        self._archive = Archive(file, self._problems, largest=MOST_FILE, most=MOST_IN_ALL)
        self.manifest = self._read_manifest()
        self._entries: dict[str, dict[str, Any]] = self.manifest["entries"]
        self._begun = ""
        self._stream: IO[bytes] = io.BytesIO()
        self._held = b""

    def _read_manifest(self) -> dict[str, Any]:
        names = self._archive.names
        if MANIFEST not in names:
            raise self._problems.refuse(
                "this is no archive of a project: it has no manifest.json",
                expected="a file that was exported under Settings, Move and copy; texts are imported under Pairs",
            )
        stream, size = self._archive.open(MANIFEST)
        if size > MOST_MANIFEST:
            raise self._problems.refuse(
                f"the manifest has {size / 1e6:.0f} MB", expected=f"{MOST_MANIFEST // 10**6} MB at most"
            )
        try:
            manifest = orjson.loads(stream.read(size))
        except (*_DAMAGED, orjson.JSONDecodeError):
            raise self._problems.refuse("manifest.json is damaged", expected="the archive as it was exported") from None
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            raise self._problems.refuse(
                "manifest.json is not that of a project",
                expected="a file that was exported under Settings, Move and copy",
            )
        version = manifest.get("version")
        if type(version) is not int or version < 1:
            raise self._problems.refuse("manifest.json names no format version", expected="the archive as exported")
        if version > VERSION:
            raise self._problems.refuse(
                f"made by a newer Lectern: its format is {version}",
                expected=f"format {VERSION} at most; update this Lectern",
            )
        return self._checked(manifest, set(names))

    def _checked(self, manifest: dict[str, Any], names: set[str]) -> dict[str, Any]:
        """With what is known alone, each value of its kind."""
        entries = manifest.get("entries")
        project, counts = manifest.get("project"), manifest.get("counts")
        if not (
            isinstance(entries, dict)
            and isinstance(project, dict)
            and isinstance(counts, dict)
            and all(_NAMES.fullmatch(name) and _is_entry(about) for name, about in entries.items())
            and all(isinstance(project.get(key), str) and project[key] for key in ("slug", "name"))
            and all(type(number) is int and 0 <= number < _COUNT for number in counts.values())
        ):
            raise self._problems.refuse("manifest.json is damaged", expected="the archive as it was exported")
        if missing := sorted(entries.keys() - names):
            raise self._problems.refuse(
                f"the archive is not whole: {missing[0]} is missing, {len(entries) - len(missing)} of {len(entries)} "
                "files are there",
                expected="all files; download it again",
            )
        if more := sorted(names - entries.keys() - {MANIFEST}):
            raise self._problems.refuse(
                f"{more[0]} was added after the export", expected="the archive as it was exported"
            )
        return {
            "format": FORMAT,
            "version": manifest["version"],
            "lectern": str(manifest.get("lectern", ""))[:40],
            "exported_at": str(manifest.get("exported_at", ""))[:40],
            "project": {key: project[key][:120] for key in ("slug", "name")},
            "people": "names" if manifest.get("people") == "names" else "pseudonyms",
            "with_recordings": manifest.get("with_recordings") is True,
            "counts": {str(key)[:40]: number for key, number in list(counts.items())[:40]},
            "entries": entries,
        }

    def begin(self, name: str) -> bool:
        """Read this entry from its start."""
        self._begun, self._held = name, b""
        self._stream, _ = self._archive.open(name)
        self._digest, self._n_bytes, self._n_rows = hashlib.sha256(), 0, 0
        return True

    def next(self, n_bytes: int) -> bytes:
        """The next bytes of the entry, of a table whole lines; empty at its end.

        Raises `Refused` where it is damaged, was changed after the export, or a line is no JSON object.
        """
        is_table = self._begun.endswith(".jsonl")
        while True:
            block = self._read(n_bytes)
            if not is_table:
                return block
            if not block and not self._held:
                return b""
            lines, separator, rest = (self._held + block).rpartition(b"\n")
            if not block and rest:
                raise self._changed()
            self._held = rest
            if len(rest) > MOST_LINE:
                raise self._problems.refuse(
                    f"a line of {self._begun} is too long", expected=f"{MOST_LINE // 10**6} MB at most"
                )
            if separator:
                self._check(lines)
                return lines + b"\n"

    def _read(self, n_bytes: int) -> bytes:
        about = self._entries[self._begun]
        try:
            block = self._stream.read(n_bytes)
        except _DAMAGED:
            raise self._problems.refuse(
                f"{self._begun} is damaged", expected="the archive as it was exported; download it again"
            ) from None
        self._digest.update(block)
        self._n_bytes += len(block)
        if self._n_bytes > about["n_bytes"]:
            raise self._changed()
        if not block and (self._digest.hexdigest() != about["sha256"] or self._n_bytes != about["n_bytes"]):
            raise self._changed()
        return block

    def _changed(self) -> Exception:
        return self._problems.refuse(
            f"{self._begun} was changed after the export", expected="the archive as it was exported"
        )

    def _check(self, lines: bytes) -> None:
        for line in lines.split(b"\n"):
            self._n_rows += 1
            try:
                value = orjson.loads(line)
            except orjson.JSONDecodeError:
                value = None
            if not isinstance(value, dict):
                raise self._problems.refuse(
                    f"line {self._n_rows} of {self._begun} is no JSON object", expected="the archive as it was exported"
                )


def _is_entry(about: Any) -> bool:
    return (
        isinstance(about, dict)
        and about.keys() <= {"sha256", "n_bytes", "n_rows", *_TEXTS}
        and isinstance(about.get("sha256"), str)
        and bool(_SHA256.fullmatch(about["sha256"]))
        and all(type(about.get(key, 0)) is int and 0 <= about.get(key, 0) < _COUNT for key in ("n_bytes", "n_rows"))
        and "n_bytes" in about
        and all(isinstance(about.get(key, ""), str) and len(about.get(key, "")) <= most for key, most in _TEXTS.items())
    )


_DAMAGED = (zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, EOFError, RuntimeError, ValueError)
