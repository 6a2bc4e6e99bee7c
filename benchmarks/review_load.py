"""What saving edits costs while people work on a long pair, beside the least it can cost, through the real web server.

    python benchmarks/review_load.py [--rows 5000] [--annotators 20] [--rounds 3] [--seconds 4]

Starts Lectern as `manage.py up` does (web server of two processes, workers, Postgres with durability on) on a database
of its own, makes a bitext of so many rows, and lets every annotator open a review of it. Then one of them, and all of
them at once, save without a pause: accept, label, move a chunk to the next row, post-edit, undo, each on a connection
of their own as the page does, with the versions of the last answer. In between, in alternating blocks, as many clients
send the same to the floor (floor.py): a view that inserts one row by psycopg, under the same server on the same
database.

Printed are the time from sending a request to having its whole answer, requests a second, and the CPU time (user and
system) for each request in the application's processes and in Postgres, all beside the floor's. Everything runs on one
machine, the annotators too, in one cheap loop; ratios to the floor can be compared between machines, times cannot. At
the end, the memory of Lectern's own programs and all their processes, without Postgres and Valkey. It is their
proportional set size, in which what processes share is counted once: before, after the saves, and after large calls, in
which a long review is read, accepted as a whole and exported, and its pair aligned by words.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import json
import random
import selectors
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import orjson
import psutil
from floor import cpu_seconds, megabytes, running_floor
from long_review import make_pair, percentile, running_application

from annotator.platform.workers import REST_SECONDS
from tests.e2e.application import Application

CSRF = "b" * 32
KINDS = {"accept": 0.55, "label": 0.15, "move": 0.15, "post_edit": 0.1, "undo": 0.05}
Row = dict[str, Any]


class Connection:
    """One browser's connection, signed in."""

    def __init__(self, url: str, session_key: str) -> None:
        parts = urlsplit(url)
        self._connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
        self._headers = {
            "Cookie": f"sessionid={session_key}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/json",
        }

    def ask(self, method: str, path: str, body: Any = None, *, zipped: bool = True) -> tuple[Any, float, int]:
        """The answer, seconds until all of it was here, and its bytes on the wire. Raises on anything but a success."""
        headers = {**self._headers, "Accept-Encoding": "gzip" if zipped else "identity"}
        data = None if body is None else json.dumps(body).encode()
        start = time.perf_counter()
        try:
            self._connection.request(method, f"/api/v1/{path}", data, headers)
            answer = self._connection.getresponse()
        except ConnectionError:  # idle for too long: as a browser does, once more on a new connection
            self._connection.close()
            self._connection.request(method, f"/api/v1/{path}", data, headers)
            answer = self._connection.getresponse()
        content = answer.read()
        seconds = time.perf_counter() - start
        plain = gzip.decompress(content) if answer.headers.get("Content-Encoding") == "gzip" else content
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {plain[:300]!r}")
        return json.loads(plain), seconds, len(content)

    def read(self, path: str) -> bytes:
        """A file. Raises on anything but a success."""
        self._connection.request("GET", f"/api/v1/{path}", headers=self._headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"GET {path}: {answer.status} {content[:300]!r}")
        return content


