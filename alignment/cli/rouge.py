"""``rouge``: summaries against references."""

from __future__ import annotations

import argparse
import json

from alignment.cli import read_lines
from alignment.metrics.rouge import Rouge, RougeOptions, mean_rouge, rouge
from alignment.types import AlignmentError

EXAMPLE = "-s summary.txt -r reference.txt"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "Each file is one summary, or with --lines each line is one. The mean over summaries is printed."
    parser.add_argument("-s", "--summary", nargs="+", required=True, metavar="FILE", help="summaries")
    parser.add_argument(
        "-r",
        "--reference",
        nargs="+",
        required=True,
        action="append",
        metavar="FILE",
        help="references in the order of the summaries; repeat the flag for further references",
    )
    parser.add_argument("--lines", action="store_true", help="each line of the files is a summary or a reference")
    parser.add_argument(
        "--metrics",
        nargs="+",
        default=["rouge1", "rouge2", "rouge3", "rougel", "rougesu4"],
        metavar="M",
        help="%(default)s",
    )
    parser.add_argument("--stem", action="store_true", help="compare Porter stems")
    parser.add_argument("--no-stop-words", action="store_true", help="leave out English function words")
    parser.add_argument("--limit", type=int, metavar="N", help="use the first N words of each text")
    parser.add_argument("--multiple", choices=("best", "mean"), default="best", help="several references (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    if args.limit is not None and args.limit < 1:
        raise AlignmentError(f"--limit is {args.limit}; expected 1 or more")
    summaries = _texts(args.summary, lines=args.lines)
    references = [_texts(paths, lines=args.lines) for paths in args.reference]
    for number, texts in enumerate(references, start=1):
        if len(texts) != len(summaries):
            raise AlignmentError(f"{len(summaries)} summaries but {len(texts)} references in set {number}")
    options = RougeOptions(stem=args.stem, stop_words=args.no_stop_words, limit=args.limit)
    results: dict[str, Rouge] = {}
    for metric in args.metrics:
        scores = [
            rouge(metric, [texts[i] for texts in references], summary, options, multiple=args.multiple)
            for i, summary in enumerate(summaries)
        ]
        results[metric] = mean_rouge(scores)
    if args.json:
        report = {
            metric: {"precision": r.precision, "recall": r.recall, "f1": r.f1, "signature": options.signature(metric)}
            for metric, r in results.items()
        }
        print(json.dumps(report, indent=1))
        return 0
    print(f"{'metric':<10} {'P':>7} {'R':>7} {'F1':>7}   {len(summaries)} summaries")
    for metric, score in results.items():
        print(f"{metric:<10} {100 * score.precision:7.2f} {100 * score.recall:7.2f} {100 * score.f1:7.2f}")
    print(options.signature("rouge"))
    return 0


def _texts(paths: list[str], *, lines: bool) -> list[str]:
    if lines:
        return [line for path in paths for line in read_lines(path)]
    return ["\n".join(read_lines(path)) for path in paths]
