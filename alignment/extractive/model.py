"""A trained summariser: coefficients and word frequencies, kept as JSON. Reading one runs nothing that is in it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from alignment.extractive.features import FEATURES, MOST_WORDS, Floats, Frequencies, features_of
from alignment.extractive.papers import DEFAULT_VARIANT, VARIANTS, Paper
from alignment.summarize import Length, summarise
from alignment.types import AlignmentError

FORMAT = "lectern-extractive/1"
#: A model of so many words is smaller by far; a larger file is none.
MOST_BYTES = 16_000_000


@dataclass(frozen=True, slots=True)
class Summariser:
    """A linear model over standardised features (`FEATURES`).

    mean, scale, coefficients : shape (len(FEATURES),). trained_on : what a reader should know of its training: variant,
    hash of the set, number of papers and sentences.
    """

    mean: Floats
    scale: Floats
    coefficients: Floats
    intercept: float
    frequencies: Frequencies
    trained_on: Mapping[str, Any] = field(default_factory=dict)

    def scores(self, paper: Paper) -> list[float]:
        """A score above 0 and up to 1 for each sentence, 0 for those that cannot be chosen. It ranks the sentences of
        one paper; it is not the probability that a talk spends time on them."""
        logits = (features_of(paper, self.frequencies) - self.mean) / self.scale @ self.coefficients + self.intercept
        probabilities = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
        return [float(score) if may else 0.0 for score, may in zip(probabilities, paper.candidates, strict=True)]

    def summary(self, paper: Paper, length: Length | None = None) -> list[int]:
        """The sentences of a summary, ascending; as long as those that it was trained on where no length is given.

        A hybrid one is what Lev et al. 2019 call TALKSUMM-HYBRID: the abstract, and what the model adds to it.
        """
        scores = self.scores(paper)
        if length is None:
            return VARIANTS[self.variant or DEFAULT_VARIANT].choose(paper.sentences, scores)
        abstract = [index for index, kind in enumerate(paper.kinds) if kind == "abstract"]
        if length.kind == "hybrid" and not abstract:
            raise AlignmentError(f"{paper.title or 'the paper'} has no abstract, which a hybrid summary begins with")
        return summarise(paper.sentences, scores, length, abstract=abstract)

    def to_json(self) -> str:
        """The same model gives the same text."""
        fields = {
            "format": FORMAT,
            "features": list(FEATURES),
            "mean": _rounded(self.mean),
            "scale": _rounded(self.scale),
            "coefficients": _rounded(self.coefficients),
            "intercept": round(self.intercept, 9),
            "n_papers": self.frequencies.n_papers,
            "words": dict(self.frequencies.words),
            "trained_on": dict(self.trained_on),
        }
        return json.dumps(fields, ensure_ascii=False, sort_keys=True, indent=1) + "\n"

    @property
    def variant(self) -> str:
        """The variant that it was trained on; empty where it does not say."""
        key = str(self.trained_on.get("variant", ""))
        return key if key in VARIANTS else ""


def read_model(data: bytes, name: str = "the model") -> Summariser:
    """A model from its file. Raises AlignmentError, naming the field, where it is none."""
    if len(data) > MOST_BYTES:
        raise AlignmentError(f"{name}: {len(data):,} bytes; a model has {MOST_BYTES:,} at most")
    try:
        fields = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise AlignmentError(f"{name}: not JSON in UTF-8; expected a model that `train` wrote") from error
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        format = fields.get("format") if isinstance(fields, dict) else None
        raise AlignmentError(f"{name}: format is {str(format)[:40]!r}; expected {FORMAT!r}")
    if fields.get("features") != list(FEATURES):
        raise AlignmentError(f"{name}: features are not those of this version; train the model again")
    scale = _numbers(fields, "scale", name)
    if not (scale > 0).all():
        raise AlignmentError(f"{name}: scale has {scale.min():g}; expected numbers above 0")
    about = fields.get("trained_on")
    return Summariser(
        mean=_numbers(fields, "mean", name),
        scale=scale,
        coefficients=_numbers(fields, "coefficients", name),
        intercept=_number(fields.get("intercept"), f"{name}: intercept"),
        frequencies=_frequencies(fields, name),
        trained_on=about if isinstance(about, dict) else {},
    )


def _frequencies(fields: dict[str, Any], name: str) -> Frequencies:
    n, words = fields.get("n_papers"), fields.get("words")
    if type(n) is not int or n < 0:
        raise AlignmentError(f"{name}: n_papers is {str(n)[:40]!r}; expected a whole number, 0 or more")
    if not isinstance(words, dict) or len(words) > MOST_WORDS:
        raise AlignmentError(f"{name}: words is no object with {MOST_WORDS:,} words at most")
    for word, count in words.items():
        if type(count) is not int or not 0 <= count <= n:
            raise AlignmentError(f"{name}: words has {str(count)[:40]!r} for {word[:40]!r}; expected 0 to {n}")
    return Frequencies(n, words)


def _numbers(fields: dict[str, Any], key: str, name: str) -> Floats:
    values = fields.get(key)
    if not isinstance(values, list) or len(values) != len(FEATURES):
        raise AlignmentError(f"{name}: {key} is no list of {len(FEATURES)} numbers")
    return np.array([_number(value, f"{name}: {key}") for value in values])


def _number(value: Any, place: str) -> float:
    if type(value) not in (int, float) or not math.isfinite(value) or abs(value) > 1e9:
        raise AlignmentError(f"{place} has {str(value)[:40]!r}; expected a number")
    return float(value)


def _rounded(values: Floats) -> list[float]:
    return [round(float(value), 9) for value in values]
