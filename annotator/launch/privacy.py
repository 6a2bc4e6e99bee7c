"""Keep what is under ``var`` from the other accounts of a machine: papers, recordings, the database, logs."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

#: Postgres runs as `nobody` when everything else runs as root, and has to walk to its data.
OPEN_TO_WALK = 0o711
PRIVATE = 0o700
#: Made here, so that they are private from the first file on.
FOLDERS = ("log", "media", "tmp", "valkey", "vectors")


def make_private(var: Path) -> None:
    """Close ``var``, and the folders in it, to others. Closing a folder closes all that older versions left in it."""
    as_root = os.geteuid() == 0
    var.mkdir(parents=True, exist_ok=True)
    var.chmod(OPEN_TO_WALK if as_root else PRIVATE)
    for name in FOLDERS:
        (var / name).mkdir(exist_ok=True)
    for path in var.iterdir():
        if path.is_symlink():
            continue
        # Postgres's data itself is private in any case: it refuses to start on a folder that is not.
        walked = as_root and path.name == "postgres"
        with suppress(PermissionError):  # it belongs to somebody else, whose business it is
            path.chmod((OPEN_TO_WALK if walked else PRIVATE) if path.is_dir() else 0o600)
