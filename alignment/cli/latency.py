"""``latency``: average lagging of an interpretation, by the times of both sides and their alignment.

Each bead with both sides is one piece: its source lasts from the start of its first unit to the end of its last one,
and the tokens of its target are uttered evenly within their units. Without an alignment the whole texts are one piece.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

from alignment.cli import print_report, read_lines
from alignment.types import AlignmentError

EXAMPLE = "-s talk.en.tsv -t talk.ja.tsv -a talk.align --target-language ja"

_EPILOG = """\
Texts have a unit a line: start and end in seconds and the text, between tabs. Figures are means over pieces, in
seconds. AL: Ma et al. 2019. LAAL: Papi et al. 2022, paced by the longer of the target and the reference. Both count
until the source has ended. Tokens are words, and characters in languages that are written without spaces."""


@dataclass(frozen=True, slots=True)
class _Unit:
    start: float
    end: float
    n_tokens: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    parser.epilog = _EPILOG
    add("-s", "--source", required=True, metavar="FILE", help="units of the source with their times")
    add("-t", "--target", required=True, metavar="FILE", help="units of the interpretation with their times")
    add("-a", "--alignment", metavar="FILE", help="beads [0]:[0, 1], one a line")
    add("--reference", metavar="FILE", help="a reference of each unit of the source, one a line, for the pace")
    add("--target-language", default="", metavar="TAG", help="of the interpretation, such as ja")
    add("--json", metavar="OUT", help="write the figures of each piece; - prints them instead")


def run(args: argparse.Namespace) -> int:
    from alignment.metrics.latency import average_lagging, length_adaptive_lagging, spread
    from alignment.vecalign.bead_format import parse_beads

    source, target = _units(args.source, ""), _units(args.target, args.target_language)
    references = _counts(args.reference, len(source), args.target_language) if args.reference else None
    beads = (
        parse_beads(read_lines(args.alignment), args.alignment)
        if args.alignment
        else [(tuple(range(len(source))), tuple(range(len(target))))]
    )
    pieces = []
    for number, (sources, targets) in enumerate(beads, start=1):
        for side, positions, units in (("source", sources, source), ("target", targets, target)):
            if positions and max(positions) >= len(units):
                where = f"{args.alignment} bead {number}: {side} {max(positions)}"
                raise AlignmentError(f"{where} is not among the {len(units)} lines of its text")
        if not (sources and targets):
            continue
        start, end = source[sources[0]].start, source[sources[-1]].end
        delays = [
            moment - start for at in targets for moment in spread(target[at].start, target[at].end, target[at].n_tokens)
        ]
        n_reference = sum(references[at] for at in sources) if references else None
        if not delays:
            continue
        pieces.append(
            {
                "bead": number,
                "al": average_lagging(delays, end - start, n_reference),
                "laal": length_adaptive_lagging(delays, end - start, n_reference),
                "n_tokens": len(delays),
                "source_seconds": end - start,
            }
        )
    if not pieces:
        raise AlignmentError("no bead has both sides; nothing can be measured")
    al, laal = (math.fsum(piece[name] for piece in pieces) / len(pieces) for name in ("al", "laal"))
    text = f"AL {al:.3f} s, LAAL {laal:.3f} s; means over {len(pieces)} of {len(beads)} beads"
    print_report(text, {"al": al, "laal": laal, "pieces": pieces}, args.json)
    return 0


def _units(path: str, language: str) -> list[_Unit]:
    units: list[_Unit] = []
    for number, line in enumerate(read_lines(path), start=1):
        cells = line.split("\t")
        if len(cells) != 3:
            raise AlignmentError(
                f"{path} line {number}: {len(cells)} fields, expected start, end and text between tabs"
            )
        try:
            start, end = float(cells[0]), float(cells[1])
        except ValueError:
            start = end = math.nan
        if not 0 <= start <= end < math.inf:
            raise AlignmentError(
                f"{path} line {number}: {cells[0]} to {cells[1]} is no time; expected seconds, in order"
            )
        if units and start < units[-1].start:
            raise AlignmentError(f"{path} line {number}: begins before the line above it; expected them in order")
        units.append(_Unit(start, end, _n_tokens(cells[2], language)))
    return units


def _counts(path: str, n_units: int, language: str) -> list[int]:
    lines = read_lines(path)
    if len(lines) != n_units:
        raise AlignmentError(f"{path}: {len(lines)} lines, expected {n_units}, one for each unit of the source")
    return [_n_tokens(line, language) for line in lines]


def _n_tokens(text: str, language: str) -> int:
    from alignment.text import is_spaceless

    words = text.split()
    return sum(map(len, words)) if is_spaceless(language) else len(words)
