"""What the activity log can say of decks."""

from __future__ import annotations

from annotator.people.activity.verbs import TEXTS, Verb, declare

declare(
    verbs={
        "timeline_set": Verb("set the timeline of", TEXTS),
        "timeline_found": Verb("searched a recording for the timeline of", TEXTS),
        "timeline_removed": Verb("removed the timeline of", TEXTS),
        "pictures_added": Verb("added pictures of the pages of", TEXTS),
        "slide_text_read": Verb("had the slide text read of", TEXTS),
        "slide_text_changed": Verb("worked on the slide text of", TEXTS),
        "slide_text_stored": Verb("stored the slide text of", TEXTS),
        "slide_text_removed": Verb("removed the slide text of", TEXTS),
        "pictures_removed": Verb("removed the pictures of", TEXTS),
    },
)
