"""The activity verbs and webhook events of this domain."""

from __future__ import annotations

from annotator.people.activity.verbs import EXPORTS, Verb, declare
from annotator.people.webhooks.announcing import declare_events

declare(
    kinds=("test_set", "release"),
    verbs={
        "test_set_created": Verb("created the test set", EXPORTS),
        "test_set_changed": Verb("changed the test set", EXPORTS),
        "test_set_removed": Verb("deleted the test set", EXPORTS),
        "release_requested": Verb("asked for the release", EXPORTS),
        "released": Verb("released", EXPORTS),
        "release_withdrawn": Verb("withdrew the release", EXPORTS),
        "release_published": Verb("opened the public page of", EXPORTS),
        "release_unpublished": Verb("closed the public page of", EXPORTS),
        "card_changed": Verb("changed the data card of", EXPORTS),
        "release_deleted": Verb("deleted the release", EXPORTS, is_warning=True),
        "release_discarded": Verb("discarded the release", EXPORTS),
        "system_scored": Verb("had a system scored on", EXPORTS),
        "system_removed": Verb("removed a system from", EXPORTS),
    },
)
declare_events(
    {
        "release.frozen": "a test set was released",
        "release.damaged": "a release is no longer what was frozen",
    }
)
