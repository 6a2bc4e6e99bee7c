"""What one annotator's edits take while slow clients hold connections: docs/decisions/web-server.md."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit

from annotators import Annotator
from application import CSRF, Connection
from goals import Measured
from instance import Instance
from processes import percentile

N_SLOW = 50
SECONDS = 8.0
GIVE_UP_SECONDS = 10
ATTACKS = ("nobody", "slow heads", "slow bodies", "slow readers")


class SlowClients:
    """Connections that send or read a byte a second; one that the server closes is replaced."""

    def __init__(self, kind: str, n: int, url: str, session: str, read: str) -> None:
        """read : what slow readers ask for, below /api/v1/."""
        parts = urlsplit(url)
        self._address = (str(parts.hostname), parts.port or 80)
        heads = {
            "slow heads": f"GET /api/v1/health/ HTTP/1.1\r\nHost: {parts.netloc}\r\n",
            "slow bodies": f"POST /api/v1/session/ HTTP/1.1\r\nHost: {parts.netloc}\r\n"
            f"Cookie: csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\n"
            "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{",
            "slow readers": f"GET /api/v1/{read} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
            f"Cookie: sessionid={session}\r\n\r\n",
        }
        self._kind = kind
        self._begins = heads[kind].encode() if kind in heads else b""
        self._sockets = [self._connect() for _ in range(n if self._begins else 0)]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._trickle)
        self._thread.start()

    def _connect(self) -> socket.socket:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(5)
        client.connect(self._address)
        client.sendall(self._begins)
        client.setblocking(False)
        return client

    def _trickle(self) -> None:
        while not self._ended.wait(1):
            for place, client in enumerate(self._sockets):
                try:
                    _ = client.recv(1) if self._kind == "slow readers" else client.send(b"X")
                except BlockingIOError:
                    continue
                except OSError:  # closed by the server, as it should be
                    client.close()
                    with suppress(OSError):
                        self._sockets[place] = self._connect()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()
        for client in self._sockets:
            client.close()


def slow_clients(at: Instance) -> Measured:
    """Edits in a review of 5,000 rows with nobody else connected, and with fifty clients that send the head of a
    request, its body, or read its answer a byte at a time."""
    session = at.corpus.annotators[0]
    _, pair = at.imported("5,000 rows", copy=2)
    store = f"from tests import world; print(world.store_recording({at.corpus.pair}))"
    document = int(at.application.manage("shell", "--no-imports", "--command", store).split()[-1])
    review = at.connection(session).post("reviews/", {"pair": pair})["id"]
    found: Measured = {}
    for attack in ATTACKS:
        annotator = Annotator.of(at.connection(session), review)
        edit_for(annotator, at.url, session, 1)
        clients = SlowClients(attack, N_SLOW, at.url, session, f"documents/{document}/media/")
        time.sleep(2)
        seconds, failed = edit_for(annotator, at.url, session, SECONDS)
        clients.end()
        time.sleep(1)
        for name, share in (("p50", 0.5), ("p95", 0.95), ("worst", 1)):
            found[f"edits beside {attack}, {name} ms"] = percentile(seconds, share)
        found[f"edits beside {attack}, p50 / alone"] = percentile(seconds, 0.5) / found["edits beside nobody, p50 ms"]
        found[f"edits beside {attack}, unanswered"] = failed
    return found


def edit_for(annotator: Annotator, url: str, session: str, duration: float) -> tuple[list[float], int]:
    """Edit one after another. Returns the seconds of each, and how many had no answer."""
    times: list[float] = []
    failed, until = 0, time.monotonic() + duration
    while time.monotonic() < until:
        begun = time.monotonic()
        try:
            annotator.operate("label")
        except (OSError, RuntimeError):
            failed += 1
            annotator.connection = Connection(url, session, timeout_seconds=GIVE_UP_SECONDS)
        times.append(time.monotonic() - begun)
        time.sleep(0.02)
    return times, failed
