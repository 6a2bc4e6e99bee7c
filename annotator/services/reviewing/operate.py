"""Apply operations to a review: each is one edit, all or nothing, in the log, idempotent by its id, undoable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from annotator.models import Operation, PairKind, Review, ReviewRow, RowStatus, Unit
from annotator.models import ReviewState as States
from annotator.services.errors import Conflict, ServiceError
from annotator.services.reviewing.content import outcome_json, rows_json
from annotator.services.reviewing.guards import check_current, check_new_ids, with_room, with_versions
from annotator.services.reviewing.state import ReviewState, RowState
from annotator.services.reviewing.steps import InvalidStep, NotThere, apply_steps, rows_named
from annotator.services.reviewing.storage import load_rows, save_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_OF_THE_LOG = ("undo", "redo")


@dataclass(slots=True)
class Outcome:
    results: list[dict[str, Any]]
    rows: set[str]


def operate(*, review_id: int, operations: Sequence[dict[str, Any]], user: User) -> dict[str, Any]:
    """Apply operations in order and return what changed.

    Each operation has its own transaction: those before a refused one stay. Raises `Conflict` (409) with the rows as
    they are now when somebody else changed one of them, `ServiceError` (400) when an operation makes no sense.
    """
    outcome = Outcome([], set())
    for operation in operations:
        try:
            with transaction.atomic():
                _operate_once(review_id, operation, user, outcome)
        except ServiceError as error:
            error.extra |= {"operation": str(operation.get("id")), "results": outcome.results}
            raise
    return outcome_json(review_id, outcome.results, outcome.rows, user)


def _operate_once(review_id: int, asked: dict[str, Any], user: User, outcome: Outcome) -> None:
    review = Review.objects.select_for_update(of=("self",)).select_related("pair").get(pk=review_id)
    operation_id = UUID(str(asked["id"]))
    if known := Operation.objects.filter(pk=operation_id).first():
        if known.review_id != review.pk:
            raise ServiceError("This operation id is in use in another review.", code="invalid_operation")
        outcome.results.append({"id": str(known.pk), "sequence": known.sequence, "repeated": True})
        outcome.rows |= set(map(str, known.rows))
        return

    check_current(review)
    steps = list(asked["steps"])
    log_step = steps[0] if len(steps) == 1 and steps[0].get("type") in _OF_THE_LOG else None
    undone = _operation_to_replay(review, log_step, user) if log_step else None
    if undone is not None:
        before, after, state_after = _replay(review, undone, user, redo=log_step["type"] == "redo")  # type: ignore[index]
    else:
        before, after, state_after = _apply(review, steps, asked.get("versions") or {}, user)

    check_new_ids(before, after)
    after = with_versions(review, before, with_room(review, before, after))
    changed = {row_id for row_id, row in after.items() if before.get(row_id) != row}
    gone = set(before) - set(after)
    save_rows(review, before, after, user_id=user.pk, is_bitext=review.pair.kind == PairKind.BITEXT)

    touched = changed | gone
    review.revision += 1
    state_before = review.state
    if state_after != state_before:
        review.state = state_after
        review.submitted_at = timezone.now() if state_after == States.SUBMITTED else None
        review.return_reason = _last_reason(review) if state_after == States.RETURNED else ""
    review.save(update_fields=["revision", "state", "submitted_at", "return_reason", "updated_at"])
    Operation.objects.create(
        pk=operation_id,
        review=review,
        sequence=review.revision,
        verb=str(asked.get("verb") or "edit")[:30],
        steps=asked["steps"],
        before={"state": state_before, "rows": [before[r].to_json() for r in sorted(touched) if r in before]},
        after={"state": state_after, "rows": [after[r].to_json() for r in sorted(touched) if r in after]},
        rows=sorted(touched),
        undoes=undone,
        by=user,
    )
    if undone is not None:
        Operation.objects.filter(pk=undone.pk).update(undone=log_step["type"] == "undo")  # type: ignore[index]
    outcome.results.append({"id": str(operation_id), "sequence": review.revision, "repeated": False})
    outcome.rows |= touched


def _last_reason(review: Review) -> str:
    """Why the review was returned, for an undo that makes it returned again."""
    returned = Operation.objects.filter(review=review, verb="return").order_by("-sequence").first()
    return str(returned.steps[0]["reason"]) if returned else "Returned."


def _apply(
    review: Review, steps: list[dict[str, Any]], versions: dict[str, int], user: User
) -> tuple[dict[str, RowState], dict[str, RowState], str]:
    """Check versions, then do the steps; returns rows before, rows after, the review's state after."""
    if any(step.get("type") in _OF_THE_LOG for step in steps if isinstance(step, dict)):
        raise ServiceError("undo and redo stand alone in an operation.", code="invalid_operation")
    try:
        row_ids, chip_ids = rows_named(steps)
        row_ids = {str(UUID(value)) for value in row_ids}
        chip_ids = {str(UUID(value)) for value in chip_ids}
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise ServiceError(f"A row or chip id is not well formed: {error}.", code="invalid_operation") from error
    before = load_rows(review, row_ids, chip_ids, lock=True)
    known = set(versions)
    versions = {row_id: version for row_id, version in versions.items() if row_id in row_ids or row_id in before}
    _check_versions(review, before, versions, row_ids, user)
    elsewhere = set(before) - row_ids - known
    if known and _changed_by_others(elsewhere, user):
        raise _conflict(review, row_ids | elsewhere, "Somebody else moved this text to another row.")

    is_reopening = any(step.get("type") == "reopen" for step in steps)
    if review.state == States.SUBMITTED and not is_reopening:
        raise Conflict("This review is submitted. Reopen it to change it.", code="submitted")
    working = ReviewState(
        rows=dict(before),
        is_bitext=review.pair.kind == PairKind.BITEXT,
        state=review.state,
        source_lengths=_source_lengths(review, steps),
    )
    try:
        apply_steps(working, steps)
    except InvalidStep as error:
        # Versions may coincide though the rows do not: if somebody else was the last there, they moved what is missing.
        was_moved = isinstance(error, NotThere) and bool(known) and _changed_by_others(before, user)
        if _was_current(before, versions, row_ids) and not was_moved:
            raise ServiceError(f"{str(error)[:1].upper()}{str(error)[1:]}.", code="invalid_operation") from error
        raise _conflict(review, row_ids, f"The rows have changed since: {error}.") from error
    _check_all_reviewed(review, steps)
    return before, working.rows, working.state


