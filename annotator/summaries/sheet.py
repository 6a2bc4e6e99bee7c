"""All that the page of one summary shows: the paper, what was said on each sentence, and what else can be compared.

The page chooses the sentences itself at any length, by the arithmetic that it shares with `alignment.summarize`.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from django.db.models import Count, QuerySet

from alignment.summarize import content_words
from alignment.text import count_tokens
from annotator.aligning.engines import engine_label
from annotator.aligning.permissions import projects_without_proposals
from annotator.corpus.media import media_url
from annotator.corpus.texts import sections_json
from annotator.models import AlignmentRun, Pair, Review, ReviewKind, ReviewRow, ReviewState, Role, RunState
from annotator.people.names import name_of
from annotator.people.permissions import role_in
from annotator.platform.snapshots import one_moment
from annotator.reviewing.permissions import may_edit_review, reviews_seen_by
from annotator.summaries.excerpts import Accuracy, Excerpt, Talk, review_excerpts, run_excerpts, verdicts_of
from annotator.summaries.making import abstract_of, paper_of, review_durations, run_durations

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def sheet_of_run(run: AlignmentRun, user: User) -> dict[str, Any]:
    """Raises ServiceError if the run has no summary. The judgements are those of reviews that the user may see."""
    with one_moment():
        durations = run_durations(run)
        talk = Talk(run.pair.target, run.options)
        reviews = list(_seen(run.pair, user))
        verdicts = verdicts_of(run, [review for review in reviews if review.run_id == run.pk])
        excerpts = run_excerpts(run, talk, verdicts)
        return _sheet(run, None, durations, talk, excerpts, reviews, user)


def sheet_of_review(review: Review, user: User) -> dict[str, Any]:
    """Raises ServiceError if it is not of a talk about a paper."""
    review.run.pair = review.pair
    with one_moment():
        durations = review_durations(review)
        talk = Talk(review.pair.target, review.run.options)
        excerpts = review_excerpts(review, talk)
        return _sheet(review.run, review, durations, talk, excerpts, list(_seen(review.pair, user)), user)


def _seen(pair: Pair, user: User) -> QuerySet[Review]:
    seen = reviews_seen_by(user).filter(pair=pair, superseded_by=None)
    return seen.select_related("annotator", "run").defer("run__info", "run__options").order_by("pk")


def _sheet(
    run: AlignmentRun,
    review: Review | None,
    durations: list[int],
    talk: Talk,
    excerpts: list[Excerpt],
    reviews: list[Review],
    user: User,
) -> dict[str, Any]:
    pair = run.pair
    role = role_in(user, pair.project)
    units = paper_of(pair)
    number_of: dict[str, int] = {}
    return {
        "pair": {"id": pair.pk, "title": pair.title, "project": pair.project.slug, "project_name": pair.project.name},
        "run": _run_json(run),
        "review": None if review is None else _review_json(review, user, role),
        "runs": _runs_json(pair, user),
        "reviews": [_review_json(other, user, role) for other in reviews],
        "source_language": pair.source.language,
        "target_language": pair.target.language,
        "media": media_url(pair.target),
        "has_times": talk.has_times,
        "is_corrected": talk.is_corrected,
        "sections": sections_json(pair.source),
        "abstract": abstract_of(units),
        "sentences": [
            {
                "position": unit.position,
                "text": unit.text,
                "section": unit.section.position if unit.section else None,
                "n_tokens": count_tokens(unit.text),
                # The words of a hybrid summary, as numbers: the page need not know how they are found.
                "terms": sorted(number_of.setdefault(word, len(number_of)) for word in content_words(unit.text)),
                "n_words": n_words,
            }
            for unit, n_words in zip(units, chain(durations, repeat(0)), strict=False)
        ],
        "excerpts": [excerpt_json(excerpt) for excerpt in excerpts],
        "accuracy": asdict(Accuracy.of(excerpts)),
        "n_changed": _n_changed(run, reviews) if review is None else None,
    }


def excerpt_json(excerpt: Excerpt) -> dict[str, Any]:
    spoken = excerpt.spoken
    return {
        "sentences": list(excerpt.sentences),
        "text": excerpt.text,
        "corrected": excerpt.corrected,
        "n_words": excerpt.n_words,
        "seconds": excerpt.seconds,
        "spoken": [list(part) for part in spoken],
        "confidence": excerpt.confidence,
        "is_right": excerpt.is_right,
        "row": excerpt.row,
        "version": excerpt.version,
        "status": excerpt.status,
    }


def _run_json(run: AlignmentRun) -> dict[str, Any]:
    return {
        "id": run.pk,
        "number": run.number,
        "engine": run.engine,
        "engine_label": engine_label(run.engine, run.signature),
        "finished_at": run.finished_at,
    }


def _runs_json(pair: Pair, user: User) -> list[dict[str, Any]]:
    """The runs that have a summary and that the user may read, newest first."""
    if projects_without_proposals(user).filter(pk=pair.project_id).exists():
        return []
    runs = pair.runs.filter(state=RunState.SUCCEEDED, info__has_key="durations").order_by("-number")
    return [_run_json(run) for run in runs.defer("info", "options")]


def _review_json(review: Review, user: User, role: Role | None) -> dict[str, Any]:
    by = review.annotator
    is_open = review.state != ReviewState.SUBMITTED and review.superseded_by_id is None
    return {
        "id": review.pk,
        "by": name_of(by),
        "is_mine": by == user and review.kind == ReviewKind.REVIEW,
        "is_adjudication": review.kind == ReviewKind.ADJUDICATION,
        "state": review.state,
        "run": review.run_id,
        "revision": review.revision,
        "can_judge": is_open and may_edit_review(user, review, role),
    }


def _n_changed(run: AlignmentRun, reviews: list[Review]) -> dict[str, int] | None:
    """The review of a run that changed most of its spans, and how many."""
    of_run = [review.pk for review in reviews if review.run_id == run.pk]
    edited = ReviewRow.objects.filter(review__in=of_run, edited=True).order_by().values("review")
    newest: Any = edited.annotate(n_rows=Count("pk")).order_by("-n_rows", "review").first()
    return {name: int(value) for name, value in newest.items()} if newest else None
