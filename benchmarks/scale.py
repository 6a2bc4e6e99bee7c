"""What Lectern costs at full and at quarter size: one table, beside what it cost before, doccano, and what we want.

    python benchmarks/scale.py [--size full quarter | small] [--only imports saves ...] [--rows 100] [--share 1.0]

Starts Lectern as `manage.py up` does, on servers of its own, writes the corpus of benchmarks/corpus.py at each size
(10,000 pairs of 100 rows, 200 annotators, 2,000 reviews, and a quarter of that) and measures, through HTTP and a real
Chromium, each area that is chosen; by default all. At the size `small` the corpus is as small as can be, and what is
imported as large as ever: for areas that do not depend on the corpus, and to hold one change against another.

Printed are the sizes, the ratio of the first to the last, and for the full size the reach, the share of it that was
taken, and whether it is met; a last line names what is missed. What costs as much as it changes has the ratio 1; a row
whose own size is a quarter (they name both) has the ratio 4 where it is linear. "Before" is from another machine of two
cores, before Lectern was made for this size. doccano is measured in the same run, in the area `peer`; what is named
"/ doccano" says how it compares. An area that fails is named, and costs the others nothing.

A full run takes half an hour and 10 GB of disk; most of it are the lexical engine at 50,000 lines, the browser, and
writing the corpus. Clients, servers and Postgres share the machine, so times are upper bounds; on a machine that others
use only the ratios, bytes and CPU seconds say something. --share makes everything smaller, to try the script.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from uuid import uuid4

from annotators import Annotator
from application import has_ended
from bulk_work import bulk_work, long_runs, shares
from corpus import Size
from engines import measured
from goals import GOALS, Measured, print_table
from instance import Instance, running
from lists import lists, lists_without_statistics
from loads import loads
from pages import first_openings, review_page, visits
from peer import peer
from saves import long_saves, saves
from slow_clients import slow_clients

from annotator.launch import frontend
from annotator.platform.workers import REST_SECONDS

#: The rows of what is imported, and of what is opened right after that.
IMPORTED = ("5,000 rows", "50,000 | 12,500 rows")
OPENED = ("2,000 rows", "5,000 rows", "20,000 | 5,000 rows")


def imports(at: Instance) -> Measured:
    """Seconds from the upload of a table to its pair; from there to an open review, and its first saves."""
    found: Measured = {f"import {name}, s": at.imported(name)[0] for name in IMPORTED}
    connection = at.connection()
    for name in OPENED:
        _, pair = at.imported(name)
        review = connection.ask("POST", "reviews/", {"pair": pair})
        found[f"open a review of {name}, just imported, s"] = review.seconds
        annotator = Annotator.of(connection, review.value["id"])
        for _ in range(12):
            annotator.operate("label")
        found[f"first saves in it, {name}, slowest of 12, ms"] = 1000 * max(each[1] for each in annotator.times)
    return found


def exports(at: Instance) -> Measured:
    """The gold of the corpus, seconds and bytes, and what the web server's memory grew by meanwhile."""
    connection, gold = at.connection(), f"projects/{at.corpus.project}/gold/"
    n_rows = connection.get(f"{gold}?preview=1")["n_rows"]
    found: Measured = {"gold rows": n_rows}
    for name in ("jsonl", "tsv"):
        before = at.megabytes("web")
        answer = connection.ask("GET", f"{gold}?file_format={name}", headers={"Accept-Encoding": "identity"})
        found[f"export all gold, {name}, s"] = answer.seconds
        found[f"export all gold, {name}, s for 100,000 rows"] = answer.seconds / n_rows * 100_000
        found[f"export all gold, {name}, MB"] = answer.n_bytes / 1e6
        found[f"memory of the web server after it, {name}, MB more"] = at.megabytes("web") - before
    return found


def lexical(at: Instance) -> Measured:
    """The lexical engine on made texts, in a process of its own: CPU seconds, and the peak of memory."""
    found: Measured = {}
    for name in ("1,000 lines", "5,000 lines", "20,000 | 5,000 lines", "50,000 | 12,500 lines"):
        run = measured("lexical", at.rows_named(name))
        found |= {f"lexical, {name}, CPU s": run.seconds, f"lexical, {name}, peak MB": run.peak}
    return found


