"""How the launcher reports failures to people."""

from __future__ import annotations

import errno
import math
import os
import pwd
import resource
import shlex
import shutil
from pathlib import Path

NO_NETWORK_SIGNS = (
    "name resolution",
    "failed to lookup address",
    "dns error",
    "name or service not known",
    "nodename nor servname",
    "network is unreachable",
    "connection refused",
    "connection timed out",
    "newconnectionerror",
    "error sending request",
    "failed to fetch",
    "enotfound",
    "eai_again",
    "econnrefused",
    "etimedout",
    "enetunreach",
    "no route to host",
    "urlopen error",
    "(from versions: none)",  # all that pip says when its retries are off
)


FULL_DISK_SIGNS = ("no space left on device", "enospc", "disk quota exceeded", "edquot", "disk full")

#: If less than this is left after a failure, the full disk was the cause: not every program says so.
NO_ROOM_BYTES = 2 * 2**20


class LaunchError(Exception):
    """An explanation of what is wrong and what to do; printed without a traceback, exit code 1."""


def looks_like_no_network(output: str) -> bool:
    """Return whether a failed installer's output indicates a missing network rather than a bad package."""
    lowered = output.lower()
    return any(sign in lowered for sign in NO_NETWORK_SIGNS)


def looks_like_full_disk(output: str, path: Path | None = None) -> bool:
    """Return whether a program failed because the disk is full, by its output or by the free space where it wrote."""
    lowered = output.lower()
    return any(sign in lowered for sign in FULL_DISK_SIGNS) or (path is not None and is_full(path))


def full_disk(path: Path, then: str = "Free some space, then run the command again.") -> str:
    """Return the message for a path that could not be written because the disk is full, with what to do."""
    there = next((folder for folder in (path, *path.parents) if folder.exists()), path)
    free = _free_bytes(there)
    left = "" if math.isinf(free) else f" ({free // 2**20:.0f} MB are left)"
    return f"There is no room on the disk that holds {there}{left}. {then}"


def in_a_sentence(error: OSError, root: Path) -> str | None:
    """Return what a person can do about a failed system call below ``root``; None for other errors."""
    path = Path(error.filename) if isinstance(error.filename, str) else root
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        # A failed write, unlike a failed open, does not name the file; `var` may be on its own disk.
        return full_disk(path if error.filename else min(root, root / "var", key=_free_bytes))
    if error.errno in (errno.EMFILE, errno.ENFILE):
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return f"Too many files are open at once; this shell allows {limit}. Allow more and try again: ulimit -n 1024"
    if root not in (path, *path.parents):
        return None
    if error.errno == errno.EROFS:
        return f"{path} cannot be written: it is on a read-only disk. Move the checkout {root} to a writable one."
    if isinstance(error, PermissionError):
        return (
            f"{path} may not be written: it belongs to another account, perhaps because a command was run "
            f"as root before. Give it to this one: sudo chown -R {_account()} {shlex.quote(str(root))}"
        )
    return None


def is_full(path: Path) -> bool:
    """Return whether a disk has practically no free space."""
    return _free_bytes(path) < NO_ROOM_BYTES


def _free_bytes(path: Path) -> float:
    try:
        return shutil.disk_usage(path).free
    except OSError:
        return math.inf


def _account() -> str:
    """Return the name of the account we run as, or its number if it has no name, as in many containers."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def tail(text: str, n_lines: int = 12) -> str:
    """Return the last non-empty lines of a program's output, indented, to be shown below a message."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return "\n".join(f"    {line}" for line in lines[-n_lines:])
