"""What Lectern costs at full and at quarter size: one table, beside what we want to reach.

    python benchmarks/scale.py [--size full quarter] [--only imports saves ...] [--share 1.0]

Starts Lectern as `manage.py up` does, on servers of its own, writes the corpus of benchmarks/corpus.py at each size
(10,000 pairs of 100 rows, 200 annotators, 2,000 reviews, and a quarter of that) and measures, through HTTP and a real
Chromium: lists and figures, saves, imports, opening what was just imported, exports, first visits, the lexical engine,
bulk work beside people's, and memory. Printed are both sizes, the ratio of full to quarter, and the reach. What costs
as much as it changes has the ratio 1; a row whose own size is a quarter (they name both) has the ratio 4 where it is
linear.

A full run takes half an hour and 10 GB of disk. Clients, servers and Postgres share the machine, so times are upper
bounds; on a machine that others use only the ratios and bytes say something. --share makes everything smaller, to try
the script.
"""

from __future__ import annotations

import argparse
import http.client
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

import psutil
from bulk_work import fairness
from corpus import Corpus, Size, make_corpus
from first_visits import first_visits, invitation_token, places_of
from floor import with_children
from import_archive import DONE, Client
from lexical import made_text, measured
from lists import list_calls
from long_review import percentile, running_application
from review_load import Annotator, Connection, work

from annotator.launch import frontend
from annotator.services.workers import REST_SECONDS
from tests.e2e.application import Application

N_CLIENTS = 20
SAVING_SECONDS = 8.0


@dataclass
class Instance:
    """A running application with a corpus, and how large everything is: 1 at full size, 0.25 at a quarter."""

    application: Application
    corpus: Corpus
    share: float
    unit: float

    def client(self, session: str = "") -> Client:
        return Client(self.application.url, f"sessionid={session or self.corpus.owner}")

    def connection(self, session: str = "") -> Connection:
        return Connection(self.application.url, session or self.corpus.owner)

    def processes(self, *names: str) -> list[psutil.Process]:
        """The programs of these names, with all that they started."""
        return list(with_children(*(self.application.pid(name) for name in names)))


#: What an area measures, by the name of the row.
Measured = dict[str, float]


def lists(at: Instance) -> Measured:
    """Milliseconds: the 95th percentile of every list."""
    return {f"{name}, p95 ms": call.p95 for name, call in list_calls(at.application, at.corpus, times=10).items()}


def saves(at: Instance) -> Measured:
    """One annotator saves, and then twenty at once, without a pause, each in a review of 100 rows."""
    annotators = [_annotator_of(at, session) for session in at.corpus.annotators[:N_CLIENTS]]
    found: Measured = {}
    for name, working in (("1 client", annotators[:1]), (f"{len(annotators)} clients", annotators)):
        work(working, 1.0)
        cpu = _cpu_seconds(at.processes("web"))
        seconds = [entry[1] for entry in work(working, SAVING_SECONDS)]
        cpu = _cpu_seconds(at.processes("web")) - cpu
        found |= {
            f"save, {name}, p50 ms": percentile(seconds, 0.5),
            f"save, {name}, p95 ms": percentile(seconds, 0.95),
            f"saves a second, {name}": len(seconds) / SAVING_SECONDS,
            f"CPU of the application a save, {name}, ms": cpu / len(seconds) * 1000,
        }
    return found


def _annotator_of(at: Instance, session: str) -> Annotator:
    connection = at.connection(session)
    mine, _, _ = connection.ask("GET", f"reviews/?project={at.corpus.project}&mine=true&page_size=200")
    review = next(each["id"] for each in mine["results"] if each["state"] != "submitted")
    return _annotator(connection, review)


def _annotator(connection: Connection, review: int) -> Annotator:
    content, _, _ = connection.ask("GET", f"reviews/{review}/content/")
    return Annotator(connection, review, content["rows"], random.Random(review), think_seconds=1e-6)


