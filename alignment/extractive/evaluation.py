"""A summariser beside systems that learn nothing: against the labels, and by ROUGE against what people wrote.

A paper's references are the summaries that people wrote of it, or its abstract where nobody did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from alignment.extractive.features import centrality_scores
from alignment.extractive.papers import Paper, Variant
from alignment.metrics.rouge import RougeOptions, mean_rouge, rouge
from alignment.metrics.selections import average_precision, selection_score

Scorer = Callable[[Paper], Sequence[float]]

METRICS = ("rouge1", "rouge2", "rougesu4")
#: As ROUGE is usually run on English.
OPTIONS = RougeOptions(stem=True)
#: Draws of the random system, whose figures are their means.
DRAWS = 10


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over papers, in [0, 1]: of the labels over papers that have some, of ROUGE (F1) over those with a
    reference. None where there is no such paper."""

    n_papers: int
    precision: float | None
    recall: float | None
    f1: float | None
    average_precision: float | None
    rouge: Mapping[str, float]


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
    """What the talk itself chose: the labels. Nothing that learns from them can agree with them better."""
    return [float(label) for label in paper.labels]


#: Systems that learn nothing, by name; those of the random one are averaged.
UNTRAINED: Mapping[str, Sequence[Scorer]] = {
    "lead": (lead_scores,),
    "random": tuple(random_scores(seed) for seed in range(DRAWS)),
    "centroid": (centrality_scores,),
}


def evaluate(scorers: Sequence[Scorer], papers: Sequence[Paper], variant: Variant) -> Figures:
    """Figures of a system, averaged over its `scorers`."""
    found = [_evaluate(scorer, papers, variant) for scorer in scorers]
    return Figures(
        n_papers=len(papers),
        precision=_mean(one.precision for one in found),
        recall=_mean(one.recall for one in found),
        f1=_mean(one.f1 for one in found),
        average_precision=_mean(one.average_precision for one in found),
        rouge={metric: sum(one.rouge[metric] for one in found) / len(found) for metric in found[0].rouge},
    )


def rouge_by_paper(scorer: Scorer, papers: Sequence[Paper], variant: Variant, metric: str) -> list[float]:
    """F1 of each paper that has a reference, for paired comparisons."""
    return [
        rouge(metric, references, _text(paper, variant.choose(paper.sentences, scorer(paper))), OPTIONS).f1
        for paper in papers
        if (references := references_of(paper))
    ]


def references_of(paper: Paper) -> list[str]:
    return [text for text in paper.references if text.strip()] or [text for text in [paper.abstract] if text]


def _evaluate(scorer: Scorer, papers: Sequence[Paper], variant: Variant) -> Figures:
    selections, ranked, texts = [], [], []
    for paper in papers:
        scores = scorer(paper)
        chosen = variant.choose(paper.sentences, scores)
        if any(paper.labels):
            selections.append(selection_score(chosen, paper.labels))
            ranked.append(average_precision(scores, paper.labels))
        if references := references_of(paper):
            texts.append((references, _text(paper, chosen)))
    return Figures(
        n_papers=len(papers),
        precision=_mean(one.precision for one in selections),
        recall=_mean(one.recall for one in selections),
        f1=_mean(one.f1 for one in selections),
        average_precision=_mean(ranked),
        rouge={
            metric: mean_rouge([rouge(metric, references, text, OPTIONS) for references, text in texts]).f1
            for metric in METRICS
            if texts
        },
    )


def _text(paper: Paper, chosen: Iterable[int]) -> str:
    return " ".join(paper.sentences[index] for index in chosen)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
