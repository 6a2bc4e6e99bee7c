"""What the activity log can say of recordings."""

from __future__ import annotations

from annotator.people.activity.verbs import ASSIGNMENTS, REVIEWS, SETTINGS, TEXTS, Verb, declare

declare(
    verbs={
        "recognition_added": Verb("added a recognition to", TEXTS),
        "recognition_removed": Verb("removed a recognition from", TEXTS),
        "check_made": Verb("had recognitions compared of", TEXTS),
        "check_removed": Verb("removed the check of", TEXTS),
        "check_stored": Verb("stored the checked text of", TEXTS),
        "pass_claimed": Verb("claimed a pass of", ASSIGNMENTS),
        "pass_released": Verb("gave back a pass of", ASSIGNMENTS),
        "pass_submitted": Verb("submitted a pass of", REVIEWS),
        "pass_held": Verb("held a pass of", REVIEWS),
        "pass_accepted": Verb("accepted a pass of", REVIEWS),
        "pass_rejected": Verb("rejected a pass of", REVIEWS),
        "pass_withdrawn": Verb("withdrew a pass of", REVIEWS),
        "segments_cut": Verb("had segments cut of", TEXTS),
        "segments_set": Verb("changed the segments of", TEXTS),
        "clips_made": Verb("had clips made of", TEXTS),
        "transcript_policy_set": Verb("changed the limits of transcripts of", SETTINGS),
    },
)
