"""The summary of a paper that its talk gives: paper sentences ranked by the words spoken on them.

A run's own, and that of a review: the same words, counted where people have put them; that of gold counts gold rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from alignment.summarize import DEFAULT_SENTENCES as DEFAULT_SENTENCES
from alignment.summarize import Length as Length
from alignment.summarize import LengthKind, ranks, summarise
from alignment.text import count_tokens
from annotator.aligning.paper_talk import counted_words
from annotator.models import AlignmentRun, Chip, Pair, PairKind, Review, ReviewRow, RunState, Side, Unit
from annotator.platform.errors import ServiceError
from annotator.reviewing.gold import gold_rows

#: The longest summary that can be asked for.
MOST_SENTENCES = 100_000
MOST_WORDS = 1_000_000
#: The kind of length that each parameter of the API asks for; they are the keyword arguments below, too.
PARAMETERS: dict[str, LengthKind] = {
    "n_sentences": "sentences",
    "n_words": "words",
    "ratio": "ratio",
    "importance": "importance",
    "hybrid": "hybrid",
}
ABSTRACT = "abstract"


def length_of(**lengths: float | None) -> Length:
    """The length that one of `PARAMETERS` names; `DEFAULT_SENTENCES` where none is given.

    Raises ServiceError where several are given.
    """
    named = {name: value for name, value in lengths.items() if value is not None}
    if len(named) > 1:
        raise ServiceError(
            f"A summary has one length; {' and '.join(named)} are given.",
            errors=[{"field": name, "message": "one length only"} for name in named],
        )
    for name, value in named.items():
        return Length(PARAMETERS[name], value)
    return Length()


def summarise_run(run: AlignmentRun, *, by_rank: bool = False, **length: float | None) -> dict[str, Any]:
    """Sentences of the summary in paper order, or by rank. length : one of `PARAMETERS`.

    `n_words` in each sentence is its count(s): the spoken words the path gave it (Lev et al. 2019, section 3.2).
    """
    return summary_of(run.pair, run_durations(run), length_of(**length), by_rank=by_rank)


def summarise_review(review: Review, *, by_rank: bool = False, **length: float | None) -> dict[str, Any]:
    """As `summarise_run`, of the spans as they stand in a review, reviewed or not."""
    return summary_of(review.pair, review_durations(review), length_of(**length), by_rank=by_rank)


def run_durations(run: AlignmentRun) -> list[int]:
    """For each paper sentence the number of words that the run's path gave it. ServiceError where it has none."""
    if run.state != RunState.SUCCEEDED or "durations" not in run.info:
        raise ServiceError("This run has no summary.", code="no_summary")
    return list(run.info["durations"])


def review_durations(review: Review) -> list[int]:
    """For each paper sentence the number of words, as its run counts them, in the spans that are about it.

    Where nothing was edited it is the run's, but for a word of two tokens whose path leads to two sentences: a span
    holds whole words. Chunks taken out count nowhere; a span about several sentences counts for each.
    """
    return _durations(review, Chip.objects.filter(row__review=review))


def gold_durations(review: Review) -> list[int] | None:
    """As `review_durations`, of its gold rows alone, without those whose alignment was called bad: what is said in
    other rows counts for no sentence. None where no row is gold.

    review : from `gold_reviews`.
    """
    rows = gold_rows([review])
    right = ReviewRow.objects.filter(pk__in=rows).exclude(good_align=False)
    return _durations(review, Chip.objects.filter(row__in=right)) if rows else None


def _durations(review: Review, chips: QuerySet[Chip]) -> list[int]:
    if review.pair.kind != PairKind.PAPER_TALK:
        raise ServiceError("Only a review of a talk about a paper has a summary.", code="no_summary")
    texts = review.pair.target.texts()
    counted = counted_words(texts, review.run.options)
    sentences: dict[UUID, set[int]] = defaultdict(set)
    n_words: dict[UUID, int] = defaultdict(int)
    of_spans = chips.filter(removed=False)
    for row, side, unit, start, end in of_spans.values_list("row_id", "side", "unit", "start", "end"):
        if side == Side.SOURCE:
            sentences[row].add(unit)
        else:
            n_words[row] += sum(start <= at < end for at in counted[unit])
    durations = [0] * review.pair.source.units.count()
    for row, about in sentences.items():
        for sentence in about:
            durations[sentence] += n_words[row]
    return durations


def paper_of(pair: Pair) -> list[Unit]:
    """The sentences of its paper with their sections, in order."""
    return list(pair.source.units.select_related("section").order_by("position"))


def abstract_of(units: Sequence[Unit]) -> list[int]:
    return [unit.position for unit in units if unit.section and unit.section.kind == ABSTRACT]


def choose(units: Sequence[Unit], durations: Sequence[int], length: Length) -> list[int]:
    """Positions of the sentences in a summary, in order. ServiceError for a hybrid of a paper without abstract."""
    abstract = abstract_of(units)
    if length.kind == "hybrid" and not abstract:
        raise ServiceError("This paper has no abstract, so there is no hybrid summary of it.", code="no_abstract")
    return summarise([unit.text for unit in units], durations, length, abstract=abstract)


def summary_of(pair: Pair, durations: Sequence[int], length: Length, *, by_rank: bool = False) -> dict[str, Any]:
    units = paper_of(pair)
    chosen = choose(units, durations, length)
    rank = ranks(chosen, durations)
    listed: list[dict[str, Any]] = [
        {
            "position": units[index].position,
            "text": units[index].text,
            "section": str(units[index].section) if units[index].section else "",
            "n_words": durations[index],
            "rank": rank[index],
        }
        for index in (rank if by_rank else sorted(chosen))
    ]
    return {"sentences": listed, "n_words_total": sum(count_tokens(units[index].text) for index in chosen)}
