"""What a talk says on each sentence of its paper: the words, their times, and whether people found that right. And how
often they did, as the alignment table of Lev et al. 2019 (Table 4) counts it.

Of a run these are its spans, and people's judgements those of submitted reviews. Of a review they are its rows as they
stand, each right once its person has accepted it and does not call the alignment bad.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.aligning.paper_talk import counted_words
from annotator.models import AlignmentRun, Chip, Document, Review, ReviewKind, ReviewState, RowStatus, Side
from annotator.reviewing.corrections import corrected_text, standing
from annotator.reviewing.judgements import judged_links_of, judged_rows_of
from annotator.reviewing.pieces import Piece, merged, text_of

Seconds = tuple[float, float] | None

#: Of what `Accuracy` counts. A new rule has everything counted again.
DEFINITION = 1


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a talk about one or more sentences.

    corrected : as it should read; None where nobody has corrected it. n_words : as the run counts them. spoken : when
    each of its parts begins and ends, in seconds; parts without times are left out. is_right : None while nobody has
    judged it, or people disagree. row, version : of a review.
    """

    sentences: tuple[int, ...]
    pieces: tuple[Piece, ...]
    text: str
    corrected: str | None
    n_words: int
    spoken: tuple[tuple[float, float], ...]
    confidence: float | None
    is_right: bool | None = None
    row: str | None = None
    version: int | None = None
    status: str | None = None

    @property
    def seconds(self) -> float | None:
        return sum(end - start for start, end in self.spoken) if self.spoken else None


class Talk:
    """The words of a talk with their times and corrections. counted : for each unit, where its counted words begin."""

    def __init__(self, document: Document, options: dict[str, Any]) -> None:
        fields = ("text", "start_seconds", "end_seconds", "words")
        self._units = list(document.units.order_by("position").values_list(*fields))
        self._language = document.language
        self.texts = [text for text, *_ in self._units]
        self._counted = counted_words(self.texts, options)
        self._corrections = standing([document.pk]).get(document.pk, {})

    @property
    def has_times(self) -> bool:
        return any(start is not None for _, start, *_ in self._units)

    @property
    def is_corrected(self) -> bool:
        return bool(self._corrections)

    def n_counted(self, pieces: Iterable[Piece]) -> int:
        return sum(sum(start <= at < end for at in self._counted[unit]) for unit, start, end in pieces)

    def excerpt(self, sentences: Iterable[int], spans: Iterable[Sequence[int]], **fields: Any) -> Excerpt:
        pieces = merged(spans)
        corrected = None
        if any(unit in self._corrections for unit, *_ in pieces):
            text = corrected_text(pieces, self.texts, self._corrections, self._language)
            corrected = text if text != text_of(pieces, self.texts, self._language) else None
        return Excerpt(
            sentences=tuple(sorted(set(sentences))),
            pieces=pieces,
            text=text_of(pieces, self.texts, self._language),
            corrected=corrected,
            n_words=self.n_counted(pieces),
            spoken=tuple(time for piece in pieces if (time := self._time(piece)) is not None),
            **fields,
        )

    def _time(self, piece: Piece) -> Seconds:
        unit, start, end = piece
        text, begins, ends, words = self._units[unit]
        return time_of(text, begins, ends, words, start, end)


def time_of(
    text: str, begins: float | None, ends: float | None, words: Iterable[Sequence[float]], start: int, end: int
) -> Seconds:
    """When a part of a unit was spoken: from the first timed word in it to the last, whole where it is cut within one;
    else its share of the unit. None where nothing is known.

    words : as `Unit.words`. start, end : code points.
    """
    timed = [word for word in words if word[0] < end and word[1] > start]
    if timed:
        return float(timed[0][2]), float(timed[-1][3])
    if begins is None or ends is None:
        return None
    per_character = (ends - begins) / max(1, len(text))
    return begins + per_character * start, begins + per_character * end


def run_excerpts(run: AlignmentRun, talk: Talk, verdicts: Mapping[int, bool | None]) -> list[Excerpt]:
    """The spans of a run that are about a sentence, in the order of the talk."""
    links = run.links.exclude(source=[]).order_by("position")
    return [
        talk.excerpt(source, target, confidence=confidence, is_right=verdicts.get(pk))
        for pk, source, target, confidence in links.values_list("pk", "source", "target", "confidence")
        if target
    ]


def review_excerpts(review: Review, talk: Talk) -> list[Excerpt]:
    """The rows of a review that are about a sentence, in the order of the talk."""
    sources: dict[Any, set[int]] = defaultdict(set)
    targets: dict[Any, list[Piece]] = defaultdict(list)
    chips = Chip.objects.filter(row__review=review, removed=False).order_by()
    for row, side, unit, start, end in chips.values_list("row_id", "side", "unit", "start", "end"):
        if side == Side.SOURCE:
            sources[row].add(unit)
        else:
            targets[row].append((unit, start, end))
    rows = review.rows.order_by("position").values_list("pk", "version", "status", "good_align", "link__confidence")
    return [
        talk.excerpt(
            sources[pk],
            targets[pk],
            confidence=confidence,
            is_right=good_align is not False if status == RowStatus.ACCEPTED else None,
            row=str(pk),
            version=version,
            status=status,
        )
        for pk, version, status, good_align, confidence in rows
        if sources[pk] and targets[pk]
    ]


def verdicts_of(run: AlignmentRun, reviews: Iterable[Review]) -> dict[int, bool | None]:
    """For each judged link of a run, whether people found it right; None where they disagree.

    reviews : of that run. An adjudication that was submitted decides alone.
    """
    judged = [review for review in reviews if review.state == ReviewState.SUBMITTED]
    judged = [review for review in judged if review.kind == ReviewKind.ADJUDICATION] or judged
    verdicts: dict[int, set[bool]] = defaultdict(set)
    for links in judged_links_of(judged, judged_rows_of(judged)).values() if judged else ():
        for link, is_right in links:
            verdicts[link.pk].add(is_right)
    return {link: next(iter(judgements)) if len(judgements) == 1 else None for link, judgements in verdicts.items()}


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
    return Review.objects.filter(state=ReviewState.SUBMITTED, run__in=runs, superseded_by=None).order_by("pk")
