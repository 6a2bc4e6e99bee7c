"""``bitext``: align two texts, one unit per line, with the best available engine.

Prints one bead per line, ``[source]:[target]:number``; the number is vecAlign's cost for vecalign, and 1 - probability
of the bead for the other engines, so that 0 is always best.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from alignment.cli import read_lines, terminal_progress
from alignment.text import unknown_language
from alignment.types import ENCODERS_OF_UNITS, ENGINES_OF_BITEXTS, AlignmentError, Bead

EXAMPLE = "-s talk.en -t talk.ja --source-language en --target-language ja --json talk.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("-s", "--source", required=True, metavar="FILE", help="source text, one unit per line")
    add("-t", "--target", required=True, metavar="FILE", help="target text, one unit per line")
    add(
        "--engine",
        choices=("auto", *ENGINES_OF_BITEXTS),
        default="auto",
        help="auto takes the best one that can run (default)",
    )
    add("--source-language", metavar="TAG", help="language of the source, such as de")
    add("--target-language", metavar="TAG", help="language of the target, such as fr")
    of_files = "for the lexical engine: lines of source form, tab, target form[, tab, weight]; TBX; FreeDict's .dict.dz"
    add("--dictionary", metavar="FILE", nargs="+", action="extend", default=[], help=of_files)
    add("--training", metavar="TSV", help="source text, tab, target text: known translations")
    add("--encoder", metavar="NAME", help="encoder for vecalign")
    by = "sentence vectors for the lexical engine; auto (default) is use if it is installed and knows both languages"
    add("--unit-vectors", choices=("auto", "none", *ENCODERS_OF_UNITS), default="auto", help=by)
    add("--src_embed", nargs=2, metavar=("OVERLAPS", "EMB"), help="embeddings of the source's overlaps, for vecalign")
    add("--tgt_embed", nargs=2, metavar=("OVERLAPS", "EMB"), help="embeddings of the target's overlaps, for vecalign")
    add("--json", metavar="OUT", help="write beads with probabilities, features and the run's signature")


def run(args: argparse.Namespace) -> int:
    from alignment.bitext import EncoderChoice, align, as_json, vector_encoder
    from alignment.lexical import PriorKnowledge, read_dictionary

    for flag, tag in (("--source-language", args.source_language), ("--target-language", args.target_language)):
        if remark := unknown_language(tag):
            print(f"{flag}: {remark}", file=sys.stderr)
    source, target = read_lines(args.source), read_lines(args.target)
    languages = args.source_language, args.target_language
    dictionaries = [read_dictionary(path, *languages) for path in args.dictionary]
    training = _pairs(args.training) if args.training else []
    embeddings = None
    if bool(args.src_embed) != bool(args.tgt_embed):
        raise AlignmentError("--src_embed and --tgt_embed go together, one of them is missing")
    if args.src_embed:
        from alignment.vecalign import Embeddings

        embeddings = Embeddings.from_files(*args.src_embed), Embeddings.from_files(*args.tgt_embed)
    by = args.unit_vectors
    if by == "auto":
        by = vector_encoder(args.source_language, args.target_language)
    with terminal_progress() as progress:
        alignment = align(
            source,
            target,
            engine=args.engine,
            known=PriorKnowledge(
                *languages, dictionaries[0] if dictionaries else None, training, more=dictionaries[1:]
            ),
            embeddings=embeddings,
            encoder=EncoderChoice(args.encoder),
            unit_vectors=None if by in (None, "none") else EncoderChoice(by),
            progress=progress,
        )
    if args.json:
        with Path(args.json).open("w", encoding="utf-8") as stream:
            json.dump(as_json(alignment), stream, ensure_ascii=False, indent=1)
            stream.write("\n")
    if why_none := alignment.info.get("no_confidences"):
        print(why_none, file=sys.stderr)
    if args.engine == "auto" and sys.stderr.isatty():
        print(f"{alignment.info['engine']}: {alignment.info['why']}", file=sys.stderr)
    for bead in alignment.beads:
        print(f"{list(bead.source)}:{list(bead.target)}:{_number(bead):.6f}")
    return 0


def _number(bead: Bead) -> float:
    if bead.cost is not None:
        return bead.cost
    return 1.0 - (bead.confidence or 0.0)


def _pairs(path: str) -> list[tuple[str, str]]:
    pairs = []
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        fields = line.split("\t")
        if len(fields) != 2:
            raise AlignmentError(f"{path} line {number}: {len(fields)} fields, expected source text, tab, target text")
        pairs.append((fields[0], fields[1]))
    return pairs
