"""`score -t TEST... -g GOLD...`: the strict and lax table of vecAlign's own score program, and more where asked for."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from alignment.cli import read_lines
from alignment.types import AlignmentError

if TYPE_CHECKING:
    from alignment.metrics.beads import BeadPositions, BeadScores

#: As in vecAlign, whose own instructions write --gold for --gold_alignment.
ALLOW_ABBREVIATIONS = True

EXAMPLE = "-t talk.align -g talk.gold --lcs talk.ja --target-language ja --boundaries --agreement"

_EPILOG = """\
--lcs is NAIST's accuracy: of the source groups that both have, those whose target texts share a substring longer than
EPSILON of gold's. --boundaries asks where beads begin in the target; Pk is the mean over texts. --agreement treats both
as two people: Krippendorff's alpha of what each line is aligned with (MASI), and of linked or null."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument(
        "-t", "--test", nargs="+", required=True, metavar="FILE", help="alignments to judge, one bead [0]:[0, 1] a line"
    )
    parser.add_argument(
        "-g", "--gold", nargs="+", required=True, metavar="FILE", help="gold alignments, in the same order"
    )
    parser.add_argument("--lcs", nargs="+", metavar="TARGET", help="target texts, one unit a line, in the same order")
    parser.add_argument("--epsilon", type=float, default=0.8, metavar="SHARE", help="for --lcs (default %(default)s)")
    parser.add_argument("--target-language", default="", metavar="TAG",
        help="for --lcs: lines are joined by a space unless the language is written without")  # fmt: skip
    parser.add_argument("--boundaries", action="store_true", help="precision, recall, F1 and Pk of where beads begin")
    parser.add_argument("--agreement", action="store_true", help="alpha, as between two annotators")


def run(args: argparse.Namespace) -> int:
    if len(args.test) != len(args.gold):
        raise AlignmentError(f"{len(args.test)} test files but {len(args.gold)} gold files; give one gold a test")
    if args.lcs is not None and len(args.lcs) != len(args.gold):
        raise AlignmentError(f"{len(args.lcs)} target texts but {len(args.gold)} gold files; give one text a gold")
    if not 0.0 <= args.epsilon < 1.0:
        raise AlignmentError(f"--epsilon is {args.epsilon}; expected 0 or more and less than 1")
    from alignment.vecalign.bead_format import parse_beads

    golds = [read_gold(path) for path in args.gold]
    tests = [parse_beads(read_lines(path), path) for path in args.test]
    print(table(score_all(golds, tests)))
    if args.lcs is not None:
        print(_lcs(args, golds, tests))
    if args.boundaries:
        print(_boundaries(golds, tests))
    if args.agreement:
        print(_agreement(golds, tests))
    return 0


def read_gold(path: str) -> list[BeadPositions]:
    """The beads of a gold file. Raises AlignmentError if there is none, or a line is no bead."""
    from alignment.vecalign.bead_format import parse_beads

    gold = parse_beads(read_lines(path), path)
    if not gold:
        raise AlignmentError(f"{path}: no beads; expected lines of the form [0]:[0, 1]")
    return gold


def score_all(golds: Sequence[Sequence[BeadPositions]], tests: Iterable[Sequence[BeadPositions]]) -> BeadScores:
    """Score alignments against gold, counts added up over all texts."""
    from alignment.metrics.beads import BeadCounts, count_beads

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


def _lcs(args: argparse.Namespace, golds: Sequence[list[BeadPositions]], tests: Sequence[list[BeadPositions]]) -> str:
    from alignment.metrics.naist import lcs_by_gold
    from alignment.text import is_spaceless

    joiner = "" if is_spaceless(args.target_language) else " "
    same = right = n_groups = 0
    for path, gold_path, test_path, gold, test in zip(args.lcs, args.gold, args.test, golds, tests, strict=True):
        target = read_lines(path)
        for name, beads in ((gold_path, gold), (test_path, test)):
            for number, (_, positions) in enumerate(beads, start=1):
                if positions and max(positions) >= len(target):
                    raise AlignmentError(
                        f"{name} bead {number}: target {max(positions)} is not among the {len(target)} lines of {path}"
                    )
        manual = [joiner.join(target[position] for position in positions) for _, positions in gold]
        sums = lcs_by_gold(gold, manual, test, target, epsilon=args.epsilon, joiner=joiner).sum(axis=0)
        same, right, n_groups = same + int(sums[0]), right + int(sums[1]), n_groups + int(sums[2])
    share = f"{right / same:.3f}" if same else "-"
    return f"LCS accuracy at {args.epsilon:g}: {share} of the {same} source groups that both have; gold has {n_groups}"


def _boundaries(golds: Sequence[list[BeadPositions]], tests: Sequence[list[BeadPositions]]) -> str:
    from alignment.metrics.boundaries import boundary_score, of_labels, pk

    matches = n_test = n_gold = 0
    apart: list[float] = []
    for gold, test in zip(golds, tests, strict=True):
        n_units = 1 + max((position for _, side in (*gold, *test) for position in side), default=0)
        expected, proposed = (of_labels(_owners(beads, n_units)) for beads in (gold, test))
        score = boundary_score(expected, proposed, n_units)
        matches, n_test, n_gold = matches + score.matches, n_test + score.found, n_gold + score.expected
        apart.append(pk(expected, proposed, n_units))
    precision, recall = (matches / n if n else float(not n_test + n_gold) for n in (n_test, n_gold))
    f1 = 2 * matches / (n_test + n_gold) if n_test + n_gold else 1.0
    figures = f"precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}, Pk {sum(apart) / len(apart):.3f}"
    return f"Boundaries in the target: {figures}"


def _owners(beads: Sequence[BeadPositions], n_units: int) -> list[int]:
    """The number of the bead that holds each target unit; a unit that no bead holds is alone."""
    owners = [-1 - unit for unit in range(n_units)]
    for number, (_, positions) in enumerate(beads):
        for position in positions:
            owners[position] = number
    return owners


def _agreement(golds: Sequence[list[BeadPositions]], tests: Sequence[list[BeadPositions]]) -> str:
    from alignment.agreement.alignments import AlignedRow, AlignmentAgreement, compare

    def rows(beads: Sequence[BeadPositions]) -> list[AlignedRow]:
        return [AlignedRow(*(tuple((unit, 0, 1) for unit in side) for side in bead)) for bead in beads]

    total = AlignmentAgreement()
    for gold, test in zip(golds, tests, strict=True):
        one = compare([rows(gold), rows(test)], joined=False)
        total.meanings.add(one.meanings)
        total.nulls.add(one.nulls)
    meanings, nulls = (
        "-" if value is None else f"{value:.3f}" for value in (total.meanings.alpha(), total.nulls.alpha())
    )
    return f"Agreement: alpha of alignments {meanings}, of linked or null {nulls}"