def imports(at: Instance) -> Measured:
    """Seconds from the upload of a table to its pair; from there to an open review, and its first saves."""
    found: Measured = {}
    sizes = [("5,000 rows", round(5000 * at.unit)), ("50,000 | 12,500 rows", round(50_000 * at.share))]
    for seed, (name, n_rows) in enumerate(sizes, 1):
        found[f"import {name}, s"], _ = _imported(at, n_rows, seed=seed)
    sizes = [("5,000 rows", round(5000 * at.unit)), ("20,000 | 5,000 rows", round(20_000 * at.share))]
    for seed, (name, n_rows) in enumerate(sizes, 11):
        _, pair = _imported(at, n_rows, seed=seed)
        connection = at.connection()
        review, seconds, _ = connection.ask("POST", "reviews/", {"pair": pair})
        found[f"open a review of {name}, just imported, s"] = seconds
        annotator = _annotator(connection, review["id"])
        for _ in range(12):
            annotator._operate("label")
        found[f"first saves in it, {name}, slowest of 12, ms"] = 1000 * max(each[1] for each in annotator.times)
    return found


def _imported(at: Instance, n_rows: int, *, seed: int) -> tuple[float, int]:
    """(seconds from the upload to the end of the import, the pair that was made)."""
    data, client = _table(n_rows, seed), at.client()
    begun = time.perf_counter()
    batch = _until_done(client, client.upload("imports/", at.corpus.project, f"bitext-{seed}.tsv", data))
    assert batch["state"] == "staged", batch
    batch = _until_done(client, client.post(f"imports/{batch['id']}/commit/"))
    assert batch["state"] == "imported", batch
    return time.perf_counter() - begun, batch["result"]["pairs"][0]


def _until_done(client: Client, batch: dict[str, Any]) -> dict[str, Any]:
    while batch["state"] not in DONE:
        time.sleep(0.05)
        batch = client.get(f"imports/{batch['id']}/")
    return batch


def _table(n_rows: int, seed: int) -> bytes:
    """A bitext with its alignment: a row for each bead of a made text and its rendering."""
    source, target, beads = made_text(n_rows, seed=seed)
    lines = ["source\ttarget\tsource_language\ttarget_language"]
    for sources, targets in beads:
        lines.append(
            "\t".join((*(" ".join(t[i] for i in at) for t, at in ((source, sources), (target, targets))), "en", "de"))
        )
    return ("\n".join(lines) + "\n").encode()


def exports(at: Instance) -> Measured:
    """The gold of the corpus, seconds and bytes, and what the web server's memory grew by meanwhile."""
    found: Measured = {}
    slug = at.corpus.project
    preview = at.client().get(f"projects/{slug}/gold/?preview=1")
    found["gold rows"] = preview["n_rows"]
    for name in ("jsonl", "tsv"):
        before = _megabytes(at.processes("web"))
        seconds, n_bytes = _download(at, f"projects/{slug}/gold/?file_format={name}")
        found[f"export all gold, {name}, s"] = seconds
        found[f"export all gold, {name}, s for 100,000 rows"] = seconds / preview["n_rows"] * 100_000
        found[f"export all gold, {name}, MB"] = n_bytes / 1e6
        found[f"memory of the web server after it, {name}, MB more"] = _megabytes(at.processes("web")) - before
    return found


def _download(at: Instance, path: str) -> tuple[float, int]:
    connection = http.client.HTTPConnection(urlsplit(at.application.url).netloc, timeout=600)
    begun = time.perf_counter()
    connection.request("GET", f"/api/v1/{path}", headers={"Cookie": f"sessionid={at.corpus.owner}"})
    answer, n_bytes = connection.getresponse(), 0
    assert answer.status == 200, answer.read()[:300]
    while chunk := answer.read(2**20):
        n_bytes += len(chunk)
    connection.close()
    return time.perf_counter() - begun, n_bytes


