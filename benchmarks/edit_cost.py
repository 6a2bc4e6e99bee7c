"""What one edit of a review costs, beside the least that a Django view which writes one row by psycopg can cost.

    python benchmarks/edit_cost.py [--rows 5000] [--edits 300]

Starts Lectern as `manage.py up` does on servers of its own, opens a review of a bitext of so many rows, and sends three
kinds of requests over one connection each, one at a time, in alternating blocks: setting a label, a regrouping (a chip
is moved to the next row and back), and the floor (floor.py).

Wall is the time from sending a request to having the whole answer. CPU is user and system time of the web server's
processes over all requests of a kind, divided by their number, without Postgres. Ratios to the floor of the same run
can be compared between machines; the times cannot.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from floor import cpu_seconds, running_floor
from long_review import make_pair, percentile, running_application
from review_load import Connection, Row

BLOCK = 25


class Edits:
    """Edits of one review, each made from the rows of the last answer."""

    def __init__(self, connection: Connection, review: int, rows: list[Row]) -> None:
        self._connection, self._review = connection, review
        self._rows = rows
        self._place = {row["id"]: number for number, row in enumerate(rows)}
        self._rng = random.Random(7)
        self._moved: tuple[int, int] | None = None

    def label(self) -> float:
        row = self._rng.choice(self._rows)
        return self._send(
            {"type": "set", "rows": [row["id"]], "fields": {"good_align": self._rng.random() < 0.8}}, [row]
        )

    def regroup(self) -> float:
        """Move the last chip of a row to the next row, or back if the last call moved one."""
        if self._moved is None:
            at = self._rng.choice([n for n, row in enumerate(self._rows[:-1]) if len(row["target"]) > 1])
            above, below = self._rows[at], self._rows[at + 1]
            n_above = len(above["target"]) - 1
            self._moved = (at, n_above + 1)
        else:
            at, n_above = self._moved
            above, below = self._rows[at], self._rows[at + 1]
            self._moved = None
        target = [chip["id"] for chip in above["target"] + below["target"]]
        groups = [
            {"row": above["id"], "source": [chip["id"] for chip in above["source"]], "target": target[:n_above]},
            {"row": below["id"], "source": [chip["id"] for chip in below["source"]], "target": target[n_above:]},
        ]
        return self._send({"type": "regroup", "groups": groups, "emptied": []}, [above, below])

    def _send(self, step: dict[str, Any], touched: list[Row]) -> float:
        operation = {
            "id": str(uuid4()), "verb": "edit", "steps": [step],
            "versions": {row["id"]: row["version"] for row in touched},
        }  # fmt: skip
        answer, seconds, _ = self._connection.ask(
            "POST", f"reviews/{self._review}/operations/", {"operations": [operation]}
        )
        for row in answer["rows"]:
            self._rows[self._place[row["id"]]] = row
        return seconds


def floor_request(connection: Connection) -> float:
    operation = {
        "id": str(uuid4()), "verb": "edit", "versions": {str(uuid4()): 3},
        "steps": [{"type": "set", "rows": [str(uuid4())], "fields": {"good_align": True}}],
    }  # fmt: skip
    return connection.ask("POST", "floor/", {"operations": [operation]})[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--edits", type=int, default=300, help="of each kind")
    args = parser.parse_args()
    with running_application() as application:
        pair, (session,) = make_pair(application, args.rows, 1)
        connection = Connection(application.url, session)
        review = connection.ask("POST", "reviews/", {"pair": pair})[0]["id"]
        rows = connection.ask("GET", f"reviews/{review}/content/")[0]["rows"]
        edits, web = Edits(connection, review, rows), application.pid("web")
        with running_floor(application) as (url, floor_pid):
            bare = Connection(url, session)
            kinds: dict[str, tuple[Callable[[], float], int]] = {
                "floor": (lambda: floor_request(bare), floor_pid),
                "label": (edits.label, web),
                "regrouping": (edits.regroup, web),
            }
            walls: dict[str, list[float]] = {name: [] for name in kinds}
            cpu = dict.fromkeys(kinds, 0.0)
            for number in range(-1, max(1, args.edits // BLOCK)):  # the first block of each warms up
                for name, (act, pid) in kinds.items():
                    before = cpu_seconds(pid)
                    seconds = [act() for _ in range(BLOCK)]
                    if number >= 0:
                        walls[name] += seconds
                        cpu[name] += cpu_seconds(pid) - before
    print(f"{len(rows)} rows, {len(walls['floor'])} requests of each kind")
    print(f"{'':>10} {'p50 ms':>7} {'p95 ms':>7} {'/ floor':>7} {'CPU ms':>7} {'/ floor':>7}")
    bare_wall, bare_cpu = percentile(walls["floor"], 0.5), 1000 * cpu["floor"] / len(walls["floor"])
    for name, wall in walls.items():
        p50, p95, each = percentile(wall, 0.5), percentile(wall, 0.95), 1000 * cpu[name] / len(wall)
        print(f"{name:>10} {p50:7.1f} {p95:7.1f} {p50 / bare_wall:7.1f} {each:7.1f} {each / bare_cpu:7.1f}")


if __name__ == "__main__":
    main()
