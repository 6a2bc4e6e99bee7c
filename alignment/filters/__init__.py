"""The filters of NAIST-SIC-Aligned (Zhao et al. 2024), as steps after an alignment.

>>> from alignment.filters import FilterOptions, Thresholds, run_filters, tagger
>>> options = FilterOptions(Thresholds(alpha_least=0.4), target_tagger=tagger("ja"))
>>> filtered = run_filters(alignment, source, target, options)  # doctest: +SKIP
>>> [bead for bead in filtered.beads if all(bead.verdicts.values())]  # doctest: +SKIP
"""

from __future__ import annotations

from alignment.filters.combined import SCORE_LEAST
from alignment.filters.similarity import Similarity, chrf, read_translations, similarity, translator
from alignment.filters.stages import Coverage, FilterOptions, before_filters, coarse, inter, intra, run_filters
from alignment.filters.tagging import INTER_CONTENT, INTRA_CONTENT, Tagger, rule, tagger
from alignment.filters.thresholds import NO_LIMITS, Fit, Reviewed, Thresholds, fit, fit_talks

__all__ = [
    "INTER_CONTENT",
    "INTRA_CONTENT",
    "NO_LIMITS",
    "SCORE_LEAST",
    "Coverage",
    "FilterOptions",
    "Fit",
    "Reviewed",
    "Similarity",
    "Tagger",
    "Thresholds",
    "before_filters",
    "chrf",
    "coarse",
    "fit",
    "fit_talks",
    "inter",
    "intra",
    "read_translations",
    "rule",
    "run_filters",
    "similarity",
    "tagger",
    "translator",
]
