"""Annotators edit while programs are killed; then every acknowledged edit is looked for in the database.

    .venv/bin/python -m tests.faults.edits_under_kills [--edits 10000] [--annotators 20] [--rows 60] [--every 20]

Starts a throw-away Lectern (`manage.py up` in a copy of this checkout) and lets every annotator edit a review of their
own as a page does: an edit that is not acknowledged is sent again under the same id until it is. Meanwhile one program
after another gets `kill -9`: a process of the web server, the web server, a process of the worker, the worker, the
sweep, the parent of all these, Valkey, one backend of Postgres, Postgres, and `up` itself. When each was killed
and enough edits are acknowledged, it checks:

- every acknowledged edit is in the log once, under the number that was told, and nothing else is;
- each review's log is numbered without a gap up to its revision;
- each row's log is a chain: `before` of an operation equals `after` of the one before it, and the last `after` is what
  the row holds now;
- every code point of both texts is in exactly one chip;
- what the API counts equals a recount.

Prints the longest time without any acknowledgement after each kind of kill. Exit code 0 only when nothing is wrong.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import sys
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from psycopg.rows import dict_row

from tests.faults.instance import Instance

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from corpus import Size, make_corpus

CSRF = "b" * 32
VICTIMS = (
    "web child",
    "worker child",
    "valkey",
    "web",
    "sweep",
    "postgres child",
    "worker",
    "postgres",
    "up",
)
Row = dict[str, Any]


@dataclass
class Told:
    """What all annotators were told, and when."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    acknowledged: dict[str, tuple[int, int]] = field(default_factory=dict)  # id -> (review, sequence)
    times: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    n_sent_again: int = 0
    statuses: Counter[str] = field(default_factory=Counter)


class Annotator(threading.Thread):
    def __init__(self, url: str, session: str, pair: int, told: Told, enough: threading.Event, seed: int) -> None:
        super().__init__(daemon=True)
        self._parts = urlsplit(url)
        self._cookie = f"sessionid={session}; csrftoken={CSRF}"
        self._connection: http.client.HTTPConnection | None = None
        self._pair, self._told, self._enough = pair, told, enough
        self._rng = random.Random(seed)
        self._last: str | None = None
        self.review = 0
        self.rows: dict[str, Row] = {}
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.review = int(self.ask("POST", "reviews/", {"pair": self._pair})["id"])
            content = self.ask("GET", f"reviews/{self.review}/content/")
            self.rows = {row["id"]: row for row in content["rows"]}
            while not self._enough.is_set():
                self._edit()
        except Exception as error:  # noqa: BLE001  reported by the main thread
            self.error = error

    def _edit(self) -> None:
        operation = self._operation()
        answer = self.ask("POST", f"reviews/{self.review}/operations/", {"operations": [operation]}, of=operation)
        if answer is None:  # refused: look at the rows anew
            content = self.ask("GET", f"reviews/{self.review}/content/")
            self.rows = {row["id"]: row for row in content["rows"]}
            self._last = None
            return
        result = answer["results"][0]
        with self._told.lock:
            self._told.acknowledged[operation["id"]] = (self.review, int(result["sequence"]))
            self._told.times.append(time.monotonic())
        for row_id in answer["deleted"]:
            self.rows.pop(row_id, None)
        self.rows |= {row["id"]: row for row in answer["rows"]}
        self._last = None if operation["verb"] == "undo" else operation["id"]

    def _operation(self) -> dict[str, Any]:
        rows = sorted(self.rows.values(), key=lambda row: row["position"])
        place = self._rng.randrange(len(rows) - 1)
        row, after = rows[place], rows[place + 1]
        kind = self._rng.choice(["set", "set", "text", "move", "move", "undo"])
        if kind == "undo" and self._last is None:
            kind = "set"
        step: dict[str, Any]
        touched = [row]
        if kind == "undo":
            step, touched = {"type": "undo", "operation": self._last}, []
        elif kind == "move" and row["target"]:
            ids = {side: [chip["id"] for chip in row[side]] for side in ("source", "target")}
            below = {side: [chip["id"] for chip in after[side]] for side in ("source", "target")}
            below["target"].insert(0, ids["target"].pop())
            if not ids["target"] and not ids["source"]:
                return self._operation()
            step = {
                "type": "regroup",
                "groups": [{"row": row["id"], **ids}, {"row": after["id"], **below}],
                "emptied": [],
            }
            touched = [row, after]
        elif kind == "text":
            step = {"type": "set", "rows": [row["id"]], "fields": {"post_edit": f"満潮 {self._rng.random():.9f}"}}
        else:
            fields = self._rng.choice(
                [{"status": "accepted"}, {"status": "proposed"}, {"good_align": True}, {"flagged": not row["flagged"]}]
            )
            step = {"type": "set", "rows": [row["id"]], "fields": fields}
        versions = {each["id"]: each["version"] for each in touched}
        return {
            "id": str(uuid4()),
            "verb": {"set": "set", "text": "post-edit"}.get(kind, kind),
            "steps": [step],
            "versions": versions,
        }

    def ask(self, method: str, path: str, body: Any = None, *, of: dict[str, Any] | None = None) -> Any:
        """The answer; sent again until there is one. None for an operation that was refused as it stands."""
        data = None if body is None else json.dumps(body).encode()
        for attempt in itertools.count():
            if attempt:
                time.sleep(0.3)
                with self._told.lock:
                    self._told.n_sent_again += 1
            try:
                status, answer = self._send(method, path, data)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self._connection = None
                with self._told.lock:
                    self._told.statuses[type(error).__name__] += 1
                continue
            with self._told.lock:
                self._told.statuses[str(status)] += 1
            if status < 300:
                return answer
            if status in (400, 409) and of is not None:
                with self._told.lock:
                    self._told.refused.append(f"{status} {answer.get('code')}: {answer.get('detail')}")
                return None
            if status < 500:
                raise RuntimeError(f"{method} {path}: {status} {answer}")
        raise AssertionError("never ends without an answer")

    def _send(self, method: str, path: str, data: bytes | None) -> tuple[int, Any]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(str(self._parts.hostname), self._parts.port, timeout=20)
        headers = {"Cookie": self._cookie, "X-CSRFToken": CSRF, "Content-Type": "application/json"}
        self._connection.request(method, f"/api/v1/{path}", data, headers)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())


