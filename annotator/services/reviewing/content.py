"""A review as the editor reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max, Q

from alignment.text import count_tokens, is_spaceless
from annotator.models import (
    Chip,
    Comment,
    Document,
    Link,
    Operation,
    PairKind,
    Review,
    ReviewRow,
    RowStatus,
    Section,
    Side,
)
from annotator.services.media import media_url
from annotator.services.paper_talk import counted_words
from annotator.services.reviewing.log import CARRY_OVER
from annotator.services.snapshots import one_moment
from annotator.services.thresholds import as_json, judged_now, thresholds_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: An operation holds its rows before and after, which of thousands of rows is megabytes.
_BRIEF = ("id", "verb", "sequence")
_LINK = ("id", "confidence", "features", "verdicts", "candidates")


def review_counts(review: Review, user: User) -> dict[str, Any]:
    """What changes with every operation: state, counts, and what undo and redo would do for this user."""
    counts = ReviewRow.objects.filter(review=review).aggregate(
        n_rows=Count("id"), n_done=Count("id", filter=~Q(status=RowStatus.PROPOSED))
    )
    return {
        "state": review.state,
        "revision": review.revision,
        **counts,
        "undo": brief(next_undo(review, user)),
        "redo": brief(next_redo(review, user)),
    }


def brief(operation: Operation | None) -> dict[str, Any] | None:
    return {"operation": str(operation.pk), "verb": operation.verb} if operation else None


def next_undo(review: Review, user: User) -> Operation | None:
    """The user's last operation that stands."""
    mine = Operation.objects.filter(review=review, by=user, undoes=None, undone=False)
    # How a review came to be on a new version of its text is told in the log, and not undone.
    return mine.exclude(steps__0__type=CARRY_OVER).order_by("-sequence").only(*_BRIEF).first()


def next_redo(review: Review, user: User) -> Operation | None:
    """The first of the operations undone since the user's last edit; a new edit forgets what was undone before it."""
    mine = Operation.objects.filter(review=review, by=user, undoes=None)
    last = mine.order_by("-sequence").values_list("sequence", flat=True).first()
    # Its latest turn was the undo: an operation that was done again is not undone.
    undone = mine.filter(undone=True).annotate(turned=Max("undone_by__sequence"))
    return undone.filter(turned__gt=last or 0).order_by("sequence").only(*_BRIEF).first()


@transaction.atomic
def outcome_json(
    review_id: int, results: Sequence[dict[str, Any]], touched: Iterable[str], user: User
) -> dict[str, Any]:
    """What operations left behind: their `results`, the rows they touched as they are now, and the review's counts.

    touched : ids of rows; those that are no more are named in `deleted`.
    """
    return _outcome(_held(review_id), results, set(touched), user)


@transaction.atomic
def changes_since(review_id: int, since: int, user: User) -> dict[str, Any]:
    """What operations after revision `since` left behind, whoever made them; in the shape of `outcome_json`."""
    review = _held(review_id)
    results: list[dict[str, Any]] = []
    touched: set[str] = set()
    later = Operation.objects.filter(review=review, sequence__gt=since).order_by("sequence")
    for operation_id, sequence, rows in later.values_list("id", "sequence", "rows"):
        results.append({"id": str(operation_id), "sequence": sequence, "repeated": True})
        touched.update(map(str, rows))
    return _outcome(review, results, touched, user)


def _held(review_id: int) -> Review:
    """Nobody edits it meanwhile, so that revision and rows are of one moment: a page trusts an answer up to there."""
    reviews = Review.objects.select_for_update(of=("self",)).select_related("pair__project", "run")
    return reviews.get(pk=review_id)


def _outcome(review: Review, results: Sequence[dict[str, Any]], touched: set[str], user: User) -> dict[str, Any]:
    rows = rows_json(review, touched)
    return {
        "results": list(results),
        "rows": rows,
        "deleted": sorted(touched - {str(row["id"]) for row in rows}),
        "review": review_counts(review, user),
    }


def units_json(document: Document, *, with_words: bool = False) -> list[dict[str, Any]]:
    fields = ["position", "text", "section__position", "start_seconds", "end_seconds", "speaker"]
    if with_words:
        fields.append("words")
    return [
        {("section" if name == "section__position" else name): value for name, value in unit.items()}
        for unit in document.units.order_by("position").values(*fields)
    ]


def sections_json(document: Document) -> list[dict[str, Any]]:
    sections = Section.objects.filter(document=document).order_by("position")
    return [dict(section) for section in sections.values("position", "heading", "number", "kind")]


