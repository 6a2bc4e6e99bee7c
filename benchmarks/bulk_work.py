"""Whether people wait for bulk work, and for other projects: how long their runs queue while much else does.

Measured are the times from a request to the start of its run. On a machine that others use they are upper bounds.
"""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import datetime
from typing import Any

from application import Connection, has_ended
from goals import Measured
from instance import Instance, table
from processes import percentile

SECONDS = 30.0
EVERY_SECONDS = 1.0
#: A person's long runs, and the lines of their pairs; of the pairs that the bulk aligns meanwhile.
N_LONG, OWN_LINES, BULK_LINES = 4, 10_000, 4000
#: What one project asks for at once, the text that each check compares with, and another project's runs meanwhile.
N_CHECKS, N_RELEASES, CHECKED_CHARACTERS, N_OTHERS = 15, 8, 2_000_000, 10

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


def bulk_work(at: Instance) -> Measured:
    """Aligns all pairs of the corpus with an engine that takes a fraction of a second, and meanwhile starts one short
    run after the other, a second between. Also what the page waits to hear what that would do and cost."""
    connection, project = at.connection(), at.corpus.project
    body = {"project": project, "engine": "lengths", "filter": {"kind": "bitext"}}
    previews = [connection.ask("POST", "bulk-alignments/preview/", body) for _ in range(3)]
    found: Measured = {
        "pairs in the bulk alignment": previews[0].value["n_pairs"],
        "preview of a bulk alignment, s": sorted(each.seconds for each in previews)[1],
    }
    begun, cpu = time.monotonic(), at.cpu("worker", "worker-short")
    address = f"bulk-alignments/{connection.post('bulk-alignments/', body)['id']}/"
    bulk = connection.poll(address, lambda bulk: bulk["n_succeeded"] >= 5)
    pairs = connection.get(f"pairs/?project={project}&kind=bitext&page_size=100")["results"]
    # Other options than the bulk's, as it would skip what is done.
    single = {"engine": "lengths", "options": {"filters": "off"}}
    waits: list[float] = []
    while time.monotonic() < begun + SECONDS and bulk["state"] == "running":
        waits.append(_queue_seconds(connection, {"pair": pairs[len(waits) % len(pairs)]["id"], **single}))
        time.sleep(EVERY_SECONDS)
        bulk = connection.get(address)
    if not waits:
        raise RuntimeError("the bulk alignment ended before anybody started a run; take a larger corpus")
    n_bulk = bulk["n_succeeded"]
    found |= _waits("a short run of a person", waits)
    found["runs of the bulk a second, meanwhile"] = n_bulk / (time.monotonic() - begun)
    found["CPU of the workers a run, s"] = (at.cpu("worker", "worker-short") - cpu) / (n_bulk + len(waits))
    if bulk["state"] == "running":
        found["cancel all, s"] = connection.ask("POST", f"{address}cancel/", {}).seconds
    return found


def long_runs(at: Instance) -> Measured:
    """Aligns pairs of so many lines that each takes every process for long, and starts a longer run of one person now
    and then. Without fairness, they would wait for the rest of a run of the bulk, which is measured beside."""
    make = _MAKE_LONG.format(
        n_bulk=N_LONG + 4, bulk_lines=round(BULK_LINES * at.unit), n_own=N_LONG, own_lines=round(OWN_LINES * at.unit)
    )
    made = [line.split()[1:] for line in at.application.manage("shell", "--no-imports", "--command", make).splitlines()]
    connection = at.connection()
    bulk = connection.post("bulk-alignments/", {"project": "long-bulk", "engine": "lexical"})["id"]
    waits = []
    for _, pair in (one for one in made if one[0] == "long-own"):
        connection.poll("runs/?project=long-bulk&state=running", lambda running: running["count"] >= 2)
        time.sleep(EVERY_SECONDS)
        waits.append(_queue_seconds(connection, {"pair": int(pair), "engine": "lexical"}, cancel=True))
    connection.poll(f"bulk-alignments/{bulk}/", lambda bulk: bulk["n_succeeded"] >= 1)
    connection.post(f"bulk-alignments/{bulk}/cancel/")
    runs = connection.get("runs/?project=long-bulk&state=succeeded")["results"]
    took = max(_seconds_between(run, "started_at", "finished_at") for run in runs)
    return _waits("a long run of a person", waits) | {"a run of the bulk meanwhile took, s": took}


def shares(at: Instance) -> Measured:
    """Short runs of another project, a second between, while one project has fifteen leak checks done, and then eight
    releases."""
    connection, project = at.connection(), at.corpus.project
    connection.poll("health/", lambda health: not health["jobs_waiting"])  # of what was measured before
    other = connection.post("projects/", {"name": "Another project"})["slug"]
    pair = at.import_table(table(100), other, "another")[1]
    test_sets = [
        connection.post("test-sets/", {"project": project, "name": f"Share {n}"})["id"] for n in range(N_CHECKS)
    ]
    text = " ".join(f"word{n % 9973}" + "\n" * (n % 12 == 0) for n in range(round(CHECKED_CHARACTERS * at.share) // 9))
    return _beside(connection, "leak-checks", [{"test_set": one, "lines": text} for one in test_sets], pair) | _beside(
        connection, "releases", [{"test_set": one} for one in test_sets[:N_RELEASES]], pair
    )


def _beside(connection: Connection, kind: str, bodies: list[dict[str, Any]], pair: int) -> Measured:
    """What runs of a pair wait beside work of a kind, which is stopped at the end."""
    asked = [connection.post(f"{kind}/", body)["id"] for body in bodies]
    waits = []
    for _ in range(N_OTHERS):
        waits.append(_queue_seconds(connection, {"pair": pair, "engine": "lengths"}))
        time.sleep(EVERY_SECONDS)
    left = [one for one in asked if not has_ended(connection.get(f"{kind}/{one}/"))]
    for one in left:
        with suppress(RuntimeError):  # a release may have been frozen meanwhile
            connection.ask("DELETE", f"{kind}/{one}/")
    work = kind.replace("-", " ")
    waited = _waits(f"beside {len(bodies)} {work} of another project a run", waits)
    return waited | {f"{work} that were not done then": float(len(left))}


def _waits(what: str, waits: list[float]) -> Measured:
    points = {"p50": 0.5, "p95": 0.95, "max": 1.0}
    queued = {f"{what} queues, {name}, s": percentile(waits, share) / 1000 for name, share in points.items()}
    return {f"{what}, how many": float(len(waits)), **queued}


def _queue_seconds(connection: Connection, body: dict[str, Any], *, cancel: bool = False) -> float:
    """Of one run, which is awaited, or cancelled once it works."""
    address = f"runs/{connection.post('runs/', body)['id']}/"
    run = connection.poll(address, lambda run: run["started_at"] is not None and (cancel or has_ended(run)))
    if not has_ended(run):
        connection.post(f"{address}cancel/")
    return _seconds_between(run, "created_at", "started_at")


def _seconds_between(run: dict[str, Any], first: str, last: str) -> float:
    return (datetime.fromisoformat(run[last]) - datetime.fromisoformat(run[first])).total_seconds()
