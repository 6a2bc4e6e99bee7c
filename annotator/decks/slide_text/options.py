"""The options of the rules, as a deck keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alignment.slide_text.folding import MEASURES, FoldOptions
from alignment.slide_text.merging import MergeOptions
from alignment.text import is_spaceless

#: What a deck starts with: the limits of the paper. How near two pages have to be to be folded, it leaves open.
DEFAULTS: Mapping[str, float] = {
    "height": MergeOptions().height, "overlap": MergeOptions().overlap, "gap": MergeOptions().gap, "fold": 0.15,
}  # fmt: skip


def merge_options(options: Mapping[str, float]) -> MergeOptions:
    known = {**DEFAULTS, **options}
    return MergeOptions(known["height"], known["overlap"], known["gap"])


def fold_options(options: Mapping[str, float], language: str) -> FoldOptions:
    """By words; by characters in a language that is written without spaces."""
    return FoldOptions("cer" if is_spaceless(language) else "wer", float({**DEFAULTS, **options}["fold"]))


def measure_text(language: str) -> str:
    return MEASURES[fold_options({}, language).measure].text


def with_defaults(options: Mapping[str, Any]) -> dict[str, float]:
    return {name: float(options.get(name, value)) for name, value in DEFAULTS.items()}
