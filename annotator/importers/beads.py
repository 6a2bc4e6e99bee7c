"""Ready alignments: vecAlign's ``[0, 1]:[2]:0.25`` and hunalign's ladder (``3<TAB>4<TAB>0.7``).

What comes out is beads alone; the two texts are other files. Positions are 0-based. A position that appears twice
is an error; beads may cross, as interpreters reorder. A ladder names boundaries: from rung to rung is a bead, and its
last rung says how long the texts are.
"""

from __future__ import annotations

import re
from itertools import pairwise

from annotator.importers.base import Format, Options, Parsed, Problems, RawBead
from annotator.importers.text_encoding import decode, peek

_POSITIONS = r"\[((?:\s*\d{1,6}\s*(?:,|(?=\])))*\s*)\]"
_BEAD = re.compile(rf"\s*{_POSITIONS}\s*:\s*{_POSITIONS}\s*(?::\s*(\S+)\s*)?$")
_RUNG = re.compile(r"\s*(\d{1,6})\t(\d{1,6})(?:\t(\S+))?\s*$")


def _sniff_beads(head: bytes, name: str) -> float:
    lines = [line for line in peek(head).split("\n") if line.strip()][:200]
    return 0.98 if lines and all(_BEAD.match(line) for line in lines[: max(1, len(lines) - 1)]) else 0.0


def _parse_beads(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    beads: list[RawBead] = []
    seen: tuple[set[int], set[int]] = (set(), set())
    for number, line in enumerate(text.lines(), 1):
        if not line.strip():
            continue
        match = _BEAD.match(line)
        if match is None:
            problems.error(
                "this line is no bead", line=number, column=1, text=line, expected="a line such as [0, 1]:[2]:0.25"
            )
            continue
        score = _number(match[3], number, line, problems)
        sides = [tuple(sorted(int(part) for part in re.findall(r"\d+", match[group]))) for group in (1, 2)]
        for side, positions in enumerate(sides):
            word = ("source", "target")[side]
            for position in positions:
                if position in seen[side]:
                    problems.error(
                        f"{word} {position} is in a second bead",
                        line=number,
                        column=match.start(side + 1) + 1,
                        text=match[side + 1],
                        expected="each position once",
                    )
            seen[side].update(positions)
        if not sides[0] and not sides[1]:
            problems.error(
                "the bead is empty on both sides", line=number, column=1, text=line, expected="a position on one side"
            )
        beads.append((sides[0], sides[1], score))
    if not beads and not problems.has_errors:
        raise problems.refuse("there is no bead", line=1, expected="lines such as [0, 1]:[2]:0.25")
    metadata = {"source_length": max(seen[0], default=-1) + 1, "target_length": max(seen[1], default=-1) + 1}
    return Parsed("align", problems=problems.all(), encoding=text.encoding, beads=tuple(beads), metadata=metadata)


def _sniff_ladder(head: bytes, name: str) -> float:
    lines = [line for line in peek(head).split("\n") if line.strip()]
    if len(lines) < 2 or not all(_RUNG.match(line) for line in lines[:200][: max(1, len(lines) - 1)]):
        return 0.0
    return 0.97 if re.match(r"\s*0\t0\b", lines[0]) else 0.6


def _parse_ladder(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    rungs: list[tuple[int, int, float | None]] = []
    for number, line in enumerate(text.lines(), 1):
        if not line.strip():
            continue
        match = _RUNG.match(line)
        if match is None:
            problems.error(
                "this line is no rung",
                line=number,
                column=1,
                text=line,
                expected="source, target and score between tabs",
            )
            continue
        rung = (int(match[1]), int(match[2]), _number(match[3], number, line, problems))
        before = rungs[-1] if rungs else None
        if before is None and rung[:2] != (0, 0):
            problems.error(
                f"the ladder begins at {rung[0]}, {rung[1]}", line=number, column=1, text=line, expected="0 and 0"
            )
        if before is not None and (rung[0] < before[0] or rung[1] < before[1] or rung[:2] == before[:2]):
            problems.error(
                "the rung does not go up", line=number, column=1, text=line, expected=f"beyond {before[0]}, {before[1]}"
            )
            continue
        rungs.append(rung)
    if len(rungs) < 2 and not problems.has_errors:
        raise problems.refuse("there is no bead", line=1, expected="two rungs at least")
    beads = tuple(
        (tuple(range(low[0], high[0])), tuple(range(low[1], high[1])), low[2]) for low, high in pairwise(rungs)
    )
    metadata = {"source_length": rungs[-1][0], "target_length": rungs[-1][1]} if rungs else {}
    return Parsed("ladder", problems=problems.all(), encoding=text.encoding, beads=beads, metadata=metadata)


def _number(text: str | None, number: int, line: str, problems: Problems) -> float | None:
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if value != value or value in (float("inf"), float("-inf")):
        problems.error(
            f"{text[:40]!r} is not a score", line=number, column=line.rfind(text) + 1, text=text, expected="a number"
        )
        return None
    return value


ALIGN = Format("align", "Alignment, vecAlign", (".align", ".txt"), ("beads",), _sniff_beads, _parse_beads)
LADDER = Format("ladder", "Alignment, hunalign ladder", (".ladder", ".txt"), ("beads",), _sniff_ladder, _parse_ladder)
