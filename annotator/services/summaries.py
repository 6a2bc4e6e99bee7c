"""The summary of a paper that its talk gives: paper sentences ranked by the words spoken on them.

A run's own, and that of a review: the same words, counted where people have put them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from alignment.summarize import DEFAULT_SENTENCES as DEFAULT_SENTENCES
from alignment.summarize import summary_by_ratio, summary_by_words, top_sentences
from annotator.models import AlignmentRun, Chip, Pair, PairKind, Review, RunState, Side
from annotator.services.errors import ServiceError
from annotator.services.paper_talk import counted_words

#: The longest summary that can be asked for.
MOST_SENTENCES = 100_000
MOST_WORDS = 1_000_000


def summarise_run(
    run: AlignmentRun, *, n_sentences: int | None = None, n_words: int | None = None, ratio: float | None = None
) -> dict[str, Any]:
    """Sentences of the summary in paper order, of one of three lengths; `DEFAULT_SENTENCES` where none is given.

    `n_words` in each sentence is its count(s): the spoken words the path gave it (Lev et al. 2019, section 3.2).
    """
    if run.state != RunState.SUCCEEDED or "durations" not in run.info:
        raise ServiceError("This run has no summary.", code="no_summary")
    return _summary(run.pair, run.info["durations"], n_sentences, n_words, ratio)


def summarise_review(
    review: Review, *, n_sentences: int | None = None, n_words: int | None = None, ratio: float | None = None
) -> dict[str, Any]:
    """As `summarise_run`, of the spans as they stand in a review, reviewed or not."""
    if review.pair.kind != PairKind.PAPER_TALK:
        raise ServiceError("Only a review of a talk about a paper has a summary.", code="no_summary")
    return _summary(review.pair, review_durations(review), n_sentences, n_words, ratio)


def review_durations(review: Review) -> list[int]:
    """For each paper sentence the number of words, as its run counts them, in the spans that are about it.

    Where nothing was edited it is the run's, but for a word of two tokens whose path leads to two sentences: a span
    holds whole words. Chunks taken out count nowhere; a span about several sentences counts for each.
    """
    texts = review.pair.target.texts()
    counted = counted_words(texts, review.run.options)
    sentences: dict[UUID, set[int]] = defaultdict(set)
    n_words: dict[UUID, int] = defaultdict(int)
    chips = Chip.objects.filter(row__review=review, removed=False)
    for row, side, unit, start, end in chips.values_list("row_id", "side", "unit", "start", "end"):
        if side == Side.SOURCE:
            sentences[row].add(unit)
        else:
            n_words[row] += sum(start <= at < end for at in counted[unit])
    durations = [0] * review.pair.source.units.count()
    for row, about in sentences.items():
        for sentence in about:
            durations[sentence] += n_words[row]
    return durations


def _summary(
    pair: Pair, durations: Sequence[int], n_sentences: int | None, n_words: int | None, ratio: float | None
) -> dict[str, Any]:
    units = list(pair.source.units.select_related("section").order_by("position"))
    texts = [unit.text for unit in units]
    if n_words is not None:
        chosen = summary_by_words(texts, durations, n_words)
    elif ratio is not None:
        chosen = summary_by_ratio(durations, ratio)
    else:
        chosen = top_sentences(durations, n_sentences or DEFAULT_SENTENCES)
    ranks = {index: rank for rank, index in enumerate(sorted(chosen, key=lambda i: (-durations[i], i)), start=1)}
    listed: list[dict[str, Any]] = [
        {
            "position": units[index].position,
            "text": units[index].text,
            "section": str(units[index].section) if units[index].section else "",
            "n_words": durations[index],
            "rank": ranks[index],
        }
        for index in sorted(chosen)
    ]
    return {"sentences": listed, "n_words_total": sum(len(units[index].text.split()) for index in chosen)}
