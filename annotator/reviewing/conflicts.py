"""Whether somebody else changed a row first, and the answer (409) that lets the sender choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from annotator.models import Operation, Review, ReviewRow
from annotator.people.names import person_json
from annotator.platform.errors import Conflict
from annotator.reviewing.content import rows_json
from annotator.reviewing.permissions import unnamed_annotators

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def later_by_others(review: Review, known: Mapping[str, int], by: int, page: UUID | None) -> Operation | None:
    """An operation on one of these rows that the sender cannot have known; None if there is none.

    The latest by somebody else if there is one, or else the latest of the sender's own from another page.

    known : by row id, the version that the sender knew. An operation is later if it gave the row a higher version, or
        deleted it at that version or a higher one. `by`, `page`: the sender, whose own operations from the same page
        are known to it, however stale the number is that it sends: a page sends in order.
    """
    own = None
    for operation in _unseen(review, known, by, page):
        if operation.by_id != by:
            return operation
        own = own or operation
    return own


def n_unseen(review: Review, known: Mapping[str, int], by: int, page: UUID | None) -> int:
    """How many such operations there are."""
    return sum(1 for _ in _unseen(review, known, by, page))


def _unseen(review: Review, known: Mapping[str, int], by: int, page: UUID | None) -> Iterator[Operation]:
    """The latest first."""
    if not known:
        return
    # An operation gives a row a version of at most its own sequence number and one.
    log = Operation.objects.filter(review=review, rows__overlap=list(known), sequence__gte=min(known.values()))
    for operation in log.exclude(by=by, page=page).select_related("by").order_by("-sequence").iterator(chunk_size=20):
        before, after = (
            {row["id"]: row["version"] for row in rows["rows"] if row["id"] in known}
            for rows in (operation.before, operation.after)
        )
        if any(version > known[row_id] for row_id, version in after.items()) or any(
            version >= known[row_id] for row_id, version in before.items() if row_id not in after
        ):
            yield operation


def changed_by_others(rows: Iterable[str], user: User) -> bool:
    """Whether somebody else was the last to change one of the rows."""
    return ReviewRow.objects.filter(pk__in=list(rows), changed_by__isnull=False).exclude(changed_by=user).exists()


def as_known(review: Review, known: Mapping[str, int]) -> list[dict[str, Any]]:
    """The rows as they were at the versions that a sender knew, as the log has them: what both sides started from."""
    left, rows = dict(known), []
    log = Operation.objects.filter(review=review, rows__overlap=list(known), sequence__gte=min(known.values()))
    for before in log.order_by("sequence").values_list("before", flat=True).iterator(chunk_size=20):
        for row in before["rows"]:
            if left.get(row["id"]) == row["version"]:
                del left[row["id"]]
                rows.append({name: value for name, value in row.items() if name != "link"})
        if not left:
            break
    return rows


def conflict(
    review: Review,
    row_ids: set[str],
    later: Operation | None,
    user: User,
    detail: str | None = None,
    known: Mapping[str, int] | None = None,
    n_before: int = 0,
) -> Conflict:
    """With the rows as they are now, and who changed them last.

    later : the operation that is in the way. known : by row id, the version that the sender knew. n_before : other
        operations that the sender has not seen.
    """
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
        started_from=as_known(review, known) if known else [],
        changed_by=person_json(by) if by and (by.pk, review.pk) not in unnamed_annotators([review], user) else None,
        changed_at=later.at.isoformat() if later else None,
        n_before=n_before,
    )
