"""Annotators edit while others attack: slow connections, hostile files, bodies that are far too large.

    .venv/bin/python -m tests.faults.under_attack [--seconds 60] [--annotators 5] [--slow 50] [--attackers 4]

Starts a throw-away Lectern (`manage.py up` in a copy of this checkout). Annotators edit reviews of their own as a page
does, first alone and then while, at the same time,

- connections send the head of a request or its body, or read an answer, a byte a second;
- people who are signed in upload files that made careless readers take minutes, 22 at once, and a cell of 20 MB;
- somebody who is not signed in sends 19 MB of nested JSON, and 600 MB with and without announcing them;
- alignments of another project wait for a worker, one after another.

Prints how long edits took, how the uploads were answered, whether the health endpoint told the truth, how the
alignments went, and the most memory that the processes of the web server held. Exit code 0 only when no edit took
longer than a second or failed, every upload was answered with less than 500, and alignments went through.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from annotator.launch.up import read_health
from tests.faults.attack import Sent, attack
from tests.faults.instance import Instance

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from annotators import Annotator
from application import Connection, has_ended
from corpus import Size, make_corpus, set_up_django
from processes import percentile

#: No edit may take longer.
MOST_SECONDS = 1.0
#: The mean pause of an annotator between two edits.
THINK_SECONDS = 0.5
#: How long an alignment that waits at the end of the attack may still take.
PATIENCE_SECONDS = 60


@dataclass
class World:
    pair: int
    other_pair: int
    document: int
    annotators: list[str]
    attackers: list[str]
    aligner: str


def make_world(instance: Instance, options: argparse.Namespace) -> World:
    """A long review for the annotators; a project to attack, and another one to align, with people of their own."""
    size = Size(pairs=11, rows=options.rows, annotators=options.annotators, reviews=4, operations=20)
    corpus = make_corpus(instance, size)
    set_up_django()
    from django.contrib.auth.models import User
    from django.db import connection

    from annotator.models import Membership, Project, Role
    from tests import world

    sessions = {}
    for slug, n in (("attacked", options.attackers), ("other", 1)):
        project = Project.objects.create(slug=slug, name=slug)
        people = [User.objects.create_user(f"{slug}{number}") for number in range(n)]
        for user in people:
            Membership.objects.create(project=project, user=user, role=Role.ADMIN)
        sessions[slug] = [world.session_of(user) for user in people]
    other_pair = world.bitext(Project.objects.get(slug="other")).pk
    document = world.store_recording(corpus.pair)
    connection.close()
    return World(corpus.pair, other_pair, document, corpus.annotators, sessions["attacked"], sessions["other"][0])


@dataclass
class Watch:
    """Asks for the health of the site and looks at the processes of its web server, every second."""

    instance: Instance
    health: list[dict[str, Any] | None] = field(default_factory=list)
    slowest_health: float = 0.0
    #: Megabytes, the most at once: of the web server's processes together, of one of them, and of all their readers.
    memory: dict[str, float] = field(default_factory=dict)
    restarted: int = 0

    def go_on(self, ended: threading.Event) -> None:
        seen = set(self.instance.children("web"))
        while not ended.wait(1):
            began = time.monotonic()
            self.health.append(read_health(self.instance.url))
            self.slowest_health = max(self.slowest_health, time.monotonic() - began)
            self._look()
            now = set(self.instance.children("web"))
            self.restarted += len(now - seen)
            seen |= now

    def _look(self) -> None:
        web, readers = [], []
        main = psutil.Process(self.instance.pid("web"))
        for process in main.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                used = process.memory_full_info()
                (web if process.ppid() == main.pid else readers).append((used.pss / 1e6, used.rss / 1e6))
        for name, value in (
            ("web PSS", sum(pss for pss, _ in web)),
            ("one web process RSS", max((rss for _, rss in web), default=0)),
            ("readers PSS", sum(pss for pss, _ in readers)),
        ):
            self.memory[name] = max(self.memory.get(name, 0), value)


@dataclass
class Aligner:
    """Starts an alignment, waits until it has ended, starts the next."""

    connection: Connection
    pair: int
    ended: list[tuple[str, float]] = field(default_factory=list)
    error: Exception | None = None

    def go_on(self, until: threading.Event) -> None:
        try:
            while not until.is_set():
                began = time.monotonic()
                run = self.connection.post("runs/", {"pair": self.pair, "engine": "lexical"})
                while not has_ended(run):
                    if until.is_set() and time.monotonic() - began > PATIENCE_SECONDS:
                        break
                    time.sleep(0.5)
                    run = self.connection.get(f"runs/{run['id']}/")
                self.ended.append((run["state"], time.monotonic() - began))
        except Exception as error:  # noqa: BLE001  reported by the main thread
            self.error = error


@dataclass
class ThinkingAnnotator(Annotator):
    """One who pauses after each edit, for half a second on average."""

    error: Exception | None = None

    def work_until(self, deadline: float) -> None:
        try:
            time.sleep(self.rng.random() * THINK_SECONDS)
            while time.monotonic() < deadline:
                self.operate()
                time.sleep(self.rng.expovariate(1 / THINK_SECONDS))
        except Exception as error:  # noqa: BLE001  reported by the main thread
            self.error = error


def work(annotators: list[ThinkingAnnotator], seconds: float) -> list[tuple[str, float]]:
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


def open_reviews(url: str, world: World) -> list[ThinkingAnnotator]:
    annotators = []
    for number, session in enumerate(world.annotators):
        connection = Connection(url, session)
        review = connection.post("reviews/", {"pair": world.pair})["id"]
        annotators.append(ThinkingAnnotator.of(connection, review, seed=number))
    return annotators


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--annotators", type=int, default=5)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--slow", type=int, default=50)
    parser.add_argument("--attackers", type=int, default=4)
    options = parser.parse_args()
    instance = Instance()
    try:
        instance.start()
        instance.wait_until_ready()
        os.environ |= {name: instance.environment[name] for name in ("DATABASE_URL", "REDIS_URL", "DATA_DIR")}
        return _attack(instance, make_world(instance, options), options)
    finally:
        instance.stop()


def _attack(instance: Instance, world: World, options: argparse.Namespace) -> int:
    annotators = open_reviews(instance.url, world)
    n_workers = (read_health(instance.url) or {}).get("workers")
    alone = [seconds for _, seconds in work(annotators, 15)]
    print(f"{'':24}{'edits':>6}{'p50 ms':>8}{'p95 ms':>8}{'max ms':>8}   load {os.getloadavg()[0]:.1f}")
    _print_times("annotators alone", alone)

    told = {
        "url": instance.url, "project": "attacked", "sessions": world.attackers, "document": world.document,
        "n_slow": options.slow,
    }  # fmt: skip
    spawn = multiprocessing.get_context("spawn")
    no_more, results = spawn.Event(), spawn.Queue()
    attacking = spawn.Process(target=attack, args=(told, no_more, results))
    attacking.start()
    watch, aligner = Watch(instance), Aligner(Connection(instance.url, world.aligner), world.other_pair)
    ended = threading.Event()
    beside = [threading.Thread(target=each.go_on, args=(ended,)) for each in (watch, aligner)]
    for thread in beside:
        thread.start()
    failed = ""
    try:
        edits = [seconds for _, seconds in work(annotators, options.seconds)]
    except Exception as error:  # noqa: BLE001  part of the verdict
        failed, edits = repr(error), [seconds for each in annotators for _, seconds in each.times]
    _print_times("under attack", edits)
    no_more.set()
    sent: list[Sent] = results.get(timeout=300)
    attacking.join()
    ended.set()
    for thread in beside:
        thread.join()
    return _report(edits, failed, sent, watch, aligner, n_workers)


def _print_times(name: str, edits: list[float]) -> None:
    shown = [f"{percentile(edits, share):8.0f}" for share in (0.5, 0.95, 1)] if edits else []
    print(f"{name:24}{len(edits):6}{''.join(shown)}   load {os.getloadavg()[0]:.1f}", flush=True)


def _report(
    edits: list[float], failed: str, sent: list[Sent], watch: Watch, aligner: Aligner, n_workers: object
) -> int:
    statuses = Counter(f"{each.status} {each.said}".strip() if each.status else "no answer" for each in sent)
    print(f"{len(sent)} uploads: " + ", ".join(f"{n} x {status}" for status, n in statuses.most_common()))
    slowest = sorted(sent, key=lambda each: -each.seconds)[:3]
    print("slowest:", "; ".join(f"{each.what} {each.seconds:.1f} s ({each.status})" for each in slowest))
    untrue = [each for each in watch.health if each is None or each["workers"] != n_workers]
    waiting = [int(each["jobs_waiting"]) for each in watch.health if each is not None]
    print(
        f"health: asked {len(watch.health)} times, slowest {watch.slowest_health * 1000:.0f} ms, "
        f"{len(untrue)} without an answer or with another number of workers than {n_workers}; "
        f"{max(waiting, default=0)} jobs waiting at most"
    )
    took = [seconds for state, seconds in aligner.ended if state == "succeeded"]
    longest = f", the slowest in {max(took):.1f} s" if took else ""
    print(f"alignments of another project: {len(took)} of {len(aligner.ended)} succeeded{longest}")
    memory = ", ".join(f"{name} {value:.0f} MB" for name, value in watch.memory.items())
    print(f"memory, the most: {memory}; {watch.restarted} web processes restarted")

    wrong = [f"an edit failed: {failed}"] if failed else []
    if slow := [seconds for seconds in edits if seconds > MOST_SECONDS]:
        wrong.append(f"{len(slow)} of {len(edits)} edits took longer than {MOST_SECONDS:g} s: {max(slow):.2f} s")
    for each in sent:
        if not 0 < each.status < 500:
            wrong.append(f"{each.what}: {each.status or 'no answer'} after {each.seconds:.1f} s {each.said}")
    if aligner.error or not took or len(took) < len(aligner.ended):
        wrong.append(f"alignments: {aligner.ended} {aligner.error or ''}")
    if watch.restarted:
        wrong.append(f"{watch.restarted} web processes died")
    if any(each is None for each in watch.health):
        wrong.append("the health endpoint did not answer in 5 s")
    for sentence in wrong:
        print(sentence)
    print(f"{len(wrong)} problems" if wrong else "no edit was held up, every upload was answered")
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    sys.exit(main())
