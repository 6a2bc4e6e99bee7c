"""Apply operations to a review: each is one edit, all or nothing, in the log, idempotent by its id, undoable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from annotator.corpus.thresholds import thresholds_of
from annotator.models import Operation, PairKind, Review, ReviewKind, ReviewRow, ReviewState, RowStatus, Unit
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.adjudication.compared import check_settled
from annotator.reviewing.content import review_counts, row_json, rows_json
from annotator.reviewing.events import tell_of_state
from annotator.reviewing.guards import check_current, check_labels, check_new_ids, known_rows, with_room, with_versions
from annotator.reviewing.log import NOT_UNDOABLE, OF_THE_LOG, RESERVED, RETURN, later_by_others, step_type
from annotator.reviewing.saving import save_edit
from annotator.reviewing.state import RowState, WorkingRows
from annotator.reviewing.steps import InvalidStep, NotThere, apply_steps, is_edit, named_by
from annotator.reviewing.storage import RowFacts, counted, read_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User


Read = tuple[dict[str, RowState], dict[str, RowFacts]]


@dataclass(slots=True)
class Outcome:
    """What operations left behind. rows : those touched, None where they are gone; `stale`: to be read at the end."""

    results: list[dict[str, Any]] = field(default_factory=list)
    rows: dict[str, tuple[RowState, RowFacts] | None] = field(default_factory=dict)
    stale: set[str] = field(default_factory=set)
    last: Operation | None = None

    def touch(self, row_id: str, row: tuple[RowState, RowFacts] | None) -> None:
        self.rows[row_id] = row
        self.stale.discard(row_id)

    def as_json(self, review: Review, user: User) -> dict[str, Any]:
        if self.stale:
            states, facts = read_rows(review, self.stale)
            self.rows |= {
                row_id: (states[row_id], facts[row_id]) if row_id in states else None for row_id in self.stale
            }
        thresholds = thresholds_of(review.pair)
        there = sorted((row for row in self.rows.values() if row), key=lambda row: row[0].position)
        return {
            "results": self.results,
            "rows": [row_json(state, facts, thresholds) for state, facts in there],
            "deleted": sorted(row_id for row_id, row in self.rows.items() if row is None),
            "review": review_counts(review, user, self.last),
        }


class _NeedsLock(Exception):
    """The operation cannot be decided without locking its review; nothing was written."""


def operate(
    *, review_id: int, operations: Sequence[dict[str, Any]], user: User, as_read: Review | None = None
) -> dict[str, Any]:
    """Apply operations in order, in one transaction, and return what they left behind.

    Each is all or nothing, and those before a refused one stay. Raises `Conflict` (409) with the rows as they are now
    when somebody else changed one of them, `ServiceError` (400) when an operation makes no sense.

    as_read : the review as `find_review` has just read it. A single operation then takes no lock: see `_at_once`.
    """
    if as_read is not None and len(operations) == 1:
        outcome = _at_once(as_read, operations[0], user)
        if outcome is not None:
            return outcome.as_json(as_read, user)
    return _under_lock(review_id, operations, user)


def _at_once(review: Review, operation: dict[str, Any], user: User) -> Outcome | None:
    """Work the operation out from what is read without a lock, and write it if the review is still as it was read.

    None if it is not, or if the operation was refused, as what was read need not be of one moment then: both are
    decided under the lock.
    """
    outcome = Outcome()
    try:
        _apply_and_save(review, operation, user, outcome, is_locked=False)
    except (_NeedsLock, ServiceError):
        return None
    return outcome


def _under_lock(review_id: int, operations: Sequence[dict[str, Any]], user: User) -> dict[str, Any]:
    outcome = Outcome()
    refused: ServiceError | None = None
    with transaction.atomic():
        reviews = Review.objects.select_for_update(of=("self",)).select_related("pair__project")
        review = reviews.get(pk=review_id)
        for operation in operations:
            try:
                # What is refused is refused before anything of it is written. Only the database itself can fail later,
                # and then a single operation fails as a whole anyway.
                with transaction.atomic() if len(operations) > 1 else nullcontext():
                    _operate_once(review, operation, user, outcome)
            except ServiceError as error:
                error.extra |= {"operation": str(operation.get("id")), "results": outcome.results}
                refused = error
                break
        else:
            return outcome.as_json(review, user)
    raise refused


def _operate_once(review: Review, asked: dict[str, Any], user: User, outcome: Outcome) -> None:
    """Of an operation that is stored already, only say so."""
    operation_id = UUID(str(asked["id"]))
    known = Operation.objects.filter(pk=operation_id).values_list("review_id", "sequence", "rows").first()
    if known:
        review_id, sequence, rows = known
        if review_id != review.pk:
            raise ServiceError("This operation id is in use in another review.", code="invalid_operation")
        outcome.results.append({"id": str(operation_id), "sequence": sequence, "repeated": True})
        outcome.stale |= set(map(str, rows)) - set(outcome.rows)
        return
    _apply_and_save(review, asked, user, outcome, is_locked=True)


def _apply_and_save(review: Review, asked: dict[str, Any], user: User, outcome: Outcome, *, is_locked: bool) -> None:
    check_current(review)
    steps = asked["steps"]
    verb = _verb_of(asked)
    undone = _operation_to_replay(review, steps[0], user) if step_type(steps) in OF_THE_LOG else None
    is_redo = step_type(steps) == "redo"
    if undone is not None:
        (before, facts), after, state_after = _replay(review, undone, user, redo=is_redo)
    else:
        (before, facts), after, state_after = _apply(review, asked, user)

    state_before = review.state
    if state_after != state_before and not is_locked:  # others are told of that in the same transaction
        raise _NeedsLock
    check_new_ids(before, after)
    after = with_room(review, before, after)
    back = known_rows(review, set(after) - set(before))
    if back and not is_locked:  # what the answer says of them is read after they are written
        raise _NeedsLock
    after = with_versions(review, before, after, back)
    changed = {row_id for row_id, row in after.items() if before.get(row_id) != row}
    gone = set(before) - set(after)
    touched = sorted(changed | gone)
    at = timezone.now()
    n_rows, n_reviewed = counted(review) if review.row_count is None else (review.row_count, review.reviewed_count or 0)

    told: dict[str, Any] = {
        "revision": review.revision + 1,
        "updated_at": at,
        "row_count": n_rows + len(after) - len(before),
        "reviewed_count": n_reviewed + _n_reviewed(after) - _n_reviewed(before),
    }
    if state_after != review.state:
        told |= {
            "state": state_after,
            "submitted_at": at if state_after == ReviewState.SUBMITTED else None,
            "return_reason": _last_reason(review) if state_after == ReviewState.RETURNED else "",
        }
    operation = Operation(
        pk=UUID(str(asked["id"])),
        review=review,
        sequence=review.revision + 1,
        verb=verb,
        steps=steps,
        is_edit=is_edit(steps),
        page=asked.get("page"),
        before={"state": review.state, "rows": [before[r].to_json() for r in touched if r in before]},
        after={"state": state_after, "rows": [after[r].to_json() for r in touched if r in after]},
        rows=touched,
        undoes=undone,
        by=user,
    )
    if not save_edit(review, before, after, operation=operation, told=told):
        raise _NeedsLock
    for name, value in told.items():
        setattr(review, name, value)
    if state_after != state_before:
        tell_of_state(review, state_before, user)
    outcome.last = operation
    outcome.results.append({"id": str(operation.pk), "sequence": review.revision, "repeated": False})
    for row_id in gone:
        outcome.touch(row_id, None)
    for row_id in changed - back:
        known = facts.get(row_id) or RowFacts()
        outcome.touch(row_id, (after[row_id], replace(known, changed_by=user.pk, changed_at=at)))
    outcome.stale |= back  # they have their proposals and their comments again


def _n_reviewed(rows: dict[str, RowState]) -> int:
    return sum(row.status != RowStatus.PROPOSED for row in rows.values())


def _verb_of(asked: dict[str, Any]) -> str:
    """What the history calls the operation. Names of what the server does itself are its own."""
    verb = str(asked.get("verb") or "edit")[:30]
    if verb in RESERVED and not (verb in OF_THE_LOG and step_type(asked["steps"]) == verb):
        raise ServiceError(f"The verb {verb} is reserved; call the operation something else.", code="invalid_operation")
    return verb


def _last_reason(review: Review) -> str:
    """Why the review was returned, for an undo that makes it returned again."""
    returned = Operation.objects.filter(review=review, steps__0__type=RETURN).order_by("-sequence").first()
    return str(returned.steps[0]["reason"]) if returned else "Returned."


def _apply(review: Review, asked: dict[str, Any], user: User) -> tuple[Read, dict[str, RowState], str]:
    """Check versions, then do the steps; returns rows before and what is told of them, rows after, the state after."""
    steps, page = asked["steps"], asked.get("page")
    try:
        named = named_by(steps)
        row_ids = {str(UUID(value)) for value in named.rows}
        chip_ids = {str(UUID(value)) for value in named.chips}
        versions = {str(UUID(row_id)): version for row_id, version in (asked.get("versions") or {}).items()}
    except InvalidStep as error:
        raise _invalid(error) from error
    except ValueError as error:
        raise ServiceError(f"A row or chip id is not well formed: {error}.", code="invalid_operation") from error
    if any(step["type"] in OF_THE_LOG for step in steps):
        raise ServiceError("undo and redo stand alone in an operation.", code="invalid_operation")
    before, facts = read_rows(review, row_ids, chip_ids)
    # Text that is not where the sender saw it was moved out of one of the rows that it gives versions of.
    is_elsewhere = any(row_id not in row_ids and row_id not in versions for row_id in before)
    stale = {
        row_id: version
        for row_id, version in versions.items()
        if (row_id in row_ids or row_id in before or is_elsewhere)
        and not (row_id in before and before[row_id].version == version)
    }
    if later := later_by_others(review, stale, user.pk, page):
        raise _conflict(review, row_ids | set(before), later, user)

    is_reopening = any(step["type"] == "reopen" for step in steps)
    if review.state == ReviewState.SUBMITTED and not is_reopening:
        raise Conflict("This review is submitted. Reopen it to change it.", code="submitted")
    working = WorkingRows(
        rows=dict(before),
        is_bitext=review.pair.kind == PairKind.BITEXT,
        state=review.state,
        source_lengths=_source_lengths(review, named.sentences),
    )
    try:
        apply_steps(working, steps)
    except InvalidStep as error:
        # Versions may coincide though the rows do not: if somebody else was the last there, they moved what is missing.
        was_moved = isinstance(error, NotThere) and bool(versions) and _changed_by_others(before, user)
        if not stale and not was_moved:
            raise _invalid(error) from error
        raise _conflict(review, row_ids, None, user, f"The rows have changed since: {error}.") from error
    check_labels(review, named.labels)
    _check_all_reviewed(review, steps)
    return (before, facts), working.rows, working.state


def _invalid(error: InvalidStep) -> ServiceError:
    return ServiceError(f"{str(error)[:1].upper()}{str(error)[1:]}.", code="invalid_operation")


def _check_all_reviewed(review: Review, steps: Sequence[dict[str, Any]]) -> None:
    if review.kind == ReviewKind.ADJUDICATION and any(step["type"] == "submit" for step in steps):
        check_settled(review)
    elif any(step["type"] == "submit" and not step.get("leave_unreviewed") for step in steps):
        n_left = ReviewRow.objects.filter(review=review, status=RowStatus.PROPOSED).count()
        if n_left:
            raise ServiceError(f"{n_left} rows are not reviewed yet.", code="unreviewed_rows", n_unreviewed=n_left)


def _changed_by_others(rows: Iterable[str], user: User) -> bool:
    return ReviewRow.objects.filter(pk__in=list(rows), changed_by__isnull=False).exclude(changed_by=user).exists()


def _source_lengths(review: Review, positions: Iterable[int]) -> dict[int, int]:
    wanted = [position for position in positions if 0 <= position < 2**31]
    if not wanted:
        return {}
    units = Unit.objects.filter(document_id=review.pair.source_id, position__in=wanted)
    return {position: len(text) for position, text in units.values_list("position", "text")}


def _conflict(
    review: Review, row_ids: set[str], later: Operation | None, user: User, detail: str | None = None
) -> Conflict:
    """With the rows as they are now, and who changed them last; `later`: the operation that is in the way."""
    if later is None:
        later = Operation.objects.filter(review=review, rows__overlap=list(row_ids)).select_related("by").last()
    by = later.by if later else None
    if detail is None:
        is_own = by is not None and by.pk == user.pk
        who = "You changed this row in another tab or on another device" if is_own else "Somebody else changed this row"
        detail = f"{who}. Choose which version to keep."
    return Conflict(
        detail,
        rows=rows_json(review, row_ids),
        changed_by={"id": by.pk, "name": by.get_full_name() or by.get_username()} if by else None,
        changed_at=later.at.isoformat() if later else None,
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
    kind = step_type(operation.steps)
    if kind in NOT_UNDOABLE:
        raise ServiceError("This entry of the history cannot be undone.", code="invalid_operation")
    if kind == RETURN and operation.by_id != user.pk:
        raise ServiceError("Only the person who returned the review can undo that.", code="invalid_operation")
    if operation.undone != (step["type"] == "redo"):
        done = "not undone" if step["type"] == "redo" else "undone already"
        raise Conflict(f"The operation is {done}.", code="nothing_to_do")
    return operation


def _replay(review: Review, operation: Operation, user: User, *, redo: bool) -> tuple[Read, dict[str, RowState], str]:
    """Put the operation's rows back as they were before it (or, for redo, after it)."""
    was, becomes = (operation.before, operation.after) if redo else (operation.after, operation.before)
    expected = {row["id"]: RowState.from_json(row) for row in was["rows"]}
    wanted = {row["id"]: RowState.from_json(row) for row in becomes["rows"]}
    before, facts = read_rows(review, map(str, operation.rows))
    if set(before) != set(expected) or any(not before[r].same_as(expected[r]) for r in expected):
        detail = "The row was changed after that. Undo the later edit first."
        raise _conflict(review, set(map(str, operation.rows)), None, user, detail)
    changes_state = was["state"] != becomes["state"]
    if changes_state and review.state != was["state"]:
        raise Conflict(f"The review is {review.state} now. Undo what made it so first.", code="nothing_to_do")
    if not changes_state and review.state == ReviewState.SUBMITTED:
        raise Conflict("This review is submitted. Reopen it to change it.", code="submitted")
    if redo:
        _check_all_reviewed(review, operation.steps)
    after = {
        row_id: replace(row, position=before[row_id].position if row_id in before else row.position)
        for row_id, row in wanted.items()
    }
    return (before, facts), after, becomes["state"] if changes_state else review.state
