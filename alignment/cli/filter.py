"""``filter``: judge the beads of any alignment by the filters of NAIST-SIC-Aligned (Zhao et al. 2024).

Prints the beads that the filters keep, one a line as they came, with the cost where they have one, and on stderr how
many each verdict drops. ``--json`` writes all beads with figures and verdicts.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from alignment.cli import read_lines, terminal_progress
from alignment.types import Alignment, AlignmentError

if TYPE_CHECKING:
    from alignment.types import Bead

EXAMPLE = "-s talk.en -t talk.ja -a talk.align --source-language en --target-language ja --json talk.json"

_EPILOG = """\
The filters: coarse drops nulls and costs above --cost-most; intra drops beads of whose target nothing is left
without first and last units that have no content word; inter judges the content words that are covered (alpha), the
length (gamma) and the likeness (eta) against an offline translation, and one score of them all. A stage includes
those before it.
Alignments may come from any program; --cost-most compares what follows the second colon of a line."""

_STAGES = ("coarse", "intra", "inter")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    parser.epilog = _EPILOG
    add("-s", "--source", required=True, metavar="FILE", help="source text, one unit per line")
    add("-t", "--target", required=True, metavar="FILE", help="target text, one unit per line")
    add("-a", "--alignment", required=True, metavar="FILE", help="beads [0]:[0, 1]:0.25, one a line")
    add("--source-language", metavar="TAG", help="language of the source, such as en")
    add("--target-language", metavar="TAG", help="language of the target, such as ja")
    add("--stage", choices=_STAGES, default="inter", help="print what this stage leaves (default %(default)s)")
    add(
        "--offline",
        metavar="FILE",
        help="translations of the source, one line for each of its lines, for gamma and eta",
    )
    add("--similarity", choices=("chrf", "bleurt", "comet"), default="chrf", help="what measures eta (default chrf)")
    add("--model", metavar="PATH", help="folder of a BLEURT checkpoint, or a COMET checkpoint or its folder")
    add("--dictionary", metavar="FILE", nargs="+", action="extend", default=[], help="for alpha, as for bitext")
    add("--strip", action="store_true", help="make nulls of first and last target units without a content word")
    for name, what in (
        ("cost-most", "cost, at most (default 1)"),
        ("alpha-least", "share of the content words that is covered, at least"),
        ("gamma-least", "length over that of the offline translation, at least"),
        ("gamma-most", "the same, at most"),
        ("eta-least", "likeness to the offline translation, at least"),
        ("score-least", "combined score, at least (default 0.5)"),
    ):
        add(f"--{name}", type=float, metavar="X", help=what)
    add("--json", metavar="OUT", help="write all beads with figures and verdicts")


def run(args: argparse.Namespace) -> int:
    from alignment.bitext import as_json
    from alignment.filters import (
        FilterOptions,
        Thresholds,
        read_translations,
        run_filters,
        similarity,
        tagger,
    )
    from alignment.filters.combined import proportion_of
    from alignment.lexical import PriorKnowledge, WordCoverage, prepare_lexical, read_dictionary
    from alignment.text import is_spaceless

    source, target = read_lines(args.source), read_lines(args.target)
    beads = _beads(args, len(source), len(target))
    languages = args.source_language, args.target_language
    names = ("cost_most", "alpha_least", "gamma_least", "gamma_most", "eta_least", "score_least")
    thresholds = Thresholds(**{name: getattr(args, name) for name in names if getattr(args, name) is not None})
    if args.model and args.similarity == "chrf":
        raise AlignmentError("--model goes with --similarity bleurt or comet")
    judge = similarity(args.similarity, model=args.model) if args.offline else None
    dictionaries = [read_dictionary(path, *languages) for path in args.dictionary]
    with terminal_progress() as progress:
        words = prepare_lexical(
            source,
            target,
            known=PriorKnowledge(*languages, dictionaries[0] if dictionaries else None, [], more=dictionaries[1:]),
            progress=lambda share, what: progress(0.8 * share, what),
        )
        options = FilterOptions(
            thresholds,
            source_tagger=tagger(languages[0]),
            target_tagger=tagger(languages[1]),
            coverage=WordCoverage(words),
            translations=read_translations(args.offline, len(source)) if args.offline else None,
            similarity=judge,
            target_joiner="" if is_spaceless(languages[1] or "") else " ",
            strip=args.strip,
            combined=True,
            proportion=proportion_of(*languages),
        )
        filtered = run_filters(
            Alignment(tuple(beads), f"file:{Path(args.alignment).name}"),
            source,
            target,
            options,
            progress=lambda share, what: progress(0.8 + 0.2 * share, what),
        )
    if args.json:
        with Path(args.json).open("w", encoding="utf-8") as stream:
            json.dump(as_json(filtered), stream, ensure_ascii=False, indent=1)
            stream.write("\n")
    left = [bead for bead in filtered.beads if _is_kept(bead, args.stage)]
    for bead in left:
        cost = "" if bead.cost is None else f":{bead.cost:.6f}"
        print(f"{list(bead.source)}:{list(bead.target)}{cost}")
    print(_summary(filtered, len(left), args), file=sys.stderr)
    return 0


def _beads(args: argparse.Namespace, n_source: int, n_target: int) -> list[Bead]:
    """Of the file. Raises AlignmentError for a position that is in no text or in two beads."""
    from alignment.vecalign.bead_format import parse_costs

    beads = parse_costs(read_lines(args.alignment), args.alignment)
    if not beads:
        raise AlignmentError(f"{args.alignment}: no beads; expected lines of the form [0]:[0, 1]")
    for side, n_units, path in (("source", n_source, args.source), ("target", n_target, args.target)):
        seen: set[int] = set()
        for number, bead in enumerate(beads, start=1):
            for position in getattr(bead, side):
                if position >= n_units:
                    where = f"{args.alignment} bead {number}: {side} {position}"
                    raise AlignmentError(f"{where} is not among the {n_units} lines of {path}")
                if position in seen:
                    raise AlignmentError(f"{args.alignment} bead {number}: {side} {position} is in a second bead")
                seen.add(position)
    return beads


def _is_kept(bead: Bead, stage: str) -> bool:
    """Whether the stage and those before it keep a bead. No null is kept, as the coarse filter comes first."""
    stages = _STAGES[: _STAGES.index(stage) + 1]
    return not bead.is_null and all(passes for name, passes in bead.verdicts.items() if name.split("_")[0] in stages)


def _summary(filtered: Alignment, n_kept: int, args: argparse.Namespace) -> str:
    info = filtered.info["filters"]
    dropped = ", ".join(f"{name} {n}" for name, n in info["dropped"].items())
    lines = [f"kept {n_kept} of {len(filtered.beads)} beads ({args.stage}); dropped by {dropped}"]
    lines += [f"{name} only guesses content words by rule" for name in dict.fromkeys(info["rule_taggers"])]
    if not args.offline:
        lines.append("gamma and eta need --offline")
    return "\n".join(lines)