@dataclass
class Annotator:
    """Works through a review from a place of their own, as the page would: versions from the last answer."""

    connection: Connection
    review: int
    rows: list[Row]
    rng: random.Random
    think_seconds: float
    at: int = 0
    last: str | None = None
    times: list[tuple[str, float]] = field(default_factory=list)
    error: Exception | None = None
    _place: dict[str, int] = field(default_factory=dict)

    def work_until(self, deadline: float) -> None:
        try:
            time.sleep(self.rng.random() * self.think_seconds)
            while time.monotonic() < deadline:
                self._operate()
                time.sleep(self.rng.expovariate(1 / self.think_seconds))
        except Exception as error:  # noqa: BLE001  reported by the main thread
            self.error = error

    def _operate(self, kind: str = "") -> None:
        kind, operation = self.next_operation(kind)
        address = f"reviews/{self.review}/operations/"
        answer, seconds, _ = self.connection.ask("POST", address, {"operations": [operation]})
        self.times.append((kind, seconds))
        self.learn(kind, operation, answer)

    def next_operation(self, kind: str = "") -> tuple[str, dict[str, Any]]:
        """What kind of edit it is, by default any, and the operation."""
        kind = kind or self.rng.choices(list(KINDS), list(KINDS.values()))[0]
        row, after = self.rows[self.at % len(self.rows)], self.rows[(self.at + 1) % len(self.rows)]
        if (kind == "undo" and self.last is None) or (
            kind == "move" and (len(row["target"]) < 2 or self.at + 1 >= len(self.rows))
        ):
            kind = "label"
        touched = [row, after] if kind == "move" else [] if kind == "undo" else [row]
        return kind, {
            "id": str(uuid4()),
            "verb": kind,
            "steps": [self._step(kind, row, after)],
            "versions": {each["id"]: each["version"] for each in touched},
        }

    def learn(self, kind: str, operation: dict[str, Any], answer: dict[str, Any]) -> None:
        if not self._place:
            self._place = {each["id"]: n for n, each in enumerate(self.rows)}
        for changed in answer["rows"]:
            self.rows[self._place[changed["id"]]] = changed
        self.last = None if kind == "undo" else operation["id"]
        if kind == "accept":
            self.at = (self.at + 1) % len(self.rows)

    def _step(self, kind: str, row: Row, after: Row) -> dict[str, Any]:
        if kind == "undo":
            return {"type": "undo", "operation": self.last}
        if kind == "move":
            ids = {side: [chip["id"] for chip in row[side]] for side in ("source", "target")}
            below = {side: [chip["id"] for chip in after[side]] for side in ("source", "target")}
            below["target"].append(ids["target"].pop())
            return {
                "type": "regroup",
                "groups": [{"row": row["id"], **ids}, {"row": after["id"], **below}],
                "emptied": [],
            }
        fields: dict[str, dict[str, Any]] = {
            "accept": {"status": "accepted"},
            "label": {"good_align": self.rng.random() < 0.8},
            "post_edit": {"post_edit": f"満潮の高さを {self.rng.random():.6f}"},
        }
        return {"type": "set", "rows": [row["id"]], "fields": fields[kind]}


def work(annotators: list[Annotator], seconds: float) -> list[tuple[str, float]]:
    """Let them work at once; returns (kind, seconds) of every operation. Raises what one of them met."""
    for annotator in annotators:
        annotator.times = []
    deadline = time.monotonic() + seconds
    threads = [threading.Thread(target=each.work_until, args=(deadline,)) for each in annotators]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for annotator in annotators:
        if annotator.error:
            raise annotator.error
    return [entry for annotator in annotators for entry in annotator.times]


