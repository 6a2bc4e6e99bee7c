"""How many spans of a run people found right: the alignment table of Lev et al. 2019 (Table 4), counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from annotator.models import AlignmentRun, Review, ReviewState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from annotator.summaries.excerpts import Excerpt

#: Of what is counted here. A new rule has everything counted again.
DEFINITION = 1


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Spans about a sentence that people judged, and of them those they found right; and the same in words."""

    n_judged: int = 0
    n_right: int = 0
    n_words_judged: int = 0
    n_words_right: int = 0

    @classmethod
    def of(cls, excerpts: Iterable[Excerpt]) -> Accuracy:
        judged = [excerpt for excerpt in excerpts if excerpt.is_right is not None]
        right = [excerpt for excerpt in judged if excerpt.is_right]
        return cls(len(judged), len(right), sum(one.n_words for one in judged), sum(one.n_words for one in right))


def judging(runs: QuerySet[AlignmentRun] | Iterable[AlignmentRun]) -> QuerySet[Review]:
    """The reviews by which runs are judged: submitted, and of the present texts."""
    return Review.objects.filter(Q(state=ReviewState.SUBMITTED), run__in=runs, superseded_by=None).order_by("pk")