def realigning(at: Instance) -> Measured:
    """A run of the lexical engine on 5,000 rows, from the request to its links, and the first realignment after it."""
    connection = at.connection()
    _, pair = at.imported("5,000 rows", copy=1)  # one that nobody has opened
    begun = time.perf_counter()
    run = connection.post("runs/", {"pair": pair, "engine": "lexical"})["id"]
    ended = connection.poll(f"runs/{run}/", has_ended, every_seconds=0.05)
    assert ended["state"] == "succeeded", ended
    found = {"align 5,000 rows, s": time.perf_counter() - begun}
    review = connection.post("reviews/", {"pair": pair, "run": run})["id"]
    annotator = Annotator.of(connection, review)
    for _ in range(6):
        annotator.operate("accept")
    begun = time.perf_counter()
    answer = connection.post(f"reviews/{review}/realign/")
    if "rows" not in answer:  # left to a worker
        connection.poll(f"reviews/{review}/realignments/{answer['id']}/", lambda it: "rows" in it, every_seconds=0.05)
    return found | {"realign 5,000 rows, first time, s": time.perf_counter() - begun}


def memory(at: Instance) -> Measured:
    """Megabytes after all that was measured before, and what large calls add to that: a review of 20,000 rows is read
    three times and accepted by one edit.

    Lectern's own programs and all their processes, without Postgres and Valkey; it is their proportional
    set size, in which what processes share is counted once.
    """
    time.sleep(2 * REST_SECONDS)  # a process that has grown makes room for another when it has had a rest
    before = at.megabytes()
    found = {f"memory, {name}, MB": at.megabytes(name) for name in at.application.programs}
    _, pair = at.imported("20,000 | 5,000 rows")
    connection = at.connection()
    review = connection.post("reviews/", {"pair": pair})["id"]
    for _ in range(3):
        rows = connection.get(f"reviews/{review}/content/")["rows"]
    step = {"type": "set", "rows": [row["id"] for row in rows], "fields": {"status": "accepted"}}
    edit = {"id": str(uuid4()), "verb": "accept", "steps": [step], "versions": {}}
    connection.post(f"reviews/{review}/operations/", {"operations": [edit]})
    time.sleep(2 * REST_SECONDS)
    after = at.megabytes()
    return {"memory of the application, MB": after, "memory of it, after large calls, MB more": after - before, **found}


AREAS: dict[str, Callable[[Instance], Measured]] = {
    area.__name__: area
    for area in (
        lists, lists_without_statistics, saves, peer, imports, first_openings, exports, visits, lexical, realigning,
        long_saves, review_page, slow_clients, loads, bulk_work, long_runs, shares, memory,
    )
}  # fmt: skip
#: At full size with 200 rows, on a quiet machine of two cores, estimated; before all the corpus is written.
MINUTES = {"corpus": 5, "lists": 7, "lists_without_statistics": 8, "loads": 14, "shares": 2, "memory": 2}
OF_PAGES = {"visits", "first_openings", "review_page"}


def sizes(unit: float, n_rows: int) -> dict[str, tuple[Size, float]]:
    """Each with its share of a full one; `unit` makes all of it smaller, but for the rows of a pair."""
    whole = asdict(Size(rows=n_rows))
    full = Size(**{name: value if name == "rows" else max(4, round(value * unit)) for name, value in whole.items()})
    small = Size(pairs=100, rows=n_rows, annotators=50, reviews=100, operations=500)
    return {"full": (full, unit), "quarter": (full.quarter(), unit / 4), "small": (small, unit)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", nargs="+", choices=sizes(1.0, 1), default=["full", "quarter"])
    parser.add_argument("--only", nargs="+", choices=AREAS, default=list(AREAS))
    parser.add_argument("--rows", type=int, default=Size().rows, help="of each pair of the corpus")
    parser.add_argument("--share", type=float, default=1.0, help="of everything, from 0.05 on, to try the script")
    args = parser.parse_args()
    if OF_PAGES & set(args.only):
        frontend.build()  # the web server finds its files when it starts
    found: dict[str, Measured] = {}
    start = time.monotonic()
    if args.size == ["full"] and set(args.only) < set(MINUTES):
        minutes = sum(MINUTES[area] for area in ("corpus", *args.only))
        print(f"about {minutes} minutes on a quiet machine", file=sys.stderr, flush=True)
    for name in args.size:
        found[name] = {}
        with running(*sizes(args.share, args.rows)[name], args.share) as instance:
            for area in args.only:
                begun = time.monotonic()
                print(f"{area} begins after {(begun - start) / 60:.1f} min", file=sys.stderr, flush=True)
                try:
                    found[name] |= AREAS[area](instance)
                    print(f"{area}: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
                except Exception as error:  # noqa: BLE001  one area must not cost the others their half hour
                    print(f"{area} could not be measured: {type(error).__name__}: {error}", flush=True)
    print_table(found)
    missing = [name for name in GOALS if not any(name in measured for measured in found.values())]
    if missing and set(args.only) == set(AREAS):
        print("not measured: " + "; ".join(missing))


if __name__ == "__main__":
    main()
