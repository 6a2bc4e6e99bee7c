"""The activity verbs of this domain."""

from __future__ import annotations

from annotator.people.activity.verbs import EXPORTS, PEOPLE, Verb, declare

declare(
    kinds=("link",),
    verbs={
        "link_created": Verb("created an author link for", PEOPLE),  # only in old entries: `authors_invited`
        "link_changed": Verb("changed the author link of", PEOPLE),
        "authors_invited": Verb("invited", PEOPLE),
        "links_acted_on": Verb("changed the author links of", PEOPLE),  # only in old entries: `link_changed`
        "answers_entered": Verb("entered the answers of", PEOPLE),
        "link_removed": Verb("deleted the author link of", PEOPLE),
        "exported_ratings": Verb("exported the ratings of", EXPORTS),
    },
)
