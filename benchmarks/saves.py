"""What saving edits costs, beside the least it can cost, through the real web server.

Annotators save without a pause, one of them and twenty at once: accept, label, move a chunk to the next row, post-edit,
undo, each on a connection of their own as the page does, with the versions of the last answer. In between, in
alternating blocks, as many clients send the same to the floor (floor.py): a view that inserts one row by psycopg, under
the same server on the same database.

Seconds are from sending a request to having its whole answer; CPU is user and system time for each request, of the
web server's processes and of Postgres. Everything runs on one machine, the annotators too, in one cheap loop: ratios
to the floor can be compared between machines, times cannot.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from uuid import uuid4

import orjson
import psutil
import psycopg
from annotators import Annotator
from application import CSRF
from floor import running_floor
from goals import Measured
from instance import Instance
from processes import cpu_seconds, percentile

N_CLIENTS = 20
ROUNDS = 3
BLOCK_SECONDS = 3.0

#: The path of a request, its body, and what becomes of the answer.
Ask = Callable[[], tuple[str, bytes, Callable[[bytes], None]]]


class Client:
    """A connection that costs the loader little: it shares its processors with what it measures.

    headers : lines that say who asks. is_over : the server has ended the connection; the next request makes another.
    """

    def __init__(self, url: str, headers: str, ask: Ask) -> None:
        parts = urlsplit(url)
        self._address = (str(parts.hostname), int(parts.port or 80))
        self._head = (
            f" HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n{headers}"
            "Accept-Encoding: identity\r\nContent-Length: "
        )
        self._ask = ask
        self._sent_at = 0.0
        self.is_over = False

    def open(self) -> None:
        self.is_over = False
        self._socket = socket.create_connection(self._address)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self) -> None:
        path, body, self._done = self._ask()
        self._sent_at = time.perf_counter()
        if self.is_over:
            self.close()
            self.open()
        self._socket.sendall(f"POST {path}{self._head}{len(body)}\r\n\r\n".encode() + body)

    def receive(self) -> float:
        """The seconds from sending the request to the end of its answer. Raises on anything but a success."""
        head, content = b"", self._read()
        while not head:
            head, found, rest = content.partition(b"\r\n\r\n")
            if found:
                content = rest
            else:
                head, content = b"", content + self._read()
        lines = head.lower().split(b"\r\n")
        self.is_over = b"connection: close" in lines
        lengths = [line[15:] for line in lines if line.startswith(b"content-length:")]
        # The floor's answers are chunked.
        while len(content) < int(lengths[0]) if lengths else not content.endswith(b"0\r\n\r\n"):
            content += self._read()
        seconds = time.perf_counter() - self._sent_at
        if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
            raise RuntimeError(f"{head[:60]!r} {content[:300]!r}")
        self._done(content)
        return seconds

    def _read(self) -> bytes:
        read = self._socket.recv(65_536)
        if not read:
            raise RuntimeError("the server closed the connection")
        return read

    def close(self) -> None:
        self._socket.close()


def signed_in(session: str) -> str:
    """The headers of who has a session."""
    return f"Cookie: sessionid={session}; csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\n"


def saver(url: str, session: str, annotator: Annotator, kind: str = "") -> Client:
    """The client of an annotator who makes edits of one kind, by default of any."""

    path = f"/api/v1/reviews/{annotator.review}/operations/"

    def ask() -> tuple[str, bytes, Callable[[bytes], None]]:
        chosen, operation = annotator.next_operation(kind)
        return (
            path,
            orjson.dumps({"operations": [operation]}),
            lambda content: annotator.learn(chosen, operation, orjson.loads(content)),
        )

    return Client(url, signed_in(session), ask)


def _insert() -> tuple[str, bytes, Callable[[bytes], None]]:
    """The same for the floor: an operation as an edit sends it."""
    row = str(uuid4())
    step = {"type": "set", "rows": [row], "fields": {"good_align": True}}
    operation = {"id": str(uuid4()), "verb": "label", "steps": [step], "versions": {row: 3}}
    return "/api/v1/floor/", orjson.dumps({"operations": [operation]}), lambda content: None


def block(clients: list[Client], seconds: float) -> list[float]:
    """Each client sends its next request as soon as it has the answer to its last; returns the seconds of each."""
    times: list[float] = []
    with selectors.DefaultSelector() as selector:
        deadline = time.perf_counter() + seconds
        for client in clients:
            client.open()
            client.send()
            selector.register(client, selectors.EVENT_READ, client)
        n_waiting = len(clients)
        while n_waiting:
            for key, _ in selector.select():
                client = key.data
                times.append(client.receive())
                if time.perf_counter() < deadline:
                    if is_over := client.is_over:
                        selector.unregister(client)
                    client.send()
                    if is_over:
                        selector.register(client, selectors.EVENT_READ, client)
                else:
                    selector.unregister(client)
                    client.close()
                    n_waiting -= 1
    return times


@dataclass
class Blocks:
    """All blocks of one kind: seconds of each request and of the whole; CPU seconds of who answered and of Postgres."""

    pid: int
    database: int
    times: list[float] = field(default_factory=list)
    wall: float = 0.0
    cpu: float = 0.0
    postgres: float = 0.0
    written: int = 0

    def add(self, at: Instance, clients: list[Client], seconds: float) -> None:
        before = time.perf_counter(), cpu_seconds(self.pid), cpu_seconds(self.database), _n_written(at)
        self.times += block(clients, seconds)
        self.wall += time.perf_counter() - before[0]
        self.cpu += cpu_seconds(self.pid) - before[1]
        self.postgres += cpu_seconds(self.database) - before[2]
        self.written += _n_written(at) - before[3]

    @property
    def figures(self) -> Measured:
        n = len(self.times)
        return {
            "p50 ms": percentile(self.times, 0.5),
            "p95 ms": percentile(self.times, 0.95),
            "a second": n / self.wall,
            "CPU ms": 1000 * self.cpu / n,
            "CPU of Postgres, ms": 1000 * self.postgres / n,
            "transactions that write": self.written / n,
        }


def beside_floor(at: Instance, kinds: dict[str, list[Client]]) -> Measured:
    """Each kind of work in blocks that alternate with blocks of as many clients of the floor."""
    measured: dict[str, tuple[Blocks, Blocks]] = {}
    web, database = at.application.pid("web"), _postmaster(at)
    with running_floor(at) as (url, floor_pid):
        for number in range(-1, ROUNDS):  # the first round warms up
            for name, clients in kinds.items():
                if number <= 0:
                    measured[name] = Blocks(floor_pid, database), Blocks(web, database)
                bare = [Client(url, "", _insert) for _ in clients]
                for blocks, senders in zip(measured[name], (bare, clients), strict=True):
                    blocks.add(at, senders, BLOCK_SECONDS if number >= 0 else 1)
    found: Measured = {}
    for name, (floor, own) in measured.items():
        found |= {f"{name}, {what}": value for what, value in own.figures.items()}
        for what in ("p50 ms", "a second", "CPU ms", "CPU of Postgres, ms"):
            found[f"{name}, {what} / floor"] = own.figures[what] / floor.figures[what]
    return found


def saves(at: Instance) -> Measured:
    """One annotator saves, and then twenty at once, each in a review of 100 rows."""
    sessions = at.corpus.annotators[:N_CLIENTS]
    annotators = [_of_open_review(at, session) for session in sessions]
    counted = at.application.manage(
        "shell", "--no-imports", "--command", _COUNT.format(session=sessions[0], review=annotators[0].review)
    )
    annotators[0] = Annotator.of(annotators[0].connection, annotators[0].review)
    savers = [saver(at.url, session, each) for session, each in zip(sessions, annotators, strict=True)]
    kinds = {"save, 1 client": savers[:1], f"save, {N_CLIENTS} clients": savers}
    return {"statements a save": float(counted.split()[-1]), **beside_floor(at, kinds)}


def long_saves(at: Instance) -> Measured:
    """The same on a pair of 5,000 rows, each annotator from a place of their own; and labels and regroupings alone."""
    _, pair = at.imported("5,000 rows", copy=2)
    sessions, annotators, before = at.corpus.annotators[:N_CLIENTS], [], at.megabytes()
    for number, session in enumerate(sessions):
        connection = at.connection(session)
        annotator = Annotator.of(connection, connection.post("reviews/", {"pair": pair})["id"], seed=number)
        annotator.at = number * len(annotator.rows) // N_CLIENTS
        annotators.append(annotator)
    savers = [saver(at.url, session, each) for session, each in zip(sessions, annotators, strict=True)]
    kinds = {
        "save in 5,000 rows, 1 client": savers[:1],
        f"save in 5,000 rows, {N_CLIENTS} clients": savers,
        "label in 5,000 rows": [saver(at.url, sessions[0], annotators[0], "label")],
        "regrouping in 5,000 rows": [saver(at.url, sessions[0], annotators[0], "move")],
    }
    found = beside_floor(at, kinds)
    return found | {"memory after saves in 5,000 rows, MB more": at.megabytes() - before}


#: Prints how many statements the second label takes that somebody sets.
_COUNT = """
from uuid import uuid4
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
client = Client(SERVER_NAME="localhost")
client.cookies["sessionid"] = "{session}"
address = "/api/v1/reviews/{review}/"
for row in client.get(address + "content/").json()["rows"][:2]:
    step = dict(type="set", rows=[row["id"]], fields=dict(good_align=not row["good_align"]))
    edit = dict(id=str(uuid4()), verb="label", steps=[step], versions={{row["id"]: row["version"]}})
    with CaptureQueriesContext(connection) as seen:
        answer = client.post(address + "operations/", dict(operations=[edit]), content_type="application/json")
    assert answer.status_code == 200, answer.content
print(len(seen))
"""


def _n_written(at: Instance) -> int:
    """How many transactions have written so far, those of other programs among them."""
    return int(at.database_value("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"))


def _postmaster(at: Instance) -> int:
    with psycopg.connect(at.application.environment["DATABASE_URL"]) as connection:
        parent = psutil.Process(connection.info.backend_pid).parent()
    assert parent is not None
    return parent.pid


def _of_open_review(at: Instance, session: str) -> Annotator:
    connection = at.connection(session)
    mine = connection.get(f"reviews/?project={at.corpus.project}&mine=true&page_size=200")["results"]
    return Annotator.of(connection, next(each["id"] for each in mine if each["state"] != "submitted"))
