"""``summarise``: the summary of a paper by a trained model, where no talk was given about it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from alignment.cli import read_lines
from alignment.summarize import Length, LengthKind
from alignment.types import AlignmentError

_EPILOG = """\
FILE of --sentences holds one sentence per line; lines that begin with ## are headings of sections, and a first line
that begins with # is the title. Sentences of the abstract, related work and acknowledgments are not chosen;
--hybrid begins with the whole abstract, under a heading Abstract, and adds sentences with something new
(TALKSUMM-HYBRID of Lev et al. 2019; the other lengths are TALKSUMM-ONLY). Words are tokens, punctuation included.
Without a length, summaries are as long as those that the model was trained on. They keep the order of the paper."""

EXAMPLE = "--model model.json --sentences paper.md --words 150"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument("--model", required=True, metavar="MODEL", help="what `train` wrote")
    parser.add_argument("--sentences", required=True, metavar="FILE", help="the paper; - is standard input")
    parser.add_argument("--title", default="", help="of the paper, if the file does not have it")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--summary", type=int, metavar="N", help="so many sentences")
    length.add_argument("--words", type=int, metavar="N", help="about so many words")
    length.add_argument("--hybrid", type=int, metavar="N", help="the abstract, and what adds to it, up to N words")
    length.add_argument("--ratio", type=float, metavar="R", help="about this share of the paper's sentences")
    parser.add_argument("--json", metavar="OUT", help="write sentences with scores as JSON; - is standard output")


def run(args: argparse.Namespace) -> int:
    from alignment.extractive.model import MOST_BYTES, read_model
    from alignment.extractive.papers import paper_of_lines

    path = Path(args.model)
    if path.stat().st_size > MOST_BYTES:
        raise AlignmentError(f"{args.model}: {path.stat().st_size:,} bytes; a model has {MOST_BYTES:,} at most")
    model = read_model(path.read_bytes(), args.model)
    paper = paper_of_lines(read_lines(args.sentences), title=args.title)
    if not any(paper.candidates):
        raise AlignmentError(f"{args.sentences}: no sentences to choose from in it")
    chosen = model.summary(paper, _length(args))
    if args.json:
        scores = model.scores(paper)
        summary = [
            {"index": i, "heading": paper.headings[i], "score": round(scores[i], 6), "sentence": paper.sentences[i]}
            for i in chosen
        ]
        text = json.dumps({"title": paper.title, "summary": summary}, ensure_ascii=False, indent=1) + "\n"
        if args.json != "-":
            Path(args.json).write_text(text, encoding="utf-8")
            return 0
        print(text, end="")
        return 0
    print("\n".join(paper.sentences[index] for index in chosen))
    return 0


def _length(args: argparse.Namespace) -> Length | None:
    """Of the summary; None where none is asked for."""
    values: dict[LengthKind, float | None] = {
        "sentences": args.summary, "words": args.words, "hybrid": args.hybrid, "ratio": args.ratio,
    }  # fmt: skip
    return next((Length(kind, value) for kind, value in values.items() if value is not None), None)
