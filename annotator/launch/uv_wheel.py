"""Fetch the installer uv without pip: its wheel from the package index, checked against a pinned hash."""

from __future__ import annotations

import hashlib
import html
import io
import json
import os
import platform
import re
import sys
import urllib.parse
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path

# Not every mirror supports the newer of the two index formats.
ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"
LINK = re.compile(r'<a\s[^>]*?href="([^"#]+)#sha256=([0-9a-f]{64})"[^>]*>\s*([^<\s]+)\s*</a>')


class UvUnavailableError(Exception):
    """Why uv could not be fetched this way."""


def wheel_tag() -> str:
    """Return a pattern for the end of the name of uv's wheel for this machine.

    Raises UvUnavailableError for a machine uv is not built for.
    """
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    if machine in ("x86_64", "aarch64"):
        if sys.platform == "darwin":
            return r"macosx_\d+_\d+_" + {"aarch64": "arm64"}.get(machine, machine)
        if sys.platform.startswith("linux"):
            flavour = "manylinux" if platform.libc_ver()[0] == "glibc" else "musllinux"
            return rf"(?:{flavour}[\w.]*)_{machine}(?:\.{flavour}[\w.]*)?"
    raise UvUnavailableError(f"uv has no wheel for {sys.platform} on {platform.machine()}")


@dataclass(frozen=True)
class IndexFile:
    """A file that a package index offers. ``url`` may be relative to the page."""

    name: str
    url: str
    sha256: str


def read_index(page: str, content_type: str) -> list[IndexFile]:
    """Return the hashed files of a package's page in either form (PEP 691 JSON, PEP 503 HTML).

    Raises ValueError or KeyError for JSON in another form.
    """
    if content_type.endswith("json"):
        files = json.loads(page)["files"]
        return [IndexFile(f["filename"], f["url"], f["hashes"]["sha256"]) for f in files if "sha256" in f["hashes"]]
    return [IndexFile(html.unescape(name), html.unescape(url), sha) for url, sha, name in LINK.findall(page)]


def fetch_uv(pin: Path, target: Path) -> None:
    """Write uv's executable to ``target``.

    pin : a requirements file with one ``uv==version`` and its ``--hash=sha256:`` lines.
    Raises UvUnavailableError when the index cannot be reached or offers no wheel with a pinned hash.
    """
    text = pin.read_text()
    version = re.search(r"^uv==(\S+)", text, re.MULTILINE)
    assert version, f"{pin} pins no uv"
    hashes = set(re.findall(r"--hash=sha256:([0-9a-f]{64})", text))
    name = re.compile(rf"uv-{re.escape(version[1])}-py3-none-{wheel_tag()}\.whl")
    index = os.environ.get("PIP_INDEX_URL") or os.environ.get("UV_DEFAULT_INDEX") or "https://pypi.org/simple"
    page = f"{index.rstrip('/')}/uv/"
    try:
        request = urllib.request.Request(page, headers={"Accept": ACCEPT})
        with urllib.request.urlopen(request, timeout=60) as answer:
            files = read_index(answer.read().decode(), answer.headers.get_content_type())
        offered = [file for file in files if name.fullmatch(file.name) and file.sha256 in hashes]
        if not offered:
            raise UvUnavailableError(f"{page} offers no uv {version[1]} for this machine with a pinned hash")
        with urllib.request.urlopen(urllib.parse.urljoin(page, offered[0].url), timeout=300) as answer:
            wheel = answer.read()
    except (OSError, ValueError, KeyError) as error:
        raise UvUnavailableError(f"{page}: {error}") from error
    if hashlib.sha256(wheel).hexdigest() != offered[0].sha256:
        raise UvUnavailableError(f"{offered[0].name} does not have the hash the index gave for it")
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        executable = next(entry for entry in archive.namelist() if entry.endswith(".data/scripts/uv"))
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_suffix(".part")
        partial.write_bytes(archive.read(executable))
    partial.chmod(0o755)
    partial.replace(target)
