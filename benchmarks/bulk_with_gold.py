"""What a project's gold costs the bulk alignment of further pairs, and whether the preview says what it will take.

    python benchmarks/bulk_with_gold.py [--size full | small] [--pairs N] [--lines 60]

Starts servers of its own, writes a project of reviewed talks (gold_corpus.py) and so many pairs that nobody has
aligned, and the same pairs into a project without gold. Then the lexical engine aligns all of them in both projects,
and in the first once more with the option that learns words from accepted rows: the work of a worker, done in one
process, forty runs of each in turn. full: 2,000 pairs, 20,000 gold rows. small: 120 pairs and as many rows, some
minutes. --pairs: any other number of them, beside as many gold rows.

Printed are, for each of the three, processor time of a run (the median of forties, planning and storing included,
Postgres not), the ratio to the same forty without gold (the median, and the quartiles) and of all of them together,
the preview's forecast beside what was taken, and the most memory beyond what the process had before, beside the
forecast of one run. The first forty that learn are among "all together".
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from application import running_application
from corpus import in_process, set_up_django
from goals import Goal, Measured, print_table
from gold_corpus import Texts
from processes import forget_peak, peak_megabytes

#: Pairs to align, by size. Both have as many gold rows.
PAIRS = {"full": 2_000, "small": 120}
N_GOLD, ROWS_OF_A_TALK = 20_000, 100
TITLE = "Not aligned yet"
AT_ONCE = 40
WITHOUT, WITH, LEARNING = "without gold", "with gold", "learning from gold"
_LIMITS = {"ratio to without gold, median": 1.3, "ratio to without gold, all together": 1.3}
GOALS = {
    **{f"{name}, {what}": Goal(limit) for name in (WITH, LEARNING) for what, limit in _LIMITS.items()},
    **{f"{name}, forecast / taken": Goal(1.5) for name in (WITHOUT, WITH, LEARNING)},
    **{f"{name}, taken / forecast": Goal(1.5) for name in (WITHOUT, WITH, LEARNING)},
    **{f"{name}, memory / forecast": Goal(1.0) for name in (WITHOUT, WITH, LEARNING)},
}


@dataclass
class Bulk:
    """One bulk alignment, and the messages that wait for a worker.

    forecast : the preview. seconds : processor time of each forty runs. peak : MB beyond what the process had before.
    """

    row: Any
    forecast: Any
    messages: deque[tuple[str, int]] = field(default_factory=deque)
    seconds: list[float] = field(default_factory=list)
    peak: float = 0.0


def write_pairs(slug: str, n_pairs: int, n_lines: int) -> Any:
    """Pairs of a project, of the words of the reviewed talks; the project is made where there is none."""
    from django.db import transaction

    from annotator.models import Project
    from tests import world

    project, _ = Project.objects.get_or_create(slug=slug, defaults={"name": slug})
    made = Texts()
    with transaction.atomic():
        for number in range(n_pairs):
            made.start(1_000_000 + number)
            source = [made.english() for _ in range(n_lines)]
            target = [made.japanese() for _ in range(n_lines)]
            title = f"{TITLE} {number:05}"
            sides = [
                world.make_document(project, f"{title} {language}", texts, language=language)
                for language, texts in (("en", source), ("ja", target))
            ]
            world.make_pair(project, title, *sides)
    return project


def align(n_pairs: int, n_lines: int, gold: str) -> Measured:
    """In a process with the application's environment, whose workers are stopped."""
    set_up_django()
    from django.db import connection

    from annotator import tasks  # noqa: F401  what a worker has loaded
    from annotator.aligning import bulk_aligning
    from annotator.corpus.pair_filters import PairFilter
    from annotator.models import AlignmentRun, BulkAlignment
    from annotator.platform import work

    projects = {WITHOUT: write_pairs("bare", n_pairs, n_lines), WITH: write_pairs(gold, n_pairs, n_lines)}
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    messages: deque[tuple[str, int]] = deque()
    # Figures and the index, which other workers keep up to date, are not done here.
    of_runs = {AlignmentRun.BULK_TASK.name, BulkAlignment.TASK.name}
    work.send = lambda task, what: messages.append((task.name, what)) if task.name in of_runs else None
    bulks: dict[str, Bulk] = {}
    for name in (WITHOUT, WITH, LEARNING):
        about: Any = {
            "project": projects.get(name, projects[WITH]), "chosen": PairFilter(search=TITLE), "engine": "lexical",
            "options": {"learn_from_accepted": name == LEARNING}, "again": True,
        }  # fmt: skip
        forecast = bulk_aligning.preview(**about)
        bulks[name] = Bulk(bulk_aligning.start_bulk(**about, user=None), forecast)
        bulks[name].messages.extend(messages)
        messages.clear()
    names = list(bulks)
    turn = 0
    while any(bulk.messages for bulk in bulks.values()):
        for name in names[turn % 3 :] + names[: turn % 3]:
            bulk = bulks[name]
            messages.extend(bulk.messages)
            bulk.messages.clear()
            if messages:
                forget_peak()
                before, begun = peak_megabytes(), time.process_time()
                do_some(messages, BulkAlignment.TASK.name)
                bulk.seconds.append(time.process_time() - begun)
                bulk.peak = max(bulk.peak, peak_megabytes() - before)
                bulk.messages.extend(messages)
                messages.clear()
        turn += 1
        print(f"{min(turn * AT_ONCE, n_pairs):,} of {n_pairs:,} pairs, three times", file=sys.stderr, flush=True)
    return {key: value for name, bulk in bulks.items() for key, value in figures(name, bulk, bulks[WITHOUT]).items()}


