"""The web server as `manage.py up` starts it, under clients that are slow, endless or gone."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
from django.db import connection

from annotator.launch import up
from annotator.launch.layout import HERE
from annotator.launch.servers import free_port

#: pytest-django makes a database only if some test of the run asks for one; a fixture of a module does not count.
pytestmark = pytest.mark.django_db

HEALTH = "/api/v1/health/"
CSRF = "b" * 32


class Server:
    def __init__(self, folder: Path) -> None:
        """On the database of the tests, which has tables."""
        address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
        environment = {**os.environ, "DATA_DIR": str(folder), "DATABASE_URL": address}
        self.port = free_port()
        self.endless: EndlessHead | None = None
        web = [sys.executable, *up.PYTHON_OPTIONS, "-m", *up.programs("127.0.0.1", self.port)["web"]]
        self.process = subprocess.Popen(web, cwd=HERE.root, env=environment, start_new_session=True)
        try:
            self.wait()
        except BaseException:
            self.stop()
            raise

    def wait(self) -> None:
        """Until it answers and both workers run: the first of them answers before the second is there."""
        deadline = time.monotonic() + 60
        while up.read_health(f"http://127.0.0.1:{self.port}") is None or len(self.workers()) < 2:
            assert self.process.poll() is None, "gunicorn ended"
            assert time.monotonic() < deadline, "no answer in 60 s"
            time.sleep(0.1)

    def workers(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children()

    def connect(self, *sent: bytes) -> socket.socket:
        client = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        for data in sent:
            client.sendall(data)
        return client

    def ask(self, method: str = "GET", path: str = HEALTH, body: Any = None, **headers: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, headers, encode_chunked=False)
            answer = connection.getresponse()
            content = answer.read()
            return answer.status, json.loads(content) if "json" in answer.headers["Content-Type"] else content
        finally:
            connection.close()

    def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture(scope="module")
def server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web"))
    # From the start on: it takes the server a quarter of a minute, in which other tests are run.
    running.endless = EndlessHead(running)
    yield running
    running.stop()


class EndlessHead(threading.Thread):
    """A client whose head never ends, until its connection is closed. seconds : that took; None before."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self.seconds: float | None = None
        self._began = time.monotonic()
        self._client = server.connect(head(f"GET {HEALTH} HTTP/1.1", "Host: 127.0.0.1", ""))
        self._client.settimeout(60)
        self.start()

    def run(self) -> None:
        with contextlib.suppress(ConnectionResetError):
            if self._client.recv(1000) != b"":
                return
        self.seconds = time.monotonic() - self._began


def head(*lines: str) -> bytes:
    return "\r\n".join(lines).encode()


SLOW = {
    "heads": head(f"GET {HEALTH} HTTP/1.1", "Host: 127.0.0.1", "X-Slow: "),
    "bodies": head(
        "POST /api/v1/session/ HTTP/1.1", "Host: 127.0.0.1", f"Cookie: csrftoken={CSRF}", f"X-CSRFToken: {CSRF}",
        "Content-Type: application/json", "Content-Length: 60000", "", "{",
    ),
    "nothing": b"",
}  # fmt: skip


@pytest.mark.parametrize("kind", SLOW)
def test_others_are_answered_while_fifty_clients_are_slow(server: Server, kind: str) -> None:
    """Sixteen of them once took every thread, and nobody else was answered."""
    clients = [server.connect(SLOW[kind]) for _ in range(50)]
    try:
        for _ in range(20):
            assert server.ask()[0] == 200
        assert len([client for client in clients if still_open(client)]) == 50
    finally:
        for client in clients:
            client.close()


def still_open(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_a_head_that_is_too_large_is_refused(server: Server) -> None:
    client = server.connect(head(f"GET {HEALTH} HTTP/1.1", "Host: 127.0.0.1", "X-Large: ") + b"x" * 500_000)
    with contextlib.suppress(ConnectionResetError):
        assert client.recv(1000).startswith(b"HTTP/1.1 400 ")


def test_a_large_body_without_an_account_is_refused_while_it_is_sent(server: Server) -> None:
    """600 MB announced, or without a length: refused before the first file is made, and the client reads why."""
    content = "multipart/form-data; boundary=x"
    address = "/api/v1/documents/1/media/"
    status, told = server.ask("POST", address, b"x" * 3_000_000, **{"Content-Type": content})
    assert (status, told["code"]) == (401, "not_authenticated")
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    client = server.connect(
        head(f"POST {address} HTTP/1.1", "Host: 127.0.0.1", f"Content-Type: {content}",
             "Transfer-Encoding: chunked", "", ""),
        *[chunk] * 20,
    )  # fmt: skip
    assert b" 401 " in client.recv(1000)


def test_a_chunked_body_is_read_where_it_is_small(server: Server) -> None:
    body = b'{"username": "a", "password": "b"}'
    client = server.connect(
        head("POST /api/v1/session/ HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json",
             "Transfer-Encoding: chunked", "", "") + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    )  # fmt: skip
    answer = b""
    while b"}" not in answer and (part := client.recv(4000)):
        answer += part
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert b'"code": "csrf"' in answer


def test_a_head_that_never_ends_is_closed(server: Server) -> None:
    assert server.endless is not None
    server.endless.join()
    assert server.endless.seconds is not None, "it was answered, or is open after a minute"
    assert server.endless.seconds < 50


def test_a_killed_worker_is_replaced(server: Server) -> None:
    worker = server.workers()[0]
    worker.kill()
    psutil.wait_procs([worker], timeout=30)
    server.wait()
    assert worker not in server.workers()
    # The client of the one before may have gone with the worker.
    server.endless = EndlessHead(server)


def test_workers_end_with_gunicorns_main_process(tmp_path: Path) -> None:
    """Left behind, they would keep the port, and nobody would restart them."""
    alone = Server(tmp_path)
    workers = alone.workers()
    alone.process.kill()
    try:
        _, alive = psutil.wait_procs(workers, timeout=30)
        assert not alive
    finally:
        alone.stop()
