"""``vectors``: train word vectors on texts, or describe a file of them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from alignment.cli import read_lines, terminal_progress
from alignment.types import AlignmentError

EXAMPLE = "train talks.txt papers.txt -o ours.txt.gz"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="train|info")
    train = actions.add_parser("train", help="skip-gram vectors of texts, one sentence per line (needs gensim)")
    train.add_argument("texts", nargs="+", metavar="FILE")
    train.add_argument("-o", "--output", required=True, metavar="OUT", help="word2vec text; gzipped if it ends in .gz")
    train.add_argument("--name", help="name of the set (default: OUT's)")
    train.add_argument("--dimension", type=int, default=100, metavar="N", help="default: %(default)s")
    train.add_argument("--epochs", type=int, default=5, metavar="N", help="default: %(default)s")
    train.add_argument("--window", type=int, default=5, metavar="N", help="default: %(default)s")
    rarer = "rarer words are left out (%(default)s)"
    train.add_argument("--min-count", type=int, default=3, metavar="N", help=rarer)
    train.add_argument("--workers", type=int, default=1, metavar="N", help="threads; with 1 (default) it is repeatable")
    train.add_argument("--seed", type=int, default=7, metavar="N", help="default: %(default)s")
    info = actions.add_parser("info", help="name, source, dimension, words and hash of a set, as JSON")
    info.add_argument("vectors", metavar="FILE", help="a file of vectors, or gensim:NAME")


def run(args: argparse.Namespace) -> int:
    from alignment.text import tokenize
    from alignment.vectors import describe, load_vectors, train_vectors

    if args.action == "info":
        with terminal_progress() as progress:
            vectors = load_vectors(args.vectors, progress=progress)
        print(json.dumps(describe(vectors), ensure_ascii=False, indent=1))
        return 0
    chosen = {flag: getattr(args, flag) for flag in ("dimension", "epochs", "window", "min_count", "workers")}
    for flag, value in chosen.items():
        if value < 1:
            raise AlignmentError(f"--{flag.replace('_', '-')} is {value}; expected 1 or more")
    sentences = [tokenize(line) for path in args.texts for line in read_lines(path) if line.strip()]
    output = Path(args.output)
    with terminal_progress() as progress:
        name = args.name or output.name.split(".")[0]
        trained = train_vectors(sentences, name=name, seed=args.seed, progress=progress, **chosen)
    trained.save(output)
    print(f"{output}: {len(trained):,} words, {args.dimension} dimensions")
    return 0
