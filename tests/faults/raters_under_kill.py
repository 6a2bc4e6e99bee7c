"""Many people rate at once while the web server is killed; then the database is compared with what they sent.

    .venv/bin/python -m tests.faults.raters_under_kill [--raters 500] [--sets 100] [--seconds 60]

Starts a throw-away Lectern (`manage.py up` in a copy of this checkout) and a task of so many sets, of five samples
each, of which each rater gets four. All raters come within `--seconds`, from one address, open their link, agree, send
each rating by itself and say at the end that they are finished, as the page does; a request without an answer is sent
again. When half of the ratings are acknowledged, the web server gets `kill -9`. Then it checks:

- every sample has its number of ratings, with one more or less at most;
- every acknowledged rating is stored as it was sent, and no rater has a sample twice;
- each system and the trap are at every place of a set as often as chance would have it (chi square);
- every rater has finished, and nothing runs afterwards.

Prints how long answers took and how long nobody had one. Exit code 0 only when nothing is wrong. `--tamper` damages
what is checked first, to see that the check finds it.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import statistics
import sys
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

from tests.faults import rating_seed
from tests.faults.instance import Instance

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from corpus import in_process

SETS_PER_RATER = 4
PATIENCE_SECONDS = 300
N_KINDS = len(rating_seed.SYSTEMS) + 1
#: Of chi square with (N_KINDS - 1)² = 16 degrees of freedom: chance exceeds it once in ten thousand runs.
MOST_CHI_SQUARE = 44.0


@dataclass
class Acknowledged:
    """What all raters had an answer to: (rater, key) -> value, and when."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    ratings: dict[tuple[str, str], float] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)