def review_content(review_id: int) -> dict[str, Any]:
    """Everything the editor needs, in as many queries whatever the length, and all of one moment.

    Rows read before an edit, with their chunks read after it, would be rows that never were: the page would send edits
    of them that make no sense, and hear of nothing wrong until somebody edits the same rows again.
    """
    with one_moment():
        review = Review.objects.select_related("pair__project", "pair__source", "pair__target", "pair__offline", "run")
        return _content(review.get(pk=review_id))


def _content(review: Review) -> dict[str, Any]:
    pair = review.pair
    is_talk = pair.kind == PairKind.PAPER_TALK
    source, target = units_json(pair.source), units_json(pair.target, with_words=is_talk)
    if is_talk:  # what the summary is made of, so that the page can make it anew with every edit
        for unit in source:
            unit["n_tokens"] = count_tokens(unit["text"])
        for unit, counted in zip(target, counted_words([u["text"] for u in target], review.run.options), strict=True):
            unit["counted"] = counted
    return {
        "revision": review.revision,
        "source_units": source,
        "target_units": target,
        "sections": sections_json(pair.source),
        "offline": pair.offline.texts() if pair.offline else None,
        "spaceless": {"source": is_spaceless(pair.source.language), "target": is_spaceless(pair.target.language)},
        "media": {"source": media_url(pair.source), "target": media_url(pair.target)},
        "thresholds": as_json(thresholds_of(pair)),
        "rows": rows_json(review),
    }


def rows_json(review: Review, named: Iterable[str] | None = None) -> list[dict[str, Any]]:
    """Rows in order; all of them, or those named."""
    rows = ReviewRow.objects.filter(review=review)
    chips = Chip.objects.filter(row__review=review)
    links = Link.objects.filter(run_id=review.run_id)
    if named is not None:
        row_ids = [UUID(row_id) for row_id in named]
        rows, chips = rows.filter(pk__in=row_ids), chips.filter(row_id__in=row_ids)
        links = links.filter(pk__in=rows.values("link_id"))
    by_row: dict[Any, dict[str, list[dict[str, Any]]]] = {}
    for row_id, side, *values in chips.order_by("unit", "start").values_list(
        "row_id", "side", "id", "unit", "start", "end", "removed", "joined"
    ):
        sides = by_row.setdefault(row_id, {Side.SOURCE: [], Side.TARGET: []})
        sides[side].append(dict(zip(("id", "unit", "start", "end", "removed", "joined"), values, strict=True)))
    comments = Comment.objects.filter(review=review, resolved_at=None)
    n_comments = dict(comments.values_list("row").annotate(n=Count("id")))
    proposals = {values[0]: values[1:] for values in links.values_list(*_LINK)}
    nothing: tuple[Any, ...] = (None, {}, {}, [])
    thresholds = thresholds_of(review.pair)
    result = []
    for row in rows.order_by("position").values(
        "id",
        "position",
        "version",
        "status",
        "good_align",
        "good_mt",
        "flagged",
        "tags",
        "null_reason",
        "post_edit",
        "edited",
        "changed_by",
        "changed_at",
        "link_id",
    ):
        confidence, features, verdicts, candidates = proposals.get(row["link_id"], nothing)
        sides = by_row.get(row["id"], {})
        result.append(
            {
                **{name: value for name, value in row.items() if name != "link_id"},
                "source": sides.get(Side.SOURCE, []),
                "target": sides.get(Side.TARGET, []),
                "confidence": confidence,
                "features": features,
                "verdicts": judged_now(features, verdicts, thresholds),
                "candidates": [{"source": source, "probability": p} for source, p in candidates],
                "n_comments": n_comments.get(row["id"], 0),
            }
        )
    return result


def history_of_row(review: Review, row_id: str) -> list[dict[str, Any]]:
    """The operations that touched a row, newest first."""
    operations = Operation.objects.filter(review=review, rows__contains=[row_id]).select_related("by")
    return [
        {
            "sequence": operation.sequence,
            "id": str(operation.pk),
            "verb": operation.verb,
            "by": {"id": operation.by.pk, "name": operation.by.get_full_name() or operation.by.get_username()}
            if operation.by
            else None,
            "at": operation.at,
            "undone": operation.undone,
            "before": operation.before["rows"],
            "after": operation.after["rows"],
        }
        for operation in operations.order_by("-sequence")
    ]
