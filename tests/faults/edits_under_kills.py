"""Annotators edit while programs are killed; then the database is compared with what they asked for.

    .venv/bin/python -m tests.faults.edits_under_kills [--edits 10000] [--annotators 20] [--rows 60] [--every 20]

Starts a throw-away Lectern (`manage.py up` in a copy of this checkout) and lets every annotator edit a review of their
own as a page does, every third of a talk with its slides: all gestures, up to 40 operations a request, and a request
that is not answered is sent again under the same ids. Each keeps a model of the review (`model.py`), which is written
from the documentation and takes nothing from answers. Meanwhile programs get `kill -9`, one after another and two at
once, or hang, and answers get lost after the edit is done (`FAULTS`). When each fault was done and enough edits are
acknowledged, it checks:

- every row and chip, also of rows that nobody touched, is as the model has it, and so was every answer;
- every acknowledged edit is in the log once, under the number that was answered, and nothing else is;
- each review's log is numbered without a gap up to its revision;
- every code point of both texts is in exactly one chip;
- what the API counts equals a recount;
- every annotator is alive and has an answer to their last request, every victim was there, and nothing runs afterwards.

Prints the longest time without any acknowledgement after each kind of fault. Exit code 0 only when nothing is wrong.
`--tamper` damages what is checked first, to see that the check finds it.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import threading
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from psycopg.rows import dict_row

from tests.faults import slides_seed
from tests.faults.annotators import Acknowledged, Annotator, Client, compared
from tests.faults.instance import Instance
from tests.faults.model import CHIP_FIELDS, Row, in_order, plain_row
from tests.faults.proxy import Proxy

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from corpus import Size, in_process, make_corpus

#: How long a program may be away when its turn comes, and an annotator without an answer.
PATIENCE_SECONDS = 90


@dataclass(frozen=True)
class Fault:
    """Programs to kill at once, or with `seconds`, to hang for so long."""

    victims: tuple[str, ...]
    seconds: float = 0

    def __str__(self) -> str:
        return " + ".join(self.victims) + (f" for {self.seconds:g} s" if self.seconds else "")

    def do(self, instance: Instance, proxy: Proxy) -> list[str]:
        """Returns the victims that stayed away."""
        if self == LOST_ANSWERS:
            proxy.lose_answers(N_LOST, of=b"/operations/")
            return []
        away = []
        for victim in self.victims:
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not (instance.hang(victim, self.seconds) if self.seconds else instance.kill(victim)):
                if time.monotonic() > deadline:
                    away.append(victim)
                    break
                time.sleep(0.2)
        return away


#: What was asked is done, and nobody hears of it: between the annotators and the web server stands a proxy.
LOST_ANSWERS = Fault(("answers",))
N_LOST = 10

#: The victims of a kill at once are named so that none of them takes another with it.
FAULTS = (
    LOST_ANSWERS,
    Fault(("web child",)),
    Fault(("postgres child",)),
    Fault(("worker child",)),
    Fault(("valkey",)),
    Fault(("web",)),
    Fault(("sweep",)),
    Fault(("worker",)),
    Fault(("postgres",)),
    Fault(("postgres child", "web child")),
    Fault(("postgres", "valkey")),
    Fault(("web child",), seconds=5),
    Fault(("postgres",), seconds=5),
    Fault(("valkey",), seconds=5),
    Fault(("up",)),
    Fault(("web", "up")),
)


def longest_gap(times: list[float], begin: float, end: float) -> float:
    """The longest time without an acknowledgement between two moments."""
    inside = [begin, *(moment for moment in times if begin < moment < end), end]
    return max(after - before for before, after in itertools.pairwise(inside))


def check_log(connection: Any, reviews: list[int], acknowledged: Acknowledged) -> list[str]:
    """What is wrong with the stored log, a sentence each."""
    problems: list[str] = []
    stored: dict[str, tuple[int, int]] = {}
    for review in reviews:
        revision = connection.execute("SELECT revision FROM annotator_review WHERE id = %s", [review]).fetchone()
        log = connection.execute(
            "SELECT id, sequence FROM annotator_operation WHERE review_id = %s ORDER BY sequence", [review]
        ).fetchall()
        if [each["sequence"] for each in log] != list(range(1, revision["revision"] + 1)):
            problems.append(f"review {review}: the log is not numbered 1..{revision['revision']}")
        stored |= {str(each["id"]): (review, each["sequence"]) for each in log}
    for operation, place in acknowledged.operations.items():
        if stored.get(operation) != place:
            problems.append(f"acknowledged {operation} as {place}, stored {stored.get(operation)}")
    if strange := set(stored) - set(acknowledged.operations):
        problems.append(f"{len(strange)} operations are in the log that nobody was told of")
    return problems


def stored_rows(connection: Any, review: int) -> dict[str, Row]:
    """The rows of a review as the database has them, as the model has them."""
    rows = connection.execute("SELECT * FROM annotator_reviewrow WHERE review_id = %s", [review]).fetchall()
    chips = connection.execute(
        'SELECT c.id::text, c.row_id, c.side, c.unit, c.start, c."end", c.removed, c.joined, c.is_key '
        "FROM annotator_chip c JOIN annotator_reviewrow r ON r.id = c.row_id WHERE r.review_id = %s",
        [review],
    ).fetchall()
    of_rows: dict[Any, dict[str, list[Any]]] = defaultdict(lambda: {"source": [], "target": []})
    for chip in chips:
        of_rows[chip["row_id"]][chip["side"]].append({name: chip[name] for name in CHIP_FIELDS})
    return {str(row["id"]): plain_row(row | of_rows[row["id"]]) for row in rows}


def check_rows(annotator: Annotator, found: dict[str, Row], lengths: dict[tuple[str, int], int]) -> list[str]:
    """Compare rows with the model, and look for lost or doubled text. lengths : of units, by side and position."""
    at, expected = f"review {annotator.review}", annotator.model.rows
    problems = [
        problem
        for row_id in sorted(expected.keys() | found.keys())
        for problem in compared(at, row_id, expected.get(row_id), found.get(row_id))
    ]
    covered = dict.fromkeys(annotator.units, 0)
    for side in {side for side, _ in annotator.units}:
        for chip in in_order(chip for row in found.values() for chip in row[side]):
            if chip["start"] != covered.get((side, chip["unit"])):
                problems.append(f"{at}: {side} unit {chip['unit']} has a hole or an overlap at {chip['start']}")
            covered[side, chip["unit"]] = chip["end"]
    return problems + [f"{at}: {side} unit {unit} is not whole" for (side, unit), end in covered.items()
                       if end != lengths[side, unit]]  # fmt: skip


def check_counts(annotator: Annotator) -> list[str]:
    answer = annotator.client.ask("GET", f"reviews/{annotator.review}/")
    statuses = [row["status"] for row in annotator.model.rows.values()]
    expected = (len(statuses), sum(status != "proposed" for status in statuses))
    if (answer["n_rows"], answer["n_reviewed"]) != expected:
        return [f"review {annotator.review}: {answer['n_reviewed']} of {answer['n_rows']} are told, {expected}"]
    return []


def lengths_of(connection: Any, pair: int) -> dict[tuple[str, int], int]:
    units = connection.execute(
        "SELECT CASE u.document_id WHEN p.source_id THEN 'source' ELSE 'target' END AS side, u.position, "
        "length(u.text) AS length FROM annotator_pair p JOIN annotator_unit u "
        "ON u.document_id IN (p.source_id, p.target_id) WHERE p.id = %s",
        [pair],
    ).fetchall()
    return {(unit["side"], unit["position"]): unit["length"] for unit in units}


def tamper(connection: Any, annotator: Annotator, acknowledged: Acknowledged) -> None:
    """Invent an acknowledgement, change a row behind the log's back, and a chip of another one."""
    acknowledged.operations[str(uuid4())] = (annotator.review, 1)
    first, last = sorted(annotator.model.rows, key=lambda row: annotator.model.rows[row]["position"])[:2]
    connection.execute("UPDATE annotator_reviewrow SET post_edit = 'tampered' WHERE id = %s", [first])
    connection.execute("UPDATE annotator_chip SET removed = NOT removed WHERE row_id = %s", [last])


