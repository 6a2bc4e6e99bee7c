"""A review as the editor reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.db.models import Max

from alignment.filters import Thresholds
from alignment.text import count_tokens, is_spaceless
from annotator.models import (
    Document,
    Operation,
    PairKind,
    Review,
    Section,
)
from annotator.services.media import media_url
from annotator.services.paper_talk import counted_words
from annotator.services.reviewing.log import CARRY_OVER
from annotator.services.reviewing.state import ROW_FIELDS, SIDES, RowState
from annotator.services.reviewing.storage import RowFacts, counted, read_rows
from annotator.services.snapshots import one_moment
from annotator.services.thresholds import as_json, judged_now, thresholds_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: An operation holds its rows before and after, which of thousands of rows is megabytes.
_BRIEF = ("id", "verb", "sequence")


def review_counts(review: Review, user: User, last: Operation | None = None) -> dict[str, Any]:
    """What changes with every operation: state, counts, and what undo and redo would do for this user.

    last : the user's own operation that was applied just now. An edit is what undo takes back next, and nothing is left
        to redo, so that neither has to be looked up.
    """
    n_rows, n_reviewed = counted(review) if review.row_count is None else (review.row_count, review.reviewed_count)
    is_edit = last is not None and last.undoes_id is None
    return {
        "state": review.state,
        "revision": review.revision,
        "n_rows": n_rows,
        "n_done": n_reviewed,
        "undo": brief(last if is_edit else next_undo(review, user)),
        "redo": None if is_edit else brief(next_redo(review, user)),
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


def changes_since(review_id: int, since: int, user: User) -> dict[str, Any]:
    """What operations after revision `since` left behind, whoever made them; in the shape that `operate` answers.

    All of it is of one moment: a page trusts an answer up to its revision. Nobody waits for it.
    """
    with one_moment():
        review = Review.objects.select_related("pair__project").get(pk=review_id)
        results: list[dict[str, Any]] = []
        touched: set[str] = set()
        later = Operation.objects.filter(review=review, sequence__gt=since).order_by("sequence")
        for operation_id, sequence, ids in later.values_list("id", "sequence", "rows"):
            results.append({"id": str(operation_id), "sequence": sequence, "repeated": True})
            touched.update(map(str, ids))
        rows = rows_json(review, touched) if touched else []
        return {
            "results": results,
            "rows": rows,
            "deleted": sorted(touched - {row["id"] for row in rows}),
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
    thresholds = thresholds_of(review.pair)
    states, facts = read_rows(review, named)
    return [row_json(state, facts[row_id], thresholds) for row_id, state in states.items()]


def row_json(state: RowState, facts: RowFacts, thresholds: Thresholds) -> dict[str, Any]:
    return {
        **{name: getattr(state, name) for name in ROW_FIELDS if name not in ("link", *SIDES)},
        "source": [asdict(chip) for chip in state.source],
        "target": [asdict(chip) for chip in state.target],
        "changed_by": facts.changed_by,
        "changed_at": facts.changed_at,
        "confidence": facts.confidence,
        "features": facts.features,
        "verdicts": judged_now(facts.features, facts.verdicts, thresholds),
        "candidates": [{"source": source, "probability": p} for source, p in facts.candidates],
        "n_comments": facts.n_comments,
    }


def history_of_row(review: Review, row_id: str) -> list[dict[str, Any]]:
    """The operations that touched a row, newest first, with that row before and after each."""

    def only(logged: dict[str, Any]) -> list[Any]:
        return [row for row in logged["rows"] if row["id"] == row_id]

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
            "before": only(operation.before),
            "after": only(operation.after),
        }
        for operation in operations.order_by("-sequence").iterator(chunk_size=50)
    ]
