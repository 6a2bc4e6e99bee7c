"""Apply operations to a review: each is one edit, all or nothing, in the log, idempotent by its id, undoable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from annotator.models import (
    Chip,
    GuidelinesVersion,
    Operation,
    PairKind,
    Review,
    ReviewKind,
    ReviewRow,
    ReviewState,
    RowStatus,
    Unit,
)
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.adjudication.compared import check_settled, lock_compared
from annotator.reviewing.conflicts import changed_by_others, conflict, later_by_others, n_unseen
from annotator.reviewing.content import review_counts, states_json
from annotator.reviewing.events import tell_of_state
from annotator.reviewing.guidelines.labels import fault_of_values, labels_of
from annotator.reviewing.log import RESERVED, RETURN
from annotator.reviewing.permissions import may_reopen
from annotator.reviewing.saving import save_edit
from annotator.reviewing.state import RowState, WorkingRows
from annotator.reviewing.steps import OF_THE_LOG, InvalidStep, NotThere, apply_steps, is_edit, named_by, only_type
from annotator.reviewing.storage import RowFacts, RowsRead, chip_ids, counted, read_rows
from annotator.reviewing.undoing import operation_to_replay, replay

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Rows = dict[str, RowState]


@dataclass(slots=True)
class Edit:
    """An operation worked out, and not written yet.

    verb : what the history calls it. undoes : the operation that it undoes or redoes.
    before, after : the rows that it names, and those that it leaves. facts : about those before.
    back : new rows that the review has had before. state : of the review, afterwards.
    """

    verb: str
    undoes: Operation | None
    before: Rows
    facts: dict[str, RowFacts]
    after: Rows
    back: set[str]
    state: str
    changed: set[str] = field(init=False)
    gone: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.changed = {row_id for row_id, row in self.after.items() if self.before.get(row_id) != row}
        self.gone = set(self.before) - set(self.after)


@dataclass(slots=True)
class Outcome:
    """What operations left behind. rows : those touched, None where they are gone; `stale`: to be read at the end."""

    results: list[dict[str, Any]] = field(default_factory=list)
    rows: dict[str, tuple[RowState, RowFacts] | None] = field(default_factory=dict)
    stale: set[str] = field(default_factory=set)
    last: Operation | None = None

    def add(self, operation: Operation, edit: Edit, user: User, at: datetime) -> None:
        self.last = operation
        self.results.append({"id": str(operation.pk), "sequence": operation.sequence, "repeated": False})
        for row_id in edit.gone:
            self.rows[row_id] = None
        for row_id in edit.changed:
            facts = edit.facts.get(row_id) or RowFacts()
            self.rows[row_id] = (edit.after[row_id], replace(facts, changed_by=user.pk, changed_at=at))
        self.stale -= edit.gone | edit.changed
        self.stale |= edit.back  # they have their proposals and their comments again

    def as_json(self, review: Review, user: User) -> dict[str, Any]:
        if self.stale:
            states, facts = read_rows(review, self.stale)
            self.rows |= {
                row_id: (states[row_id], facts[row_id]) if row_id in states else None for row_id in self.stale
            }
        there = sorted((row for row in self.rows.values() if row), key=lambda row: row[0].position)
        return {
            "results": self.results,
            "rows": states_json(review, there),
            "deleted": sorted(row_id for row_id, row in self.rows.items() if row is None),
            "review": review_counts(review, user, self.last),
        }


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
    decided under the lock. So are edits that change the review's state, as others hear of that in the same transaction,
    and those that bring rows back, which are read again after they are written.
    """
    try:
        edit = _work_out(review, operation, user)
    except ServiceError:
        return None
    outcome = Outcome()
    if edit.state != review.state or edit.back or not _write(review, operation, edit, user, outcome):
        return None
    return outcome


