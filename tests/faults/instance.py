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

READY_SECONDS = 240


class Instance:
    """``environment`` names its database and queue, for a Django set up in this process."""

    def __init__(self) -> None:
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
        return {**os.environ, **urls, "DATA_DIR": str(self.layout.var)}

    def start(self) -> None:
        """Start ``up``; returns at once."""
        environment = {**os.environ, "LECTERN_VENV": "off", "PYTHONUNBUFFERED": "1"}
        for name in ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "DJANGO_SETTINGS_MODULE"):
            environment.pop(name, None)
        with self.log.open("ab") as log:
            self._up = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port), "--no-demo"],
                cwd=self.layout.root, env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not (read_health(self.url) or {}).get("workers"):
            if time.monotonic() > deadline:
                raise RuntimeError(f"not ready in {READY_SECONDS} s:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.2)

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

    def kill(self, what: str) -> bool:
        """``kill -9`` what a name says; "web child" is one process of the web server. Whether there was one."""
        name, _, child = what.partition(" ")
        pid = (self.children(name) or [None])[0] if child else self.pid(name)
        if pid is None:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        if what == "up":
            assert self._up is not None
            self._up.wait()
            self.start()
        return True

    def stop(self) -> None:
        if self._up is not None and self._up.poll() is None:
            self._up.terminate()
            self._up.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)


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
