"""The summary that a paper-talk run gives: its paper sentences ranked by the words spoken on them."""

from __future__ import annotations

from typing import Any

from alignment.summarize import summary_by_ratio, summary_by_words, top_sentences
from annotator.models import AlignmentRun, RunState
from annotator.services.errors import ServiceError


def summarise_run(
    run: AlignmentRun, *, n_sentences: int | None = None, n_words: int | None = None, ratio: float | None = None
) -> dict[str, Any]:
    """Sentences of the summary in paper order, by one of three budgets.

    `n_words` in each sentence is its count(s): the spoken words the path gave it (Lev et al. 2019, section 3.2).
    """
    if run.state != RunState.SUCCEEDED or "durations" not in run.info:
        raise ServiceError("This run has no summary.", code="no_summary")
    units = list(run.pair.source.units.select_related("section").order_by("position"))
    durations = run.info["durations"]
    texts = [unit.text for unit in units]
    if n_words is not None:
        chosen = summary_by_words(texts, durations, n_words)
    elif ratio is not None:
        chosen = summary_by_ratio(durations, ratio)
    else:
        chosen = top_sentences(durations, n_sentences or 30)
    ranks = {index: rank for rank, index in enumerate(sorted(chosen, key=lambda i: (-durations[i], i)), start=1)}
    sentences = [
        {
            "position": units[index].position,
            "text": units[index].text,
            "section": str(units[index].section) if units[index].section else "",
            "n_words": durations[index],
            "rank": ranks[index],
        }
        for index in sorted(chosen)
    ]
    return {"sentences": sentences, "n_words_total": sum(len(sentence["text"].split()) for sentence in sentences)}
