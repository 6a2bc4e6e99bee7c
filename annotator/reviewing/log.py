"""What the entries of the log are called."""

from __future__ import annotations

from annotator.reviewing.steps import OF_THE_LOG

#: Entries that the server writes itself; their steps have the same type.
RETURN, CARRY_OVER, HAND_OVER = "return", "carry_over", "hand_over"
#: Verbs that no client may use for an operation of its own.
RESERVED = frozenset({*OF_THE_LOG, RETURN, CARRY_OVER, HAND_OVER})
#: Of those, the entries that cannot be undone.
NOT_UNDOABLE = (CARRY_OVER, HAND_OVER)
