"""The activity verbs of this domain."""

from __future__ import annotations

from annotator.people.activity.verbs import EXPORTS, SETTINGS, TEXTS, Verb, declare

declare(
    verbs={
        "exported_gold": Verb("exported", EXPORTS),
        "project_exported": Verb("exported the whole of", EXPORTS),
        "project_imported": Verb("imported the whole of", EXPORTS),
        "exported_reviews": Verb("exported the reviews of", EXPORTS),
        "erasure_requested": Verb("asked for the erasure of", TEXTS),
        "talks_erased": Verb("erased", TEXTS, is_warning=True),
        "project_changed": Verb("changed the settings of", SETTINGS),
    },
)
