"""A review as the editor reads it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, cast

import orjson
from django.conf import settings
from django.db.models import F, JSONField, Max, OuterRef, Subquery
from django.db.models.expressions import RawSQL

from alignment.filters import Thresholds
from alignment.text import count_tokens, is_spaceless
from annotator.aligning.paper_talk import counted_words
from annotator.corpus.media import media_url
from annotator.corpus.texts import each_unit, sections_json, units_json
from annotator.corpus.thresholds import as_json, judged_now, thresholds_of
from annotator.models import (
    GuidelinesVersion,
    Operation,
    PairKind,
    Review,
)
from annotator.people.names import person_json
from annotator.platform.snapshots import one_moment
from annotator.reviewing.corrections import corrections_json, n_changes
from annotator.reviewing.key_sentences import key_options_json
from annotator.reviewing.log import NOT_UNDOABLE
from annotator.reviewing.permissions import unnamed_annotators
from annotator.reviewing.state import ROW_FIELDS, SIDES, RowState
from annotator.reviewing.storage import RowFacts, counted, each_row, read_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_OPTIONS: int = reduce(or_, cast("tuple[int, ...]", settings.REST_FRAMEWORK["ORJSON_RENDERER_OPTIONS"]))
_PLAIN_FIELDS = tuple(name for name in ROW_FIELDS if name not in ("link", *SIDES))
#: An operation stores its rows before and after: megabytes, if it touched thousands of rows.
_BRIEF = ("id", "verb", "sequence")


def review_counts(review: Review, user: User, last: Operation | None = None) -> dict[str, Any]:
    """What can change while a review is open: state, counts, what undo and redo would do for this user, and the review
    that replaced it.

    last : the user's own operation that was just applied. If it is an edit, it is the next one to undo and nothing is
        left to redo, so neither has to be looked up.
    """
    n_rows, n_reviewed = counted(review) if review.row_count is None else (review.row_count, review.reviewed_count)
    is_edit = last is not None and last.undoes_id is None
    return {
        "state": review.state,
        "revision": review.revision,
        "n_rows": n_rows,
        "n_reviewed": n_reviewed,
        "undo": brief(last if is_edit else next_undo(review, user)),
        "redo": None if is_edit else brief(next_redo(review, user)),
        "superseded_by": review.superseded_by_id,
    }


def brief(operation: Operation | None) -> dict[str, Any] | None:
    return {"operation": str(operation.pk), "verb": operation.verb} if operation else None


def next_undo(review: Review, user: User) -> Operation | None:
    """The user's last operation that is not undone."""
    mine = Operation.objects.filter(review=review, by=user, undoes=None, undone=False)
    # The log also records what was done to the review as a whole, such as carrying it over to new texts.
    return mine.exclude(steps__0__type__in=NOT_UNDOABLE).order_by("-sequence").only(*_BRIEF).first()


def next_redo(review: Review, user: User) -> Operation | None:
    """The first operation that was undone since the user's last edit; a new edit clears what could be redone."""
    mine = Operation.objects.filter(review=review, by=user, undoes=None)
    last = mine.order_by("-sequence").values_list("sequence", flat=True).first()
    # An operation may be undone and redone several times; its last undo counts.
    undone = mine.filter(undone=True).annotate(turned=Max("undone_by__sequence"))
    return undone.filter(turned__gt=last or 0).order_by("sequence").only(*_BRIEF).first()


def changes_since(review_id: int, since: int, user: User) -> dict[str, Any]:
    """The rows touched by operations after revision `since`, whoever made them, in the same shape as `operate` returns.

    Everything is read from one snapshot, because a page relies on an answer being complete up to its revision. It
    takes no locks, so edits do not wait for it.
    """
    with one_moment():
        current = GuidelinesVersion.objects.filter(project=OuterRef("pair__project")).published().values("number")
        reviews = Review.objects.select_related("pair__project").annotate(
            n_corrections=n_changes("pair"),
            made_under=F("guidelines__number"),
            current_guidelines=Subquery(current[:1]),
        )
        review = reviews.get(pk=review_id)
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
            "corrections": review.n_corrections,  # type: ignore[attr-defined]
            "guidelines": {"version": review.made_under, "current": review.current_guidelines},  # type: ignore[attr-defined]
        }


def review_content(review_id: int, user: User) -> Generator[bytes]:
    """The JSON of everything the editor needs, in pieces, so that a long review is never in memory as a whole.

    All is read from one snapshot, and the number of queries does not depend on the length. If rows were read before an
    edit and their chips after it, the page would show rows that never existed. Its edits of them would be invalid, and
    it would not find out until somebody edited the same rows again.
    """
    with one_moment():
        review = Review.objects.select_related("pair__project", "pair__source", "pair__target", "pair__offline", "run")
        yield from _in_pieces(_content(review.get(pk=review_id), user))


