"""Whether the files of a release are what was released: by their hashes alone, without a database."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

#: A manifest is far smaller; what is larger is none.
_LARGEST_MANIFEST = 10_000_000


@dataclass(slots=True)
class Verified:
    """sha256 : of the manifest, the hash that people cite. problems : sentences; empty if all is as released."""

    sha256: str = ""
    n_rows: int = 0
    problems: list[str] = field(default_factory=list)


def verify_folder(path: Path) -> Verified:
    """Check the ZIP with the folder, or the one with all forms: every file by checksums.txt, the rows by the manifest.

    Raises ValueError where the file is no such ZIP.
    """
    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        raise ValueError(f"{path.name} is not a ZIP file.") from error
    with archive:
        names = {name.partition("/")[2]: name for name in archive.namelist() if not name.endswith("/")}
        manifest, rows = _manifest_and_rows(names)
        for needed in ("checksums.txt", manifest, rows):
            if needed not in names:
                raise ValueError(f"{path.name} holds no {needed}: it is not the folder of a release.")
        lines = archive.read(names["checksums.txt"]).decode().splitlines()
        digests = {name: digest for digest, _, name in (line.partition("  ") for line in lines) if name}
        verified = Verified()
        for name in sorted(names.keys() - {"checksums.txt"}):
            with archive.open(names[name]) as file:
                digest = _digest(file)[0]
            if name not in digests:
                verified.problems.append(f"{name} is not in checksums.txt.")
            elif digests[name] != digest:
                verified.problems.append(f"{name} has SHA-256 {digest}; checksums.txt says {digests[name]}.")
        verified.problems += [f"{name} is missing." for name in sorted(digests.keys() - names.keys())]
        with archive.open(names[manifest]) as manifest_file, archive.open(names[rows]) as rows_file:
            _against_manifest(verified, manifest_file, rows_file)
    return verified


def _manifest_and_rows(names: Collection[str]) -> tuple[str, str]:
    """What they are called: in the ZIP with all forms, as they are downloaded."""
    of_forms = next((name for name in names if name.endswith(".manifest.json")), None)
    if of_forms is None:
        return "manifest.json", "rows.jsonl"
    return of_forms, f"{of_forms.removesuffix('.manifest.json')}.jsonl"


def verify_lines(rows: Path, manifest: Path) -> Verified:
    """Check a file of JSON lines by a manifest. Raises ValueError where the manifest is none."""
    verified = Verified()
    with rows.open("rb") as lines, manifest.open("rb") as file:
        _against_manifest(verified, file, lines)
    return verified


def _against_manifest(verified: Verified, manifest: IO[bytes], rows: IO[bytes]) -> None:
    text = manifest.read(_LARGEST_MANIFEST + 1)
    try:
        stated: Any = json.loads(text) if len(text) <= _LARGEST_MANIFEST else None
        n_rows, expected = int(stated["rows"]["n"]), str(stated["rows"]["sha256"])
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError("The manifest is not that of a release.") from error
    verified.sha256 = hashlib.sha256(text).hexdigest()
    digest, verified.n_rows = _digest(rows)
    if digest != expected:
        verified.problems.append(f"The rows have SHA-256 {digest}; the manifest says {expected}.")
    if verified.n_rows != n_rows:
        verified.problems.append(f"There are {verified.n_rows} rows; the manifest says {n_rows}.")


def _digest(file: IO[bytes]) -> tuple[str, int]:
    """SHA-256, and the number of line feeds."""
    digest, n_lines = hashlib.sha256(), 0
    while block := file.read(2**20):
        digest.update(block)
        n_lines += block.count(b"\n")
    return digest.hexdigest(), n_lines
