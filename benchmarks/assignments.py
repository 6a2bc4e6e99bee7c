"""The queue under load, and what it and the board of assignments cost at 10,000 pairs.

    python benchmarks/assignments.py [--people 50] [--asks 1000] [--talks 300] [--no-scale]

1. Many annotators ask for *Next* at once, over HTTP, until all reviews are taken, while the web server gets `kill -9`:
   nobody may get a pair twice, no pair more reviews than it needs, and nobody may go away empty while there is work.
   Then all claims end: every slot must be free again, and every review still there.
2. *Next*, the queue, the board and its counts, at full size and at a quarter, asked by twenty people one after the
   other. Printed are p50, p95 and the ratio of the two sizes. On a machine that others use the times are upper bounds.

Exit code 0 only if nothing of the first part went wrong.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import threading
import time
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from corpus import Size, make_corpus
from long_review import percentile, running_application

from tests.e2e.application import Application

CSRF = "b" * 32
_CROWD = """
import json
from django.contrib.auth.models import User
from annotator.models import Membership, Project
from annotator.teams import assigning
from tests import world
project = Project.objects.create(slug="crowd", name="Crowd")
for n in range({talks}):
    sides = [world.make_document(project, f"Talk {{n}} {{side}}", ["The tide turns."]) for side in "ab"]
    pair = world.make_pair(project, f"Talk {{n}}", *sides)
    world.make_run(pair, [{{"source": [0], "target": [[0, 0, 9]], "confidence": 0.9}}])
