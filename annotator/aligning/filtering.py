"""NAIST's filters on a run's links (Zhao et al. 2024, section 4.1): numbers and verdicts for those who review.

Nothing is removed: a verdict is a note on a link, and a chunk that is stripped is a link of its own without a source.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from alignment.filters import FilterOptions, Similarity, intra, run_filters, similarity, tagger, translator
from alignment.filters.combined import proportion_of
from alignment.lexical import Prepared, WordCoverage
from alignment.text import is_spaceless
from alignment.types import Alignment, AlignmentError, Bead, Progress
from annotator.aligning.engine_options import CHRF, NO_TRANSLATION, OFF, STRIP, neural_model
from annotator.corpus.thresholds import as_json, thresholds_of
from annotator.models import Document, Pair


def filter_alignment(
    pair: Pair,
    alignment: Alignment,
    source: Sequence[str],
    target: Sequence[str],
    *,
    options: dict[str, Any],
    words: Callable[[], Prepared],
    progress: Progress,
) -> Alignment:
    """The alignment with what the filters say on its beads, and how many each would drop in ``info["filters"]``.

    options : of the run. words : the pair's lexical model, called for where the filters need one.
    A filter that needs what the pair lacks is left out, and ``info["filters"]["notes"]`` says so.
    """
    if options.get("filters", OFF) == OFF:
        return alignment
    notes: list[str] = []
    translations = _translations(pair, source, options, progress, notes)
    source_tagger, target_tagger = tagger(pair.source.language or None), tagger(pair.target.language or None)
    for one in {each.name: each for each in (source_tagger, target_tagger)}.values():
        if one.is_rule:
            notes.append(f"{one.name} only guesses content words by rule; no tagger for the language is installed.")
    progress(0.1, "Looking for content words")
    chosen = FilterOptions(
        thresholds_of(pair),
        source_tagger=source_tagger,
        target_tagger=target_tagger,
        coverage=WordCoverage(words()),
        translations=translations,
        similarity=_similarity(options, notes) if translations is not None else None,
        target_joiner="" if is_spaceless(pair.target.language) else " ",
        strip=options["filters"] == STRIP,
        combined=True,
        proportion=proportion_of(pair.source.language, pair.target.language),
    )
    filtered = run_filters(
        alignment, source, target, chosen, progress=lambda share, what: progress(0.4 + 0.6 * share, what.capitalize())
    )
    summary = {
        **filtered.info["filters"],
        "mode": options["filters"],
        "thresholds": as_json(chosen.thresholds),
        "similarity": chosen.similarity.name if chosen.similarity else None,
        "notes": notes,
    }
    return replace(filtered, info={**filtered.info, "filters": summary})


def strip_as_run(
    pair: Pair, options: dict[str, Any], beads: Sequence[Bead], target: Sequence[str], fixed: set[Any]
) -> list[Bead]:
    """Apply the run's own filter to new beads, so that realigning does not bring back what it stripped.

    `fixed` beads, (source, target), are people's and stay as they are.
    """
    if options.get("filters", OFF) != STRIP:
        return list(beads)
    source_tagger = tagger(pair.target.language or None)
    result: list[Bead] = []
    for bead in beads:
        result += [bead] if (bead.source, bead.target) in fixed else intra([bead], target, source_tagger)
    return result


def _similarity(options: dict[str, Any], notes: list[str]) -> Similarity:
    name = options.get("similarity", CHRF)
    judge = similarity(name, model=None if name == CHRF else neural_model(name))
    if not judge.is_semantic:
        notes.append(f"{judge.name} compares characters, not meaning.")
    return judge


def _translations(
    pair: Pair, source: Sequence[str], options: dict[str, Any], progress: Progress, notes: list[str]
) -> list[str] | None:
    """One line for each source unit, or None."""
    chosen = options.get("offline", NO_TRANSLATION)
    if chosen == "model":
        progress(0.0, "Translating the source")
        notes.append(f"The offline translation was made by {settings.TRANSLATION_MODEL}.")
        return translator(settings.TRANSLATION_MODEL)(source)
    if chosen == NO_TRANSLATION or pair.offline is None:
        notes.append("gamma and eta need an offline translation; this run had none.")
        return None
    lines = _lines(pair.offline)
    if len(lines) != len(source):
        raise AlignmentError(
            f"{pair.offline.title} has {len(lines)} lines, the source {len(source)}; expected one for each."
        )
    return lines


def _lines(document: Document) -> list[str]:
    return [text.strip() for text in document.texts()]
