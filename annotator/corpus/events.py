"""The activity verbs of this domain."""

from __future__ import annotations

from annotator.people.activity.verbs import EXPORTS, SETTINGS, TEXTS, Verb, declare

declare(
    kinds=("import", "document", "pair", "glossary"),
    verbs={
        "imported": Verb("imported", TEXTS),
        "import_discarded": Verb("discarded the import", TEXTS),
        "document_removed": Verb("deleted the document", TEXTS),
        "recording_added": Verb("added a recording to", TEXTS),
        "recording_removed": Verb("removed the recording of", TEXTS),
        "pair_created": Verb("created the pair", TEXTS),
        "pair_removed": Verb("deleted the pair", TEXTS),
        "glossary_imported": Verb("imported", TEXTS),
        "glossary_cleared": Verb("cleared", TEXTS),
        "exported_glossary": Verb("exported", EXPORTS),
        "project_removed": Verb("deleted the project", SETTINGS),
    },
)
