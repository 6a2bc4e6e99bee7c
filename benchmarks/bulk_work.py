"""Whether people wait for bulk work: how long their runs queue while thousands of others do.

    python benchmarks/bulk_work.py [--pairs 10000] [--rows 12] [--seconds 60] [--long 4000 10000]

Starts Lectern with the workers of `manage.py up` on servers of its own, and writes the corpus of benchmarks/corpus.py
with small pairs. Then, over HTTP:

* previews: how long the page waits to hear what aligning all pairs would do and cost;
* aligns all pairs with an engine that takes a fraction of a second, and starts one short run after the other, with a
  second between;
* aligns pairs of so many lines that each takes every process for long, and starts a longer run of one person now and
  then (--long: lines of the bulk's pairs, lines of the person's), which is cancelled once it works.

Printed are the times from a request to the start of its run, beside the promise of 3 s, and, in the same run, how long
a run of the bulk took: without fairness, a person would wait for the rest of one of those. On a machine that others use
the times are upper bounds.
"""

from __future__ import annotations

import argparse
import time
from datetime import datetime
from typing import Any

from corpus import Corpus, Size, make_corpus
from long_review import percentile, running_application
from review_load import Connection

from tests.e2e.application import Application

PROMISE_SECONDS = 3.0
EVERY_SECONDS = 1.0
N_LONG = 4
ENDED = ("succeeded", "failed", "cancelled")

#: One project of pairs that take long in a bulk, and one of a person's, which takes longer than the short queue allows.
_MAKE_LONG = """
from annotator.models import Project
from tests import world
words = "harbour ledger water tide cross margin island keeper number morning".split()
def lines(n, side):
    said = "said" if side == "a" else "sagte"
    return [f"{{words[i % 10]}} {{words[(i * 7 + 3) % 10]}} {{i}} {{said}} {{words[(i * 3) % 10]}}." for i in range(n)]
for slug, n, size in (("long-bulk", {n_bulk}, {bulk_lines}), ("long-own", {n_own}, {own_lines})):
    project = Project.objects.create(slug=slug, name=slug)
    for i in range(n):
        sides = [world.make_document(project, f"{{slug}} {{i}} {{side}}", lines(size, side)) for side in "ab"]
        print("pair", slug, world.make_pair(project, f"{{slug}} {{i}}", *sides).pk)
"""

Measured = dict[str, float]


def fairness(application: Application, corpus: Corpus, *, seconds: float, every: float = EVERY_SECONDS) -> Measured:
    """Seconds that a preview takes and that single runs queue, while all pairs of the corpus are being aligned."""
    connection = Connection(application.url, corpus.owner)
    body = {"project": corpus.project, "engine": "lengths", "filter": {"kind": "bitext"}}
    found: Measured = {}
    previews = [connection.ask("POST", "bulk-alignments/preview/", body)[:2] for _ in range(3)]
    found["pairs in the bulk alignment"] = previews[0][0]["n_pairs"]
    found["preview of a bulk alignment, s"] = sorted(seconds for _, seconds in previews)[1]
    begun, cpu = time.monotonic(), _cpu_seconds(application)
    bulk = connection.ask("POST", "bulk-alignments/", body)[0]["id"]
    _wait_for(connection, bulk, 5)
    waits: list[float] = []
    pairs = connection.ask("GET", f"pairs/?project={corpus.project}&kind=bitext&page_size=100")[0]["results"]
    # Other options than the bulk's, as it would skip what is done.
    single = {"engine": "lengths", "options": {"filters": "off"}}
    said, deadline = connection.ask("GET", f"bulk-alignments/{bulk}/")[0], time.monotonic() + seconds
    while time.monotonic() < deadline and said["state"] == "running":
        waits.append(_queue_seconds(connection, {"pair": pairs[len(waits) % len(pairs)]["id"], **single}))
        time.sleep(every)
        said = connection.ask("GET", f"bulk-alignments/{bulk}/")[0]
    assert waits, "the bulk alignment ended before anybody started a run; take more pairs"
    found |= _told("a short run", waits)
    found["runs of the bulk a second, meanwhile"] = said["n_succeeded"] / (time.monotonic() - begun)
    found["CPU of the workers a run, s"] = (_cpu_seconds(application) - cpu) / (said["n_succeeded"] + len(waits))
    if said["state"] == "running":
        _, found["cancel all, s"], _ = connection.ask("POST", f"bulk-alignments/{bulk}/cancel/")
    return found


