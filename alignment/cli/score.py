"""`score -t TEST... -g GOLD...`: the strict and lax table of vecAlign's own score program."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from alignment.cli import read_lines
from alignment.metrics.beads import BeadCounts, BeadPositions, BeadScores, count_beads
from alignment.types import AlignmentError
from alignment.vecalign.bead_format import parse_beads

#: As in vecAlign, whose own instructions write --gold for --gold_alignment.
ALLOW_ABBREVIATIONS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-t", "--test", nargs="+", required=True, metavar="FILE", help="alignments to judge, one bead [0]:[0, 1] a line"
    )
    parser.add_argument(
        "-g", "--gold", nargs="+", required=True, metavar="FILE", help="gold alignments, in the same order"
    )


def run(args: argparse.Namespace) -> int:
    if len(args.test) != len(args.gold):
        raise AlignmentError(f"{len(args.test)} test files but {len(args.gold)} gold files; give one gold a test")
    golds = [read_gold(path) for path in args.gold]
    print(table(score_all(golds, (parse_beads(read_lines(test), test) for test in args.test))))
    return 0


def read_gold(path: str) -> list[BeadPositions]:
    """The beads of a gold file. Raises AlignmentError if there is none, or a line is no bead."""
    gold = parse_beads(read_lines(path), path)
    if not gold:
        raise AlignmentError(f"{path}: no beads; expected lines of the form [0]:[0, 1]")
    return gold


def score_all(golds: Sequence[Sequence[BeadPositions]], tests: Iterable[Sequence[BeadPositions]]) -> BeadScores:
    """Score alignments against gold, counts added up over all texts."""
    total = BeadCounts()
    for gold, test in zip(golds, tests, strict=True):
        total += count_beads(gold, test)
    return total.scores()


def table(scores: BeadScores) -> str:
    rows = [
        ("Precision", scores.strict_precision, scores.lax_precision),
        ("Recall", scores.strict_recall, scores.lax_recall),
        ("F1", scores.strict_f1, scores.lax_f1),
    ]
    rule = "-" * 33
    lines = [rule, "|             |  Strict |    Lax  |"]
    lines += [f"| {name:<11} |   {strict:.3f} |   {lax:.3f} |" for name, strict, lax in rows]
    return "\n".join([*lines, rule])
