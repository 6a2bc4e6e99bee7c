"""The experiment of Lev et al. 2019, section 4, in miniature: a summariser that learnt from talks, and baselines.

    .venv/bin/python benchmarks/extractive.py [--talks 80] [--variant words-150] [--seed 1]

Talks and papers are generated from our own texts (`annotator/demo/collection.py`): readers and speakers weigh sentences
alike there, on purpose, so the figures say that the way from talks to a model works, and nothing about real papers.

Every paper is aligned with its talk, the summaries that the talks give are the labels of a training set, and a model
is trained on half of the papers. On the other half, ROUGE against two summaries that readers wrote: of the model; of
models trained on fewer papers, and on shuffled labels; and of what learns nothing: the first sentences, sentences by
lot, the most central ones. Then how much longer summaries take by a model than by centrality.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from alignment.extractive.evaluation import METRICS, UNTRAINED, Figures, evaluate, rouge_by_paper, talk_scores
from alignment.extractive.papers import DEFAULT_VARIANT, VARIANTS, Paper, Variant, paper_of_lines
from alignment.extractive.training import train
from alignment.hmm import PaperSentence, align_talk
from annotator.demo.collection import Talk, collection, markdown

#: Draws of the bootstrap over papers.
_DRAWS = 2000


def paper_of(talk: Talk, variant: Variant) -> Paper:
    """The paper with the labels that its talk gives, found by the engine from the words alone."""
    paper = paper_of_lines(markdown(talk).splitlines(), id=talk.id)
    words = [word for _, said in talk.spoken for word in said]
    found = align_talk(
        [PaperSentence(*one) for one in zip(paper.sentences, paper.headings, paper.kinds, strict=True)], words
    )
    chosen = set(variant.choose(paper.sentences, found.durations))
    return replace(
        paper,
        labels=[int(index in chosen) for index in range(paper.n)],
        scores=list(found.durations),
        references=talk.references,
    )


def shuffled(papers: list[Paper], seed: int) -> list[Paper]:
    """As many labels in each paper, at other sentences: what a model learns from the form of the data alone."""
    found = []
    for paper in papers:
        places = [index for index, may in enumerate(paper.candidates) if may]
        labels = [paper.labels[index] for index in places]
        Random(f"{seed} {paper.id}").shuffle(labels)
        given = dict(zip(places, labels, strict=True))
        found.append(replace(paper, labels=[given.get(index, 0) for index in range(paper.n)]))
    return found


def interval(ours: list[float], theirs: list[float], seed: int) -> tuple[float, float]:
    """95 % of the mean difference, papers drawn with replacement."""
    rng, n = Random(seed), len(ours)
    means = sorted(sum(ours[i] - theirs[i] for i in rng.choices(range(n), k=n)) / n for _ in range(_DRAWS))
    return means[int(0.025 * _DRAWS)], means[int(0.975 * _DRAWS)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--talks", type=int, default=80)
    parser.add_argument("--variant", choices=list(VARIANTS), default=DEFAULT_VARIANT)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    variant = VARIANTS[args.variant]
    papers = [paper_of(talk, variant) for talk in collection(args.talks, args.seed)]
    half = len(papers) // 2
    held = [replace(paper, split="test") for paper in papers[half:]]
    learnt = [replace(paper, split="dev" if number % 5 == 4 else "train") for number, paper in enumerate(papers[:half])]

    model = train(learnt)
    found = {name: evaluate(scorers, held, variant) for name, scorers in UNTRAINED.items()}
    found["shuffled labels"] = evaluate([train(shuffled(learnt, args.seed)).scores], held, variant)
    for n in (5, 10, 20):
        if n < half:
            found[f"trained on {n} papers"] = evaluate([train(learnt[:n]).scores], held, variant)
    found[f"trained on {half} papers"] = evaluate([model.scores], held, variant)
    found["the talk itself"] = evaluate([talk_scores], held, variant)

    print(f"{args.talks} generated talks, {variant.label}, {len(held)} papers held out; ROUGE F1 with Porter stems\n")
    print(f"{'system':<22}" + "".join(f"{metric:>10}" for metric in METRICS) + "  labels F1   AP")
    for name, figures in found.items():
        print(f"{name:<22}{_line(figures)}")
    best = max(UNTRAINED, key=lambda name: found[name].rouge["rouge2"])
    ours = rouge_by_paper(model.scores, held, variant, "rouge2")
    theirs = rouge_by_paper(UNTRAINED[best][0], held, variant, "rouge2")
    low, high = interval(ours, theirs, args.seed)
    gain = sum(ours) / max(sum(theirs), 1e-9)
    print(f"\nROUGE-2 of the model is {gain:.2f} times that of the best untrained one ({best}); "
          f"the difference is {100 * low:+.1f} to {100 * high:+.1f} points (95 %).")  # fmt: skip
    slow, fast = _seconds(model.scores, held), _seconds(UNTRAINED["centroid"][0], held)
    print(f"Scoring a paper by the model takes {slow / fast:.2f} times the processor time of centrality.")


def _line(figures: Figures) -> str:
    told = "".join(f"{100 * figures.rouge[metric]:10.1f}" for metric in METRICS)
    return f"{told}{100 * (figures.f1 or 0):11.1f} {100 * (figures.average_precision or 0):5.1f}"


def _seconds(scorer: object, papers: list[Paper]) -> float:
    begun = time.process_time()
    for paper in papers:
        scorer(paper)  # type: ignore[operator]
    return time.process_time() - begun


if __name__ == "__main__":
    main()
