"""Protect the files under ``var`` from other accounts on the machine: papers, recordings, the database, logs."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

#: Postgres runs as `nobody` when everything else runs as root, and has to pass through to its data.
OPEN_TO_WALK = 0o711
PRIVATE = 0o700
#: Created here, so that they are private from the first file on.
FOLDERS = ("log", "media", "tmp", "valkey", "vectors")
#: Of uploaded files and their folders; `annotator.settings` gives new ones the same.
FILE_MODE, FOLDER_MODE = 0o640, 0o750


def make_private(var: Path) -> None:
    """Close ``var`` and the folders in it to others. This also protects files that older versions left in them."""
    as_root = os.geteuid() == 0
    var.mkdir(parents=True, exist_ok=True)
    var.chmod(OPEN_TO_WALK if as_root else PRIVATE)
    for name in FOLDERS:
        (var / name).mkdir(exist_ok=True)
    for path in var.iterdir():
        if path.is_symlink():
            continue
        # Postgres's data is private in any case: Postgres refuses to start on a folder that is not.
        walked = as_root and path.name == "postgres"
        with suppress(PermissionError):  # it belongs to another account
            path.chmod((OPEN_TO_WALK if walked else PRIVATE) if path.is_dir() else 0o600)


def close_uploads(media: Path, stamp: Path) -> None:
    """Give what is in the folder of uploads the modes that new uploads get: earlier versions left them to the umask.

    Once for each pair of modes: it leaves a stamp that names them.
    """
    done = f"The files under media have mode {FILE_MODE:o}, their folders {FOLDER_MODE:o}.\n"
    if stamp.exists() and stamp.read_text() == done:
        return
    for folder, _, names in os.walk(media):
        with suppress(PermissionError):  # it belongs to somebody else
            if Path(folder) != media:
                os.chmod(folder, FOLDER_MODE)
            for name in names:
                if not os.path.islink(path := os.path.join(folder, name)):
                    os.chmod(path, FILE_MODE)
    stamp.write_text(done)