def visits(at: Instance) -> Measured:
    """First visits of four pages and second ones: seconds, requests and kilobytes on the wire."""
    token = invitation_token(at.application, str(at.application.session_cookie(at.application.username)["value"]))
    session = at.corpus.annotators[0]
    places = places_of(at.corpus.project, at.corpus.review, token, session)
    found: Measured = {}
    for name, it in first_visits(at.application.url, places, loads=2).items():
        found[f"{name} page, first visit, s"] = it["first_s"]
        found[f"{name} page, first visit, requests"] = it["first_requests"]
        found[f"{name} page, first visit, kB"] = it["first_bytes"] / 1000
        found[f"{name} page, second visit, requests"] = it["again_requests"]
        if "slow_s" in it:
            found[f"{name} page, 400 kbit/s, s"] = it["slow_s"]
    return found


def lexical(at: Instance) -> Measured:
    """The lexical engine on made texts, in a process of its own: CPU seconds, and the peak of memory."""
    found: Measured = {}
    sizes = {"1,000": 1000 * at.unit, "5,000": 5000 * at.unit, "20,000 | 5,000": 20_000 * at.share}
    for name, n_lines in sizes.items():
        (it,) = measured([round(n_lines)])
        found[f"lexical, {name} lines, CPU s"], found[f"lexical, {name} lines, peak MB"] = it.seconds, it.peak / 2**20
    return found


def realigning(at: Instance) -> Measured:
    """A run of the lexical engine on 5,000 rows, from the request to its links, and the first realignment after it."""
    client, n_rows = at.client(), round(5000 * at.unit)
    _, pair = _imported(at, n_rows, seed=21)
    begun = time.perf_counter()
    run = client.post("runs/", {"pair": pair, "engine": "lexical"})
    while run["state"] not in ("succeeded", "failed", "cancelled"):
        time.sleep(0.05)
        run = client.get(f"runs/{run['id']}/")
    assert run["state"] == "succeeded", run
    found = {"align 5,000 rows, s": time.perf_counter() - begun}
    review = at.connection().ask("POST", "reviews/", {"pair": pair, "run": run["id"]})[0]
    annotator = _annotator(at.connection(), review["id"])
    for _ in range(6):
        annotator._operate("accept")
    begun = time.perf_counter()
    answer = client.post(f"reviews/{review['id']}/realign/")
    while "rows" not in answer and "id" in answer and answer.get("state") in ("queued", "running"):  # in a worker
        time.sleep(0.05)
        answer = client.get(f"reviews/{review['id']}/realignments/{answer['id']}/")
    return found | {"realign 5,000 rows, first time, s": time.perf_counter() - begun}


def bulk_work(at: Instance) -> Measured:
    """What a preview of aligning all pairs takes, and how long people's runs queue while that is done."""
    at.application.start_process("worker-short")
    try:
        return fairness(at.application, at.corpus, seconds=30)
    finally:
        at.application.stop_process("worker-short")


def memory(at: Instance) -> Measured:
    """Megabytes after all that was measured before: Lectern's own programs, all their processes and their parent,
    without Postgres and Valkey. It is their proportional set size, in which what processes share is counted once."""
    at.application.start_process("worker-short")
    time.sleep(2 * REST_SECONDS)  # a process that has grown makes room for another when it has had a rest
    names = at.application.programs
    try:
        return {f"memory, {name}, MB": _megabytes(at.processes(name)) for name in names if name != "parent"} | {
            "memory of the application, MB": _megabytes(at.processes(*names))
        }
    finally:
        at.application.stop_process("worker-short")


AREAS: dict[str, Callable[[Instance], Measured]] = {
    area.__name__: area for area in (lists, saves, imports, exports, visits, lexical, realigning, bulk_work, memory)
}