def _under_lock(review_id: int, operations: Sequence[dict[str, Any]], user: User) -> dict[str, Any]:
    outcome = Outcome()
    refused: ServiceError | None = None
    with transaction.atomic():
        reviews = Review.objects.select_for_update(of=("self",)).select_related("pair__project")
        review = reviews.get(pk=review_id)
        if review.kind == ReviewKind.ADJUDICATION and any(_submits(one) for one in operations):
            lock_compared(review)
        for operation in operations:
            try:
                # What is refused is refused before anything of it is written. Only the database itself can fail later,
                # and then a single operation fails as a whole anyway.
                with transaction.atomic() if len(operations) > 1 else nullcontext():
                    _apply_once(review, operation, user, outcome)
            except ServiceError as error:
                error.extra |= {"operation": str(operation.get("id")), "results": outcome.results}
                refused = error
                break
        else:
            return outcome.as_json(review, user)
    raise refused


def _submits(sent: dict[str, Any]) -> bool:
    return any(isinstance(step, dict) and step.get("type") in ("submit", "redo") for step in sent["steps"])


def _apply_once(review: Review, sent: dict[str, Any], user: User, outcome: Outcome) -> None:
    """Of an operation that is stored already, only say so."""
    operation_id = UUID(str(sent["id"]))
    known = Operation.objects.filter(pk=operation_id).values_list("review_id", "sequence", "rows").first()
    if known:
        review_id, sequence, rows = known
        if review_id != review.pk:
            raise ServiceError("This operation id is in use in another review.", code="invalid_operation")
        outcome.results.append({"id": str(operation_id), "sequence": sequence, "repeated": True})
        outcome.stale |= set(map(str, rows)) - set(outcome.rows)
    elif not _write(review, sent, _work_out(review, sent, user), user, outcome):
        raise RuntimeError(f"Review {review.pk} changed while it was locked.")


def _work_out(review: Review, sent: dict[str, Any], user: User) -> Edit:
    """What the operation comes to; nothing is written. Raises Conflict or ServiceError where it is refused."""
    check_current(review)
    steps = sent["steps"]
    kind = only_type(steps)
    verb = _verb(sent, kind)
    undoes = operation_to_replay(review, steps[0], user) if kind in OF_THE_LOG else None
    if undoes is None:
        (before, facts), working = _apply(review, sent, user)
    else:
        (before, facts), working = replay(review, undoes, user, redo=kind == "redo")
    # Also by the undo of a submission, or on the way to being submitted again.
    is_reopened = working.state != ReviewState.SUBMITTED or any(step["type"] == "reopen" for step in steps)
    if review.state == ReviewState.SUBMITTED and is_reopened and not may_reopen(user, review):
        raise Conflict("This pair is adjudicated. Only an adjudicator can reopen a review of it.", code="adjudicated")
    n_opened = _n_reviewed(before) - _n_reviewed(working.rows) + len(working.rows) - len(before)
    _check_all_reviewed(review, undoes.steps if undoes is not None and kind == "redo" else steps, n_opened)
    check_new_ids(before, working.rows)
    after, back = _placed(review, before, working.rows)
    return Edit(verb, undoes, before, facts, after, back, working.state)


def _verb(sent: dict[str, Any], kind: str | None) -> str:
    """What the history calls the operation. Names of what the server does itself are its own."""
    verb = str(sent.get("verb") or "edit")[:30]
    if verb in RESERVED and not (verb in OF_THE_LOG and verb == kind):
        raise ServiceError(f"The verb {verb} is reserved; call the operation something else.", code="invalid_operation")
    return verb


def _write(review: Review, sent: dict[str, Any], edit: Edit, user: User, outcome: Outcome) -> bool:
    """Store the edit, unless the review is no longer as it was read; returns whether it was stored."""
    at = timezone.now()
    operation = _logged(review, sent, edit, user)
    changes = _changes(review, edit, at)
    if not save_edit(review, edit.before, edit.after, operation=operation, changes=changes):
        return False
    state_before = review.state
    for name, value in changes.items():
        setattr(review, name, value)
    if review.state != state_before:
        tell_of_state(review, state_before, user)
    outcome.add(operation, edit, user, at)
    return True


def _logged(review: Review, sent: dict[str, Any], edit: Edit, user: User) -> Operation:
    """The entry of the log."""
    touched = sorted(edit.changed | edit.gone)
    return Operation(
        pk=UUID(str(sent["id"])),
        review=review,
        sequence=review.revision + 1,
        verb=edit.verb,
        steps=sent["steps"],
        is_edit=is_edit(sent["steps"]),
        page=sent.get("page"),
        before={"state": review.state, "rows": [edit.before[r].to_json() for r in touched if r in edit.before]},
        after={"state": edit.state, "rows": [edit.after[r].to_json() for r in touched if r in edit.after]},
        rows=touched,
        undoes=edit.undoes,
        by=user,
    )


