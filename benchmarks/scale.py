"""What Lectern costs at full and at quarter size: one table, beside what it cost before, peers, and what we want.

    python benchmarks/scale.py [--size full quarter] [--only imports saves ...] [--share 1.0]

Starts Lectern as `manage.py up` does, on servers of its own, writes the corpus of benchmarks/corpus.py at each size
(10,000 pairs of 100 rows, 200 annotators, 2,000 reviews, and a quarter of that) and measures, through HTTP and a real
Chromium: lists and figures, saves, imports, opening what was just imported, exports, first visits, the lexical engine,
bulk work beside people's, and memory.

Printed are both sizes, the ratio of full to quarter, and for the full size the reach and the share of it that was
taken: up to 1.00 it is met. What costs as much as it changes has the ratio 1; a row whose own size is a quarter (they
name both) has the ratio 4 where it is linear. "Before" and the peers are from one machine of two cores on which all of
them were measured side by side (Lectern before it was made for this size; doccano 1.8.4, Potato, hunalign): compare
their ratios.

A full run takes a quarter of an hour and 10 GB of disk; most of it are the lexical engine at 50,000 lines, the browser,
and writing the corpus. Clients, servers and Postgres share the machine, so times are upper bounds; on a machine that
others use only the ratios, bytes and CPU seconds say something. --share makes everything smaller, to try the script.
"""

from __future__ import annotations

import argparse
import http.client
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from bulk_work import fairness
from client import DONE, Client
from corpus import Corpus, Size, make_corpus
from first_visits import READY, Place, first_visits, invitation_token, places_of, running_browser
from floor import cpu_seconds, megabytes
from goals import GOALS, Measured, print_table
from lexical import made_text, measured
from lists import list_calls
from long_review import percentile, running_application
from review_load import Annotator, Connection, block, saving
from review_load import Client as Saver
from review_page import openings

from annotator.launch import frontend
from annotator.platform.workers import REST_SECONDS
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
    #: What was imported, by its rows.
    pairs: dict[int, tuple[float, int]] = field(default_factory=dict)

    def client(self, session: str = "") -> Client:
        return Client(self.application.url, f"sessionid={session or self.corpus.owner}")

    def connection(self, session: str = "") -> Connection:
        return Connection(self.application.url, session or self.corpus.owner)

    def cpu(self, *programs: str) -> float:
        return cpu_seconds(*map(self.application.pid, programs))

    def megabytes(self, *programs: str) -> float:
        """Of all programs, by default, what they share counted once."""
        return megabytes(*map(self.application.pid, programs or self.application.programs))

    def imported(self, n_rows: int) -> tuple[float, int]:
        """(seconds from the upload of a table to its pair, the pair); the same one when asked again."""
        if n_rows not in self.pairs:
            self.pairs[n_rows] = _import_table(self, n_rows)
        return self.pairs[n_rows]


#: What an area measures, by the name of the row.
def lists(at: Instance) -> Measured:
    """Milliseconds: the 95th percentile of every list."""
    return {f"{name}, p95 ms": call.p95 for name, call in list_calls(at.application, at.corpus, times=10).items()}


def saves(at: Instance) -> Measured:
    """One annotator saves, and then twenty at once, without a pause, each in a review of 100 rows."""
    sessions = at.corpus.annotators[:N_CLIENTS]
    annotators = [_annotator_of(at, session) for session in sessions]
    savers = [
        (Saver(at.application.url, f"reviews/{each.review}/operations/", session), saving(each))
        for session, each in zip(sessions, annotators, strict=True)
    ]
    told = at.application.manage(
        "shell", "--no-imports", "--command", _COUNT.format(session=sessions[0], review=annotators[0].review)
    )
    found: Measured = {"statements a save": float(told.split()[-1])}
    annotators[0].rows = _rows_of(annotators[0].connection, annotators[0].review)
    for name, some in (("1 client", savers[:1]), (f"{N_CLIENTS} clients", savers)):
        block(some, 1.0)
        cpu, n_written, begun = at.cpu("web"), _n_written(at), time.perf_counter()
        seconds = block(some, SAVING_SECONDS)
        wall, n_written, cpu = time.perf_counter() - begun, _n_written(at) - n_written, at.cpu("web") - cpu
        found |= {
            f"save, {name}, p50 ms": percentile(seconds, 0.5),
            f"save, {name}, p95 ms": percentile(seconds, 0.95),
            f"saves a second, {name}": len(seconds) / wall,
            f"CPU of the application a save, {name}, ms": cpu / len(seconds) * 1000,
            f"transactions that write, a save, {name}": n_written / len(seconds),
        }
    return found


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
    with psycopg.connect(at.application.environment["DATABASE_URL"]) as connection:
        found = connection.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint").fetchone()
    assert found is not None
    return int(found[0])


