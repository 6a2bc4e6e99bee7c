"""The text form of alignments that vecAlign and its evaluation share: `[0]:[0, 1]:0.123456`, one bead per line."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from alignment.types import AlignmentError, Bead
from alignment.vecalign.anchors import Positions

_POSITIONS = r"\[\s*(\d+(?:\s*,\s*\d+)*)?\s*,?\s*\]"
_LINE = re.compile(rf"\s*{_POSITIONS}\s*:\s*{_POSITIONS}\s*(?::(.*))?", re.DOTALL)


def format_bead(bead: Bead) -> str:
    """Return `[source]:[target]:cost`, the cost with six decimals; without the cost if the bead has none."""
    positions = f"{list(bead.source)}:{list(bead.target)}"
    return positions if bead.cost is None else f"{positions}:{bead.cost:.6f}"


def parse_beads(lines: Iterable[str], name: str) -> list[tuple[Positions, Positions]]:
    """Return the beads of an alignment file, whatever follows a second colon ignored; empty lines are skipped.

    Raises AlignmentError with the name and number of a line that is not a bead.
    """
    return [(source, target) for _, source, target, _ in _parse(lines, name)]


def parse_costs(lines: Iterable[str], name: str) -> list[Bead]:
    """Return the beads of an alignment file with the costs that follow a second colon, None where there is none.

    Raises AlignmentError as `parse_beads`, and for a cost that is not a finite number.
    """
    beads = []
    for number, source, target, text in _parse(lines, name):
        try:
            cost = float(text) if text else None
        except ValueError:
            cost = math.nan
        if cost is not None and not math.isfinite(cost):
            raise AlignmentError(f"{name} line {number}: {text[:60]!r} is not a cost; expected a number")
        beads.append(Bead(source, target, cost=cost))
    return beads


def _parse(lines: Iterable[str], name: str) -> Iterator[tuple[int, Positions, Positions, str]]:
    """Line number, both sides, and what follows them."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            shown = line.strip()[:60]
            raise AlignmentError(f"{name} line {number}: {shown!r} is not a bead; expected the form [0]:[0, 1]")
        yield number, _numbers(match[1]), _numbers(match[2]), (match[3] or "").strip()


def _numbers(text: str | None) -> Positions:
    return tuple(int(number) for number in text.split(",")) if text else ()
