"""The activity verbs of this domain."""

from __future__ import annotations

from annotator.people.activity.verbs import EXPORTS, PEOPLE, Verb, declare

declare(
    kinds=("link", "rating_task"),
    verbs={
        "link_created": Verb("created an author link for", PEOPLE),  # only in old entries: `authors_invited`
        "link_changed": Verb("changed the author link of", PEOPLE),
        "authors_invited": Verb("invited", PEOPLE),
        "links_acted_on": Verb("changed the author links of", PEOPLE),  # only in old entries: `link_changed`
        "author_heard_from": Verb("heard from", PEOPLE),
        "answers_entered": Verb("entered the answers of", PEOPLE),
        "link_removed": Verb("deleted the author link of", PEOPLE),
        "exported_ratings": Verb("exported the ratings of", EXPORTS),
        "rating_task_made": Verb("made the rating task", PEOPLE),
        "rating_task_changed": Verb("changed the rating task", PEOPLE),
        "rating_task_removed": Verb("deleted the rating task", PEOPLE),
        "raters_added": Verb("added raters to", PEOPLE),
        "raters_mailed": Verb("sent e-mails to raters of", PEOPLE),
        "rater_heard_from": Verb("heard from a rater of", PEOPLE),
        "rater_counted": Verb("decided whether a rater counts in", PEOPLE),
        "rating_results_seen": Verb("looked before its end at the results of", PEOPLE),
        "rating_task_exported": Verb("exported the ratings of the task", EXPORTS),
    },
)
