"""The folders of a checkout. Everything the commands write is under ``.venv``, ``var`` and ``frontend``."""

from __future__ import annotations

import fnmatch
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Layout:
    """The folders of one checkout; tests make one in a temporary folder."""

    root: Path

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        return self.venv / "bin" / "python"

    @property
    def var(self) -> Path:
        return self.root / "var"

    @property
    def run(self) -> Path:
        """Locks, recorded processes and the addresses of running servers: private to the owner."""
        folder = self.var / "run"
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        return folder

    @property
    def logs(self) -> Path:
        folder = self.var / "log"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    @property
    def stamps(self) -> Path:
        folder = self.var / "stamps"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    @property
    def cache(self) -> Path:
        folder = self.var / "cache"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    @property
    def frontend(self) -> Path:
        return self.root / "frontend"

    @property
    def guides(self) -> Path:
        """The built site of the guides."""
        return self.var / "guides"


HERE = Layout(Path(__file__).resolve().parent.parent.parent)


def digest(*parts: str | Path) -> str:
    """Return one hash over texts and files' contents; a file that is missing counts as empty."""
    total = hashlib.sha256()
    for part in parts:
        content = (part.read_bytes() if part.is_file() else b"") if isinstance(part, Path) else part.encode()
        total.update(len(content).to_bytes(8, "big") + content)
    return total.hexdigest()


def digest_tree(folder: Path, *, skip: Iterable[str]) -> str:
    """Return one hash over every file's path and content below ``folder``.

    skip : patterns of the names of files and folders that do not count.
    """
    is_skipped = re.compile("|".join(map(fnmatch.translate, skip))).match
    parts: list[str | Path] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not is_skipped(name) and not name.startswith("."))
        for name in sorted(name for name in files if not is_skipped(name)):
            path = Path(parent, name)
            parts += [str(path.relative_to(folder)), path]
    return digest(*parts)


def write_private(path: Path, content: object) -> None:
    """Write JSON that only the owner may read, atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w") as stream:
            json.dump(content, stream, indent=1)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_json(path: Path) -> dict[str, object] | None:
    """Return the object in a file, or None if there is no readable one."""
    try:
        content = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None


def home_is_usable() -> bool:
    """Return whether tools may keep their caches in the home folder (not for ``nobody`` or an empty HOME)."""
    home = os.environ.get("HOME", "")
    return bool(home) and os.path.isdir(home) and os.access(home, os.W_OK)
