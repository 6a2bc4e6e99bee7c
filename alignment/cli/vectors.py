"""``vectors``: train word vectors on texts, or describe a file of them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from alignment.cli import read_lines, terminal_progress
from alignment.text import tokenize
from alignment.types import AlignmentError
from alignment.vectors import describe, load_vectors, train_vectors


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="train|info")
    train = actions.add_parser("train", help="skip-gram vectors of texts, one sentence per line (needs gensim)")
    train.add_argument("texts", nargs="+", metavar="FILE")
    train.add_argument("-o", "--output", required=True, metavar="OUT", help="word2vec text; gzipped if it ends in .gz")
    train.add_argument("--name", help="name of the set (default: OUT's)")
    train.add_argument("--dimension", type=int, default=100, metavar="N", help="default: %(default)s")
    train.add_argument("--epochs", type=int, default=5, metavar="N", help="default: %(default)s")
    train.add_argument("--window", type=int, default=5, metavar="N", help="default: %(default)s")
    train.add_argument("--min-count", type=int, default=3, metavar="N", help="rarer words are left out (%(default)s)")
    train.add_argument("--workers", type=int, default=1, metavar="N", help="threads; with 1 (default) it is repeatable")
    train.add_argument("--seed", type=int, default=7, metavar="N", help="default: %(default)s")
    info = actions.add_parser("info", help="name, source, dimension, words and hash of a set, as JSON")
    info.add_argument("vectors", metavar="FILE", help="a file of vectors, or gensim:NAME")


def run(args: argparse.Namespace) -> int:
    if args.action == "info":
        with terminal_progress() as progress:
            vectors = load_vectors(args.vectors, progress=progress)
        print(json.dumps(describe(vectors), ensure_ascii=False, indent=1))
        return 0
    for flag in ("dimension", "epochs", "window", "min_count", "workers"):
        if getattr(args, flag) < 1:
            raise AlignmentError(f"--{flag.replace('_', '-')} is {getattr(args, flag)}; expected 1 or more")
    sentences = [tokenize(line) for path in args.texts for line in read_lines(path) if line.strip()]
    output = Path(args.output)
    with terminal_progress() as progress:
        trained = train_vectors(
            sentences,
            name=args.name or output.name.split(".")[0],
            dimension=args.dimension,
            epochs=args.epochs,
            window=args.window,
            min_count=args.min_count,
            seed=args.seed,
            workers=args.workers,
            progress=progress,
        )
    trained.save(output)
    print(f"{output}: {len(trained):,} words, {args.dimension} dimensions")
    return 0
