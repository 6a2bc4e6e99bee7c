"""Zip archives from strangers: names that stay inside, sizes that are checked before and while unpacking.

A zip bomb lies about sizes, repeats one block under many names, or nests. So: the number of members, the size of each
and of all, and the ratio of compression are limited; what is read is counted while it is read; nothing is ever written
to disk.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import IO

from annotator.importers.base import Problems

MAX_MEMBERS = 20_000
MAX_MEMBER_BYTES = 200_000_000
MAX_TOTAL_BYTES = 2_000_000_000
MAX_RATIO = 200
_RATIO_FREE = 5_000_000  # small members may be as repetitive as they like
#: An Office file begins with one of its own members, or says what it is; an archive of talks may hold such files
#: further in.
_FIRST_MEMBERS = (
    b"[Content_Types]", b"_rels/", b"docProps/", b"customXml/", b"word/", b"xl/", b"ppt/", b"mimetypeapplication/",
)  # fmt: skip


class Archive:
    """An opened zip. `names` are the files in it, in order, all of them safe to read by `read`."""

    def __init__(
        self,
        data: bytes | IO[bytes],
        problems: Problems,
        *,
        largest: int = MAX_MEMBER_BYTES,
        most: int = MAX_TOTAL_BYTES,
    ) -> None:
        """data : the archive, or an open file of it, which is then read member by member. largest : of its files, in
        bytes. most : of all of them.

        Raises `Refused` where the file is no zip, is locked, or is built to harm.
        """
        self._problems, self._largest = problems, largest
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data) if isinstance(data, bytes) else data)
            members = self._zip.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError, UnicodeDecodeError):
            raise problems.refuse("the archive is damaged or incomplete", expected="a complete zip file") from None
        if len(members) > MAX_MEMBERS:
            raise problems.refuse(f"the archive has {len(members)} files", expected=f"{MAX_MEMBERS} at most")
        total = 0
        self._members: dict[str, zipfile.ZipInfo] = {}
        for member in members:
            self._check(member)
            total += member.file_size
            if total > most:
                raise problems.refuse(
                    f"the archive unpacks to more than {most // 10**9} GB", expected="smaller archives"
                )
            if not member.is_dir() and not _is_debris(member.filename):
                if member.filename in self._members:
                    raise problems.refuse(
                        f"the archive has two files named {member.filename!r}", expected="one file a name"
                    )
                self._members[member.filename] = member

    @property
    def names(self) -> list[str]:
        return list(self._members)

    def _check(self, member: zipfile.ZipInfo) -> None:
        name = member.filename
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or name[1:2] == ":" or "\0" in member.orig_filename:
            raise self._problems.refuse(
                f"the archive names a file outside itself: {name!r}", text=name, expected="paths within the archive"
            )
        if (member.external_attr >> 16) & 0o170000 == 0o120000:
            raise self._problems.refuse(f"the archive has a symbolic link: {name!r}", text=name, expected="plain files")
        if member.flag_bits & 1:
            raise self._problems.refuse(
                f"{name!r} is locked with a password", text=name, expected="an archive without a password"
            )
        if member.file_size > self._largest:
            raise self._problems.refuse(
                f"{name!r} unpacks to {member.file_size / 1e6:.0f} MB",
                expected=f"{self._largest // 10**6} MB at most",
            )
        if member.file_size > _RATIO_FREE and member.file_size > MAX_RATIO * max(member.compress_size, 1):
            raise self._problems.refuse(
                f"{name!r} unpacks to {member.file_size / max(member.compress_size, 1):.0f} times its size",
                expected="no zip bomb",
            )

    def read(self, name: str) -> bytes:
        """The bytes of a file of the archive. Raises KeyError for a name that is not there, `Refused` where it is
        damaged."""
        member = self._members[name]
        try:
            with self._zip.open(member) as stream:
                data = stream.read(member.file_size + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            NotImplementedError,
            OSError,
            EOFError,
            RuntimeError,
            ValueError,
        ):
            raise self._problems.refuse(
                f"{name!r} in the archive is damaged", text=name, expected="a complete zip file"
            ) from None
        if len(data) > member.file_size:
            raise self._problems.refuse(f"{name!r} is larger than the archive says", text=name, expected="no zip bomb")
        return data

    def open(self, name: str) -> tuple[IO[bytes], int]:
        """A file of the archive to be read bit by bit, and its size in bytes. Raises KeyError for an unknown name."""
        member = self._members[name]
        return self._zip.open(member), member.file_size


def _is_debris(name: str) -> bool:
    """Files that operating systems leave in archives."""
    parts = PurePosixPath(name).parts
    return "__MACOSX" in parts or (
        bool(parts) and (parts[-1] in ("Thumbs.db", "desktop.ini", ".DS_Store") or parts[-1].startswith("._"))
    )


def begins_as_office(head: bytes) -> bool:
    """Whether the first member of a zip (30 bytes and its name) is one that office programs write."""
    first = head[:80]
    return any(part in first for part in _FIRST_MEMBERS)