def do_some(messages: deque[tuple[str, int]], of_bulk: str) -> None:
    """Be the worker until forty runs are done, or nothing waits."""
    from annotator.aligning import bulk_aligning

    n_runs = 0
    while messages and (n_runs < AT_ONCE or messages[0][0] == of_bulk):
        task, pk = messages.popleft()
        if task == of_bulk:
            bulk_aligning.execute(pk)
        else:
            bulk_aligning.execute_run(pk)
            n_runs += 1


def figures(name: str, bulk: Bulk, bare: Bulk) -> Measured:
    from annotator.models import AlignmentRun, RunState

    runs = AlignmentRun.objects.filter(bulk=bulk.row)
    n_done = runs.filter(state=RunState.SUCCEEDED).count()
    assert n_done == bulk.forecast.n_to_align, f"{name}: {n_done} of {bulk.forecast.n_to_align} runs succeeded"
    taken, forecast = sum(bulk.seconds), bulk.forecast.seconds
    found: Measured = {
        f"{name}, runs": n_done,
        f"{name}, gold rows learned from": max(info["training_pairs"] for info in runs.values_list("info", flat=True)),
        f"{name}, CPU s a run": median(bulk.seconds) / AT_ONCE,
    }
    if bulk is not bare:
        ratios = [one / other for one, other in zip(bulk.seconds, bare.seconds, strict=False)]
        low, _, high = quantiles(ratios, n=4)
        found |= {
            f"{name}, ratio to without gold, median": median(ratios),
            f"{name}, ratio to without gold, lower quartile": low,
            f"{name}, ratio to without gold, upper quartile": high,
            f"{name}, ratio to without gold, all together": taken / sum(bare.seconds),
        }
    return found | {
        f"{name}, forecast, s": forecast,
        f"{name}, taken, CPU s": taken,
        f"{name}, forecast / taken": forecast / taken,
        f"{name}, taken / forecast": taken / forecast,
        f"{name}, peak, MB more": bulk.peak,
        f"{name}, forecast of a run, MB": bulk.forecast.bytes / 1e6,
        f"{name}, memory / forecast": bulk.peak / (bulk.forecast.bytes / 1e6),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", choices=PAIRS, default="full")
    parser.add_argument("--pairs", type=int, help="instead of those of the size")
    parser.add_argument("--lines", type=int, default=60, help="of a side of each pair")
    args = parser.parse_args()
    n_pairs = args.pairs or PAIRS[args.size]
    with running_application() as application:
        for name in ("worker", "worker-short", "sweep"):
            application.stop_process(name)
        corpus = str(Path(__file__).with_name("gold_corpus.py"))
        written = in_process(application, corpus, str(N_GOLD // ROWS_OF_A_TALK), str(ROWS_OF_A_TALK))
        print(f"{written['n_gold']:,} gold rows, {n_pairs:,} pairs of {args.lines} lines", flush=True)
        measured = in_process(application, __file__, "--one", str(n_pairs), str(args.lines), written["project"])
    print_table({"full": measured}, GOALS)  # its goals are ratios, and hold at any size


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(align(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])))
    else:
        main()