def long_runs(application: Application, corpus: Corpus, bulk_lines: int, own_lines: int) -> Measured:
    """Seconds that a person's long run queues while long runs of a bulk alignment take all processes."""
    make = _MAKE_LONG.format(n_bulk=N_LONG + 4, bulk_lines=bulk_lines, n_own=N_LONG, own_lines=own_lines)
    told = [line.split()[1:] for line in application.manage("shell", "--no-imports", "--command", make).splitlines()]
    own = [int(pair) for slug, pair in told if slug == "long-own"]
    connection = Connection(application.url, corpus.owner)
    body = {"project": "long-bulk", "engine": "lexical"}
    bulk = connection.ask("POST", "bulk-alignments/", body)[0]["id"]
    waits = []
    for pair in own:
        _until_busy(connection, "long-bulk", 2)
        time.sleep(EVERY_SECONDS)
        waits.append(_queue_seconds(connection, {"pair": pair, "engine": "lexical"}, cancel=True))
    _wait_for(connection, bulk, 1, timeout_seconds=600)
    connection.ask("POST", f"bulk-alignments/{bulk}/cancel/")
    runs = connection.ask("GET", "runs/?project=long-bulk&state=succeeded")[0]["results"]
    took = [_seconds_between(run, "started_at", "finished_at") for run in runs]
    return _told("a long run", waits) | {"a run of the bulk meanwhile took, s": max(took)}


def _told(what: str, waits: list[float]) -> Measured:
    shares = {"p50": 0.5, "p95": 0.95, "max": 1.0}
    told = {f"{what} queues, {name}, s": percentile(waits, share) / 1000 for name, share in shares.items()}
    return {f"{what} of a person, how many": float(len(waits)), **told}


def _queue_seconds(connection: Connection, body: dict[str, Any], *, cancel: bool = False) -> float:
    run = connection.ask("POST", "runs/", body)[0]
    while run["started_at"] is None or (not cancel and run["state"] not in ENDED):
        time.sleep(0.1)
        run = connection.ask("GET", f"runs/{run['id']}/")[0]
    if cancel and run["state"] not in ENDED:
        connection.ask("POST", f"runs/{run['id']}/cancel/")
    return _seconds_between(run, "created_at", "started_at")


def _seconds_between(run: dict[str, Any], first: str, last: str) -> float:
    return (datetime.fromisoformat(run[last]) - datetime.fromisoformat(run[first])).total_seconds()


def _wait_for(connection: Connection, bulk: int, n_succeeded: int, timeout_seconds: float = 120) -> None:
    deadline = time.monotonic() + timeout_seconds
    while connection.ask("GET", f"bulk-alignments/{bulk}/")[0]["n_succeeded"] < n_succeeded:
        assert time.monotonic() < deadline, "the bulk alignment does not go on"
        time.sleep(0.2)


def _until_busy(connection: Connection, project: str, n_running: int) -> None:
    deadline = time.monotonic() + 120
    while connection.ask("GET", f"runs/?project={project}&state=running")[0]["count"] < n_running:
        assert time.monotonic() < deadline, "the workers do not take the bulk's runs"
        time.sleep(0.1)


def _cpu_seconds(application: Application) -> float:
    import psutil

    roots = [psutil.Process(application.pid(name)) for name in ("worker", "worker-short")]
    times = [each.cpu_times() for root in roots for each in (root, *root.children(recursive=True))]
    return sum(each.user + each.system for each in times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--rows", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--long", type=int, nargs=2, default=[4000, 10_000], metavar="LINES")
    args = parser.parse_args()
    size = Size(pairs=args.pairs, rows=args.rows, annotators=5, reviews=20, operations=200)
    with running_application() as application:
        application.start_process("worker-short")
        corpus = make_corpus(application, size)
        print(f"{size}: written in {corpus.seconds:.0f} s", flush=True)
        found = fairness(application, corpus, seconds=args.seconds)
        print_table(found)
        print_table(long_runs(application, corpus, *args.long))


def print_table(found: Measured) -> None:
    for name, value in found.items():
        promise = f"   promised: {PROMISE_SECONDS:g}" if "queues" in name else ""
        print(f"{name:45}{value:>10,.2f}{promise}", flush=True)


if __name__ == "__main__":
    main()
