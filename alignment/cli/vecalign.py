"""`vecalign`: align texts by embeddings, with vecAlign's own flags, file formats and output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from alignment.cli import read_lines, terminal_progress
from alignment.types import Alignment, AlignmentError

if TYPE_CHECKING:
    from alignment.metrics.beads import BeadPositions
    from alignment.vecalign import VecalignOptions

_ONE_TO_MANY = 50
#: Flags that are whole numbers, with their defaults and meaning.
_NUMBERS = {
    "max_size_full_dp": (300, "search all pairs of documents up to this long"),
    "costs_sample_size": (20_000, "random pairs that set the cost of leaving a sentence unaligned"),
    "num_samps_for_norm": (100, "random blocks that normalise a block's costs"),
    "search_buffer_size": (5, "how far to search beside the coarser level's path"),
    "seed": (42, "of the random samples"),
}

#: As in vecAlign, whose own instructions write --gold for --gold_alignment.
ALLOW_ABBREVIATIONS = True

EXAMPLE = "-s talk.de -t talk.fr --src_embed talk.overlaps.de talk.de.emb --tgt_embed talk.overlaps.fr talk.fr.emb -a 8"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-s", "--src", nargs="+", required=True, metavar="FILE", help="source texts, one sentence per line"
    )
    parser.add_argument("-t", "--tgt", nargs="+", required=True, metavar="FILE", help="target texts, in the same order")
    parser.add_argument(
        "-g",
        "--gold_alignment",
        nargs="+",
        metavar="FILE",
        help="gold alignments to score against; the table goes to stderr",
    )
    for side, of in (("src", "source"), ("tgt", "target")):
        parser.add_argument(
            f"--{side}_embed",
            nargs=2,
            required=True,
            metavar=("OVERLAPS", "EMB"),
            help=f"blocks of the {of} (see overlap) and their embeddings: raw float32, a row for each line of OVERLAPS",
        )
    parser.add_argument(
        "-a", "--alignment_max_size", type=int, default=4, metavar="N",
        help="most sentences of both sides in a bead (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--one_to_many", type=int, nargs="?", const=_ONE_TO_MANY, metavar="M",
        help=f"beads of one source and up to M target sentences only, whatever -a is ({_ONE_TO_MANY} without M)",
    )  # fmt: skip
    for flag, (default, meaning) in _NUMBERS.items():
        parser.add_argument(f"--{flag}", type=int, default=default, metavar="N", help=f"{meaning} (default {default})")
    parser.add_argument(
        "-d", "--del_percentile_frac", type=float, default=0.2, metavar="SHARE",
        help="share of random pairs that cost less than leaving a sentence unaligned (default %(default)s)",
    )  # fmt: skip
    parser.add_argument("-p", "--print_aligned_text", action="store_true", help="print the sentences under each bead")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the run's signature and numbers on stderr")


def run(args: argparse.Namespace) -> int:
    from alignment.cli.score import read_gold, score_all, table
    from alignment.vecalign import VecalignOptions

    if len(args.src) != len(args.tgt):
        raise AlignmentError(f"{len(args.src)} source files but {len(args.tgt)} target files; give one target a source")
    if args.gold_alignment is not None and len(args.gold_alignment) != len(args.src):
        raise AlignmentError(
            f"{len(args.gold_alignment)} gold files but {len(args.src)} source files; give one gold a source"
        )
    options = VecalignOptions(
        alignment_max_size=max(2, args.alignment_max_size),  # as vecAlign reads 1: single sentences
        **{flag: getattr(args, flag) for flag in ("one_to_many", "del_percentile_frac", *_NUMBERS)},
    )
    golds = [read_gold(path) for path in args.gold_alignment or ()]  # report errors in them before the work
    alignments = list(_aligned(args, options))
    if golds:
        for path, gold, alignment in zip(args.gold_alignment, golds, alignments, strict=True):
            _check_gold(path, gold, alignment)
        beads = ([(bead.source, bead.target) for bead in alignment.beads] for alignment in alignments)
        print(table(score_all(golds, beads)), file=sys.stderr)
    return 0


def _check_gold(path: str, gold: Sequence[BeadPositions], alignment: Alignment) -> None:
    """Refuse positions that the texts do not have: gold of another text would score low without explanation."""
    sizes = [sum(len(bead.source) for bead in alignment.beads), sum(len(bead.target) for bead in alignment.beads)]
    for number, bead in enumerate(gold, start=1):
        for side, positions, size in zip(("source", "target"), bead, sizes, strict=True):
            if positions and max(positions) >= size:
                raise AlignmentError(
                    f"{path} bead {number}: {side} {max(positions)} is not among the {size} lines of the {side}; "
                    "is it the gold of these texts?"
                )


def _aligned(args: argparse.Namespace, options: VecalignOptions) -> Iterator[Alignment]:
    """Align and print one pair of files after the other."""
    from alignment.vecalign import Embeddings, vecalign
    from alignment.vecalign.bead_format import format_bead

    source_embeddings = Embeddings.from_files(*args.src_embed)
    target_embeddings = Embeddings.from_files(*args.tgt_embed)
    for source_file, target_file in zip(args.src, args.tgt, strict=True):
        source, target = read_lines(source_file), read_lines(target_file)
        with terminal_progress() as progress:
            alignment = vecalign(
                source,
                target,
                source_embeddings=source_embeddings,
                target_embeddings=target_embeddings,
                options=options,
                progress=progress,
            )
        if args.verbose:
            print(f"{source_file} {target_file}: {alignment.signature}", file=sys.stderr)
            print(" ".join(f"{name}={value}" for name, value in alignment.info.items()), file=sys.stderr)
        for bead in alignment.beads:
            print(format_bead(bead))
            if args.print_aligned_text:
                print(" " * 40, "SRC: ", " ".join(source[i].strip() for i in bead.source))
                print(" " * 40, "TGT: ", " ".join(target[j].strip() for j in bead.target))
        yield alignment
