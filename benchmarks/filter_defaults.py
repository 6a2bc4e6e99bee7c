"""The combined score of the filters, fitted and judged on talks that it was not fitted on.

    python benchmarks/filter_defaults.py [--data ../shared/data] [--fit]

Reads AHC-SI's dev.intra.tsv: pairs of ten talks, each with an offline translation and the verdict of the corpus's
authors. For each talk the score is fitted on the other nine. Printed are the area under the ROC curve of each figure by
itself and of the score, over all pairs and as a mean over talks with its spread, then what a threshold buys, and how
often a rule agrees with the verdict. With --fit the coefficients for `alignment/filters/combined.py`, fitted on all
talks.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
# ruff: noqa: E402

from alignment.filters import INTER_CONTENT, SCORE_LEAST, chrf, tagger
from alignment.filters.combined import (
    KNOTS,
    Coefficients,
    Evidence,
    length,
    proportion_of,
    score,
    share_rendered,
    surpluses,
)
from alignment.lexical import Dictionary, PriorKnowledge, WordCoverage, prepare_lexical
from tests.data import DATA

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
#: Weight of the squared coefficients, in standard deviations of what they apply to.
PENALTY = 1.0
#: So that JMdict is not taken where it happens to be installed.
NO_DICTIONARY = Dictionary({}, "none")
#: Limits of gamma that a rule is chosen from.
LEAST, MOST = np.arange(0.2, 0.75, 0.05), (1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.0, np.inf)
N_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Row:
    talk: str
    kept: bool
    alpha: float
    gamma: float
    evidence: Evidence


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--fit", action="store_true", help="print coefficients fitted on all talks")
    args = parser.parse_args()
    path = args.data / "ahc-si" / "dev.intra.tsv"
    rows = read(path)
    kept = np.array([row.kept for row in rows])
    print(f"{len(rows)} pairs of {len(talks(rows))} talks, {kept.mean():.1%} kept by the authors\n")
    print(f"{'area under the ROC curve':<48} {'all':>5} {'talks':>6} {'sd':>5} {'least':>6} {'most':>5}")
    for name, values in figures(rows).items():
        print_area(name, rows, values)
    for name, asked in variants(rows, path).items():
        print_area(f"score on talks held out, {name}", rows, held_out(rows, asked))
    held = held_out(rows)
    least, most = interval(rows, held)
    print(f"of the score on other talks, by resampling talks and their pairs: 90% from {least:.3f} to {most:.3f}")
    print(f"\n{'on talks held out':<24} {'kept':>6} {'precision':>10} {'recall':>7}")
    for least in (0.0, 0.3, 0.4, SCORE_LEAST, 0.6, 0.7, 0.8, 0.9):
        print_bought(f"score at least {least:.1f}", kept, held >= least)
    print("\nagreement with the verdict")
    for name, passed in rules(rows, held).items():
        print(f"{name:<48} {(passed == kept).mean():6.1%}")
    if args.fit:
        print(f"\nFITTED = {rounded(fit(rows))}")


def read(path: Path, *, with_offline: bool = True, with_languages: bool = True) -> list[Row]:
    """The pairs with what the filter measures; words are learned from each talk's own pairs, as in a run."""
    proportion = proportion_of("en", "ja") if with_languages else None
    lines = read_lines(path)
    rows = []
    content = tagger("en", "rule")
    for talk in dict.fromkeys(line["name"] for line in lines):
        of = [line for line in lines if line["name"] == talk]
        source, target = [line["eng_src"] for line in of], [line["si_tgt"] for line in of]
        offline = [line["offline_tgt"] if with_offline else "" for line in of]
        coverage = WordCoverage(prepare_lexical(source, target, known=PriorKnowledge(dictionary=NO_DICTIONARY)))
        for number, surplus in enumerate(surpluses(source, target, offline, proportion=proportion)):
            words = content.content_words(source[number], INTER_CONTENT)
            shares = coverage(words, target[number]) if words else [1.0]
            alpha = sum(share >= 0.5 for share in shares) / len(shares)
            evidence = Evidence(surplus)
            if with_offline:
                evidence = replace(
                    evidence,
                    rendered=share_rendered(shares, coverage(words, offline[number])) if words else np.nan,
                    eta=chrf(target[number], offline[number]),
                )
            gamma = length(target[number]) / max(1, length(of[number]["offline_tgt"]))
            rows.append(Row(talk, of[number]["auto_intra_label"] == "Y", alpha, gamma, evidence))
    return rows


def read_lines(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def talks(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row.talk for row in rows))


def figures(rows: Sequence[Row]) -> dict[str, Floats]:
    """Each figure by itself; higher is better."""
    return {
        "gamma's nearness to 1": np.array([-abs(row.gamma - 1.0) for row in rows]),
        "length, nearness to what is expected": np.array([-abs(row.evidence.surplus) for row in rows]),
        "alpha": np.array([row.alpha for row in rows]),
        "rendered": np.array([np.nan_to_num(row.evidence.rendered, nan=0.5) for row in rows]),
        "eta by chrF": np.array([row.evidence.eta for row in rows]),
    }


