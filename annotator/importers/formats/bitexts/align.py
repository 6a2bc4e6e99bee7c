"""Ready alignments as vecAlign writes them: ``[0, 1]:[2]:0.25``.

The result holds beads alone; the two texts are other files. Positions are 0-based, and each may occur only once. Beads
may cross, since interpreters reorder.
"""

from __future__ import annotations

import re

from annotator.importers.base import MAX_UNITS, Bounded, Format, Options, Parsed, Problems, RawBead
from annotator.importers.support.text_encoding import decode, peek

_POSITIONS = r"\[((?:\s*\d{1,6}\s*(?:,|(?=\])))*\s*)\]"
_BEAD = re.compile(rf"\s*{_POSITIONS}\s*:\s*{_POSITIONS}\s*(?::\s*(\S+)\s*)?$")


def _sniff(head: bytes, name: str) -> float:
    lines = [line for line in peek(head).split("\n") if line.strip()][:200]
    return 0.98 if lines and all(_BEAD.match(line) for line in lines[: max(1, len(lines) - 1)]) else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    beads: list[RawBead] = Bounded(problems, int(options.get("max_units", MAX_UNITS)), "beads")
    seen: tuple[set[int], set[int]] = (set(), set())
    for number, line in enumerate(text.lines(), 1):
        if not line.strip():
            continue
        match = _BEAD.match(line)
        if match is None:
            problems.error("this line is no bead", at=(number, 1, line), expected="a line such as [0, 1]:[2]:0.25")
            continue
        score = score_of(match[3], number, line, problems)
        sides = [tuple(sorted(int(part) for part in re.findall(r"\d+", match[group]))) for group in (1, 2)]
        for side, positions in enumerate(sides):
            word = ("source", "target")[side]
            for position in positions:
                if position in seen[side]:
                    problems.error(
                        f"{word} {position} is in a second bead",
                        at=(number, match.start(side + 1) + 1, match[side + 1]),
                        expected="each position once",
                    )
            seen[side].update(positions)
        if not sides[0] and not sides[1]:
            problems.error("the bead is empty on both sides", at=(number, 1, line), expected="a position on one side")
        beads.append((sides[0], sides[1], score))
    if not beads and not problems.has_errors:
        raise problems.refuse("there is no bead", line=1, expected="lines such as [0, 1]:[2]:0.25")
    metadata = {
        "source_length": max(seen[0], default=-1) + 1,
        "target_length": max(seen[1], default=-1) + 1,
        "costs": True,
    }
    return Parsed("align", problems=problems.all(), encoding=text.encoding, beads=tuple(beads), metadata=metadata)


def score_of(text: str | None, number: int, line: str, problems: Problems) -> float | None:
    """The score at the end of line `number`, or None; one that is not a finite number is an error."""
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if value != value or value in (float("inf"), float("-inf")):
        problems.error(f"{text[:40]!r} is not a score", at=(number, line.rfind(text) + 1, text), expected="a number")
        return None
    return value


FORMAT = Format("align", "Alignment, vecAlign", (".align", ".txt"), ("beads",), _sniff, _parse)
