"""Ready alignments as hunalign writes them, a ladder: ``3<TAB>4<TAB>0.7``.

A ladder names boundaries: each step from one rung to the next is a bead, and the last rung tells how long the texts
are. The two texts are other files. Positions are 0-based.
"""

from __future__ import annotations

import re
from itertools import pairwise

from annotator.importers.base import MAX_UNITS, Bounded, Format, Options, Parsed, Problems
from annotator.importers.formats.bitexts.align import score_of
from annotator.importers.support.text_encoding import decode, peek

_RUNG = re.compile(r"\s*(\d{1,6})\t(\d{1,6})(?:\t(\S+))?\s*$")


def _sniff(head: bytes, name: str) -> float:
    lines = [line for line in peek(head).split("\n") if line.strip()]
    if len(lines) < 2 or not all(_RUNG.match(line) for line in lines[:200][: max(1, len(lines) - 1)]):
        return 0.0
    return 0.97 if re.match(r"\s*0\t0\b", lines[0]) else 0.6


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    rungs: list[tuple[int, int, float | None]] = Bounded(problems, int(options.get("max_units", MAX_UNITS)), "rungs")
    for number, line in enumerate(text.lines(), 1):
        if not line.strip():
            continue
        match = _RUNG.match(line)
        if match is None:
            problems.error(
                "this line is no rung", at=(number, 1, line), expected="source, target and score between tabs"
            )
            continue
        rung = (int(match[1]), int(match[2]), score_of(match[3], number, line, problems))
        before = rungs[-1] if rungs else None
        if before is None and rung[:2] != (0, 0):
            problems.error(f"the ladder begins at {rung[0]}, {rung[1]}", at=(number, 1, line), expected="0 and 0")
        if before is not None and (rung[0] < before[0] or rung[1] < before[1] or rung[:2] == before[:2]):
            problems.error("the rung does not go up", at=(number, 1, line), expected=f"beyond {before[0]}, {before[1]}")
            continue
        rungs.append(rung)
    if len(rungs) < 2 and not problems.has_errors:
        raise problems.refuse("there is no bead", line=1, expected="two rungs at least")
    beads = tuple(
        (tuple(range(low[0], high[0])), tuple(range(low[1], high[1])), low[2]) for low, high in pairwise(rungs)
    )
    metadata = {"source_length": rungs[-1][0], "target_length": rungs[-1][1]} if rungs else {}
    return Parsed("ladder", problems=problems.all(), encoding=text.encoding, beads=beads, metadata=metadata)


FORMAT = Format("ladder", "Alignment, hunalign ladder", (".ladder", ".txt"), ("beads",), _sniff, _parse)
