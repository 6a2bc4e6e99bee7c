"""Which words of a row speak for its link, by what its run learned: reasons that people can check."""

from __future__ import annotations

from typing import Any

from annotator.aligning.learned.run_models import matched_words
from annotator.models import Chip, PairKind, Review, Side, Unit

#: Pairs of words that a row shows.
MOST_WORDS = 6


def words_of_row(review: Review, row_id: str) -> dict[str, Any]:
    """``known``, whether the run's engine knows words, and ``words``: ``source``, ``target`` and ``weight`` each, those
    that say most first.

    Of the texts that the row holds now, whatever was proposed: they tell nothing of probes.
    """
    words = matched_words(review.run) if review.pair.kind == PairKind.BITEXT else None
    if words is None:
        return {"known": False, "words": []}
    source, target = (_text(review, row_id, side) for side in (Side.SOURCE, Side.TARGET))
    return {"known": True, "words": [pair._asdict() for pair in words(source, target, most=MOST_WORDS)]}


def _text(review: Review, row_id: str, side: Side) -> str:
    """What counts of a side of the row; nothing of rows that are not there."""
    chips = Chip.objects.filter(row__pk=row_id, row__review=review, side=side, removed=False).order_by("unit", "start")
    pieces = list(chips.values_list("unit", "start", "end"))
    document = review.pair.source_id if side == Side.SOURCE else review.pair.target_id
    units = Unit.objects.filter(document=document, position__in={unit for unit, *_ in pieces})
    texts = dict(units.values_list("position", "text"))
    return " ".join(texts[unit][start:end] for unit, start, end in pieces)
