"""Annotators who edit as a page does, and remember what they asked for: an edit is sent again until it is answered."""

from __future__ import annotations

import copy
import http.client
import itertools
import json
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tests.faults.model import SIDES, Hand, Model, Row, plain_row

CSRF = "b" * 32
#: What a page sends at most in one request.
MOST_AT_ONCE = 40


@dataclass
class Acknowledged:
    """What all annotators were told, and when."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    operations: dict[str, tuple[int, int]] = field(default_factory=dict)  # id -> (review, sequence)
    times: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    n_sent_again: int = 0
    n_repeated: int = 0
    statuses: Counter[str] = field(default_factory=Counter)


class Client:
    """One browser's connection to the API. What is not answered, or answered by 5xx, is sent again."""

    def __init__(self, url: str, session: str, acknowledged: Acknowledged) -> None:
        self._parts = urlsplit(url)
        self._cookie = f"sessionid={session}; csrftoken={CSRF}"
        self._connection: http.client.HTTPConnection | None = None
        self._acknowledged = acknowledged

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Returns the answer. Raises RuntimeError where it is a refusal."""
        data = None if body is None else json.dumps(body).encode()
        for attempt in itertools.count():
            if attempt:
                time.sleep(0.3)
            try:
                status, answer = self.send(method, path, data)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self._connection = None
                status, answer = 0, None
                self._count(type(error).__name__, attempt)
            else:
                self._count(str(status), attempt)
            if 200 <= status < 300:
                return answer
            if 300 <= status < 500:
                raise RuntimeError(f"{method} {path}: {status} {answer}")
        raise AssertionError("never ends without an answer")

    def upload(self, path: str, fields: dict[str, str], name: str, content: bytes, *, field: str = "files") -> Any:
        """Send a file and other fields, as a form does, over a connection of its own: the server may be about to close
        one that is kept, and a file is not sent twice."""
        self._connection = None
        boundary = "lectern-faults"
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in fields.items()
        ]
        parts.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
            "Content-Type: text/plain\r\n\r\n"
        )
        data = "".join(parts).encode() + content + f"\r\n--{boundary}--\r\n".encode()
        status, answer = self.send("POST", path, data, content_type=f"multipart/form-data; boundary={boundary}")
        if not 200 <= status < 300:
            raise RuntimeError(f"POST {path}: {status} {answer}")
        return answer

    def send(
        self,
        method: str,
        path: str,
        data: bytes | None = None,
        *,
        content_type: str = "application/json",
        timeout: float = 20,
    ) -> tuple[int, Any]:
        """The status and what the answer says. Raises OSError where there is none."""
        is_kept = self._connection is not None
        if self._connection is None:
            self._connection = http.client.HTTPConnection(str(self._parts.hostname), self._parts.port, timeout=timeout)
        headers = {"Cookie": self._cookie, "X-CSRFToken": CSRF, "Content-Type": content_type}
        self._connection.request(method, f"/api/v1/{path}", data, headers)
        try:
            answer = self._connection.getresponse()
        except http.client.RemoteDisconnected:
            self._connection = None
            if not is_kept or method != "GET":
                raise
            # The server may close a connection that is kept; browsers ask again as well.
            return self.send(method, path, data, content_type=content_type, timeout=timeout)
        content = answer.read()
        is_json = "json" in answer.headers.get("Content-Type", "")
        return answer.status, json.loads(content) if is_json and content else content

    def _count(self, name: str, attempt: int) -> None:
        with self._acknowledged.lock:
            self._acknowledged.statuses[name] += 1
            self._acknowledged.n_sent_again += attempt > 0


class Annotator(threading.Thread):
    """Opens a review of a pair and edits it until it is enough. What they see of it is their own model's.

    pages : of a talk with slides, the length of each page of its deck.
    """

    def __init__(
        self,
        client: Client,
        pair: int,
        acknowledged: Acknowledged,
        enough: threading.Event,
        seed: int,
        pages: dict[int, int] | None = None,
    ) -> None:
        super().__init__(daemon=True, name=f"annotator {seed}")
        self.client, self._acknowledged, self._enough = client, acknowledged, enough
        self.pair, self._pages = pair, pages or {}
        self._rng = random.Random(seed)
        self._versions: dict[str, int] = {}
        self.review = 0
        self.model = Model({})
        #: Side and position of each that the review has: those that no link of the run names are in none.
        self.units: set[tuple[str, int]] = set()
        self.error: Exception | None = None
        self.last_at = time.monotonic()

    def run(self) -> None:
        try:
            self.review = int(self.client.ask("POST", "reviews/", {"pair": self.pair})["id"])
            rows = self.client.ask("GET", f"reviews/{self.review}/content/")["rows"]
            self.model = Model.of_content(rows, self._pages)
            # Pages may be the source of any number of rows.
            sides = ("target",) if self._pages else SIDES
            self.units = {(side, chip["unit"]) for row in rows for side in sides for chip in row[side]}
            self._hand = Hand(self.model, self._rng)
            self._note_versions(rows)
            while not self._enough.is_set():
                self.edit()
        except Exception as error:  # noqa: BLE001  reported by the main thread
            self.error = error

    def edit(self) -> None:
        """Send up to 40 edits in one request and compare the answer with the model."""
        operations, before = [], copy.deepcopy(self.model.rows)
        for _ in range(self._rng.choice((1, 1, 2, 4, 10, MOST_AT_ONCE))):
            verb, steps = self._hand.operation()
            operation = {"id": self._hand.new_id(), "verb": verb, "steps": steps, "versions": {}}
            rows = self.model.do(str(operation["id"]), steps)
            operation["versions"] = {row: self._versions[row] for row in rows if row in self._versions}
            operations.append(operation)
        answer = self.client.ask("POST", f"reviews/{self.review}/operations/", {"operations": operations})
        self.last_at = time.monotonic()
        self._note_versions(answer["rows"])
        with self._acknowledged.lock:
            for operation, result in zip(operations, answer["results"], strict=True):
                if result["id"] != operation["id"]:
                    self._acknowledged.problems.append(f"{operation['id']} is answered as {result['id']}")
                self._acknowledged.operations[str(operation["id"])] = (self.review, int(result["sequence"]))
                self._acknowledged.n_repeated += bool(result["repeated"])
                self._acknowledged.kinds[str(operation["verb"])] += 1
                self._acknowledged.times.append(self.last_at)
            self._acknowledged.problems += self._differences(answer, before)

    def _differences(self, answer: dict[str, Any], before: dict[str, Row]) -> list[str]:
        """Between what the answer says and the model. Every row that is another than before has to be in it."""
        at = f"review {self.review}, {answer['results'][-1]['sequence']}"
        problems = [f"{at}: row {row} is deleted" for row in answer["deleted"] if row in self.model.rows]
        answered = {row["id"]: plain_row(row) for row in answer["rows"]}
        for row_id, row in answered.items():
            problems += compared(at, row_id, self.model.rows.get(row_id), row)
        for row_id in before.keys() | self.model.rows.keys():
            is_changed = before.get(row_id) != self.model.rows.get(row_id)
            if is_changed and row_id not in answered and row_id not in answer["deleted"]:
                problems.append(f"{at}: row {row_id} is not in the answer")
        return problems

    def _note_versions(self, rows: list[Row]) -> None:
        self._versions |= {row["id"]: row["version"] for row in rows}


def compared(at: str, row_id: str, expected: Row | None, found: Row | None) -> list[str]:
    """Differences of a row that was asked for from the one that is there, a sentence each."""
    if expected is None or found is None:
        return [] if expected is found else [f"{at}: row {row_id} is {'gone' if found is None else 'there'}"]
    return [
        f"{at}: row {row_id}: {name} is {found[name]!r}, expected {expected[name]!r}"
        for name in expected
        if found[name] != expected[name]
    ]