def _annotator_of(at: Instance, session: str) -> Annotator:
    connection = at.connection(session)
    mine, _, _ = connection.ask("GET", f"reviews/?project={at.corpus.project}&mine=true&page_size=200")
    review = next(each["id"] for each in mine["results"] if each["state"] != "submitted")
    return _annotator(connection, review)


def _annotator(connection: Connection, review: int) -> Annotator:
    rows = _rows_of(connection, review)
    return Annotator(connection, review, rows, random.Random(review), think_seconds=1e-6)


def _rows_of(connection: Connection, review: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = connection.ask("GET", f"reviews/{review}/content/")[0]["rows"]
    return rows


#: The rows of what is imported, and of what is opened right after that.
IMPORTED = ("5,000 rows", "50,000 | 12,500 rows")
OPENED = ("2,000 rows", "5,000 rows", "20,000 | 5,000 rows")


def _rows_named(at: Instance, name: str) -> int:
    """Of a name with two numbers the first is the full size."""
    n_rows = int(name.split()[0].replace(",", ""))
    return round(n_rows * (at.share if "|" in name else at.unit))


def imports(at: Instance) -> Measured:
    """Seconds from the upload of a table to its pair; from there to an open review, and its first saves."""
    found: Measured = {}
    for name in IMPORTED:
        found[f"import {name}, s"], _ = at.imported(_rows_named(at, name))
    connection = at.connection()
    for name in OPENED:
        _, pair = at.imported(_rows_named(at, name))
        review, seconds, _ = connection.ask("POST", "reviews/", {"pair": pair})
        found[f"open a review of {name}, just imported, s"] = seconds
        annotator = _annotator(connection, review["id"])
        for _ in range(12):
            annotator._operate("label")
        found[f"first saves in it, {name}, slowest of 12, ms"] = 1000 * max(each[1] for each in annotator.times)
    return found


def first_openings(at: Instance) -> Measured:
    """A review of 5,000 rows that nobody has opened: from the click until a row in the browser has the focus."""
    _, pair = at.imported(_rows_named(at, "5,000 rows"))
    with running_browser() as browser:
        found = []
        for session in at.corpus.annotators[:3]:
            review, seconds, _ = at.connection(session).ask("POST", "reviews/", {"pair": pair})
            place = Place(f"/review/{review['id']}", READY["review"], session)
            (page,) = openings(browser, at.application.url, place, 1)["first"]
            found.append((seconds + page["ready"] / 1000, seconds, page["ready"] / 1000, page["Task CPU"]))
    whole, opened, ready, cpu = min(found)
    return {
        "first opening of 5,000 rows, s": whole,
        "... of it the review, s": opened,
        "... of it the page, s": ready,
        "... CPU of the page's thread, ms": cpu,
    }


def _import_table(at: Instance, n_rows: int) -> tuple[float, int]:
    data, client = _table(n_rows, seed=n_rows), at.client()
    begun = time.perf_counter()
    batch = _until_done(client, client.upload("imports/", at.corpus.project, f"bitext-{n_rows}.tsv", data))
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
        before = at.megabytes("web")
        seconds, n_bytes = _download(at, f"projects/{slug}/gold/?file_format={name}")
        found[f"export all gold, {name}, s"] = seconds
        found[f"export all gold, {name}, s for 100,000 rows"] = seconds / preview["n_rows"] * 100_000
        found[f"export all gold, {name}, MB"] = n_bytes / 1e6
        found[f"memory of the web server after it, {name}, MB more"] = at.megabytes("web") - before
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
        files = [address for address in it["again_asked"] if "/assets/" in address]
        found[f"{name} page, second visit, files asked again"] = len(files)
        if "slow_s" in it:
            found[f"{name} page, 400 kbit/s, s"] = it["slow_s"]
            found[f"{name} page, 400 kbit/s, first answer, s"] = it["slow_act_s"]
    return found


def lexical(at: Instance) -> Measured:
    """The lexical engine on made texts, in a process of its own: CPU seconds, and the peak of memory."""
    found: Measured = {}
    sizes = {
        "1,000": 1000 * at.unit,
        "5,000": 5000 * at.unit,
        "20,000 | 5,000": 20_000 * at.share,
        "50,000 | 12,500": 50_000 * at.share,
    }
    for name, n_lines in sizes.items():
        (it,) = measured([round(n_lines)])
        found[f"lexical, {name} lines, CPU s"], found[f"lexical, {name} lines, peak MB"] = it.seconds, it.peak / 2**20
    return found


def realigning(at: Instance) -> Measured:
    """A run of the lexical engine on 5,000 rows, from the request to its links, and the first realignment after it."""
    client = at.client()
    _, pair = at.imported(_rows_named(at, "5,000 rows") + 1)  # one that nobody has opened
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
    return fairness(at.application, at.corpus, seconds=30)


def memory(at: Instance) -> Measured:
    """Megabytes after all that was measured before, and what large calls add to that: a review of 20,000 rows is read
    three times and accepted by one edit.

    Lectern's own programs and all their processes, without Postgres and Valkey; it is their proportional
    set size, in which what processes share is counted once.
    """
    time.sleep(2 * REST_SECONDS)  # a process that has grown makes room for another when it has had a rest
    before = at.megabytes()
    found = {f"memory, {name}, MB": at.megabytes(name) for name in at.application.programs}
    _, pair = at.imported(_rows_named(at, "20,000 | 5,000 rows"))
    connection = at.connection()
    review = connection.ask("POST", "reviews/", {"pair": pair})[0]["id"]
    for _ in range(3):
        rows = _rows_of(connection, review)
    step = {"type": "set", "rows": [row["id"] for row in rows], "fields": {"status": "accepted"}}
    edit = {"id": str(uuid4()), "verb": "accept", "steps": [step], "versions": {}}
    connection.ask("POST", f"reviews/{review}/operations/", {"operations": [edit]})
    time.sleep(2 * REST_SECONDS)
    after = at.megabytes()
    return {"memory of the application, MB": after, "memory of it, after large calls, MB more": after - before, **found}


AREAS: dict[str, Callable[[Instance], Measured]] = {
    area.__name__: area
    for area in (lists, saves, imports, first_openings, exports, visits, lexical, realigning, bulk_work, memory)
}


@contextmanager
def running(size: Size, share: float, unit: float) -> Iterator[Instance]:
    with running_application() as application:
        corpus = make_corpus(application, size)
        print(f"{size}: written in {corpus.seconds:.0f} s", flush=True)
        application.start_process("worker-short")  # as `manage.py up` does
        at = Instance(application, corpus, share, unit)
        # Figures and index grow with a corpus, over months: making all of them at once is not what saves compete with.
        print(f"figures and index made in {_seconds_until_up_to_date(at):.0f} s", flush=True)
        yield at


def _seconds_until_up_to_date(at: Instance) -> float:
    begun, project = time.perf_counter(), f"projects/{at.corpus.project}"
    while (
        not at.client().get(f"{project}/quality/")["is_current"]
        or (at.client().get(f"{project}/concordance/?q=water")["n_pending"])
    ):
        if time.perf_counter() - begun > 900:
            raise SystemExit("figures and index were not made within a quarter of an hour")
        time.sleep(1)
    return time.perf_counter() - begun


def scaled(unit: float) -> dict[str, tuple[Size, float]]:
    """The sizes with their shares of a full one; `unit` makes all of it smaller, but for the rows of a pair."""
    whole = asdict(Size())
    full = Size(**{name: value if name == "rows" else max(4, round(value * unit)) for name, value in whole.items()})
    return {"full": (full, unit), "quarter": (full.quarter(), unit / 4)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", nargs="+", choices=("full", "quarter"), default=["full", "quarter"])
    parser.add_argument("--only", nargs="+", choices=AREAS, default=list(AREAS))
    parser.add_argument("--share", type=float, default=1.0, help="of everything, from 0.05 on, to try the script")
    args = parser.parse_args()
    if {"visits", "first_openings"} & set(args.only):
        frontend.build()  # the web server finds its files when it starts
    found: dict[str, Measured] = {}
    for name in args.size:
        size, share = scaled(args.share)[name]
        found[name] = {}
        with running(size, share, args.share) as instance:
            for area in args.only:
                begun = time.monotonic()
                try:
                    found[name] |= AREAS[area](instance)
                    print(f"{area}: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
                except (Exception, SystemExit) as error:  # noqa: BLE001  one area must not cost the others their half hour
                    print(f"{area} could not be measured: {type(error).__name__}: {error}", flush=True)
    print_table(found)
    missing = [name for name in GOALS if not any(name in measured for measured in found.values())]
    if missing and set(args.only) == set(AREAS):
        print("not measured: " + "; ".join(missing))


if __name__ == "__main__":
    main()