def variants(rows: Sequence[Row], path: Path) -> dict[str, Sequence[Row]]:
    """What the score is computed from in runs that lack something; it is always fitted on all evidence."""
    lengths = [replace(row, evidence=Evidence(row.evidence.surplus)) for row in rows]
    return {
        "all evidence": rows,
        "lengths alone": lengths,
        "no offline translation": read(path, with_offline=False),
        "proportion of the document": read(path, with_languages=False),
        "neither": read(path, with_offline=False, with_languages=False),
    }


def rules(rows: Sequence[Row], held: Floats) -> dict[str, Bools]:
    """What passes by one rule for all talks, and by limits of gamma for each."""
    kept, gamma = np.array([row.kept for row in rows]), np.array([row.gamma for row in rows])
    of = np.array([row.talk for row in rows])
    limits = list(product(LEAST, MOST))
    passed = np.array([(gamma >= least) & (gamma <= most) for least, most in limits])
    right = passed == kept
    others, own = np.zeros_like(kept), np.zeros_like(kept)
    for talk in talks(rows):
        inside = of == talk
        others[inside] = passed[right[:, ~inside].mean(1).argmax(), inside]
        own[inside] = passed[right[:, inside].mean(1).argmax(), inside]
    return {
        "keeping everything": np.ones_like(kept),
        "gamma from 0.40 to 1.5": (gamma >= 0.4) & (gamma <= 1.5),
        "limits of gamma by the other talks": others,
        "limits of gamma by the talk itself (seen)": own,
        f"score on talks held out at least {SCORE_LEAST}": held >= SCORE_LEAST,
    }


def interval(rows: Sequence[Row], values: Floats) -> tuple[float, float]:
    """In which 90 % of the areas over all pairs lie if talks, and pairs of each, are drawn with replacement."""
    rng = np.random.default_rng(7)
    kept, of = np.array([row.kept for row in rows]), np.array([row.talk for row in rows])
    pairs = [np.flatnonzero(of == talk) for talk in talks(rows)]
    areas = []
    for _ in range(N_RESAMPLES):
        drawn = [rng.choice(pairs[talk], len(pairs[talk])) for talk in rng.integers(len(pairs), size=len(pairs))]
        every = np.concatenate(drawn)
        areas.append(area(kept[every], values[every]))
    least, most = np.quantile(areas, (0.05, 0.95))
    return float(least), float(most)


def print_bought(name: str, kept: Bools, passed: Bools) -> None:
    right = (passed & kept).sum()
    print(f"{name:<24} {passed.mean():6.1%} {right / passed.sum():10.3f} {right / kept.sum():7.3f}")


def held_out(rows: Sequence[Row], asked: Sequence[Row] | None = None) -> Floats:
    """The score of each row by coefficients that were fitted without its talk."""
    found = np.zeros(len(rows))
    for talk in talks(rows):
        fitted = fit([row for row in rows if row.talk != talk])
        for number, row in enumerate(asked or rows):
            if row.talk == talk:
                found[number] = score(row.evidence, fitted)
    return found


def fit(rows: Sequence[Row]) -> Coefficients:
    """Logistic regression with a ridge on standardized terms, by Newton's method."""
    figures_of = np.array([(row.evidence.rendered, row.evidence.eta) for row in rows])
    known = ~np.isnan(figures_of)
    means = tuple((np.where(known, figures_of, 0.0).sum(0) / np.maximum(1, known.sum(0))).tolist())
    terms = np.array([row.evidence.terms(means) for row in rows])
    centre, scale = terms.mean(0), np.maximum(terms.std(0), 1e-9)
    used = terms.std(0) > 1e-9
    design = np.column_stack((np.ones(len(rows)), (terms - centre) / scale * used))
    kept = np.array([row.kept for row in rows], dtype=np.float64)
    penalty = np.diag([0.0, *([PENALTY] * terms.shape[1])])
    weights = np.zeros(design.shape[1])
    for _ in range(100):
        chance = 1.0 / (1.0 + np.exp(-design @ weights))
        gradient = design.T @ (chance - kept) + penalty @ weights
        curvature = (design * (chance * (1.0 - chance))[:, None]).T @ design + penalty
        step = np.linalg.solve(curvature, gradient)
        weights -= step
        if np.abs(step).max() < 1e-10:
            break
    own = weights[1:] / scale * used
    n_length = 1 + len(KNOTS)
    return Coefficients(
        float(weights[0] - own @ centre),
        tuple(own[:n_length].tolist()),
        *own[n_length:].tolist(),
        means=(means[0], means[1]),
    )


def rounded(found: Coefficients) -> Coefficients:
    values = astuple(found)
    return Coefficients(*(tuple(np.round(each, 3).tolist()) if isinstance(each, tuple) else round(each, 3)
                          for each in values))  # fmt: skip


def area(kept: Bools, values: Floats) -> float:
    """Under the ROC curve: the chance that a kept pair has a higher value than a dropped one; ties count half."""
    high, low = values[kept][:, None], values[~kept]
    return float((high > low).mean() + (high == low).mean() / 2)


def print_area(name: str, rows: Sequence[Row], values: Floats) -> None:
    kept, of = np.array([row.kept for row in rows]), np.array([row.talk for row in rows])
    each = np.array([area(kept[of == talk], values[of == talk]) for talk in talks(rows)])
    spread = f"{each.std(ddof=1):5.3f} {each.min():6.3f} {each.max():5.3f}"
    print(f"{name:<48} {area(kept, values):5.3f} {each.mean():6.3f} {spread}")


if __name__ == "__main__":
    main()
