"""Undo and redo: an operation's rows as the log has them before and after it; and reviews as they were submitted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from annotator.models import Operation, PairKind, Review, ReviewState
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.conflicts import conflict
from annotator.reviewing.log import NOT_UNDOABLE, RETURN
from annotator.reviewing.state import RowState, WorkingRows
from annotator.reviewing.steps import only_type
from annotator.reviewing.storage import RowsRead, read_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def _uuid(value: Any) -> UUID:
    try:
        return UUID(str(value))
    except ValueError:
        raise ServiceError(f"{value!r} is not an operation's id.", code="invalid_operation") from None


def operation_to_replay(review: Review, step: dict[str, Any], user: User) -> Operation:
    """The operation that an `undo` or `redo` step names. Raises ServiceError or Conflict if it cannot be done."""
    operation = Operation.objects.filter(pk=_uuid(step.get("operation")), review=review, undoes=None).first()
    if operation is None:
        raise ServiceError(
            f"There is no operation {step.get('operation')} to {step['type']}.", code="invalid_operation"
        )
    kind = only_type(operation.steps)
    if kind in NOT_UNDOABLE:
        raise ServiceError("This entry of the history cannot be undone.", code="invalid_operation")
    if kind == RETURN and operation.by_id != user.pk:
        raise ServiceError("Only the person who returned the review can undo that.", code="invalid_operation")
    if operation.undone != (step["type"] == "redo"):
        done = "not undone" if step["type"] == "redo" else "undone already"
        raise Conflict(f"The operation is {done}.", code="nothing_to_do")
    return operation


def replay(review: Review, operation: Operation, user: User, *, redo: bool) -> tuple[RowsRead, WorkingRows]:
    """The operation's rows as they are, and back as they were before it (or, for redo, after it)."""
    was, becomes = (operation.before, operation.after) if redo else (operation.after, operation.before)
    expected = {row["id"]: RowState.from_json(row) for row in was["rows"]}
    wanted = {row["id"]: RowState.from_json(row) for row in becomes["rows"]}
    before, facts = read_rows(review, map(str, operation.rows))
    if set(before) != set(expected) or any(not before[r].same_as(expected[r]) for r in expected):
        detail = "The row was changed after that. Undo the later edit first."
        raise conflict(review, set(map(str, operation.rows)), None, user, detail)
    changes_state = was["state"] != becomes["state"]
    if changes_state and review.state != was["state"]:
        raise Conflict(f"The review is {review.state} now. Undo what made it so first.", code="nothing_to_do")
    if not changes_state and review.state == ReviewState.SUBMITTED:
        raise Conflict("This review is submitted. Reopen it to change it.", code="submitted")
    after = {
        row_id: replace(row, position=before[row_id].position if row_id in before else row.position)
        for row_id, row in wanted.items()
    }
    working = WorkingRows(
        rows=after,
        is_bitext=review.pair.kind == PairKind.BITEXT,
        state=becomes["state"] if changes_state else review.state,
    )
    return (before, facts), working


def rows_submitted_first(review: Review) -> RowsRead:
    """The rows as they were when the review was submitted for the first time, in order; of a copy on newer texts, when
    it was carried over. What a review was improved by after somebody returned or settled it is not in them. A review
    that was never submitted has its rows as they are."""
    rows, facts = read_rows(review)
    if review.first_submission is None or review.first_submission == review.revision:
        return rows, facts
    since = Operation.objects.filter(review=review, sequence__gt=review.first_submission).order_by("-sequence")
    for before, touched in since.values_list("before", "rows").iterator(chunk_size=500):
        for row_id in map(str, touched):
            rows.pop(row_id, None)
        rows |= {row["id"]: RowState.from_json(row) for row in before["rows"]}
    return dict(sorted(rows.items(), key=lambda one: one[1].position)), facts