def _check_all_reviewed(review: Review, steps: Sequence[dict[str, Any]]) -> None:
    if any(step.get("type") == "submit" and not step.get("leave_unreviewed") for step in steps):
        n_left = ReviewRow.objects.filter(review=review, status=RowStatus.PROPOSED).count()
        if n_left:
            raise ServiceError(f"{n_left} rows are not reviewed yet.", code="unreviewed_rows", n_unreviewed=n_left)


def _changed_by_others(rows: Iterable[str], user: User) -> bool:
    return ReviewRow.objects.filter(pk__in=list(rows), changed_by__isnull=False).exclude(changed_by=user).exists()


def _source_lengths(review: Review, steps: list[dict[str, Any]]) -> dict[int, int]:
    named = {
        unit
        for step in steps
        if step.get("type") == "reassign"
        for unit in step.get("source") or ()
        if isinstance(unit, int) and 0 <= unit < 2**31
    }
    if not named:
        return {}
    units = Unit.objects.filter(document_id=review.pair.source_id, position__in=named)
    return {position: len(text) for position, text in units.values_list("position", "text")}


def _was_current(before: dict[str, RowState], versions: dict[str, int], row_ids: set[str]) -> bool:
    return all(before[row_id].version == versions.get(row_id) for row_id in row_ids if row_id in before) and all(
        row_id in before for row_id in versions
    )


def _check_versions(
    review: Review, before: dict[str, RowState], versions: dict[str, int], named: set[str], user: User
) -> None:
    """Somebody else's later edit of a row that is named is a conflict; one's own never is."""
    stale = [
        row_id for row_id, version in versions.items() if row_id not in before or before[row_id].version != version
    ]
    present = [row_id for row_id in stale if row_id in before]
    if ReviewRow.objects.filter(pk__in=present).exclude(changed_by=user).exists() or (
        len(present) < len(stale)
        and Operation.objects.filter(review=review, rows__overlap=stale).exclude(by=user).exists()
    ):
        raise _conflict(review, named, "Somebody else changed this row. Neither text is lost.")


def _conflict(review: Review, row_ids: set[str], detail: str) -> Conflict:
    last = Operation.objects.filter(review=review, rows__overlap=list(row_ids)).select_related("by").last()
    by = last.by if last else None
    return Conflict(
        detail,
        rows=rows_json(review, row_ids),
        changed_by={"id": by.pk, "name": by.get_full_name() or by.get_username()} if by else None,
        changed_at=last.at.isoformat() if last else None,
    )


def _uuid(value: Any) -> UUID:
    try:
        return UUID(str(value))
    except ValueError:
        raise ServiceError(f"{value!r} is not an operation's id.", code="invalid_operation") from None


def _operation_to_replay(review: Review, step: dict[str, Any], user: User) -> Operation:
    operation = Operation.objects.filter(pk=_uuid(step.get("operation")), review=review, undoes=None).first()
    if operation is None:
        raise ServiceError(
            f"There is no operation {step.get('operation')} to {step['type']}.", code="invalid_operation"
        )
    if operation.verb == "return" and operation.by_id != user.pk:
        raise ServiceError("Only who returned the review can take that back.", code="invalid_operation")
    if operation.undone != (step["type"] == "redo"):
        done = "not undone" if step["type"] == "redo" else "undone already"
        raise Conflict(f"The operation is {done}.", code="nothing_to_do")
    return operation


def _replay(
    review: Review, operation: Operation, user: User, *, redo: bool
) -> tuple[dict[str, RowState], dict[str, RowState], str]:
    """Put the operation's rows back as they were before it (or, for redo, after it)."""
    was, becomes = (operation.before, operation.after) if redo else (operation.after, operation.before)
    expected = {row["id"]: RowState.from_json(row) for row in was["rows"]}
    wanted = {row["id"]: RowState.from_json(row) for row in becomes["rows"]}
    before = load_rows(review, map(str, operation.rows), (), lock=True)
    if set(before) != set(expected) or any(not before[r].same_as(expected[r]) for r in expected):
        raise _conflict(
            review, set(map(str, operation.rows)), "The row was changed after that. Undo the later edit first."
        )
    changes_state = was["state"] != becomes["state"]
    if changes_state and review.state != was["state"]:
        raise Conflict(f"The review is {review.state} now. Undo what made it so first.", code="nothing_to_do")
    if not changes_state and review.state == States.SUBMITTED:
        raise Conflict("This review is submitted. Reopen it to change it.", code="submitted")
    if redo:
        _check_all_reviewed(review, operation.steps)
    after = {
        row_id: replace(row, position=before[row_id].position if row_id in before else row.position)
        for row_id, row in wanted.items()
    }
    return before, after, becomes["state"] if changes_state else review.state
