"""The verbs of the operation log, which of them change no row, and an entry of the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from annotator.models import Operation, Review
from annotator.reviewing.steps import OF_THE_LOG

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Entries that the server writes itself; their steps have the same type.
RETURN, CARRY_OVER, HAND_OVER = "return", "carry_over", "hand_over"
SET_ASIDE, BRING_BACK = "set_aside", "bring_back"
#: Verbs that no client may use for an operation of its own.
RESERVED = frozenset({*OF_THE_LOG, RETURN, CARRY_OVER, HAND_OVER, SET_ASIDE, BRING_BACK})
#: Of those, the entries that cannot be undone.
NOT_UNDOABLE = (CARRY_OVER, HAND_OVER, SET_ASIDE, BRING_BACK)


def entry(
    review: Review, sequence: int, verb: str, about: Mapping[str, Any], *, by: User | None, was: str | None = None
) -> Operation:
    """An entry of the server's own about a review as a whole, not stored yet.

    about : what its step says. was : the state before, where that is another than now.
    """
    return Operation(
        pk=uuid4(),
        review=review,
        sequence=sequence,
        verb=verb,
        steps=[{"type": verb, **about}],
        before={"state": was or review.state, "rows": []},
        after={"state": review.state, "rows": []},
        rows=[],
        by=by,
    )
