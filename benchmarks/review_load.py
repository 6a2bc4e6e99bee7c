"""Latency of the review editor's requests while annotators work on a long pair, through the real web server.

    python benchmarks/review_load.py [--rows 5000] [--annotators 20] [--seconds 60] [--think 1.0]

Starts Lectern as `manage.py up` does (web server of two processes, worker, Postgres with durability on) on a database
of its own, makes a bitext of so many rows, and lets every annotator open a review of it. Then all of them work at once,
each on a connection of its own as the page does: accept, label, move a chunk to the next row, post-edit, undo, with
think time between (exponential, the mean given: one operation a second is a very quick hand). Printed are percentiles
of the time from sending an operation to having its whole answer, by kind, and as a ratio to the median of one annotator
at work alone; the time to open a review and to load it, and its size. Everything runs on this machine, the annotators
too, so the times are upper bounds; on a machine that others use they say more about those than about this.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import json
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from long_review import make_pair, percentile, running_application

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

    def work_until(self, deadline: float) -> None:
        try:
            time.sleep(self.rng.random() * self.think_seconds)
            while time.monotonic() < deadline:
                self._operate(self.rng.choices(list(KINDS), list(KINDS.values()))[0])
                time.sleep(self.rng.expovariate(1 / self.think_seconds))
        except Exception as error:  # noqa: BLE001  reported by the main thread
            self.error = error

    def _operate(self, kind: str) -> None:
        row, after = self.rows[self.at % len(self.rows)], self.rows[(self.at + 1) % len(self.rows)]
        if (kind == "undo" and self.last is None) or (
            kind == "move" and (len(row["target"]) < 2 or self.at + 1 >= len(self.rows))
        ):
            kind = "label"
        touched = [row, after] if kind == "move" else [] if kind == "undo" else [row]
        operation = {
            "id": str(uuid4()),
            "verb": kind,
            "steps": [self._step(kind, row, after)],
            "versions": {each["id"]: each["version"] for each in touched},
        }
        answer, seconds, _ = self.connection.ask(
            "POST", f"reviews/{self.review}/operations/", {"operations": [operation]}
        )
        self.times.append((kind, seconds))
        place = {each["id"]: n for n, each in enumerate(self.rows)}
        for changed in answer["rows"]:
            self.rows[place[changed["id"]]] = changed
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
        fields: dict[str, Any] = {
            "accept": {"status": "accepted"},
            "label": {"good_align": self.rng.random() < 0.8},
            "post_edit": {"post_edit": f"満潮の高さを {self.rng.random():.6f}"},
        }[kind]
        return {"type": "set", "rows": [row["id"]], "fields": fields}


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--annotators", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=1.0, metavar="SECONDS")
    args = parser.parse_args()
    with running_application() as application:
        pair, sessions = make_pair(application, args.rows, args.annotators)
        annotators, opened = [], []
        for number, session in enumerate(sessions):
            connection = Connection(application.url, session)
            review, seconds, _ = connection.ask("POST", "reviews/", {"pair": pair})
            opened.append(seconds)
            content, _, _ = connection.ask("GET", f"reviews/{review['id']}/content/")
            annotators.append(Annotator(connection, review["id"], content["rows"], random.Random(number), args.think))
            annotators[-1].at = number * len(content["rows"]) // args.annotators
        first = annotators[0]
        print(f"{len(first.rows)} rows; opening a review: median {percentile(opened, 0.5):.0f} ms")
        for zipped in (True, False):
            loads = [first.connection.ask("GET", f"reviews/{first.review}/content/", zipped=zipped) for _ in range(5)]
            median = percentile([seconds for _, seconds, _ in loads], 0.5)
            print(f"loading it {'zipped' if zipped else 'plain'}: median {median:.0f} ms, {loads[0][2] / 1e6:.2f} MB")
        header = [first.connection.ask("GET", f"reviews/{first.review}/")[1] for _ in range(5)]
        print(f"its state, as the page asks: median {percentile(header, 0.5):.0f} ms")
        first.think_seconds = 0.05
        alone = percentile([seconds for _, seconds in work([first], 5)], 0.5)
        first.think_seconds = args.think
        print(f"one annotator alone: median of an operation {alone:.0f} ms")
        times = work(annotators, args.seconds)
        print(f"{args.annotators} annotators, {len(times) / args.seconds:.1f} operations a second:")
        print(f"{'operation':>10} {'count':>6} {'p50 ms':>7} {'p95 ms':>7} {'p99 ms':>7} {'p95 / alone':>11}")
        for kind in ("all", *KINDS):
            of_kind = [seconds for name, seconds in times if kind in ("all", name)]
            if of_kind:
                p50, p95, p99 = (percentile(of_kind, share) for share in (0.5, 0.95, 0.99))
                print(f"{kind:>10} {len(of_kind):6d} {p50:7.0f} {p95:7.0f} {p99:7.0f} {p95 / alone:11.1f}")


if __name__ == "__main__":
    main()
