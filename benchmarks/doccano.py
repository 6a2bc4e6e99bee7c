"""doccano, what a team would take instead, beside a running application: same machine, same Postgres, same loader.

It is installed from PyPI into a virtual environment of its own (`var/doccano`, or where DOCCANO_ENVIRONMENT says, which
is kept), and runs as its own command does: gunicorn with two processes, Celery with two.
"""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from instance import Instance

from annotator.launch.layout import HERE
from annotator.launch.servers import free_port

VERSION = "1.8.4"
#: It sets no upper bounds for what it needs, and newer versions of some break it.
PACKAGES = (f"doccano=={VERSION}", "psycopg2-binary", "redis", "setuptools<80", "marshmallow<4", "numpy<2")
_DATABASE = "lectern_load_doccano"
_REDIS = "14"
_MAKE_USERS = """
from django.contrib.auth.models import User
for name in {names!r}:
    user, made = User.objects.get_or_create(username=name)
    if made:
        user.set_password(name)
        user.save()
"""


@dataclass
class Doccano:
    """A running doccano. web : the process id of its web server."""

    port: int
    web: int
    environment: dict[str, str]
    python: Path
    folder: Path

    def ask(self, method: str, path: str, token: str = "", body: Any = None, kind: str = "application/json") -> Any:
        """The answer, parsed where it is JSON. body : bytes, or what is sent as JSON."""
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": kind, **({"Authorization": f"Token {token}"} if token else {})}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        try:
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        if answer.status >= 400:
            raise RuntimeError(f"doccano: {method} {path}: {answer.status} {content[:300]!r}")
        return json.loads(content) if "json" in answer.headers.get("Content-Type", "") else content

    def manage(self, *arguments: str, given: str = "") -> None:
        subprocess.run(
            [self.python, "manage.py", *arguments], cwd=self.folder, env=self.environment, input=given, text=True,
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def sign_in(self, name: str) -> str:
        """The token of a user whose password is the name."""
        return str(self.ask("POST", "/v1/auth/login/", body={"username": name, "password": name})["key"])

    def make_project(self, token: str) -> int:
        return int(
            self.ask("POST", "/v1/projects", token, {
                "name": uuid4().hex, "description": "-", "guideline": "", "project_type": "Seq2seq",
                "resourcetype": "Seq2seqProject", "collaborative_annotation": False, "random_order": False,
                "single_class_classification": False, "tags": [],
            })["id"]
        )  # fmt: skip

    def add_users(self, token: str, project: int, names: list[str]) -> list[str]:
        """Make them annotators of the project. Returns their tokens."""
        self.manage("shell", given=_MAKE_USERS.format(names=names))
        (role,) = (one["id"] for one in self.ask("GET", "/v1/roles", token) if one["name"] == "annotator")
        users = {one["username"]: one["id"] for one in self.ask("GET", "/v1/users", token)}
        for name in names:
            self.ask("POST", f"/v1/projects/{project}/members", token, {"user": users[name], "role": role})
        return [self.sign_in(name) for name in names]

    def upload(self, token: str, project: int, name: str, data: bytes) -> float:
        """Seconds from the upload of lines of JSON until all are examples."""
        begun = time.perf_counter()
        head = f'--part\r\nContent-Disposition: form-data; name="filepond"; filename="{name}"\r\n\r\n'
        body = head.encode() + data + b"\r\n--part--\r\n"
        kept = self.ask("POST", "/v1/fp/process/", token, body, "multipart/form-data; boundary=part")
        upload = kept.decode().strip().strip('"') if isinstance(kept, bytes) else str(kept)
        task = self.ask("POST", f"/v1/projects/{project}/upload", token, {
            "uploadIds": [upload], "format": "JSONL", "task": "Seq2seq", "encoding": "utf_8", "column_data": "text",
            "column_label": "label",
        })  # fmt: skip
        self._wait(token, task["task_id"])
        return time.perf_counter() - begun

    def download(self, token: str, project: int) -> tuple[float, int]:
        """(Seconds until all examples are here with their annotations, bytes)."""
        begun = time.perf_counter()
        asked = {"format": "JSONL", "exportApproved": False}
        task = self.ask("POST", f"/v1/projects/{project}/download", token, asked)["task_id"]
        self._wait(token, task)
        content = self.ask("GET", f"/v1/projects/{project}/download?taskId={task}", token)
        return time.perf_counter() - begun, len(content)

    def examples(self, token: str, project: int) -> list[int]:
        found: list[int] = []
        while page := self.ask("GET", f"/v1/projects/{project}/examples?limit=500&offset={len(found)}", token)[
            "results"
        ]:
            found += [one["id"] for one in page]
        return found

    def _wait(self, token: str, task: str) -> None:
        while not (state := self.ask("GET", f"/v1/tasks/status/{task}", token))["ready"]:
            time.sleep(0.05)
        if state.get("error"):
            raise RuntimeError(f"doccano: {state}")


def _installed() -> tuple[Path, Path]:
    """Its Python, and the folder of its Django project; installed if they are not there yet."""
    folder = Path(os.environ.get("DOCCANO_ENVIRONMENT") or HERE.root / "var" / "doccano")
    python = folder / "bin" / "python"
    done = folder / f"installed-{VERSION}"
    if not done.exists():
        print(f"installing doccano {VERSION} into {folder}", file=sys.stderr, flush=True)
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True)
        done.touch()
    place = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True, check=True,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    return python, Path(place.stdout.strip()) / "backend"