def _changes(review: Review, edit: Edit, at: datetime) -> dict[str, Any]:
    """The new values of the review itself, by column."""
    n_rows, n_reviewed = counted(review) if review.row_count is None else (review.row_count, review.reviewed_count or 0)
    changes: dict[str, Any] = {
        "revision": review.revision + 1,
        "updated_at": at,
        "row_count": n_rows + len(edit.after) - len(edit.before),
        "reviewed_count": n_reviewed + _n_reviewed(edit.after) - _n_reviewed(edit.before),
    }
    if edit.state != review.state:
        changes |= {
            "state": edit.state,
            "submitted_at": at if edit.state == ReviewState.SUBMITTED else None,
            "return_reason": _last_reason(review) if edit.state == ReviewState.RETURNED else "",
        }
    if edit.state == ReviewState.SUBMITTED:
        first = review.first_submission
        changes |= {"submitted_before": None, "first_submission": review.revision + 1 if first is None else first}
    return changes


def _n_reviewed(rows: dict[str, RowState]) -> int:
    return sum(row.status != RowStatus.PROPOSED for row in rows.values())


def _last_reason(review: Review) -> str:
    """Why the review was returned, for an undo that makes it returned again."""
    returned = Operation.objects.filter(review=review, steps__0__type=RETURN).order_by("-sequence").first()
    return str(returned.steps[0]["reason"]) if returned else "Returned."


def _apply(review: Review, sent: dict[str, Any], user: User) -> tuple[RowsRead, WorkingRows]:
    """Check versions, then do the steps; returns the rows as they were read, and as the steps leave them."""
    steps, page = sent["steps"], sent.get("page")
    try:
        named = named_by(steps)
        row_ids = {str(UUID(value)) for value in named.rows}
        chip_ids = {str(UUID(value)) for value in named.chips}
        versions = {str(UUID(row_id)): version for row_id, version in (sent.get("versions") or {}).items()}
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
    if stale and (later := later_by_others(review, stale, user.pk, page)):
        n_before = n_unseen(review, stale, user.pk, page) - 1
        raise conflict(review, row_ids | set(before), later, user, known=stale, n_before=n_before)

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
        was_moved = isinstance(error, NotThere) and bool(versions) and changed_by_others(before, user)
        if not stale and not was_moved:
            raise _invalid(error) from error
        raise conflict(review, row_ids, None, user, f"The rows have changed since: {error}.") from error
    check_labels(review, named.labels)
    if review.pair.kind != PairKind.SLIDES_TALK and any(step["type"] == "set_key" for step in steps):
        raise ServiceError("Only a talk with slides has key sentences.", code="invalid_operation")
    return (before, facts), working


def _invalid(error: InvalidStep) -> ServiceError:
    return ServiceError(f"{str(error)[:1].upper()}{str(error)[1:]}.", code="invalid_operation")


def _check_all_reviewed(review: Review, steps: Sequence[dict[str, Any]], n_opened: int) -> None:
    """n_opened : rows that the operation itself leaves open, less those that it closes."""
    if review.kind == ReviewKind.ADJUDICATION and any(step["type"] == "submit" for step in steps):
        check_settled(review, n_opened)
    elif any(step["type"] == "submit" and not step.get("leave_unreviewed") for step in steps):
        n_left = ReviewRow.objects.filter(review=review, status=RowStatus.PROPOSED).count() + n_opened
        if n_left:
            raise ServiceError(f"{n_left} rows are not reviewed yet.", code="unreviewed_rows", n_unreviewed=n_left)


def _source_lengths(review: Review, positions: Iterable[int]) -> dict[int, int]:
    wanted = [position for position in positions if 0 <= position < 2**31]
    if not wanted:
        return {}
    units = Unit.objects.filter(document_id=review.pair.source_id, position__in=wanted)
    return {position: len(text) for position, text in units.values_list("position", "text")}