#: What we want at full size, by the name of the row: at most, or at least where it says so.
REACH: dict[str, str] = {
    "save, 1 client, p50 ms": "10",
    "save, 1 client, p95 ms": "15",
    "save, 20 clients, p95 ms": "100",
    "saves a second, 20 clients": "at least 250",
    "CPU of the application a save, 20 clients, ms": "6",
    "pairs, page 1, p95 ms": "100",
    "pairs, middle page, p95 ms": "100",
    "pairs, last page, p95 ms": "100",
    "overview, p95 ms": "150",
    "import 5,000 rows, s": "1.5",
    "import 50,000 | 12,500 rows, s": "10",
    "open a review of 5,000 rows, just imported, s": "3",
    "open a review of 20,000 | 5,000 rows, just imported, s": "3",
    "first saves in it, 20,000 | 5,000 rows, slowest of 12, ms": "as any other",
    "export all gold, jsonl, s for 100,000 rows": "8",
    "export all gold, tsv, s for 100,000 rows": "8",
    "memory of the web server after it, jsonl, MB more": "0",
    "pairs page, first visit, s": "0.9",
    "pairs page, first visit, requests": "12",
    "pairs page, first visit, kB": "300",
    "review page, first visit, s": "1.5",
    "review page, first visit, kB": "400",
    "author page, first visit, kB": "150",
    "lexical, 1,000 lines, CPU s": "2",
    "lexical, 5,000 lines, CPU s": "9",
    "lexical, 20,000 | 5,000 lines, CPU s": "36",
    "lexical, 20,000 | 5,000 lines, peak MB": "1000",
    "realign 5,000 rows, first time, s": "3",
    "preview of a bulk alignment, s": "1",
    "a short run queues, max, s": "3",
    "memory of the application, MB": "500",
}


def _cpu_seconds(processes: list[psutil.Process]) -> float:
    return sum(each.cpu_times().user + each.cpu_times().system for each in processes)


def _megabytes(processes: list[psutil.Process]) -> float:
    return sum(each.memory_full_info().pss for each in processes) / 1e6


@contextmanager
def running(size: Size, share: float, unit: float) -> Iterator[Instance]:
    with running_application() as application:
        corpus = make_corpus(application, size)
        print(f"{size}: written in {corpus.seconds:.0f} s", flush=True)
        yield Instance(application, corpus, share, unit)


def scaled(unit: float) -> dict[str, tuple[Size, float]]:
    """The sizes with their shares of a full one; `unit` makes all of it smaller, but for the rows of a pair."""
    whole = asdict(Size())
    full = Size(**{name: value if name == "rows" else max(4, round(value * unit)) for name, value in whole.items()})
    return {"full": (full, unit), "quarter": (full.quarter(), unit / 4)}


def print_table(found: dict[str, Measured]) -> None:
    """found : what was measured, by the name of the size, the largest first."""
    names = list(dict.fromkeys(name for measured in found.values() for name in measured))
    width = max(map(len, names), default=0)
    print(f"{'':{width}}" + "".join(f"{size:>12}" for size in found) + f"{'ratio':>8}  reach")
    for name in names:
        values = [measured.get(name) for measured in found.values()]
        cells = "".join(f"{value:>12,.2f}" if value is not None else f"{'':>12}" for value in values)
        first, last = values[0], values[-1]
        ratio = f"{first / last:8.2f}" if len(values) > 1 and first is not None and last else f"{'':>8}"
        print(f"{name:{width}}{cells}{ratio}  {REACH.get(name, '')}".rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", nargs="+", choices=("full", "quarter"), default=["full", "quarter"])
    parser.add_argument("--only", nargs="+", choices=AREAS, default=list(AREAS))
    parser.add_argument("--share", type=float, default=1.0, help="of everything, from 0.05 on, to try the script")
    args = parser.parse_args()
    if "visits" in args.only:
        frontend.build()  # the web server finds its files when it starts
    found: dict[str, Measured] = {}
    for name in args.size:
        size, share = scaled(args.share)[name]
        found[name] = {}
        with running(size, share, args.share) as instance:
            for area in args.only:
                print(f"measuring {area} ...", file=sys.stderr, flush=True)
                try:
                    found[name] |= AREAS[area](instance)
                except (Exception, SystemExit) as error:  # noqa: BLE001  one area must not cost the others their half hour
                    print(f"{area} could not be measured: {type(error).__name__}: {error}", flush=True)
    print_table(found)


if __name__ == "__main__":
    main()