@contextmanager
def running_doccano(at: Instance) -> Iterator[Doccano]:
    """doccano with a database of its own on the servers of the application."""
    python, backend = _installed()
    database, broker = (urlsplit(at.application.environment[name]) for name in ("DATABASE_URL", "REDIS_URL"))
    drop = f"DROP DATABASE IF EXISTS {_DATABASE} WITH (FORCE)"
    with psycopg.connect(at.application.environment["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(drop)
        connection.execute(f"CREATE DATABASE {_DATABASE}")
    folder = at.application.folder / "doccano"
    (folder / "tmp").mkdir(parents=True)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DJANGO")},
        "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder), "MEDIA_ROOT": str(folder), "DOCCANO_HOME": str(folder),
        "FILEPOND_UPLOAD_TMP": str(folder / "tmp"),
        "DATABASE_URL": database._replace(path=f"/{_DATABASE}", query="sslmode=disable").geturl(),
        "CELERY_BROKER_URL": broker._replace(path=f"/{_REDIS}").geturl(),
        "DEBUG": "False", "STANDALONE": "True", "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SECRET_KEY": uuid4().hex,
    }  # fmt: skip
    environment.pop("LECTERN_VENV", None)
    port = free_port()
    doccano = Doccano(port, 0, environment, python, backend)
    processes: list[subprocess.Popen[bytes]] = []
    try:
        doccano.manage("migrate", "--noinput", "-v0")
        doccano.manage("create_roles")
        doccano.manage("create_admin", "--noinput", "--username", "admin", "--password", "admin", "--email", "a@b.org")
        with at.application.log("doccano").open("ab") as log:
            for command in (
                [
                    "gunicorn",
                    "--bind",
                    f"127.0.0.1:{port}",
                    "config.wsgi",
                    "--timeout",
                    "300",
                    "--workers",
                    "2",
                    "--log-level",
                    "warning",
                ],
                ["celery", "--app=config", f"--workdir={backend}", "worker", "--loglevel=warning", "--concurrency=2"],
            ):
                program = [python, python.parent / command[0], *command[1:]]
                processes.append(subprocess.Popen(program, cwd=backend, env=environment, stdout=log, stderr=log))
        doccano.web = processes[0].pid
        _wait_for(doccano)
        yield doccano
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()
        with psycopg.connect(at.application.environment["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(drop)


def _wait_for(doccano: Doccano) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            doccano.ask("GET", "/v1/health/")
            return
        except (OSError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and ": 5" not in str(error):
                return  # it answers
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