def _content(review: Review, user: User) -> dict[str, Any]:
    pair = review.pair
    thresholds = thresholds_of(pair)
    source, target = each_unit(pair.source), each_unit(pair.target)
    if pair.kind != PairKind.BITEXT:
        target = _with_counted_words(review)
    if pair.kind == PairKind.PAPER_TALK:
        source = _with_tokens(source)
    elif pair.kind == PairKind.SLIDES_TALK:
        source = each_unit(pair.source, with_pages=True)
    return {
        "revision": review.revision,
        "source_units": source,
        "target_units": target,
        "sections": sections_json(pair.source),
        "offline": pair.offline.texts() if pair.offline else None,
        "spaceless": {"source": is_spaceless(pair.source.language), "target": is_spaceless(pair.target.language)},
        "media": {"source": media_url(pair.source), "target": media_url(pair.target)},
        "thresholds": as_json(thresholds),
        "key_options": key_options_json(review),
        "corrections": corrections_json(pair, user),
        "rows": (row_json(state, facts, thresholds) for state, facts in each_row(review)),
    }


# The summary's input, so that the page can compute the summary anew after every edit.
def _with_tokens(units: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for unit in units:
        yield {**unit, "n_tokens": count_tokens(unit["text"])}


def _with_counted_words(review: Review) -> Iterator[dict[str, Any]]:
    units = units_json(review.pair.target, with_words=True)
    words = counted_words([unit["text"] for unit in units], review.run.options)
    for unit, n_counted in zip(units, words, strict=True):
        yield {**unit, "counted": n_counted}


#: Bytes that are handed over at once: each piece costs the server something, however short it is.
_PIECE = 64 * 1024


def _in_pieces(content: dict[str, Any]) -> Iterator[bytes]:
    """The JSON of an object, of which an iterator becomes a list."""
    held = bytearray()
    for token in _tokens(content):
        held += token
        if len(held) >= _PIECE:
            yield bytes(held)
            held.clear()
    yield bytes(held)


def _tokens(content: dict[str, Any]) -> Iterator[bytes]:
    before = b"{"
    for name, value in content.items():
        yield before + orjson.dumps(name) + b":"
        before = b","
        if isinstance(value, Iterator):
            between = b"["
            for one in value:
                yield between + orjson.dumps(one, option=_OPTIONS)
                between = b","
            yield b"[]" if between == b"[" else b"]"
        else:
            yield orjson.dumps(value, option=_OPTIONS)
    yield b"}"


def rows_json(review: Review, named: Iterable[str] | None = None) -> list[dict[str, Any]]:
    """Rows in order: all of them, or only those named."""
    states, facts = read_rows(review, named)
    return states_json(review, ((state, facts[row_id]) for row_id, state in states.items()))


def states_json(review: Review, rows: Iterable[tuple[RowState, RowFacts]]) -> list[dict[str, Any]]:
    thresholds = thresholds_of(review.pair)
    return [row_json(state, facts, thresholds) for state, facts in rows]


def row_json(state: RowState, facts: RowFacts, thresholds: Thresholds) -> dict[str, Any]:
    return {
        **{name: getattr(state, name) for name in _PLAIN_FIELDS},
        **{side: [chip.to_json() for chip in getattr(state, side)] for side in SIDES},
        "changed_at": facts.changed_at,
        "confidence": facts.confidence,
        "features": facts.features,
        "verdicts": judged_now(facts.features, facts.verdicts, thresholds),
        "candidates": [{"source": source, "probability": p} for source, p in facts.candidates],
        "n_comments": facts.n_comments,
    }


#: Entries of a history that are read at once.
HISTORY_ENTRIES = 50
# An operation on thousands of rows is megabytes, of which a row's history needs one row. The number of its link would
# tell where a review is probed.
_THE_ROW = (
    "jsonb_path_query_first(annotator_operation.{}, '$.rows[*] ? (@.id == $id)', jsonb_build_object('id', %s)) - 'link'"
)


def history_of_row(review: Review, row_id: str, user: User, before: int | None = None) -> list[dict[str, Any]]:
    """The last `HISTORY_ENTRIES` operations that touched a row, newest first, with that row before and after each.

    user : who reads it. before : only operations with a sequence number below this one.
    """
    unnamed = {person for person, _ in unnamed_annotators([review], user)}
    operations = Operation.objects.filter(review=review, rows__contains=[row_id]).select_related("by")
    if before is not None:
        operations = operations.filter(sequence__lt=before)
    rows = {
        f"row_{when}": RawSQL(_THE_ROW.format(when), [row_id], output_field=JSONField()) for when in ("before", "after")
    }
    entries: Any = operations.defer("steps", "before", "after", "rows").annotate(**rows).order_by("-sequence")
    return [
        {
            "sequence": operation.sequence,
            "id": str(operation.pk),
            "verb": operation.verb,
            "by": person_json(operation.by) if operation.by_id not in unnamed else None,
            "at": operation.at,
            "undone": operation.undone,
            "before": [operation.row_before] if operation.row_before else [],
            "after": [operation.row_after] if operation.row_after else [],
        }
        for operation in entries[:HISTORY_ENTRIES]
    ]
