"""``wer``: transcripts against references, one utterance per line."""

from __future__ import annotations

import argparse
import json

from alignment.cli import read_lines
from alignment.metrics.error_rates import ErrorRate, bwer, cer, normalize, wer
from alignment.types import AlignmentError

EXAMPLE = "-r reference.txt -t hypothesis.txt --rare rare.txt"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Line i of the hypothesis is compared with line i of the reference; rates are pooled over all lines."
    )
    parser.add_argument("-r", "--reference", required=True, metavar="FILE")
    parser.add_argument("-t", "--hypothesis", required=True, metavar="FILE")
    parser.add_argument("--rare", metavar="FILE", help="rare words, one per line: print the biased error rate too")
    parser.add_argument("--normalize", action="store_true", help="lower case, no punctuation")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    references, hypotheses = read_lines(args.reference), read_lines(args.hypothesis)
    if len(references) != len(hypotheses):
        raise AlignmentError(
            f"{args.hypothesis} line {min(len(references), len(hypotheses)) + 1}: {args.reference} has"
            f" {len(references)} lines, this file {len(hypotheses)}; expected one line for each"
        )
    if args.normalize:
        references, hypotheses = [normalize(line) for line in references], [normalize(line) for line in hypotheses]
    results = {"wer": wer(references, hypotheses), "cer": cer(references, hypotheses)}
    if args.rare:
        rare = {line.strip() for line in read_lines(args.rare) if line.strip()}
        results["bwer"] = bwer(references, hypotheses, {normalize(word) for word in rare} if args.normalize else rare)
    if args.json:
        print(json.dumps({name: _as_dict(score) for name, score in results.items()}, indent=1))
        return 0
    print(f"{'':<5} {'rate':>8} {'units':>8} {'S':>6} {'D':>6} {'I':>6}")
    for name, s in results.items():
        print(f"{name:<5} {s.rate:8.4f} {s.units:8} {s.substitutions:6} {s.deletions:6} {s.insertions:6}")
    return 0


def _as_dict(score: ErrorRate) -> dict[str, float]:
    return {
        "rate": score.rate,
        "units": score.units,
        "substitutions": score.substitutions,
        "deletions": score.deletions,
        "insertions": score.insertions,
    }
