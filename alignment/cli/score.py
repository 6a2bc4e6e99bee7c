"""`score -t TEST... -g GOLD...`: the strict and lax table of vecAlign's own score program."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from alignment.cli import read_lines
from alignment.metrics.beads import BeadCounts, BeadScores, count_beads
from alignment.types import AlignmentError
from alignment.vecalign.bead_format import parse_beads


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
    print(table(score_files(args.gold, (parse_beads(read_lines(test), test) for test in args.test))))
    return 0


def score_files(
    gold_files: Sequence[str], tests: Iterable[Sequence[tuple[tuple[int, ...], tuple[int, ...]]]]
) -> BeadScores:
    """Score alignments against gold files, counts added up over all of them."""
    total = BeadCounts()
    for gold_file, test in zip(gold_files, tests, strict=True):
        gold = parse_beads(read_lines(gold_file), gold_file)
        if not gold:
            raise AlignmentError(f"{gold_file}: no beads; expected lines of the form [0]:[0, 1]")
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
