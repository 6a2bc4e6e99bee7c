"""The memory that each kind of background work takes for the largest input that it is allowed: a table for operators.

    python benchmarks/work_memory.py [--only LeakCheck ...] [--share 1.0]

Starts servers of its own, makes the input of one kind after the other, and does the work as a worker would, in a
process of its own that has loaded the application. Printed is a row of the table in docs/operator.md for each: what the
input is, the most resident memory meanwhile beyond what the process had before, the most of the child that reads files,
and the seconds. A kind whose input has no limit of its own is measured at a size that is named. --share makes inputs
smaller, to try the script.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

from application import Connection, running_application
from corpus import in_process, set_up_django
from largest_inputs import CASES, N_ROWS
from processes import forget_peak, peak_megabytes

from tests.e2e.application import Application

#: What bounds the kinds that are not measured here.
ELSEWHERE = {
    "AlignmentRun": "refused beyond the memory of the largest worker, by the engine's estimate",
    "Filtering": "less than the run that it judges: the same words are learned, and nothing is aligned",
    "Realignment": "as the run that it realigns",
    "BulkAlignment": "starts runs, 200 pairs at a time",
    "GenerationRun": "a slide at a time",
    "BulkSummary": "a talk at a time",
    "Erasure": "releases are written again line by line, as they were made",
    "ProjectExport": "Postgres writes its rows, and files pass in blocks (`benchmarks/moving.py`)",
    "ProjectImport": "Postgres reads its rows, and files pass in blocks (`benchmarks/moving.py`)",
}


def one(name: str, number: int, share: float) -> dict[str, Any]:
    """Do it here."""
    set_up_django()
    from django.contrib.auth.models import User

    from annotator import tasks  # noqa: F401  what a worker has loaded
    from annotator.platform import work
    from annotator.platform.models.work import kinds

    work.send = lambda task, what: None  # it is done here
    (kind,) = (kind for kind in kinds() if kind.__name__ == name)
    _ = User.objects.count()
    said, do = CASES[name][number](share)
    forget_peak()
    before, begun = peak_megabytes(), time.perf_counter()
    do()
    seconds = time.perf_counter() - begun
    last = kind._default_manager.order_by("-pk").first()
    return {
        "input": said, "MB": peak_megabytes() - before, "s": seconds, "state": last.state, "error": last.error,
        "child MB": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000,
    }  # fmt: skip


def measure(application: Application, names: list[str], share: float) -> None:
    corpus = str(Path(__file__).with_name("gold_corpus.py"))
    written = in_process(application, corpus, str(max(20, int(N_ROWS * share) // 100)), "100")
    connection = Connection(application.url, written["owner"])
    connection.post("test-sets/", {"project": written["project"], "name": "Large"})
    print("| work | largest input | MB more | of it in the child | s |\n|---|---|---|---|---|")
    for name in names:
        for number in range(len(CASES[name])):
            try:
                row = in_process(application, __file__, "--one", name, str(number), str(share))
            except Exception as error:  # noqa: BLE001  one kind must not cost the others their time
                print(f"{name} could not be measured: {error}", flush=True)
                continue
            child = f"{row['child MB']:,.0f}" if row["child MB"] else ""
            ended = "" if not row["error"] else f" ({row['state']}: {row['error'][:150]})"
            print(f"| {name} | {row['input']}{ended} | {row['MB']:,.0f} | {child} | {row['s']:,.0f} |", flush=True)
    for name, why in ELSEWHERE.items():
        print(f"| {name} | {why} | | | |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--share", type=float, default=1.0, help="of the largest input, to try the script")
    args = parser.parse_args()
    with running_application() as application:
        for name in ("worker", "worker-short", "sweep"):
            application.stop_process(name)
        measure(application, args.only, args.share)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(one(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))))
    else:
        main()