def longest_gap(times: list[float], begin: float, end: float) -> float:
    """The longest time without an acknowledgement between two moments."""
    inside = [begin, *(moment for moment in times if begin < moment < end), end]
    return max(after - before for before, after in itertools.pairwise(inside))


def check_log(connection: Any, reviews: list[int], told: Told) -> list[str]:
    """What is wrong with the stored log, a sentence each."""
    problems: list[str] = []
    stored: dict[str, tuple[int, int]] = {}
    for review in reviews:
        revision = connection.execute("SELECT revision FROM annotator_review WHERE id = %s", [review]).fetchone()
        log = connection.execute(
            "SELECT id, sequence, before, after, rows FROM annotator_operation WHERE review_id = %s ORDER BY sequence",
            [review],
        ).fetchall()
        if [each["sequence"] for each in log] != list(range(1, revision["revision"] + 1)):
            problems.append(f"review {review}: the log is not numbered 1..{revision['revision']}")
        last: dict[str, Any] = {}
        for each in log:
            stored[str(each["id"])] = (review, each["sequence"])
            before = {row["id"]: row for row in each["before"]["rows"]}
            after = {row["id"]: row for row in each["after"]["rows"]}
            for row_id, row in before.items():
                if row_id in last and last[row_id] != row:
                    problems.append(f"review {review} operation {each['sequence']}: row {row_id} was not as logged")
            for row_id in map(str, each["rows"]):
                last[row_id] = after.get(row_id)
        problems += check_rows(connection, review, last)
    for operation, (review, sequence) in told.acknowledged.items():
        if stored.get(operation) != (review, sequence):
            problems.append(f"acknowledged {operation} as {(review, sequence)}, stored {stored.get(operation)}")
    if strange := set(stored) - set(told.acknowledged):
        problems.append(f"{len(strange)} operations are in the log that nobody was told of")
    return problems


def check_rows(connection: Any, review: int, last: dict[str, Any]) -> list[str]:
    """Compare the rows as they are with the last that the log says of each, and look for lost or doubled text."""
    rows = connection.execute("SELECT * FROM annotator_reviewrow WHERE review_id = %s", [review]).fetchall()
    chips = connection.execute(
        'SELECT c.id, c.row_id, c.side, c.unit, c.start, c."end", c.removed, c.joined FROM annotator_chip c '
        "JOIN annotator_reviewrow r ON r.id = c.row_id WHERE r.review_id = %s ORDER BY c.unit, c.start",
        [review],
    ).fetchall()
    problems = []
    now = {str(row["id"]): row for row in rows}
    for row_id, logged in last.items():
        if (logged is None) != (row_id not in now):
            problems.append(f"review {review}: row {row_id} is {'there' if row_id in now else 'gone'} against the log")
            continue
        if logged is None:
            continue
        for name, value in logged.items():
            if name in now[row_id] and name != "id" and now[row_id][name] != value:
                problems.append(f"review {review} row {row_id}: {name} is {now[row_id][name]!r}, logged {value!r}")
        ids = sorted(str(chip["id"]) for chip in chips if str(chip["row_id"]) == row_id)
        if ids != sorted(chip["id"] for side in ("source", "target") for chip in logged[side]):
            problems.append(f"review {review} row {row_id}: its chips are not those logged")
    covered: dict[tuple[str, int], int] = defaultdict(int)
    for chip in chips:
        if chip["start"] != covered[chip["side"], chip["unit"]]:
            problems.append(f"review {review}: unit {chip['unit']} has a hole or an overlap at {chip['start']}")
        covered[chip["side"], chip["unit"]] = chip["end"]
    return problems


