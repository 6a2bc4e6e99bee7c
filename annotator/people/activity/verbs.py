"""What the activity log can say. A line reads: who, verb, object, detail."""

from __future__ import annotations

from typing import NamedTuple


class Verb(NamedTuple):
    """label : after the name of who did it. group : under which the page lists it."""

    label: str
    group: str
    is_warning: bool = False


_SIGN_IN, _PEOPLE, _TEXTS, _RUNS = "Sign-ins and accounts", "People", "Talks and texts", "Runs"
_REVIEWS, _ASSIGNMENTS, _EXPORTS, _SETTINGS = "Reviews", "Assignments", "Exports", "Settings"

VERBS: dict[str, Verb] = {
    "signed_in": Verb("signed in", _SIGN_IN),
    "signed_out": Verb("signed out", _SIGN_IN),
    "sign_in_failed": Verb("failed to sign in as", _SIGN_IN, is_warning=True),
    "password_changed": Verb("changed the password of", _SIGN_IN),
    "token_created": Verb("created the API token", _SIGN_IN),
    "token_revoked": Verb("revoked the API token", _SIGN_IN),
    "member_added": Verb("added", _PEOPLE),
    "member_role_changed": Verb("changed the role of", _PEOPLE),
    "member_removed": Verb("removed", _PEOPLE),
    "member_invited": Verb("invited", _PEOPLE),
    "members_invited": Verb("invited", _PEOPLE),
    "invitation_revoked": Verb("revoked the invitation of", _PEOPLE),
    "invitation_accepted": Verb("joined by an invitation:", _PEOPLE),
    "link_created": Verb("created an author link for", _PEOPLE),
    "link_changed": Verb("changed the author link of", _PEOPLE),
    "authors_invited": Verb("invited", _PEOPLE),
    "links_acted_on": Verb("changed the author links of", _PEOPLE),
    "answers_entered": Verb("entered the answers of", _PEOPLE),
    "link_removed": Verb("deleted the author link of", _PEOPLE),
    "imported": Verb("imported", _TEXTS),
    "import_discarded": Verb("discarded the import", _TEXTS),
    "document_removed": Verb("deleted the document", _TEXTS),
    "recording_added": Verb("added a recording to", _TEXTS),
    "recording_removed": Verb("removed the recording of", _TEXTS),
    "pair_created": Verb("created the pair", _TEXTS),
    "pair_removed": Verb("deleted the pair", _TEXTS),
    "glossary_imported": Verb("imported", _TEXTS),
    "glossary_cleared": Verb("cleared", _TEXTS),
    "run_started": Verb("aligned", _RUNS),
    "run_cancelled": Verb("cancelled a run of", _RUNS),
    "bulk_started": Verb("started aligning", _RUNS),
    "bulk_cancelled": Verb("stopped aligning", _RUNS),
    "summaries_started": Verb("started summarising", _RUNS),
    "summaries_cancelled": Verb("stopped summarising", _RUNS),
    "summaries_imported": Verb("imported the summaries", _TEXTS),
    "summaries_removed": Verb("deleted the summaries", _TEXTS),
    "tuning_started": Verb("started a search of", _RUNS),
    "tuning_cancelled": Verb("cancelled a search after", _RUNS),
    "vectors_added": Verb("added the word vectors", _RUNS),
    "vectors_changed": Verb("changed the default word vectors to", _RUNS),
    "vectors_removed": Verb("deleted the word vectors", _RUNS),
    "review_submitted": Verb("submitted", _REVIEWS),
    "review_reopened": Verb("reopened", _REVIEWS),
    "review_returned": Verb("returned", _REVIEWS),
    "adjudication_opened": Verb("began to adjudicate", _REVIEWS),
    "adjudicated": Verb("marked as gold", _REVIEWS),
    "policy_set": Verb("changed the assignment rules", _ASSIGNMENTS),
    "policy_ended": Verb("ended assignments", _ASSIGNMENTS),
    "assigned": Verb("assigned", _ASSIGNMENTS),
    "reassigned": Verb("reassigned", _ASSIGNMENTS),
    "withdrawn": Verb("withdrew", _ASSIGNMENTS),
    "prioritised": Verb("set the priority of", _ASSIGNMENTS),
    "due_set": Verb("set the due date of", _ASSIGNMENTS),
    "needed_set": Verb("set the reviews needed for", _ASSIGNMENTS),
    "assignment_undone": Verb("took back a change of", _ASSIGNMENTS),
    "claimed": Verb("claimed", _ASSIGNMENTS),
    "skipped": Verb("skipped", _ASSIGNMENTS),
    "released_claim": Verb("released", _ASSIGNMENTS),
    "exported_gold": Verb("exported", _EXPORTS),
    "exported_summaries": Verb("exported", _EXPORTS),
    "exported_ratings": Verb("exported the ratings of", _EXPORTS),
    "exported_glossary": Verb("exported", _EXPORTS),
    "exported_activity": Verb("exported", _EXPORTS),
    "test_set_created": Verb("created the test set", _EXPORTS),
    "test_set_changed": Verb("changed the test set", _EXPORTS),
    "test_set_removed": Verb("deleted the test set", _EXPORTS),
    "release_requested": Verb("asked for the release", _EXPORTS),
    "released": Verb("released", _EXPORTS),
    "release_withdrawn": Verb("withdrew the release", _EXPORTS),
    "release_published": Verb("opened the public page of", _EXPORTS),
    "release_unpublished": Verb("closed the public page of", _EXPORTS),
    "card_changed": Verb("changed the data card of", _EXPORTS),
    "release_discarded": Verb("discarded the release", _EXPORTS),
    "system_scored": Verb("had a system scored on", _EXPORTS),
    "system_removed": Verb("removed a system from", _EXPORTS),
    "training_set_requested": Verb("asked for the training set", _EXPORTS),
    "training_set_made": Verb("made the training set", _EXPORTS),
    "training_set_removed": Verb("deleted the training set", _EXPORTS),
    "model_requested": Verb("asked for a model trained on", _EXPORTS),
    "model_trained": Verb("trained a model on", _EXPORTS),
    "model_removed": Verb("deleted the model of", _EXPORTS),
    "project_created": Verb("created the project", _SETTINGS),
    "project_changed": Verb("changed the settings of", _SETTINGS),
    "project_removed": Verb("deleted the project", _SETTINGS),
    "thresholds_taken": Verb("changed the filter thresholds of", _SETTINGS),
    "preset_created": Verb("created the preset", _SETTINGS),
    "preset_used": Verb("chose for new runs the preset", _SETTINGS),
    "preset_unused": Verb("no longer uses for new runs the preset", _SETTINGS),
    "preset_removed": Verb("deleted the preset", _SETTINGS),
    "webhook_created": Verb("added the webhook", _SETTINGS),
    "webhook_changed": Verb("changed the webhook", _SETTINGS),
    "webhook_removed": Verb("deleted the webhook", _SETTINGS),
    "webhook_secret_replaced": Verb("replaced the secret of the webhook", _SETTINGS),
    "webhook_turned_off": Verb("turned off the webhook", _SETTINGS, is_warning=True),
}
GROUPS: tuple[str, ...] = tuple(dict.fromkeys(verb.group for verb in VERBS.values()))
#: What an entry can be about; the page links those that have a page of their own.
KINDS: tuple[str, ...] = (
    "account", "member", "link", "import", "document", "pair", "run", "bulk", "review", "slots", "glossary",
    "vectors", "test_set", "release", "training_set", "invitation", "token", "project", "webhook",
    "preset", "tuning", "summary_set",
)  # fmt: skip
