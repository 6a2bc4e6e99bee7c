"""Summaries and alignment tables for files: of one run or review, or of all talks of a project as they were made last.

What of a project is written is read talk by talk, so that an export of any size streams.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

from alignment.summarize import Length, ranks
from annotator.models import AlignmentRun, Pair, PairSummary, Project, Review, Unit
from annotator.reviewing.gold import gold_reviews, gold_rows
from annotator.reviewing.permissions import reviews_seen_by
from annotator.summaries.excerpts import Excerpt, Talk, judging, review_excerpts, run_excerpts, verdicts_of
from annotator.summaries.forms import OF_ALIGNMENT, AlignedRow, SummaryFile, SummarySentence
from annotator.summaries.making import choose, paper_of, review_durations, run_durations

#: Talks that are read at once.
_AT_ONCE = 20


def file_of(
    run: AlignmentRun,
    review: Review | None,
    form: str,
    length: Length,
    *,
    by_rank: bool = False,
    user: object | None = None,
) -> SummaryFile:
    """A file of one run, or of a review of it.

    user : who asks: the judgements of a run are those of reviews that they may see; None for all.
    """
    if review is not None:
        run.pair = review.pair
    units = paper_of(run.pair)
    if form in OF_ALIGNMENT:
        return _file(run, review, length, rows=_rows(units, _excerpts(run, review, user)))
    durations = run_durations(run) if review is None else review_durations(review)
    chosen = choose(units, durations, length)
    return _file(run, review, length, sentences=_sentences(units, chosen, durations, sum(durations), by_rank=by_rank))


def files_of(project: Project, form: str, *, by_rank: bool = False) -> Iterator[SummaryFile]:
    """The summaries of a project that were made last, in the order of the titles of their pairs."""
    made = PairSummary.objects.filter(pair__project=project).order_by("pair__title", "pair")
    ids = list(made.values_list("pk", flat=True))
    for first in range(0, len(ids), _AT_ONCE):
        summaries = PairSummary.objects.select_related(
            "pair__project", "pair__source", "pair__target", "run", "review__run", "review__pair__target"
        ).in_bulk(ids[first : first + _AT_ONCE])
        for pk in ids[first : first + _AT_ONCE]:
            if pk in summaries:  # it may have been made anew, or removed
                yield _file_of_made(summaries[pk], form, by_rank=by_rank)


def _file_of_made(made: PairSummary, form: str, *, by_rank: bool) -> SummaryFile:
    made.run.pair = made.pair
    units = paper_of(made.pair)
    length = Length(made.length_kind, made.length_value)  # type: ignore[arg-type]
    if form in OF_ALIGNMENT:
        excerpts = _excerpts(made.run, made.review, None)
        # A review that has been opened again since has its rows as they stand, as its summary has its numbers.
        if made.review is not None and (held := list(gold_reviews(made.pair.project).filter(pk=made.review.pk))):
            gold = gold_rows(held)
            excerpts = [excerpt for excerpt in excerpts if UUID(excerpt.row) in gold]
        return _file(made.run, made.review, length, rows=_rows(units, excerpts))
    durations = dict(zip(made.positions, made.durations, strict=True))
    every = [durations.get(unit.position, 0) for unit in units]
    sentences = _sentences(units, made.positions, every, made.n_words_spoken, by_rank=by_rank)
    return _file(made.run, made.review, length, sentences=sentences)


def _file(
    run: AlignmentRun,
    review: Review | None,
    length: Length,
    *,
    sentences: tuple[SummarySentence, ...] = (),
    rows: tuple[AlignedRow, ...] = (),
) -> SummaryFile:
    pair: Pair = run.pair
    return SummaryFile(
        pair_id=pair.pk,
        title=pair.title,
        paper_id=pair.source.external_id,
        engine=run.engine,
        signature=run.signature,
        run=run.number,
        review=review.pk if review else None,
        length_kind=length.kind,
        length_value=length.value,
        sentences=sentences,
        rows=rows,
    )


def _sentences(
    units: Sequence[Unit], chosen: Sequence[int], durations: Sequence[int], n_spoken: int, *, by_rank: bool
) -> tuple[SummarySentence, ...]:
    rank = ranks(chosen, durations)
    return tuple(
        SummarySentence(
            position=position,
            text=units[position].text,
            section=str(units[position].section or ""),
            n_words=durations[position],
            rank=rank[position],
            importance=durations[position] / n_spoken if n_spoken else 0.0,
        )
        for position in (rank if by_rank else sorted(chosen))
    )


def _excerpts(run: AlignmentRun, review: Review | None, user: object | None) -> list[Excerpt]:
    talk = Talk(run.pair.target, run.options)
    if review is not None:
        return review_excerpts(review, talk)
    reviews = judging([run])
    if user is not None:
        reviews = reviews.filter(pk__in=reviews_seen_by(user).values("pk"))
    return run_excerpts(run, talk, verdicts_of(run, reviews))


def _rows(units: Sequence[Unit], excerpts: Sequence[Excerpt]) -> tuple[AlignedRow, ...]:
    """A row for each sentence that a stretch is about, as in the paper: a stretch about two sentences has two."""
    return tuple(
        AlignedRow(
            position=sentence,
            sentence=units[sentence].text,
            words=excerpt.text,
            corrected=excerpt.corrected,
            start_seconds=round(excerpt.spoken[0][0], 2) if excerpt.spoken else None,
            end_seconds=round(excerpt.spoken[-1][1], 2) if excerpt.spoken else None,
            n_words=excerpt.n_words,
            confidence=excerpt.confidence,
            is_right=excerpt.is_right,
        )
        for excerpt in excerpts
        for sentence in excerpt.sentences
    )
