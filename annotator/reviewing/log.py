"""The log of operations: what its entries are called, and who changed a row since when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from annotator.models import Operation, Review

#: Steps that are the only one of their operation.
OF_THE_LOG = ("undo", "redo")
#: Entries that the server writes itself; their steps have the same type.
RETURN, CARRY_OVER, HAND_OVER = "return", "carry_over", "hand_over"
RESERVED = frozenset({*OF_THE_LOG, RETURN, CARRY_OVER, HAND_OVER})


#: Of those, the entries that cannot be undone.
NOT_UNDOABLE = (CARRY_OVER, HAND_OVER)


def step_type(steps: Any) -> str | None:
    """The type of an operation's only step; None if it has several."""
    if isinstance(steps, list) and len(steps) == 1 and isinstance(steps[0], dict):
        kind = steps[0].get("type")
        return kind if isinstance(kind, str) else None
    return None


def later_by_others(review: Review, known: Mapping[str, int], by: int, page: UUID | None) -> Operation | None:
    """An operation on one of these rows that the sender cannot have known; None if there is none.

    The latest by somebody else if there is one, or else the latest of the sender's own from another page.

    known : by row id, the version that the sender knew. An operation is later if it gave the row a higher version, or
        deleted it at that version or a higher one. `by`, `page`: the sender, whose own operations from the same page
        are known to it, however stale the number is that it sends: a page sends in order.
    """
    if not known:
        return None
    own = None
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
            if operation.by_id != by:
                return operation
            own = own or operation
    return own