class Client:
    """A connection that costs the loader little: it shares its processors with what it measures."""

    def __init__(self, url: str, path: str, session: str) -> None:
        parts = urlsplit(url)
        self._address = (str(parts.hostname), int(parts.port or 80))
        self._head = (
            f"POST /api/v1/{path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
            f"Cookie: sessionid={session}; csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\n"
            "Accept-Encoding: identity\r\nContent-Length: "
        )
        self._sent_at = 0.0

    def open(self) -> None:
        self._socket = socket.create_connection(self._address)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, body: bytes) -> None:
        self._sent_at = time.perf_counter()
        self._socket.sendall(f"{self._head}{len(body)}\r\n\r\n".encode() + body)

    def receive(self) -> tuple[bytes, float]:
        """The answer's body, and the seconds since the request was sent. Raises on anything but a success."""
        head, content = b"", self._read()
        while not head:
            head, found, rest = content.partition(b"\r\n\r\n")
            if found:
                content = rest
            else:
                head, content = b"", content + self._read()
        lengths = [line[15:] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        # The floor's answers are chunked.
        while len(content) < int(lengths[0]) if lengths else not content.endswith(b"0\r\n\r\n"):
            content += self._read()
        seconds = time.perf_counter() - self._sent_at
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{head[:60]!r} {content[:300]!r}")
        return content, seconds

    def _read(self) -> bytes:
        read = self._socket.recv(65_536)
        if not read:
            raise RuntimeError("the server closed the connection")
        return read

    def close(self) -> None:
        self._socket.close()


Ask = Callable[[], tuple[bytes, Callable[[bytes], None]]]


def saving(annotator: Annotator) -> Ask:
    """The next request of an annotator, and what becomes of its answer."""

    def ask() -> tuple[bytes, Callable[[bytes], None]]:
        kind, operation = annotator.next_operation()
        return (
            orjson.dumps({"operations": [operation]}),
            lambda content: annotator.learn(kind, operation, orjson.loads(content)),
        )

    return ask


def inserting() -> tuple[bytes, Callable[[bytes], None]]:
    """The same for the floor: an operation as an edit sends it."""
    row = str(uuid4())
    step = {"type": "set", "rows": [row], "fields": {"good_align": True}}
    operation = {"id": str(uuid4()), "verb": "label", "steps": [step], "versions": {row: 3}}
    return orjson.dumps({"operations": [operation]}), lambda content: None


def block(clients: list[tuple[Client, Ask]], seconds: float) -> list[float]:
    """Each client sends its next request as soon as it has the answer to its last; returns the seconds of each."""
    times: list[float] = []
    with selectors.DefaultSelector() as selector:
        deadline = time.perf_counter() + seconds
        for client, ask in clients:
            client.open()
            body, done = ask()
            client.send(body)
            selector.register(client, selectors.EVENT_READ, (client, ask, done))
        n_waiting = len(clients)
        while n_waiting:
            for key, _ in selector.select():
                client, ask, done = key.data
                content, took = client.receive()
                times.append(took)
                done(content)
                if time.perf_counter() < deadline:
                    body, done = ask()
                    client.send(body)
                    selector.modify(client, selectors.EVENT_READ, (client, ask, done))
                else:
                    selector.unregister(client)
                    client.close()
                    n_waiting -= 1
    return times


@dataclass
class Measured:
    """All blocks of one kind: seconds of each request and of the whole; CPU seconds of who answered and of Postgres."""

    times: list[float] = field(default_factory=list)
    wall: float = 0.0
    cpu: float = 0.0
    postgres: float = 0.0

    @property
    def figures(self) -> tuple[float, float, float, float, float]:
        n = len(self.times)
        p50, p95 = percentile(self.times, 0.5), percentile(self.times, 0.95)
        return p50, p95, n / self.wall, 1000 * self.cpu / n, 1000 * self.postgres / n


def measure(into: Measured, clients: list[tuple[Client, Ask]], seconds: float, pids: list[int], postgres: int) -> None:
    began, cpu, of_postgres = time.perf_counter(), cpu_seconds(*pids), cpu_seconds(postgres)
    into.times += block(clients, seconds)
    into.wall += time.perf_counter() - began
    into.cpu += cpu_seconds(*pids) - cpu
    into.postgres += cpu_seconds(postgres) - of_postgres


def postmaster() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    parent = psutil.Process(backend).parent()
    connection.close()
    assert parent is not None
    return parent.pid


def after_large_calls(application: Application, n_rows: int, programs: list[int]) -> float:
    """Megabytes when all is quiet again after a review of so many rows was opened, read three times, accepted in one
    edit, submitted and exported, and its pair was aligned by the lexical engine."""
    pair, (session,) = make_pair(application, n_rows, 1, name="large")
    connection = Connection(application.url, session)
    review = connection.ask("POST", "reviews/", {"pair": pair})[0]["id"]
    for _ in range(3):
        rows = connection.ask("GET", f"reviews/{review}/content/")[0]["rows"]
    accept = {"type": "set", "rows": [row["id"] for row in rows], "fields": {"status": "accepted"}}
    for verb, step in (("accept", accept), ("submit", {"type": "submit"})):
        operation = {"id": str(uuid4()), "verb": verb, "steps": [step], "versions": {}}
        connection.ask("POST", f"reviews/{review}/operations/", {"operations": [operation]})
    admin = Connection(application.url, application.session_cookie(application.username)["value"])
    assert len(admin.read("projects/large/gold/?file_format=jsonl").splitlines()) > n_rows / 2
    run = admin.ask("POST", "runs/", {"pair": pair, "engine": "lexical", "options": {}})[0]["id"]
    while admin.ask("GET", f"runs/{run}/")[0]["state"] in ("queued", "running"):
        time.sleep(0.5)
    time.sleep(REST_SECONDS + 5)
    return megabytes(*programs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--annotators", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4, help="of each block")
    parser.add_argument("--large-rows", type=int, default=20_000, help="of the review that is read at the end")
    args = parser.parse_args()
    with running_application() as application:
        application.start_process("worker-short")  # as `manage.py up` does; no test needs it
        programs = [application.pid(name) for name in application.programs]  # with the parent of all
        pair, sessions = make_pair(application, args.rows, args.annotators)
        annotators = []
        for number, session in enumerate(sessions):
            connection = Connection(application.url, session)
            review = connection.ask("POST", "reviews/", {"pair": pair})[0]["id"]
            rows = connection.ask("GET", f"reviews/{review}/content/")[0]["rows"]
            annotators.append(Annotator(connection, review, rows, random.Random(number), 0))
            annotators[-1].at = number * len(rows) // args.annotators
        before = megabytes(*programs)
        server = postmaster()
        with running_floor(application) as (url, floor):
            bare = [(Client(url, "floor/", session), inserting) for session in sessions]
            saves = [
                (Client(application.url, f"reviews/{one.review}/operations/", session), saving(one))
                for one, session in zip(annotators, sessions, strict=True)
            ]
            kinds = {"floor": (bare, [floor]), "save": (saves, programs)}
            measured = {(n, kind): Measured() for n in (1, args.annotators) for kind in kinds}
            own = time.process_time()
            for number in range(-1, args.rounds):  # the first round warms up
                for n in (1, args.annotators):
                    for kind, (clients, pids) in kinds.items():
                        into = measured[n, kind] if number >= 0 else Measured()
                        measure(into, clients[:n], args.seconds if number >= 0 else 1, pids, server)
            own = time.process_time() - own
        after = megabytes(*programs)
        large = after_large_calls(application, args.large_rows, programs)
    n_requests = sum(len(each.times) for each in measured.values())
    print(f"{args.rows} rows; {n_requests} requests, of which each cost the loader {1000 * own / n_requests:.2f} ms")
    print(f"{'clients':>7} {'':>8} {'p50 ms':>7} {'p95 ms':>7} {'a second':>8} {'CPU ms':>7} {'Postgres':>8}")
    for n in (1, args.annotators):
        floor_figures, save_figures = (measured[n, kind].figures for kind in ("floor", "save"))
        for name, figures in (("floor", floor_figures), ("save", save_figures)):
            p50, p95, rate, cpu, postgres = figures
            print(f"{n:7d} {name:>8} {p50:7.1f} {p95:7.1f} {rate:8.0f} {cpu:7.2f} {postgres:8.2f}")
        p50, p95, rate, cpu, postgres = (save / floor for save, floor in zip(save_figures, floor_figures, strict=True))
        print(f"{n:7d} {'/ floor':>8} {p50:7.1f} {p95:7.1f} {rate:8.2f} {cpu:7.1f} {postgres:8.1f}")
    print(
        f"memory of Lectern's own programs: {before:.0f} MB before, {after:.0f} after ({after / before:.2f}), "
        f"{large:.0f} after large calls ({large / before:.2f})"
    )


if __name__ == "__main__":
    main()