class RaterPage(threading.Thread):
    """One rater's page. error : what ended it before all was rated."""

    def __init__(self, port: int, token: str, number: int, delay: float, acknowledged: Acknowledged) -> None:
        super().__init__(daemon=True)
        self.token, self.error = token, ""
        self._port, self._delay, self._rng = port, delay, random.Random(number)
        self._acknowledged = acknowledged

    def run(self) -> None:
        time.sleep(self._delay)
        try:
            page = self._ask("GET")
            page = self._ask("POST", {"consent": page["consent"]["number"]})
            for sample in page["samples"]:
                value = float(self._rng.randint(1, 5))
                body = {"ratings": [{"key": sample["key"], "values": [value], "seconds": 4, "heard": True}]}
                self._ask("PATCH", body)
                with self._acknowledged.lock:
                    self._acknowledged.ratings[self.token, sample["key"]] = value
                    self._acknowledged.times.append(time.monotonic())
            if not self._ask("PATCH", {"finished": True})["code"]:
                self.error = "no code at the end"
        except RuntimeError as error:
            self.error = str(error)

    def _ask(self, method: str, body: Any = None) -> Any:
        """The answer; without one, or with 5xx or 429, it is asked again. Raises RuntimeError for a refusal."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        for attempt in itertools.count():
            if attempt:
                time.sleep(min(5.0, 0.3 * 2**attempt))
            began = time.monotonic()
            try:
                status, content = self._send(method, body)
            except (OSError, http.client.HTTPException) as error:
                status, content = 0, b""
                self._count(type(error).__name__)
            else:
                self._count(str(status))
            if status in (200, 201):
                with self._acknowledged.lock:
                    self._acknowledged.seconds.append(time.monotonic() - began)
                return json.loads(content)
            if 400 <= status < 500 and status != 429:
                raise RuntimeError(f"{method}: {status} {content[:200]!r}")
            if time.monotonic() > deadline:
                raise RuntimeError(f"{method}: no answer in {PATIENCE_SECONDS} s")
        raise AssertionError("counting never ends")

    def _send(self, method: str, body: Any) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            data = None if body is None else json.dumps(body).encode()
            address = f"/api/v1/rate/{self.token}/samples/"
            connection.request(method, address, data, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def _count(self, status: str) -> None:
        with self._acknowledged.lock:
            self._acknowledged.statuses[status] += 1


def check(connection: Any, task: int, acknowledged: Acknowledged, per_sample: int) -> list[str]:
    """What is wrong with what is stored, a sentence each."""
    rows = connection.execute(
        "SELECT rated.key, rated.values, rated.position, rated.rated_at, rated.rater_id, sample.id AS sample,"
        " sample.system FROM annotator_ratersample rated JOIN annotator_ratingsample sample ON sample.id ="
        " rated.sample_id WHERE sample.task_id = %s ORDER BY rated.rater_id, rated.position",
        [task],
    ).fetchall()
    stored = {row["key"]: row for row in rows}
    problems = [
        f"rating {key} is {stored[key]['values'] if key in stored else 'nowhere'}, sent was {value}"
        for (_, key), value in acknowledged.ratings.items()
        if key not in stored or stored[key]["values"] != [value] or stored[key]["rated_at"] is None
    ]
    n_of = Counter(row["sample"] for row in rows if row["rated_at"] is not None)
    problems += [f"sample {one} has {n} ratings for {per_sample}" for one, n in n_of.items() if abs(n - per_sample) > 1]
    n_samples = connection.execute("SELECT count(*) FROM annotator_ratingsample WHERE task_id = %s", [task]).fetchone()
    if len(n_of) != n_samples["count"]:
        problems.append(f"{len(n_of)} of {n_samples['count']} samples were rated")
    doubled = [row for row, n in Counter((row["rater_id"], row["sample"]) for row in rows).items() if n > 1]
    problems += [f"rater {rater} has sample {sample} twice" for rater, sample in doubled]
    chi = chi_square(Counter((row["system"], row["position"] % N_KINDS) for row in rows))
    print(f"chi square of systems by places: {chi:.1f}, at most {MOST_CHI_SQUARE}")
    if chi > MOST_CHI_SQUARE:
        problems.append("systems have favourite places")
    unfinished = connection.execute(
        "SELECT count(*) FROM annotator_rater WHERE task_id = %s AND finished_at IS NULL", [task]
    ).fetchone()
    return problems + [f"{unfinished['count']} raters have not finished"] * bool(unfinished["count"])


def chi_square(n: Counter[tuple[str, int]]) -> float:
    """n : how often each kind is at each place."""
    expected = sum(n.values()) / N_KINDS**2
    cells = itertools.product((*rating_seed.SYSTEMS, ""), range(N_KINDS))
    return sum((n[cell] - expected) ** 2 / expected for cell in cells)


def tamper(connection: Any, acknowledged: Acknowledged) -> None:
    """Change one rating, lose another, and put a system at the beginning of each set."""
    first, second = itertools.islice(acknowledged.ratings, 2)
    connection.execute("UPDATE annotator_ratersample SET values = '[0]' WHERE key = %s", [first[1]])
    connection.execute("UPDATE annotator_ratersample SET rated_at = NULL WHERE key = %s", [second[1]])
    connection.execute(
        "UPDATE annotator_ratersample SET position = position / 5 * 5 + 100000"
        " WHERE sample_id IN (SELECT id FROM annotator_ratingsample WHERE system = 'North')"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--raters", type=int, default=500)
    parser.add_argument("--sets", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0, help="within which all raters come")
    parser.add_argument("--tamper", action="store_true", help="damage the data first, to see that the check finds it")
    options = parser.parse_args()
    per_set = options.raters * SETS_PER_RATER // options.sets
    instance, acknowledged, problems = Instance(), Acknowledged(), []
    try:
        instance.start()
        instance.wait_until_ready()
        numbers = map(str, (options.raters, options.sets, SETS_PER_RATER, per_set))
        made = in_process(instance, rating_seed.__file__, *numbers)
        raters = [
            RaterPage(instance.port, token, number, options.seconds * number / options.raters, acknowledged)
            for number, token in enumerate(made["tokens"])
        ]
        began = time.monotonic()
        for rater in raters:
            rater.start()
        half = options.raters * SETS_PER_RATER * N_KINDS // 2
        while len(acknowledged.ratings) < half and any(rater.is_alive() for rater in raters):
            time.sleep(0.05)
        killed = time.monotonic()
        if not instance.kill("web"):
            problems.append("there was no web server to kill")
        print(
            f"kill -9 of the web server after {len(acknowledged.ratings)} ratings, {killed - began:.0f} s", flush=True
        )
        for rater in raters:
            rater.join(max(0.0, killed + PATIENCE_SECONDS - time.monotonic()))
        ended = time.monotonic()
        problems += [f"a rater hangs: {rater.token[:8]}" for rater in raters if rater.is_alive()]
        problems += [f"a rater stopped: {rater.error}" for rater in raters if rater.error]
        url = instance.environment["DATABASE_URL"].replace("postgres://", "postgresql://")
        with psycopg.connect(url, row_factory=dict_row) as connection:
            if options.tamper:
                tamper(connection, acknowledged)
            problems += check(connection, made["task"], acknowledged, per_set)
    finally:
        left_over = instance.stop()
    problems += [f"still runs: {process}" for process in left_over]
    report(acknowledged, killed, began, ended, problems)
    return 1 if problems else 0


def report(acknowledged: Acknowledged, killed: float, began: float, ended: float, problems: list[str]) -> None:
    seconds = sorted(acknowledged.seconds)
    # Answers that were under way when it was killed still come.
    around = [killed, *sorted(moment for moment in acknowledged.times if moment > killed)]
    gap = max((after - before for before, after in itertools.pairwise(around)), default=0.0)
    print(f"{len(acknowledged.ratings)} ratings in {ended - began:.0f} s, nobody acknowledged one for {gap:.1f} s")
    median, p95 = statistics.median(seconds), seconds[int(0.95 * len(seconds))]
    print(f"an answer took {median:.2f} s at the median, {p95:.2f} s at p95")
    print("answers:", ", ".join(f"{status} {n}" for status, n in acknowledged.statuses.most_common()))
    kinds = defaultdict(list)
    for problem in problems:
        kinds[problem.split()[0]].append(problem)
    for of_kind in kinds.values():
        print(f"{of_kind[0]}{f' (and {len(of_kind) - 1} more like it)' if len(of_kind) > 1 else ''}")
    print(f"{len(problems)} problems" if problems else "every sample has its ratings; nothing lost, nothing doubled")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    sys.exit(main())