def check_counts(annotators: list[Annotator], connection: Any) -> list[str]:
    problems = []
    for annotator in annotators:
        told = annotator.ask("GET", f"reviews/{annotator.review}/")
        counted = connection.execute(
            "SELECT status, count(*) AS n FROM annotator_reviewrow WHERE review_id = %s GROUP BY status",
            [annotator.review],
        ).fetchall()
        statuses = {each["status"]: each["n"] for each in counted}
        n_rows, n_proposed = sum(statuses.values()), statuses.get("proposed", 0)
        if (told["n_rows"], told["n_reviewed"]) != (n_rows, n_rows - n_proposed):
            problems.append(f"review {annotator.review}: told {told['n_reviewed']} of {told['n_rows']}, {statuses}")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--annotators", type=int, default=20)
    parser.add_argument("--rows", type=int, default=60)
    parser.add_argument("--tamper", action="store_true", help="damage the data first, to see that the check finds it")
    parser.add_argument("--every", type=float, default=20.0, help="seconds from one kill to the next")
    options = parser.parse_args()
    instance = Instance()
    told, enough = Told(), threading.Event()
    try:
        instance.start()
        instance.wait_until_ready()
        os.environ |= {name: instance.environment[name] for name in ("DATABASE_URL", "REDIS_URL")}
        size = Size(pairs=11, rows=options.rows, annotators=options.annotators, reviews=4, operations=20)
        made = make_corpus(instance, size)
        annotators = [
            Annotator(instance.url, session, made.pair, told, enough, seed)
            for seed, session in enumerate(made.annotators)
        ]
        for annotator in annotators:
            annotator.start()
        kills: list[tuple[str, float]] = []
        for turn, victim in enumerate(itertools.cycle(VICTIMS)):
            time.sleep(options.every)
            dead = next((annotator.error for annotator in annotators if annotator.error), None)
            if dead:
                raise dead
            if turn >= len(VICTIMS) and len(told.acknowledged) >= options.edits:
                break
            if instance.kill(victim):
                kills.append((victim, time.monotonic()))
                print(f"{len(told.acknowledged):6d} acknowledged; killed {victim}", flush=True)
        enough.set()
        for annotator in annotators:
            annotator.join(120)
        end = time.monotonic()
        instance.wait_until_ready()
        url = instance.environment["DATABASE_URL"].replace("postgres://", "postgresql://")
        with psycopg.connect(url, row_factory=dict_row) as connection:
            if options.tamper:
                tamper(connection, annotators[0].review, told)
            problems = check_log(connection, [annotator.review for annotator in annotators], told)
            problems += check_counts(annotators, connection)
    finally:
        instance.stop()
    report(told, kills, end, problems)
    return 1 if problems or told.refused else 0


def tamper(connection: Any, review: int, told: Told) -> None:
    """Invent an acknowledgement, and change a row behind the log's back."""
    told.acknowledged[str(uuid4())] = (review, 1)
    connection.execute(
        "UPDATE annotator_reviewrow SET post_edit = 'tampered' WHERE id = "
        "(SELECT unnest(rows) FROM annotator_operation WHERE review_id = %s AND cardinality(rows) > 0 LIMIT 1)",
        [review],
    )


def report(told: Told, kills: list[tuple[str, float]], end: float, problems: list[str]) -> None:
    gaps: dict[str, list[float]] = defaultdict(list)
    moments = [*(moment for _, moment in kills), end]
    for (victim, began), until in zip(kills, moments[1:], strict=True):
        gaps[victim].append(longest_gap(told.times, began, until))
    print(f"\n{len(told.acknowledged)} edits acknowledged, {told.n_sent_again} sent again, {len(kills)} kills")
    print("answers:", ", ".join(f"{status} {n}" for status, n in told.statuses.most_common()))
    print(f"{'killed (-9)':<16}{'times':>6}{'longest gap, s':>16}")
    for victim, seconds in gaps.items():
        print(f"{victim:<16}{len(seconds):>6}{max(seconds):>16.1f}")
    for refused, n in Counter(told.refused).items():
        print(f"refused {n} times: {refused}")
    for problem in problems[:50]:
        print(problem)
    print(f"{len(problems)} problems" if problems else "nothing lost, nothing doubled, every log a chain")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    sys.exit(main())