def _placed(review: Review, before: Rows, after: Rows) -> tuple[Rows, set[str]]:
    """`after` with a free place for each new row, and with the versions that go with it: one more for a row that
    changes, the same for one that does not. With it, those of the new rows that the review has had before.

    An undo brings such rows back. They get a version that they never had: whoever knew such a row in its former life
    must not be taken for somebody who knows it now. A row's version is at most its review's revision and one, as an
    edit adds one to both.

    Raises Conflict where no number is left between the neighbours of a new row.
    """
    new = sorted((row for row_id, row in after.items() if row_id not in before), key=lambda row: row.position)
    places = _free_places(review, before, after, new) if new else {}
    back = _had_before(review, {row.id for row in new}) if new else set()

    def version(row: RowState) -> int:
        was = before.get(row.id)
        if was is None:
            return review.revision + 2 if row.id in back else 1
        return was.version if row.same_as(was) else was.version + 1

    rows = {
        row_id: replace(row, position=places.get(row_id, row.position), version=version(row))
        for row_id, row in after.items()
    }
    return rows, back


def _free_places(review: Review, before: Rows, after: Rows, new: Sequence[RowState]) -> dict[str, float]:
    """By id, where new rows go, moved on where another row has taken their position meanwhile."""
    others = ReviewRow.objects.filter(review=review).exclude(pk__in=before)
    kept = {row.position for row_id, row in after.items() if row_id in before}
    wanted = {row.position for row in new}
    if not (kept & wanted or len(wanted) < len(new) or others.filter(position__in=wanted).exists()):
        return {}
    taken = kept | set(others.values_list("position", flat=True))
    places: dict[str, float] = {}
    for row in new:
        place = row.position
        if place in taken:
            above = min((other for other in taken if other > place), default=place + 2)
            place = (place + above) / 2
            if place in taken:
                raise Conflict("There is no room for another row between these two.", code="no_room")
        places[row.id] = place
        taken.add(place)
    return places


def _had_before(review: Review, new: set[str]) -> set[str]:
    log = Operation.objects.filter(review=review, rows__overlap=list(new)).values_list("rows", flat=True)
    return {str(row_id) for rows in log for row_id in rows} & new


def check_new_ids(before: Rows, after: Rows) -> None:
    """The ids that an operation makes up must be nobody's, in this review or any other.

    Raises ServiceError naming the first that is taken: stored all the same, it would take that row or text away.
    """
    twice = Counter(chip.id for row in after.values() for side in (row.source, row.target) for chip in side)
    if again := next((chip_id for chip_id, n in twice.items() if n > 1), None):
        raise ServiceError(f"Chip {again} would stand in two places.", code="invalid_operation")
    rows, chips = set(after) - set(before), chip_ids(after.values()) - chip_ids(before.values())
    taken = list(ReviewRow.objects.filter(pk__in=rows).values_list("pk", flat=True)) if rows else []
    taken += list(Chip.objects.filter(pk__in=chips).values_list("pk", flat=True)) if chips else []
    if taken:
        raise ServiceError(f"The id {taken[0]} is in use already; make a new one.", code="invalid_operation")


def check_current(review: Review) -> None:
    """Raises Conflict (409, `superseded`) naming the review to go on with, if the review was carried over to a newer
    version of its texts: what was edited here after that would be missing there; or was set aside (`set_aside`)."""
    if review.superseded_by_id is not None:
        raise Conflict(
            "A newer version of this text was imported. Your work was carried over to a new review; continue there.",
            code="superseded",
            superseded_by=review.superseded_by_id,
        )
    if review.state == ReviewState.SET_ASIDE:
        raise Conflict("An admin has set this review aside. It can be read, not changed.", code="set_aside")


def check_labels(review: Review, labels: Iterable[Mapping[str, Any]]) -> None:
    """Raises ServiceError for a value that the review's guidelines do not know, nor any other version of the project:
    an edit that was made offline under another version is as good as any."""
    for values in labels:
        fault = fault_of_values(values, labels_of(review.guidelines_id))
        if fault is None:
            continue
        versions = GuidelinesVersion.objects.filter(project=review.pair.project_id).published()
        if all(fault_of_values(values, labels) is not None for labels in versions.values_list("labels", flat=True)):
            raise ServiceError(f"{fault[:1].upper()}{fault[1:]}.", code="invalid_operation")