def do_faults(
    instance: Instance,
    proxy: Proxy,
    annotators: list[Annotator],
    acknowledged: Acknowledged,
    options: argparse.Namespace,
) -> tuple[list[tuple[str, float]], list[str]]:
    """Returns the faults with their moments, and the problems met."""
    done: list[tuple[str, float]] = []
    problems: list[str] = []
    for turn, fault in enumerate(itertools.cycle(FAULTS)):
        time.sleep(options.every)
        if problems := [*problems, *(f"{each.name} died: {each.error!r}" for each in annotators if each.error)]:
            return done, problems
        if turn >= len(FAULTS) and len(acknowledged.operations) >= options.edits:
            return done, problems
        began = time.monotonic()
        problems += [f"{fault}: {victim} stayed away" for victim in fault.do(instance, proxy)]
        done.append((str(fault), began))
        print(f"{len(acknowledged.operations):6d} acknowledged; {fault}", flush=True)
    raise AssertionError("faults never run out")


def wait_for(annotators: list[Annotator]) -> list[str]:
    """Until each has an answer to their last request."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    for annotator in annotators:
        annotator.join(max(0.0, deadline - time.monotonic()))
    return [f"{each.name} hangs" for each in annotators if each.is_alive()] + [
        f"{each.name} died: {each.error!r}" for each in annotators if each.error
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--annotators", type=int, default=20)
    parser.add_argument("--rows", type=int, default=60)
    parser.add_argument("--tamper", action="store_true", help="damage the data first, to see that the check finds it")
    parser.add_argument("--every", type=float, default=20.0, help="seconds from one fault to the next")
    options = parser.parse_args()
    instance = Instance()
    acknowledged, enough = Acknowledged(), threading.Event()
    proxy = Proxy(instance.port)
    try:
        instance.start()
        instance.wait_until_ready()
        size = Size(pairs=11, rows=options.rows, annotators=options.annotators, reviews=4, operations=20)
        made = make_corpus(instance, size)
        slides = in_process(instance, slides_seed.__file__, made.project, str(options.rows))
        pages = dict(enumerate(slides["pages"]))
        annotators = []
        for seed, session in enumerate(made.annotators):
            client = Client(f"http://127.0.0.1:{proxy.port}", session, acknowledged)
            pair, of_deck = (slides["pair"], pages) if seed % 3 == 2 else (made.pair, None)
            annotators.append(Annotator(client, pair, acknowledged, enough, seed, of_deck))
        for annotator in annotators:
            annotator.start()
        done, problems = do_faults(instance, proxy, annotators, acknowledged, options)
        enough.set()
        problems += wait_for(annotators)
        end = time.monotonic()
        instance.wait_until_ready()
        url = instance.environment["DATABASE_URL"].replace("postgres://", "postgresql://")
        with psycopg.connect(url, row_factory=dict_row) as connection:
            if options.tamper:
                tamper(connection, annotators[0], acknowledged)
            lengths = {pair: lengths_of(connection, pair) for pair in (made.pair, slides["pair"])}
            problems += check_log(connection, [annotator.review for annotator in annotators], acknowledged)
            for annotator in annotators:
                problems += check_rows(annotator, stored_rows(connection, annotator.review), lengths[annotator.pair])
                problems += check_counts(annotator)
    finally:
        proxy.close()
        left_over = instance.stop()
    if not proxy.n_lost:
        problems.append("no answer was lost")
    elif not acknowledged.n_repeated:
        problems.append("answers were lost, and nothing that was sent again was found to be done")
    problems += acknowledged.problems + [f"still runs: {process}" for process in left_over]
    report(acknowledged, done, end, problems)
    return 1 if problems else 0


def report(acknowledged: Acknowledged, done: list[tuple[str, float]], end: float, problems: list[str]) -> None:
    gaps: dict[str, list[float]] = defaultdict(list)
    moments = [*(moment for _, moment in done), end]
    for (fault, began), following in zip(done, moments[1:], strict=True):
        # Until the first after the next fault, where there was none in between.
        until = min((moment for moment in acknowledged.times if moment >= following), default=end)
        gaps[fault].append(longest_gap(acknowledged.times, began, until))
    print(
        f"\n{len(acknowledged.operations)} edits acknowledged, {acknowledged.n_sent_again} requests sent again, "
        f"{acknowledged.n_repeated} edits answered as done before, {len(done)} faults"
    )
    print("edits:", ", ".join(f"{kind} {n}" for kind, n in acknowledged.kinds.most_common()))
    print("answers:", ", ".join(f"{status} {n}" for status, n in acknowledged.statuses.most_common()))
    print(f"{'killed (-9), or hung':<28}{'times':>6}{'longest gap, s':>16}")
    for fault, seconds in gaps.items():
        print(f"{fault:<28}{len(seconds):>6}{max(seconds):>16.1f}")
    for problem in problems[:50]:
        print(problem)
    print(f"{len(problems)} problems" if problems else "every row is what was asked for; nothing lost, nothing doubled")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    sys.exit(main())
