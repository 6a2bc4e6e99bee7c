"""Who reviews what: the slots of pairs, the queue of an annotator, and what admins assign."""

from annotator.reviewing.slots.policy import end_policy, make_slots, make_slots_of, rank_again, set_policy
from annotator.reviewing.slots.queue import claim, claim_next, queue_of, release, renew_leases, skip, take_slot
from annotator.teams.assigning.board import (
    BoardFilter,
    BoardOrder,
    BoardState,
    board_choices,
    board_counts,
    board_page,
    matching,
    workload,
)
from annotator.teams.assigning.bulk import (
    Outcome,
    assign,
    plan,
    prioritise,
    reassign,
    set_due,
    set_needed,
    undo,
    withdraw,
)

__all__ = [
    "BoardFilter",
    "BoardOrder",
    "BoardState",
    "Outcome",
    "assign",
    "board_choices",
    "board_counts",
    "board_page",
    "claim",
    "claim_next",
    "end_policy",
    "make_slots",
    "make_slots_of",
    "matching",
    "plan",
    "prioritise",
    "queue_of",
    "rank_again",
    "reassign",
    "release",
    "renew_leases",
    "set_due",
    "set_needed",
    "set_policy",
    "skip",
    "take_slot",
    "undo",
    "withdraw",
    "workload",
]
