"""Zip archives that are built to harm."""

from __future__ import annotations

import io
import zipfile

import pytest

from annotator.importers.base import Problems, Refused
from annotator.importers.registry import parse
from annotator.importers.support.zip_source import Archive
from tests.annotator.importers.samples import MANIFEST, zip_of


@pytest.mark.parametrize("name", ["../evil.txt", "/etc/passwd", "a/../../b", "..\\evil.txt", "C:\\evil.txt"])
def test_paths_outside_are_refused(name: str) -> None:
    parsed = parse(zip_of({"manifest.csv": MANIFEST, name: "x"}), "a.zip")
    assert "a file outside itself" in parsed.errors[0].message


def test_bombs_are_refused_before_they_are_unpacked() -> None:
    parsed = parse(zip_of({"manifest.csv": MANIFEST, "bomb.txt": b"\0" * 60_000_000}), "a.zip")
    assert "times its size" in parsed.errors[0].message


def test_lying_sizes_are_noticed() -> None:
    data = bytearray(zip_of({"a.txt": "x" * 5000}))
    for at in range(len(data) - 4):
        if data[at : at + 4] == (5000).to_bytes(4, "little"):
            data[at : at + 4] = (10).to_bytes(4, "little")
    archive = Archive(bytes(data), Problems("a.zip"))
    with pytest.raises(Refused, match=r"larger than the archive says|damaged"):
        archive.read("a.txt")


def test_symbolic_links_and_locked_files_are_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        link = zipfile.ZipInfo("link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert "symbolic link" in parse(stream.getvalue(), "a.zip").errors[0].message
    data = bytearray(zip_of({"manifest.csv": "id,paper\n"}))
    central = data.find(b"PK\x01\x02")
    data[central + 8] |= 1
    assert "locked with a password" in parse(bytes(data), "a.zip").errors[0].message


def test_damaged_archives_are_refused() -> None:
    data = zip_of({"manifest.csv": MANIFEST})
    assert "damaged" in parse(data[:-10], "a.zip").errors[0].message
