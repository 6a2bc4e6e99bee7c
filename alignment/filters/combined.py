"""One score for a pair from all that the inter-sentence filter measures: the product's default.

Zhao et al. 2024, section 4.1.2, set thresholds of alpha, gamma and eta by hand for each talk. The score weighs such
figures by coefficients that were fitted once, so that the filter judges before anybody chooses a threshold. What they
were fitted on, and what a threshold buys: docs/decisions/filter-defaults.md. `benchmarks/filter_defaults.py` fits them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from alignment.text import primary_language

#: Points at which the slope of the length's part changes: natural logarithms of target length over expected length.
KNOTS = (-0.5, 0.0, 0.5)
#: Letters that a space between words counts for in the length of a source.
LETTERS_PER_WORD = 5.0
#: Share of the offline translation in the expected length, which is a weighted geometric mean.
OFFLINE_SHARE = 0.3
#: Characters of a translation for each of its source, by languages.
PROPORTIONS = {("en", "ja"): 0.248}
#: Length of an interpretation over that of a translation, where only interpretations are known.
INTERPRETED = 0.78
#: Lengths beyond this are judged as if they were this far off.
_FARTHEST = 2.5
#: A word counts as covered from this probability on, for the share that is rendered.
_COVERED = 0.3


@dataclass(frozen=True, slots=True)
class Coefficients:
    """Of a logistic regression.

    length : of the logarithm of the length ratio, and of what of it is beyond each of `KNOTS`.
    rendered, eta : of the figures less their `means`; a figure that a pair lacks counts as the mean.
    """

    intercept: float
    length: tuple[float, ...]
    rendered: float
    eta: float
    means: tuple[float, float]


#: Fitted on 732 pairs of ten English-Japanese talks, which the authors of the corpus judged (AHC-SI, `dev.intra` of
#: commit e3be495).
FITTED = Coefficients(
    intercept=3.246, length=(4.681, -0.316, -9.053, -5.862), rendered=1.17, eta=2.727, means=(0.592, 0.144)
)

#: Names the fit in signatures; raise it when the coefficients or their terms change.
FIT = 1

#: Pairs from here on are kept unless a project says otherwise.
SCORE_LEAST = 0.5


@dataclass(frozen=True, slots=True)
class Evidence:
    """The figures of a pair that the score weighs.

    surplus : natural logarithm of the target's length over the expected one, see `surpluses`.
    rendered : how far the target covers the content words that the offline translation covers, see `share_rendered`.
    eta : chrF of target and offline translation. nan where there is none.
    """

    surplus: float
    rendered: float = math.nan
    eta: float = math.nan

    def terms(self, means: Sequence[float]) -> list[float]:
        """The terms that the coefficients multiply, in their order."""
        surplus = min(_FARTHEST, max(-_FARTHEST, self.surplus))
        values = (self.rendered, self.eta)
        return [
            surplus,
            *(max(0.0, surplus - knot) for knot in KNOTS),
            *(0.0 if math.isnan(value) else value - mean for value, mean in zip(values, means, strict=True)),
        ]


def share_rendered(by_target: Sequence[float], by_offline: Sequence[float]) -> float:
    """The mean probability that the target covers a word of the offline translation; nan if that covers none."""
    known = [ours for ours, theirs in zip(by_target, by_offline, strict=True) if theirs >= _COVERED]
    return math.fsum(known) / len(known) if known else math.nan


def score(evidence: Evidence, coefficients: Coefficients = FITTED) -> float:
    """The probability in (0, 1) that the authors of the corpus would have kept such a pair."""
    found = coefficients
    weights = (*found.length, found.rendered, found.eta)
    odds = found.intercept + math.fsum(w * t for w, t in zip(weights, evidence.terms(found.means), strict=True))
    return 1.0 / (1.0 + math.exp(-odds))


def length(text: str) -> int:
    """Characters that are no spaces."""
    return sum(not character.isspace() for character in text)


def proportion_of(source_language: str | None, target_language: str | None) -> float | None:
    """Characters of a translation for each of its source (see `_size`); None if it is not known for the languages."""
    return PROPORTIONS.get((primary_language(source_language or ""), primary_language(target_language or "")))


def surpluses(
    source: Sequence[str],
    target: Sequence[str],
    offline: Sequence[str],
    *,
    proportion: float | None = None,
) -> list[float]:
    """How much longer each target of a document is than expected: natural logarithms, 0 where it is as expected.

    A translation is expected to be `proportion` times as long as its source; its own offline translation, if there is
    one (else ""), counts for `OFFLINE_SHARE`. Without `proportion` that of the document is taken: of its offline
    translations to their sources, or, without any, of its targets, which are taken to be `INTERPRETED` of their length.
    """
    sizes = [_size(text) for text in source]
    if proportion is None:
        known = [number for number, text in enumerate(offline) if text]
        total = sum(length(offline[k]) for k in known) if known else sum(map(length, target)) / INTERPRETED
        proportion = (1.0 + total) / (1.0 + sum(sizes[k] for k in known or range(len(sizes))))
    result = []
    for size, spoken, translated in zip(sizes, target, offline, strict=True):
        expected = math.log(1.0 + proportion * size)
        if translated:
            expected += OFFLINE_SHARE * (math.log(1.0 + length(translated)) - expected)
        result.append(math.log(1.0 + length(spoken)) - expected)
    return result


def _size(text: str) -> float:
    """Long words and many words both make a translation longer."""
    return length(text) + LETTERS_PER_WORD * text.count(" ")
