"""The running application for browser tests: web server, worker and sweep on a database of their own."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from annotator.launch import up
from annotator.launch.guard import Guard
from annotator.launch.layout import HERE, Layout
from annotator.launch.preparing import PREPARE_RESULT
from annotator.launch.processes import stop
from annotator.launch.servers import Records, free_port
from tests.servers import drop_database, make_database, url_of_database

READY_SECONDS = 60
MAKE_SESSION = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
user = get_user_model().objects.get(username={username!r})
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
print("session", settings.SESSION_COOKIE_NAME, session.session_key)
"""
COPY_SESSION = """
INSERT INTO django_session (session_key, session_data, expire_date)
SELECT %(key)s, session_data, expire_date FROM django_session WHERE session_key = %(first)s
"""


class Application:
    """Lectern as ``manage.py up`` runs it, minus what is slow. ``username`` and ``password`` are its admin's."""

    def __init__(self, folder: Path, database: str, redis_database: int | None = None) -> None:
        """folder : for uploads, logs and records. database : made anew on the server that DATABASE_URL names.

        redis_database : of a second application beside one that runs. Work that both kept in one queue would be taken
            by workers of either, which look for it in their own database and find nothing.
        """
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.username = self.password = ""
        self._layout = Layout(folder)
        self._database = database
        self.environment = {
            **os.environ,
            "DATABASE_URL": url_of_database(database),
            "DATA_DIR": str(folder / "data"),
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "PYTHONUNBUFFERED": "1",
        }
        if redis_database is not None:
            redis = urlsplit(os.environ["REDIS_URL"])
            self.environment["REDIS_URL"] = urlunsplit(redis._replace(path=f"/{redis_database}"))
        self._guard = Guard()
        self._records = Records(self._layout, self._guard, "up.json")
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._commands: subprocess.Popen[str] | None = None
        self._sessions: dict[str, str] = {}

    def start(self) -> None:
        """Make the database, load the demo, start everything and wait until it answers."""
        self.prepare()
        for name in ("worker", "sweep", "web"):
            self.start_process(name)
        self.wait_until_ready()

    def prepare(self, *options: str) -> None:
        """Make the database and its admin, without starting anything: enough for ``manage``."""
        make_database(self._database)
        for line in self.manage("prepare", "--json", *options).splitlines():
            if line.startswith(PREPARE_RESULT):
                told = json.loads(line.removeprefix(PREPARE_RESULT))
                self.username, self.password = told["username"], told["password"]

    def stop(self) -> None:
        self._records.stop()
        self._guard.dismiss()
        if self._commands is not None:
            self._commands.communicate()
        for process in self._processes.values():
            process.wait()
        drop_database(self._database)

    def manage(self, *arguments: str) -> str:
        """Run a management command against the application's database. Returns what it printed."""
        if self._commands is None:
            self._commands = subprocess.Popen(
                [sys.executable, "-m", "tests.e2e.commands"], cwd=HERE.root, env=self.environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
        assert self._commands.stdin is not None
        assert self._commands.stdout is not None
        output = self.folder / "command.log"
        print(json.dumps({"arguments": arguments, "output": str(output)}), file=self._commands.stdin, flush=True)
        code = self._commands.stdout.readline().strip()
        printed = output.read_text()
        assert code == "0", f"manage.py {' '.join(arguments)} failed:\n{printed}"
        return printed

    def start_process(self, name: str) -> None:
        """Start "web", "worker", "worker-short" or "sweep"; also again, after ``kill``."""
        program = up.programs("127.0.0.1", self.port)[name]
        with self.log(name).open("ab") as log:
            process = up.start_program(program, self.environment, HERE.root, log.fileno())
        self._processes[name] = process
        self._records.add(name, process.pid, patience_seconds=5)

    @property
    def programs(self) -> list[str]:
        """The names of what was started."""
        return list(self._processes)

    def pid(self, name: str) -> int:
        return self._processes[name].pid

    def kill(self, name: str) -> None:
        """``kill -9`` one program and everything it started."""
        os.killpg(self._processes[name].pid, signal.SIGKILL)
        self._processes[name].wait()

    def stop_process(self, name: str) -> None:
        """Stop one program as Ctrl-C would."""
        for record in self._records.processes:
            if record.name == name:
                stop(record)
        self._processes[name].wait()

    def wait_until_ready(self) -> None:
        """Wait for the page and a worker. Fails with the ends of the logs."""
        deadline = time.monotonic() + READY_SECONDS
        while not (up.read_health(self.url) or {}).get("workers"):
            dead = [name for name, process in self._processes.items() if process.poll() is not None]
            assert not dead, f"ended: {', '.join(dead)}\n{self.logs()}"
            assert time.monotonic() < deadline, f"not ready in {READY_SECONDS} s\n{self.logs()}"
            time.sleep(0.3)

    def wait_until(
        self, holds: Callable[[], bool], what: str, timeout_seconds: float = 30, *, every_seconds: float = 0.3
    ) -> None:
        """Wait for something that no page shows. Fails saying what, with the ends of the logs."""
        deadline = time.monotonic() + timeout_seconds
        while not holds():
            assert time.monotonic() < deadline, f"not so after {timeout_seconds:g} s: {what}\n{self.logs()}"
            time.sleep(every_seconds)

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def logs(self, n_characters: int = 4000) -> str:
        texts = ((name, self.log(name)) for name in ("web", "worker", "sweep"))
        return "\n".join(f"== {name}\n{log.read_text()[-n_characters:]}" for name, log in texts if log.exists())

    def session_cookie(self, username: str) -> dict[str, Any]:
        """Return the cookie of a fresh session, for tests that are not about signing in (which is throttled).

        The first of each person is made by Django and goes to nobody. Its content does not depend on its key, so each
        cookie is for a copy, without a process of its own.
        """
        if username not in self._sessions:
            output = self.manage("shell", "--no-imports", "--command", MAKE_SESSION.format(username=username))
            self._sessions[username] = next(line for line in output.splitlines() if line.startswith("session "))
        _, name, first = self._sessions[username].split()
        key = secrets.token_hex(16)
        with psycopg.connect(self.environment["DATABASE_URL"]) as connection:
            connection.execute(COPY_SESSION, {"first": first, "key": key})
        return {"name": name, "value": key, "url": self.url}

    def make_project(self, name: str) -> str:
        """Make a project of the admin's through the API. Returns its address."""
        cookie, token = self.session_cookie(self.username), "b" * 32
        request = urllib.request.Request(
            f"{self.url}/api/v1/projects/",
            json.dumps({"name": name}).encode(),
            {
                "Content-Type": "application/json",
                "Cookie": f"{cookie['name']}={cookie['value']}; csrftoken={token}",
                "X-CSRFToken": token,
            },
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return str(json.load(answer)["slug"])
