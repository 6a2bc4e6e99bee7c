"""The activity verbs of this domain."""

from __future__ import annotations

from annotator.people.activity.verbs import EXPORTS, PEOPLE, SETTINGS, SIGN_IN, Verb, declare

declare(
    kinds=("account", "member", "invitation", "token", "project", "webhook", "announcement"),
    verbs={
        "signed_in": Verb("signed in", SIGN_IN),
        "signed_out": Verb("signed out", SIGN_IN),
        "sign_in_failed": Verb("failed to sign in as", SIGN_IN, is_warning=True),
        "password_changed": Verb("changed the password of", SIGN_IN),
        "token_created": Verb("created the API token", SIGN_IN),
        "token_revoked": Verb("revoked the API token", SIGN_IN),
        "member_added": Verb("added", PEOPLE),
        "member_role_changed": Verb("changed the role of", PEOPLE),
        "member_languages_changed": Verb("changed the languages of", PEOPLE),
        "member_removed": Verb("removed", PEOPLE),
        "member_invited": Verb("invited", PEOPLE),
        "members_invited": Verb("invited", PEOPLE),
        "invitation_revoked": Verb("revoked the invitation of", PEOPLE),
        "invitation_accepted": Verb("joined by an invitation:", PEOPLE),
        "announced": Verb("wrote an announcement", PEOPLE),
        "announcement_changed": Verb("changed the announcement", PEOPLE),
        "announcement_withdrawn": Verb("withdrew the announcement", PEOPLE),
        "exported_activity": Verb("exported", EXPORTS),
        "project_created": Verb("created the project", SETTINGS),
        "webhook_created": Verb("added the webhook", SETTINGS),
        "webhook_changed": Verb("changed the webhook", SETTINGS),
        "webhook_removed": Verb("deleted the webhook", SETTINGS),
        "webhook_secret_replaced": Verb("replaced the secret of the webhook", SETTINGS),
        "webhook_turned_off": Verb("turned off the webhook", SETTINGS, is_warning=True),
    },
)
