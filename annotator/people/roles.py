"""The words of the access rules, which each domain declares in its `rules.py`: roles in a project, and other people."""

from __future__ import annotations

from annotator.models import Role

ANYONE = "anyone"
SIGNED_IN = "signed in"
SITE_ADMIN = "site admin"
#: Whoever the setting PROJECT_CREATORS names.
PROJECT_CREATOR = "project creator"

EVERY_ROLE = frozenset(Role)
WORKERS = frozenset({Role.ADMIN, Role.ADJUDICATOR, Role.ANNOTATOR})
CURATORS = frozenset({Role.ADMIN, Role.ADJUDICATOR})
ADMINS = frozenset({Role.ADMIN})
#: Not annotators: what is gold tells them how far others agree with them.
JUDGES_OF_GOLD = CURATORS | {Role.VIEWER}

Rule = str | frozenset[Role]
#: By resource and action.
Rules = dict[str, dict[str, Rule]]


def resource(read: Rule, write: Rule, **others: Rule) -> dict[str, Rule]:
    """The rules of the usual actions on a resource, and of others by name."""
    reading = dict.fromkeys(("list", "retrieve"), read)
    writing = dict.fromkeys(("create", "update", "partial_update", "destroy"), write)
    return {**reading, **writing, **others}
