"""``train``: learn from a training set which sentences of a paper its talk would spend time on."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

from alignment.cli import read_lines, terminal_progress
from alignment.extractive.evaluation import UNTRAINED, Figures, evaluate, talk_scores
from alignment.extractive.papers import DEFAULT_VARIANT, DEV, SPLITS, TEST, VARIANTS, read_set
from alignment.extractive.training import train
from alignment.types import AlignmentError

_EPILOG = """\
SET is JSON lines, a paper in each, as `manage.py training_set export` writes it: id, title, split (train, dev, test),
sentences, headings, kinds, labels, and references where people wrote summaries. The split train is learnt from, dev
chooses the regularisation, and test is only measured on: labels by precision, recall, F1 and average precision, texts
by ROUGE F1 (Porter stems) against the references, or the abstract where a paper has none.
Needs scikit-learn. The model is JSON, and reading it runs nothing."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument("set", metavar="SET", help="a training set, JSON lines; - is standard input")
    parser.add_argument("--variant", choices=list(VARIANTS), default=DEFAULT_VARIANT,
        help="whose labels, in a set of all variants, and how long summaries are (%(default)s)")  # fmt: skip
    parser.add_argument("--out", required=True, metavar="MODEL", help="where to write the model")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON; - is standard output")


def run(args: argparse.Namespace) -> int:
    lines = read_lines(args.set)
    papers = list(read_set(lines, name=args.set, variant=args.variant))
    if not papers:
        raise AlignmentError(f"{args.set}: no papers in it")
    if odd := [paper for paper in papers if paper.split not in SPLITS]:
        raise AlignmentError(f"{args.set}: paper {odd[0].id} is in the split {odd[0].split!r}; expected {SPLITS}")
    digest = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    with terminal_progress() as progress:
        model = train(papers, trained_on={"variant": args.variant, "set_sha256": digest}, progress=progress)
        Path(args.out).write_text(model.to_json(), encoding="utf-8")
        held, name = [paper for paper in papers if paper.split == TEST], TEST
        if not held:
            held, name = [paper for paper in papers if paper.split == DEV], DEV
        systems = {**UNTRAINED, "trained": (model.scores,), "talk": (talk_scores,)}
        found = {system: evaluate(scorers, held, VARIANTS[args.variant]) for system, scorers in systems.items() if held}
    about = model.trained_on
    print(
        f"{args.out}: learnt from {about['n_chosen']} of {about['n_sentences']} sentences in {about['n_papers']} papers"
    )
    if found:
        print(f"\nOn {len(held)} papers of the split {name}, {VARIANTS[args.variant].label}:\n\n{table(found)}")
    else:
        print("No papers were held out, so there is nothing to measure the model on.")
    if args.json:
        text = json.dumps({"split": name, "systems": {key: told(one) for key, one in found.items()}}, indent=1) + "\n"
        if args.json == "-":
            print(text)
        else:
            Path(args.json).write_text(text, encoding="utf-8")
    return 0


def told(figures: Figures) -> dict[str, object]:
    return {
        "n_papers": figures.n_papers,
        "labels": {
            "precision": figures.precision,
            "recall": figures.recall,
            "f1": figures.f1,
            "average_precision": figures.average_precision,
        },
        "rouge": dict(figures.rouge),
    }


def table(found: dict[str, Figures]) -> str:
    """A line for each system, in per cent."""
    metrics = list(next(iter(found.values())).rouge)
    heads = ["system", *metrics, "P", "R", "F1", "AP"]
    rows = [
        [name, *(_percent(one.rouge[metric]) for metric in metrics),
         *map(_percent, (one.precision, one.recall, one.f1, one.average_precision))]
        for name, one in found.items()
    ]  # fmt: skip
    return "\n".join(f"{row[0]:<10}" + "".join(f"{cell:>10}" for cell in row[1:]) for row in [heads, *rows])


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"
