"""The activity verbs of this domain."""

from __future__ import annotations

from annotator.people.activity.verbs import ASSIGNMENTS, REVIEWS, Verb, declare

declare(
    kinds=("slots",),
    verbs={
        "assigned": Verb("assigned", ASSIGNMENTS),
        "reassigned": Verb("reassigned", ASSIGNMENTS),
        "requeued": Verb("put back in the queue, with what was done,", ASSIGNMENTS),
        "withdrawn": Verb("withdrew", ASSIGNMENTS),
        "prioritised": Verb("set the priority of", ASSIGNMENTS),
        "due_set": Verb("set the due date of", ASSIGNMENTS),
        "needed_set": Verb("set the reviews needed for", ASSIGNMENTS),
        "assignment_undone": Verb("took back a change of", ASSIGNMENTS),
        "spot_checks_drawn": Verb("drew spot checks in", REVIEWS),
        "spot_check_accepted": Verb("accepted what was spot-checked in", REVIEWS),
        "spot_check_returned": Verb("sent back what was spot-checked in", REVIEWS),
        "spot_check_reopened": Verb("reopened a spot check in", REVIEWS),
        "spot_check_removed": Verb("removed a spot check in", REVIEWS),
    },
)
