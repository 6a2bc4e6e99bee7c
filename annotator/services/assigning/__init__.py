"""Who reviews what: the slots of pairs, the queue of an annotator, and what admins assign."""

from annotator.services.assigning.bulk import Outcome, assign, prioritise, reassign, set_due, set_needed, withdraw
from annotator.services.assigning.policy import end_policy, make_slots, make_slots_of, set_policy
from annotator.services.assigning.queue import claim, claim_next, queue_of, release, renew_leases, skip, take_slot

__all__ = [
    "Outcome",
    "assign",
    "claim",
    "claim_next",
    "end_policy",
    "make_slots",
    "make_slots_of",
    "prioritise",
    "queue_of",
    "reassign",
    "release",
    "renew_leases",
    "set_due",
    "set_needed",
    "set_policy",
    "skip",
    "take_slot",
    "withdraw",
]
