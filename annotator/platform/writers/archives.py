"""ZIPs whose bytes depend on what is in them alone, written as streams."""

from __future__ import annotations

import hashlib
import io
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

_BLOCK = 2**16
#: Of texts, zlib makes 2 % more bytes than with its usual 6, in less than half of the time.
_LEVEL = 4
#: The earliest date a ZIP can hold: with the date of writing, the same rows would not give the same bytes.
_NO_DATE = (1980, 1, 1, 0, 0, 0)


@contextmanager
def entry(archive: zipfile.ZipFile, name: str, *, compressed: bool = True) -> Iterator[IO[bytes]]:
    """A file in an archive, written as a stream."""
    about = zipfile.ZipInfo(name, _NO_DATE)
    about.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    about._compresslevel = _LEVEL  # type: ignore[attr-defined]
    about.external_attr = 0o644 << 16
    # Lines are compressed some thousand at a time: one by one takes longer than compressing them.
    with archive.open(about, "w", force_zip64=True) as out, io.BufferedWriter(out, _BLOCK) as blocks:
        yield blocks


class FolderWithSums:
    """A folder in an archive; its last file holds the SHA-256 of all others, as `sha256sum --check` reads them."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self._archive, self._name = archive, name
        self._sums: list[str] = []

    def add(self, name: str, write: Callable[[IO[bytes]], Any], *, compressed: bool = True) -> None:
        with tempfile.TemporaryFile() as held:
            write(held)
            held.seek(0)
            self.copy(name, held, compressed=compressed)

    def copy(self, name: str, file: IO[bytes], *, compressed: bool = True) -> None:
        """The rest of a file."""
        digest = hashlib.sha256()
        with entry(self._archive, f"{self._name}/{name}", compressed=compressed) as out:
            while block := file.read(2**20):
                digest.update(block)
                out.write(block)
        self._sums.append(f"{digest.hexdigest()}  {name}\n")

    def finish(self) -> None:
        with entry(self._archive, f"{self._name}/checksums.txt") as file:
            file.write("".join(self._sums).encode())


def safe_name(title: str) -> str:
    """As a part of a file's name on every system."""
    kept = "".join(character if character.isalnum() or character in "-_" else "-" for character in title)
    return "-".join(filter(None, kept.split("-")))[:60] or "talk"
