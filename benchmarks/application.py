"""Lectern running on servers of its own, and one browser's connection to its API."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotator.launch import servers
from annotator.launch.guard import Guard
from annotator.launch.layout import Layout
from tests.e2e.application import Application

#: The check for forgery asks that a cookie and a header agree, whatever they are.
CSRF = "b" * 32


@contextmanager
def running_application() -> Iterator[Application]:
    """Lectern with all programs of `manage.py up`, on its own servers or on those DATABASE_URL and REDIS_URL name."""
    folder = Path(tempfile.mkdtemp(prefix="lectern-load-"))
    folder.chmod(0o711)
    guard = Guard()
    guard.remove(folder)
    records = servers.Records(Layout(folder), guard, servers.PROCESSES)
    with patch.dict(os.environ):  # the next application starts servers of its own
        try:
            servers.start_missing(records)
            os.environ["DATA_DIR"] = str(folder / "data")
            application = Application(folder / "application", "lectern_load")
            application.folder.mkdir()
            try:
                application.start()
                application.start_process("worker-short")
                yield application
            finally:
                application.stop()
        finally:
            records.stop()
            guard.dismiss()
            shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Answer:
    """content : unpacked. seconds : from the request until all of it was here. n_bytes : on the wire. tag : ETag."""

    content: bytes
    seconds: float
    n_bytes: int
    tag: str

    @property
    def value(self) -> Any:
        return json.loads(self.content)


class Connection:
    """One browser's connection to the API, signed in by the key of a session."""

    def __init__(self, url: str, session: str, *, timeout_seconds: float = 300) -> None:
        self._http = http.client.HTTPConnection(urlsplit(url).netloc, timeout=timeout_seconds)
        self._headers = {
            "Cookie": f"sessionid={session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Referer": url,
            "Accept-Encoding": "gzip",
        }

    def begin(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> http.client.HTTPResponse:
        """Send a request; the answer's content has still to be read."""
        self._http.request(method, f"/api/v1/{path}", body, self._headers | (headers or {}))
        return self._http.getresponse()

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """body : bytes, or what is sent as JSON. Raises RuntimeError when the request is refused or fails."""
        if body is not None and not isinstance(body, bytes):
            body, headers = json.dumps(body).encode(), {"Content-Type": "application/json", **(headers or {})}
        begun = time.perf_counter()
        try:
            answer = self.begin(method, path, body, headers)
        except ConnectionError:  # idle for too long: as a browser does, once more on a new connection
            self.close()
            begun = time.perf_counter()
            answer = self.begin(method, path, body, headers)
        content = answer.read()
        seconds = time.perf_counter() - begun
        plain = gzip.decompress(content) if answer.headers.get("Content-Encoding") == "gzip" else content
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {plain[:500]!r}")
        return Answer(plain, seconds, len(content), answer.headers.get("ETag", ""))

    def get(self, path: str) -> Any:
        return self.ask("GET", path).value

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, body or {}).value

    def upload(self, path: str, project: str, name: str, data: bytes) -> Any:
        parts = (
            f'--part\r\nContent-Disposition: form-data; name="project"\r\n\r\n{project}\r\n'
            f'--part\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        body = parts.encode() + data + b"\r\n--part--\r\n"
        return self.ask("POST", path, body, {"Content-Type": "multipart/form-data; boundary=part"}).value

    def poll(
        self, path: str, holds: Callable[[Any], bool], *, every_seconds: float = 0.1, timeout_seconds: float = 900
    ) -> Any:
        """Ask for something again and again, until it is as wanted."""
        deadline = time.monotonic() + timeout_seconds
        while not holds(value := self.get(path)):
            if time.monotonic() > deadline:
                raise RuntimeError(f"GET {path}: not as wanted after {timeout_seconds:g} s, but {str(value)[:300]}")
            time.sleep(every_seconds)
        return value

    def close(self) -> None:
        self._http.close()


def has_ended(work: dict[str, Any]) -> bool:
    """Of a run, a release or other background work."""
    return work["state"] not in ("queued", "running")
