"""A throw-away Lectern under ``manage.py up``, in a copy of this checkout, that can be killed piece by piece."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from annotator.launch import frontend
from annotator.launch.layout import HERE, Layout, read_json
from annotator.launch.servers import free_port
from annotator.launch.up import read_health

READY_SECONDS = 600


class Instance:
    """``environment`` names its database and queue, for a Django set up in this process.

    role : of ``up``. settings : for its environment, such as those that name the servers of another one.
    """

    def __init__(self, role: str = "all", settings: dict[str, str] | None = None) -> None:
        self.role, self.settings = role, settings or {}
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-faults-"))
        # Postgres runs as `nobody` under root, who has to walk here.
        self.folder.chmod(0o711)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.layout = Layout(self.folder / "lectern")
        self.log = self.folder / "up.log"
        self._up: subprocess.Popen[bytes] | None = None
        _copy_checkout(self.layout.root)

    @property
    def environment(self) -> dict[str, str]:
        noted = read_json(self.layout.run / "servers.json") or {}
        urls = {name: str(noted[name]) for name in ("DATABASE_URL", "REDIS_URL") if name in noted}
        return {**os.environ, **urls, **self.settings, "DATA_DIR": str(self.layout.var)}

    def start(self) -> None:
        """Start ``up``; returns at once."""
        environment = {**os.environ, "LECTERN_VENV": "off", "PYTHONUNBUFFERED": "1"}
        for name in ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "DJANGO_SETTINGS_MODULE"):
            environment.pop(name, None)
        environment |= self.settings
        with self.log.open("ab") as log:
            self._up = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port), "--no-demo", "--role", self.role],
                cwd=self.layout.root, env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    def wait_until_ready(self, n_workers: int = 1) -> None:
        """Until its page answers and counts so many workers, wherever they are."""
        deadline = time.monotonic() + READY_SECONDS
        while (health := read_health(self.url)) is None or int(str(health["workers"])) < n_workers:
            self.fail_if_ended()
            if time.monotonic() > deadline:
                raise RuntimeError(f"not ready in {READY_SECONDS} s:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.2)

    def wait_until_ended(self, seconds: float = READY_SECONDS) -> int | None:
        """The exit code of ``up``; None while it goes on."""
        assert self._up is not None
        try:
            return self._up.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def fail_if_ended(self) -> None:
        if self._up is not None and self._up.poll() is not None:
            raise RuntimeError(f"`up` ended with exit code {self._up.poll()}:\n{self.log.read_text()[-4000:]}")

    def pid(self, name: str) -> int | None:
        """The first process of a program (web, sweep, postgres, ...) or of ``up`` itself; None while it is away."""
        if name == "up":
            return self._up.pid if self._up and self._up.poll() is None else None
        for file_name in ("up.json", "servers-processes.json"):
            noted: dict[str, Any] = read_json(self.layout.run / file_name) or {}
            for process in noted.get("processes", []):
                if process["name"] == name:
                    return int(process["pid"])
        return None

    def children(self, name: str) -> list[int]:
        parent = self.pid(name)
        if parent is None:
            return []
        shown = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        return [int(pid) for pid, of in map(str.split, shown.splitlines()) if int(of) == parent]

    def signal(self, what: str, number: int) -> int | None:
        """Send a signal to what a name says; "web child" is one process of the web server. Returns whom it reached."""
        name, _, child = what.partition(" ")
        pid = (self.children(name) or [None])[0] if child else self.pid(name)
        if pid is None:
            return None
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return None
        return pid

    def kill(self, what: str) -> bool:
        """``kill -9``. Whether there was one: a program may just be starting again."""
        if self.signal(what, signal.SIGKILL) is None:
            return False
        if what == "up":
            assert self._up is not None
            self._up.wait()
            self.start()
        return True

    def hang(self, what: str, seconds: float) -> bool:
        """Stop it for so long, as a machine does that swaps. Whether there was one."""
        pid = self.signal(what, signal.SIGSTOP)
        if pid is None:
            return False
        time.sleep(seconds)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
        return True

    def left_over(self) -> list[str]:
        """The processes that run in its folder, with their commands. To be asked before `stop` has removed it."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if str(self.folder) in f"{(process / 'cwd').readlink()} {command}":
                    found.append(f"{process.name} {command[:100]}")
        return found

    def end(self) -> None:
        """Stop it as by Ctrl-C."""
        if self._up is not None and self._up.poll() is None:
            self._up.terminate()
            self._up.wait(60)

    def stop(self) -> list[str]:
        """Stop it and remove its folder. Returns what runs on although it should not."""
        self.end()
        time.sleep(1)
        left_over = self.left_over()
        shutil.rmtree(self.folder, ignore_errors=True)
        return left_over


def _copy_checkout(root: Path) -> None:
    """Copy what git tracks, with the page as it is built here, so that nothing is installed or built anew."""
    frontend.build(HERE)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HERE.root, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (HERE.root / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HERE.root / name, root / name)
    shutil.copytree(HERE.frontend / "dist", root / "frontend" / "dist")
    shutil.copy2(HERE.stamps / "frontend-dist", Layout(root).stamps / "frontend-dist")
