"""What `scale.py` is held to: for each row the reach, what it was before, and the table of them.

A peer is measured in the same run (`peer.py`): what it cost on another machine proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Measured = dict[str, float]


@dataclass(frozen=True)
class Goal:
    """What we want at full size: so much at most, or at least. before : what was measured of an earlier version."""

    reach: float | None = None
    before: str = ""
    at_least: bool = False

    def share(self, value: float) -> str:
        """How much of the reach is taken: more than 1 misses it."""
        if self.reach is None:
            return ""
        if self.at_least:
            return f"{self.reach / value:.2f}"
        if value <= 0:
            return "0.00"
        return f"{value / self.reach:.2f}" if self.reach else "missed"

    def is_met(self, value: float) -> bool | None:
        """None where nothing is wanted."""
        if self.reach is None:
            return None
        return value >= self.reach if self.at_least else value <= self.reach

    def __str__(self) -> str:
        return "" if self.reach is None else f"{'>=' if self.at_least else '<='} {self.reach:g}"


#: By the name of the row.
GOALS: dict[str, Goal] = {
    "save, 1 client, p50 ms": Goal(10, "36.6"),
    "save, 1 client, p95 ms": Goal(15, "46.8"),
    "save, 20 clients, p95 ms": Goal(100, "721"),
    "save, 20 clients, a second": Goal(250, "36", at_least=True),
    "save, 20 clients, CPU ms": Goal(6, "28"),
    "statements a save": Goal(8, "24"),
    "save, 20 clients, transactions that write": Goal(1.1, "2"),
    "first saves in it, 2,000 rows, slowest of 12, ms": Goal(100, "500"),
    "first saves in it, 20,000 | 5,000 rows, slowest of 12, ms": Goal(100, "41,000"),
    "open a review of 5,000 rows, just imported, s": Goal(3, "2.4"),
    "open a review of 20,000 | 5,000 rows, just imported, s": Goal(3, "23.8"),
    "first opening of 5,000 rows, s": Goal(3, "8.9"),
    "... of it the page, s": Goal(1.5),
    "pairs, page 1, p95 ms": Goal(100, "341"),
    "pairs, page 10, p95 ms": Goal(100, "1,952"),
    "pairs, page 100, p95 ms": Goal(100, "18,674"),
    "pairs, last page, p95 ms": Goal(100),
    "overview, p95 ms": Goal(150, "1,373"),
    "quality, p95 ms": Goal(150, "11,856"),
    "import 5,000 rows, s": Goal(1.5, "3.7"),
    "import 50,000 | 12,500 rows, s": Goal(10, "31"),
    "export all gold, jsonl, s for 100,000 rows": Goal(8, "27.7"),
    "export all gold, tsv, s for 100,000 rows": Goal(8, "31.0"),
    "memory of the web server after it, jsonl, MB more": Goal(10),
    "memory of the web server after it, tsv, MB more": Goal(10),
    "pairs page, first visit, s": Goal(0.9, "1.89"),
    "pairs page, first visit, requests": Goal(12, "49"),
    "pairs page, first visit, kB": Goal(300, "1,072"),
    "pairs page, second visit, files asked again": Goal(0, "42"),
    "review page, first visit, s": Goal(1.5, "1.64"),
    "review page, first visit, kB": Goal(400, "1,377"),
    "long review, first, ready, ms": Goal(1500),
    "long review, first, kB without content": Goal(400),
    "j to the paint, p95 ms": Goal(50),
    "Enter to the paint, p95 ms": Goal(80),
    "author page, first visit, kB": Goal(150),
    "author page, 400 kbit/s, first answer, s": Goal(5),
    "lexical, 1,000 lines, CPU s": Goal(2, "3.9"),
    "lexical, 5,000 lines, CPU s": Goal(9, "34"),
    "lexical, 20,000 | 5,000 lines, CPU s": Goal(36, "221"),
    "lexical, 1,000 lines, peak MB": Goal(None, "140"),
    "lexical, 5,000 lines, peak MB": Goal(None, "1,000"),
    "lexical, 20,000 | 5,000 lines, peak MB": Goal(1000, "5,500"),
    "lexical, 50,000 | 12,500 lines, CPU s": Goal(None, "no memory"),
    "realign 5,000 rows, first time, s": Goal(3, "34"),
    "preview of a bulk alignment, s": Goal(1),
    "a short run of a person queues, max, s": Goal(3),
    "a long run of a person queues, max, s": Goal(3),
    "beside 15 leak checks of another project a run queues, max, s": Goal(3, "76"),
    "beside 8 releases of another project a run queues, max, s": Goal(3, "80"),
    "loads beside which edits take more than 200 ms, p95": Goal(0, "7 of 155"),
    "edits beside them that were not answered": Goal(0, "many"),
    "loads that could not be measured": Goal(0),
    **{
        f"save beside it, {clients}, {what} / doccano": Goal(1, at_least=what == "a second")
        for clients in ("1 client", "20 clients", "50 clients")
        for what in ("p50 ms", "p95 ms", "a second")
    },
    "export of 5,000 rows beside it, s / doccano": Goal(1),
    "import of 5,000 rows beside it, s / doccano": Goal(1),
    "import of 50,000 | 12,500 rows beside it, s / doccano": Goal(1),
    "memory of the application, MB": Goal(600, "1,143"),
    "memory of it, after large calls, MB more": Goal(10),
}


def print_table(found: dict[str, Measured], goals: Mapping[str, Goal] = GOALS) -> None:
    """Each row with its reach, the share of it that was taken, and whether it is met; then which are missed.

    found : what was measured, by the name of the size, the largest first. Reaches are those of the full size.
    """
    names = list(dict.fromkeys(name for measured in found.values() for name in measured))
    width = max(map(len, names), default=0)
    heads = f"{'ratio':>8}{'before':>11}{'reach':>10}{'of it':>8}{'met':>8}"
    met: dict[str, bool] = {}
    print(f"{'':{width}}" + "".join(f"{size:>12}" for size in found) + heads)
    for name in names:
        values = [measured.get(name) for measured in found.values()]
        cells = "".join(f"{value:>12,.2f}" if value is not None else f"{'':>12}" for value in values)
        first, last = values[0], values[-1]
        ratio = f"{first / last:.2f}" if len(values) > 1 and first is not None and last else ""
        goal = goals.get(name, Goal())
        share = word = ""
        if first is not None and "full" in found and (is_met := goal.is_met(first)) is not None:
            met[name], share, word = is_met, goal.share(first), "yes" if is_met else "NO"
        print(f"{name:{width}}{cells}{ratio:>8}{goal.before:>11}{goal!s:>10}{share:>8}{word:>8}".rstrip())
    if met:
        missed = [name for name, is_met in met.items() if not is_met]
        print(f"{len(met) - len(missed)} of {len(met)} goals are met; missed: {'; '.join(missed) or 'none'}")
