"""``train``: learn from a training set which sentences of a paper its talk would spend time on."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from alignment.cli import read_lines, terminal_progress
from alignment.types import AlignmentError

if TYPE_CHECKING:
    from alignment.extractive.evaluation import Evaluation, Figures, Gain

_EPILOG = """\
SET is JSON lines, a paper in each, as `manage.py training_set export` writes it: id, title, split (train, dev, test),
sentences, headings, kinds, labels, and references where people wrote summaries. The split train is learnt from, dev
chooses the regularisation, and test is only measured on: labels by precision, recall, F1 and average precision, texts
by ROUGE F1 (Porter stems) against the references; where no paper of the split has any, against the abstracts.
Below the table, what was learnt from talks is compared with the best of what learns nothing, on the same papers.
Needs scikit-learn. The model is JSON, and reading it runs nothing."""

EXAMPLE = "set.jsonl --out model.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument("set", metavar="SET", help="a training set, JSON lines; - is standard input")
    parser.add_argument("--variant", choices=("words-150", "words-250", "ratio-30", "ratio-40"),
        default="words-150",
        help="whose labels, in a set of all variants, and how long summaries are (%(default)s)")  # fmt: skip
    parser.add_argument("--out", required=True, metavar="MODEL", help="where to write the model")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON; - is standard output")


def run(args: argparse.Namespace) -> int:
    from alignment.extractive.evaluation import evaluate_model
    from alignment.extractive.papers import SPLITS, VARIANTS, read_set
    from alignment.extractive.training import train

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
        evaluation = evaluate_model(model.scores, papers, VARIANTS[args.variant], progress)
    about = model.trained_on
    papers_of = "1 paper" if about["n_papers"] == 1 else f"{about['n_papers']} papers"
    print(f"{args.out}: learnt from {about['n_chosen']} of {about['n_sentences']} sentences in {papers_of}")
    print(report(evaluation, VARIANTS[args.variant].label))
    if args.json:
        text = json.dumps(told(evaluation), indent=1) + "\n"
        if args.json == "-":
            print(text)
        else:
            Path(args.json).write_text(text, encoding="utf-8")
    return 0


def told(evaluation: Evaluation) -> dict[str, object]:
    return {
        "split": evaluation.split,
        "rouge_against": evaluation.against,
        "n_rouge": evaluation.n_against,
        "systems": {name: _figures(one) for name, one in evaluation.systems.items()},
        "trained_or_nothing": [
            {"metric": gain.metric, "over": gain.over, "n_papers": gain.n_papers, **gain.comparison._asdict()}
            for gain in evaluation.gains
        ],
    }


def _figures(figures: Figures) -> dict[str, object]:
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


def report(evaluation: Evaluation, label: str) -> str:
    """The report on a model: a table of the systems, and the gain over those that learn nothing."""
    if not evaluation.n_papers:
        return "No papers were held out, so there is nothing to measure the model on."
    parts = [
        f"\nOn {_papers(evaluation.n_papers)} of the split {evaluation.split}, {label}; "
        f"ROUGE F1 against {_against(evaluation)}, in per cent:",
        table(evaluation.systems),
    ]
    if evaluation.gains:
        parts.append("Trained on what talks say, less the best that was trained on nothing:")
        parts.append("\n".join(map(_line, evaluation.gains)))
    return "\n\n".join(parts)


def _against(evaluation: Evaluation) -> str:
    from alignment.extractive.evaluation import REFERENCES

    if not evaluation.against:
        return "nothing, as there are neither references nor abstracts"
    kind = (
        "summaries that people wrote" if evaluation.against == REFERENCES else "abstracts, as no paper has a reference"
    )
    return f"{kind} ({_papers(evaluation.n_against)})"


def _papers(n: int) -> str:
    return f"{n:,} paper{'' if n == 1 else 's'}"


def _line(gain: Gain) -> str:
    comparison = gain.comparison
    between = (
        "too few papers for an interval"
        if comparison.low is None or comparison.high is None
        else f"95% interval {100 * comparison.low:+.1f} to {100 * comparison.high:+.1f}"
    )
    least = f" (no smaller than {comparison.least_p:.3f} with so few)" if comparison.least_p > 0.05 else ""
    name = "AP" if gain.metric == "average_precision" else gain.metric
    return f"{name:<10}{100 * comparison.difference:+10.1f} over {gain.over}, {between}, p = {comparison.p:.3f}{least}"


def table(figures: Mapping[str, Figures]) -> str:
    """A line for each system, in per cent."""
    metrics = list(next(iter(figures.values())).rouge)
    heads = ["system", *metrics, "P", "R", "F1", "AP"]
    rows = [
        [name, *(_percent(one.rouge[metric]) for metric in metrics),
         *map(_percent, (one.precision, one.recall, one.f1, one.average_precision))]
        for name, one in figures.items()
    ]  # fmt: skip
    return "\n".join(f"{row[0]:<10}" + "".join(f"{cell:>10}" for cell in row[1:]) for row in [heads, *rows])


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"
