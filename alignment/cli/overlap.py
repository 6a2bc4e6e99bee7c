"""`overlap -i FILE... -o OUT -n 4`: the blocks of consecutive lines to embed, as vecAlign's own program writes them."""

from __future__ import annotations

import argparse
from pathlib import Path

from alignment.cli import read_lines

#: As in vecAlign, whose own instructions write --gold for --gold_alignment.
ALLOW_ABBREVIATIONS = True

EXAMPLE = "-i talk.de -o talk.overlaps.de -n 8"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-i", "--inputs", nargs="+", required=True, metavar="FILE", help="texts, one sentence per line")
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="where to write the blocks, one per line, sorted"
    )
    parser.add_argument("-n", "--num_overlaps", type=int, default=4, metavar="N", help="most lines a block (default 4)")


def run(args: argparse.Namespace) -> int:
    from alignment.vecalign import overlap_lines

    blocks: set[str] = set()
    for path in args.inputs:
        blocks.update(overlap_lines(read_lines(path), args.num_overlaps))
    Path(args.output).write_text("".join(f"{block}\n" for block in sorted(blocks)), encoding="utf-8", newline="\n")
    return 0
