"""A summariser beside systems that learn nothing: against the labels, and by ROUGE against what people wrote.

Where some of the papers have summaries that people wrote, texts are compared with these, on the papers that have them;
where none has, with the abstracts. A mean over both would be of two kinds of text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from alignment.extractive.features import centrality_scores
from alignment.extractive.papers import DEV, TEST, Paper, Variant
from alignment.metrics.paired import Comparison, compare
from alignment.metrics.rouge import RougeOptions, rouge_scores
from alignment.metrics.selections import average_precision, selection_score
from alignment.types import Progress

Scorer = Callable[[Paper], Sequence[float]]

METRICS = ("rouge1", "rouge2", "rougesu4")
#: As ROUGE is usually run on English.
OPTIONS = RougeOptions(stem=True)
#: Draws of the random system, whose figures are their means.
DRAWS = 10
#: The texts that summaries are compared with.
REFERENCES, ABSTRACTS = "references", "abstracts"
#: Metrics by which a model is compared with systems that learn nothing.
COMPARED = (*METRICS, "average_precision")


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over papers, in [0, 1]: of the labels over papers that have some, of ROUGE (F1) over those whose text is
    compared. None where there is no such paper."""

    n_papers: int
    precision: float | None
    recall: float | None
    f1: float | None
    average_precision: float | None
    rouge: Mapping[str, float]


class Gain(NamedTuple):
    """The model less the best system that learns nothing, by one metric of `COMPARED`.

    over : that system, best on these very papers, so the comparison is hard on the model. n_papers : that have both.
    """

    metric: str
    over: str
    n_papers: int
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Evaluation:
    """against : what texts are compared with, `REFERENCES`, `ABSTRACTS` or nothing; n_against : papers that have it.

    systems : those that learn nothing, ``trained``, and ``talk``, which is what the labels say. gains : of the model.
    """

    split: str
    n_papers: int
    against: str
    n_against: int
    systems: Mapping[str, Figures]
    gains: Sequence[Gain]


def lead_scores(paper: Paper) -> list[float]:
    """The first sentences of the text."""
    return [float(paper.n - index) if may else 0.0 for index, may in enumerate(paper.candidates)]


def random_scores(seed: int) -> Scorer:
    """Sentences by lot; the same for the same paper and seed."""

    def scores(paper: Paper) -> list[float]:
        rng = Random(f"{seed} {paper.id} {paper.title}")
        return [rng.random() + 1e-9 if may else 0.0 for may in paper.candidates]

    return scores


def talk_scores(paper: Paper) -> list[float]:
    """The talk's own choice: the labels. No system that learns from them can agree with them better."""
    return [float(label) for label in paper.labels]


#: Systems that learn nothing, by name; those of the random one are averaged.
UNTRAINED: Mapping[str, Sequence[Scorer]] = {
    "lead": (lead_scores,),
    "random": tuple(random_scores(seed) for seed in range(DRAWS)),
    "centroid": (centrality_scores,),
}


def held_out(papers: Iterable[Paper]) -> tuple[list[Paper], str]:
    """The papers that a model is measured on, and their split: test, or dev where nothing is left for testing."""
    known = list(papers)
    for split in (TEST, DEV):
        if held := [paper for paper in known if paper.split == split]:
            return held, split
    return [], ""


def evaluate_model(
    scorer: Scorer, papers: Iterable[Paper], variant: Variant, progress: Progress | None = None
) -> Evaluation:
    """Measure a trained model on the held-out papers, beside systems that learn nothing and the talk itself."""
    held, split = held_out(papers)
    against = compared_with(held)
    systems = {**UNTRAINED, "trained": (scorer,), "talk": (talk_scores,)} if held else {}
    by_paper = {}
    for number, (name, scorers) in enumerate(systems.items()):
        if progress is not None:
            progress(number / len(systems), f"Measuring: {name}")
        by_paper[name] = [_values(scorers, paper, variant, against) for paper in held]
    return Evaluation(
        split=split,
        n_papers=len(held),
        against=against,
        n_against=sum(bool(texts_of(paper, against)) for paper in held),
        systems={name: _figures(values) for name, values in by_paper.items()},
        gains=[gain for metric in COMPARED if held and (gain := _gain(by_paper, metric))],
    )


def compared_with(papers: Iterable[Paper]) -> str:
    """The kind of text that summaries of these papers are compared with; empty where there is none."""
    known = list(papers)
    return next((kind for kind in (REFERENCES, ABSTRACTS) if any(texts_of(paper, kind) for paper in known)), "")


def texts_of(paper: Paper, against: str) -> list[str]:
    """The texts that a summary of a paper is compared with."""
    texts = {REFERENCES: paper.references, ABSTRACTS: [paper.abstract]}.get(against, ())
    return [text for text in texts if text.strip()]


def _values(scorers: Sequence[Scorer], paper: Paper, variant: Variant, against: str) -> dict[str, float]:
    """Of one paper by metric, the mean over scorers; without those that nothing is known for."""
    values = [_values_of(scorer, paper, variant, against) for scorer in scorers]
    return {metric: sum(each[metric] for each in values) / len(values) for metric in values[0]}


def _values_of(scorer: Scorer, paper: Paper, variant: Variant, against: str) -> dict[str, float]:
    scores = scorer(paper)
    chosen = variant.choose(paper.sentences, scores)
    values: dict[str, float] = {}
    if any(paper.labels):
        selection = selection_score(chosen, paper.labels)
        values |= {"precision": selection.precision, "recall": selection.recall, "f1": selection.f1}
        values["average_precision"] = average_precision(scores, paper.labels)
    if expected := texts_of(paper, against):
        text = " ".join(paper.sentences[index] for index in chosen)
        values |= {metric: score.f1 for metric, score in rouge_scores(METRICS, expected, text, OPTIONS).items()}
    return values


def _figures(values: Sequence[Mapping[str, float]]) -> Figures:
    means = {metric: _mean(values, metric) for metric in ("precision", "recall", "f1", "average_precision")}
    rouge = {metric: mean for metric in METRICS if (mean := _mean(values, metric)) is not None}
    return Figures(n_papers=len(values), rouge=rouge, **means)


def _mean(values: Sequence[Mapping[str, float]], metric: str) -> float | None:
    known = [each[metric] for each in values if metric in each]
    return sum(known) / len(known) if known else None


def _gain(by_paper: Mapping[str, Sequence[Mapping[str, float]]], metric: str) -> Gain | None:
    best = max(UNTRAINED, key=lambda name: _mean(by_paper[name], metric) or 0.0)
    both = [
        (ours[metric], theirs[metric])
        for ours, theirs in zip(by_paper["trained"], by_paper[best], strict=True)
        if metric in ours
    ]
    return Gain(metric, best, len(both), compare(*zip(*both, strict=True))) if both else None
