"""What attackers send in `under_attack`: slow connections, hostile files and bodies that are far too large."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import random
import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.annotator.importers.hostile import LONG_FILES

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from slow_clients import SlowClients

CSRF = "b" * 32
#: Just below what a request reads itself; and enough to go to a worker.
SMALL, LARGE = 250_000, 2_000_000
ANSWER_SECONDS = 120
_BOUNDARY = "lectern-attack"
File = tuple[str, bytes]


@dataclass
class Sent:
    """One upload. status : 0 when the connection ended without an answer."""

    what: str
    status: int
    seconds: float
    said: str = ""


@dataclass
class Attack:
    """Whom to attack, as whom. sessions : of people who may upload to ``project``. document : one with a recording."""

    url: str
    project: str
    sessions: list[str]
    document: int
    n_slow: int
    seed: int = 1
    sent: list[Sent] = field(default_factory=list)

    def go_on(self, ended: Event) -> list[Sent]:
        """Attack until the event is set. Returns what was sent and how it was answered."""
        os.nice(10)  # attackers have processors of their own
        kinds = {"slow heads": 0.4, "slow bodies": 0.4, "slow readers": 0.2}
        slow = [
            SlowClients(kind, round(share * self.n_slow), self.url, self.sessions[0], self.document)
            for kind, share in kinds.items()
        ]
        works: list[Iterator[Callable[[], Sent]]] = [self._signed_out()]
        works += [self._uploads(session, seed) for seed, session in enumerate(self.sessions)]
        threads = [threading.Thread(target=self._repeat, args=(work, ended)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for clients in slow:
            clients.end()
        return self.sent

    def _repeat(self, work: Iterator[Callable[[], Sent]], ended: Event) -> None:
        for send in work:
            if ended.is_set():
                return
            self.sent.append(send())

    def _uploads(self, session: str, seed: int) -> Iterator[Callable[[], Sent]]:
        """Hostile files, one request after another, in an order of each attacker's own."""
        rng = random.Random(self.seed * 100 + seed)
        while True:
            uploads = list(hostile_uploads())
            rng.shuffle(uploads)
            for what, files in uploads:
                yield lambda what=what, files=files: self._upload(what, files(), session)  # type: ignore[misc]

    def _upload(self, what: str, files: list[File], session: str) -> Sent:
        body = [_part("project", None, self.project.encode())]
        body += [_part("files", name, data) for name, data in files]
        body.append(f"--{_BOUNDARY}--\r\n".encode())
        return self._send(what, "imports/", body, session=session, n_bytes=sum(map(len, body)))

    def _signed_out(self) -> Iterator[Callable[[], Sent]]:
        nested = b'{"username": [' + b"[]," * (19_000_000 // 3) + b"[]]}"
        form = [_part("project", None, self.project.encode()), _part("files", "a.txt", b"")[:-2]]
        n_pieces = 600_000_000 // 65536
        length = n_pieces * 65536 + sum(map(len, form))

        def flood() -> Iterator[bytes]:
            return itertools.chain(form, itertools.repeat(b"x" * 65536, n_pieces))

        while True:
            yield lambda: self._send("19 MB of nested JSON, signed out", "session/", [nested], n_bytes=len(nested))
            yield lambda: self._send("600 MB, signed out", "imports/", flood(), n_bytes=length)
            yield lambda: self._send("600 MB in chunks, signed out", "imports/", flood())

    def _send(
        self, what: str, path: str, body: Iterable[bytes], *, session: str = "", n_bytes: int | None = None
    ) -> Sent:
        """Send a request, and stop sending when it is answered, as browsers do. n_bytes : announced, or chunked."""
        parts = urlsplit(self.url)
        kind = "application/json" if path == "session/" else f"multipart/form-data; boundary={_BOUNDARY}"
        head = [f"POST /api/v1/{path} HTTP/1.1", f"Host: {parts.netloc}", f"X-CSRFToken: {CSRF}"]
        head += [f"Cookie: csrftoken={CSRF}; sessionid={session}", f"Content-Type: {kind}"]
        head.append("Transfer-Encoding: chunked" if n_bytes is None else f"Content-Length: {n_bytes}")
        began = time.monotonic()
        with socket.create_connection((str(parts.hostname), parts.port or 80), timeout=ANSWER_SECONDS) as connection:
            try:
                connection.sendall("\r\n".join([*head, "", ""]).encode())
                self._send_body(connection, body, chunked=n_bytes is None)
            except OSError:
                pass  # it may have been answered before it was closed
            try:
                answer = http.client.HTTPResponse(connection)
                answer.begin()
                content = answer.read()
            except (OSError, http.client.HTTPException) as error:
                return Sent(what, 0, time.monotonic() - began, repr(error))
        try:
            said = str(json.loads(content).get("code") or "")
        except ValueError:
            said = content[:100].decode(errors="replace")
        return Sent(what, answer.status, time.monotonic() - began, said)

    @staticmethod
    def _send_body(connection: socket.socket, body: Iterable[bytes], *, chunked: bool) -> None:
        for piece in body:
            for at in range(0, len(piece), 65536):
                if select.select([connection], [], [], 0)[0]:
                    return
                data = piece[at : at + 65536]
                connection.sendall(b"%x\r\n%b\r\n" % (len(data), data) if chunked else data)
        if chunked:
            connection.sendall(b"0\r\n\r\n")


def hostile_uploads() -> Iterator[tuple[str, Callable[[], list[File]]]]:
    """(what it is, its files) for every request that somebody who is signed in attacks with."""
    for what, (_, make) in LONG_FILES.items():
        name = what.replace(" ", "-").replace(",", "") + _ENDINGS.get(what.partition(",")[0], ".txt")
        yield what, lambda make=make, name=name: [(name, make(SMALL))]  # type: ignore[misc]
        yield f"{what}, large", lambda make=make, name=name: [(name, make(LARGE))]  # type: ignore[misc]
    yield "a paragraph and 6,000 blank lines", lambda: [("tides.txt", b"High water.\n" + b"\n" * 6000)]
    yield "22 files at once", lambda: [(f"{n}.md", b"# Tides\n\nHigh water.\n\n# B" + b" " * 9000) for n in range(22)]
    yield "a cell of 20 MB", lambda: [("cell.tsv", b"source\ttarget\n" + b"a" * 20_000_000 + b"\tb\n")]


_ENDINGS = {
    "markdown": ".md", "latex": ".tex", "srt": ".srt", "vtt": ".vtt", "ttml": ".ttml", "science-parse": ".json",
    "s2orc": ".json", "whisper": ".json", "tsv": ".tsv", "tei": ".xml", "tmx": ".tmx", "align": ".align",
}  # fmt: skip


def _part(name: str, filename: str | None, content: bytes) -> bytes:
    of_file = f'; filename="{filename}"\r\nContent-Type: application/octet-stream' if filename else ""
    head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{of_file}\r\n\r\n'
    return head.encode() + content + b"\r\n"


def attack(told: dict[str, Any], ended: Event, results: Any) -> None:
    """In a process of its own, so that what it costs does not slow those who are measured."""
    results.put(Attack(**told).go_on(ended))