assigning.set_policy(project, reviews_per_pair=2, max_claims=10000)
people = [User.objects.create_user(f"crowd-{{n}}") for n in range({people})]
Membership.objects.bulk_create(Membership(project=project, user=one, role="annotator") for one in people)
print("made", json.dumps([world.session_of(one) for one in people]))
"""
_STATE = """
import json
from annotator.models import Review, Slot
slots = Slot.objects.filter(project__slug="crowd")
n_reviews = Review.objects.filter(pair__project__slug="crowd").count()
print("made", json.dumps([list(slots.values_list("pair", "annotator", "review")), n_reviews]))
"""
_EXPIRE = """
from datetime import timedelta
from django.utils import timezone
from annotator.teams.assigning import renew_leases
print("made", renew_leases(timezone.now() + timedelta(days=3650)))
"""
_POLICY = """
from annotator.models import Project
from annotator.teams import assigning
assigning.set_policy(Project.objects.get(slug={slug!r}), reviews_per_pair=2, max_claims=10000)
print("made 1")
"""


class Person:
    """One browser, signed in; asks again when the server goes away."""

    def __init__(self, url: str, session: str) -> None:
        self._parts = urlsplit(url)
        self._headers = {
            "Cookie": f"sessionid={session}; csrftoken={CSRF}", "X-CSRFToken": CSRF, "Referer": url,
            "Content-Type": "application/json",
        }  # fmt: skip
        self._connection: http.client.HTTPConnection | None = None
        self.n_again = 0

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any, float]:
        """(status, answer, seconds of the last attempt)."""
        deadline = time.monotonic() + 120
        while True:
            start = time.perf_counter()
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection(
                        str(self._parts.hostname), self._parts.port, timeout=60
                    )
                self._connection.request(
                    method, f"/api/v1/{path}", json.dumps(body) if body is not None else None, self._headers
                )
                answer = self._connection.getresponse()
                content = answer.read()
                if answer.status < 500:
                    return answer.status, json.loads(content or b"null"), time.perf_counter() - start
            except (OSError, http.client.HTTPException):
                self._connection = None
            if time.monotonic() > deadline:
                raise RuntimeError(f"{method} {path}: no answer for two minutes")
            self.n_again += 1
            time.sleep(0.1)


def told(application: Application, script: str) -> Any:
    """What a script printed after "made"."""
    printed = application.manage("shell", "--no-imports", "--command", script)
    return json.loads(next(line for line in printed.splitlines() if line.startswith("made")).removeprefix("made "))


def crowd(application: Application, people: int, asks: int, talks: int) -> list[str]:
    """Everything that went wrong."""
    sessions = told(application, _CROWD.format(talks=talks, people=people))
    crew = [Person(application.url, session) for session in sessions]
    given: list[list[int]] = [[] for _ in crew]
    times: list[float] = []
    wrong: list[str] = []
    half = threading.Event()

    def work(n: int) -> None:
        try:
            for _ in range(asks // people):
                status, slot, seconds = crew[n].ask("POST", "projects/crowd/queue/next/")
                times.append(seconds)
                if sum(map(len, given)) >= talks:
                    half.set()
                if status == 204:
                    continue
                if status != 200:
                    wrong.append(f"Next: {status} {slot}")
                    continue
                given[n].append(slot["pair"]["id"])
                status, review, _ = crew[n].ask("POST", "reviews/", {"pair": slot["pair"]["id"]})
                if status not in (200, 201):
                    wrong.append(f"opening: {status} {review}")
        except Exception as error:  # noqa: BLE001  told below
            wrong.append(repr(error))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(people)]
    for thread in threads:
        thread.start()
    half.wait(300)
    application.kill("web")
    application.start_process("web")
    for thread in threads:
        thread.join()
    slots, n_reviews = told(application, _STATE)
    held = [(pair, person) for pair, person, _ in slots if person is not None]
    wrong += [f"twice: {one}" for one, n in Counter(held).items() if n > 1]
    wrong += [f"pair {pair} has {n} slots" for pair, n in Counter(pair for pair, *_ in slots).items() if n != 2]
    n_got = [len(set(pairs)) for pairs in given]
    if len(held) != 2 * talks and asks >= 2 * talks:
        wrong.append(f"{2 * talks - len(held)} reviews are free although people went away empty")
    if min(n_got) == 0:
        wrong.append("somebody got nothing")
    print(
        f"{people} people asked {len(times)} times for the {2 * talks} reviews of {talks} talks: {len(held)} given, "
        f"{min(n_got)} to {max(n_got)} each, {n_reviews} begun; p50 {percentile(times, 0.5):.0f} ms, "
        f"p95 {percentile(times, 0.95):.0f} ms with all at once; {sum(one.n_again for one in crew)} requests sent "
        "again after kill -9 of the web server"
    )
    n_ended = told(application, _EXPIRE)
    slots, kept = told(application, _STATE)
    n_free = sum(person is None for _, person, _ in slots)
    print(f"all claims ended: {n_ended} given back, {n_free} of {len(slots)} slots free, {kept} reviews kept")
    if n_free != len(slots) or kept != n_reviews:
        wrong.append("claims that ended did not all come back, or took a review with them")
    return wrong


def scale(application: Application, size: Size) -> dict[str, list[float]]:
    """Seconds of each call, by name."""
    corpus = make_corpus(application, size)
    told(application, _POLICY.format(slug=corpus.project))
    crew = [Person(application.url, session) for session in corpus.annotators]
    owner, base = Person(application.url, corpus.owner), f"projects/{corpus.project}"
    times: dict[str, list[float]] = {}
    for _ in range(5):
        for one in crew:
            status, slot, seconds = one.ask("POST", f"{base}/queue/next/")
            assert status == 200, slot
            times.setdefault("next", []).append(seconds)
            times.setdefault("queue", []).append(one.ask("GET", f"{base}/queue/")[2])
            one.ask("POST", f"slots/{slot['id']}/release/")
    for _ in range(20):
        for name, path in (
            ("board, first page", "assignments/"), ("board, by title", "assignments/?order=title"),
            ("counts", "assignments/counts/"), ("workload", "assignments/workload/"),
        ):  # fmt: skip
            times.setdefault(name, []).append(owner.ask("GET", f"{base}/{path}")[2])
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--asks", type=int, default=1000)
    parser.add_argument("--talks", type=int, default=300)
    parser.add_argument("--scale", action=argparse.BooleanOptionalAction, default=True)
    given = parser.parse_args()
    with running_application() as application:
        wrong = crowd(application, given.people, given.asks, given.talks)
    for message in wrong[:20]:
        print("WRONG:", message)
    if given.scale:
        full = Size(pairs=10_000, rows=2, annotators=40, reviews=400, operations=2_000)
        measured = []
        for size in (full.quarter(), full):
            with running_application() as application:
                measured.append(scale(application, size))
        print(f"{'call':20} {'p50 ms':>8} {'p95 ms':>8} {'of a quarter':>13}")
        for name, times in measured[1].items():
            ratio = percentile(times, 0.5) / percentile(measured[0][name], 0.5)
            print(f"{name:20} {percentile(times, 0.5):8.1f} {percentile(times, 0.95):8.1f} {ratio:13.2f}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
