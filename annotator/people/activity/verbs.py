"""The verbs of the activity log: each domain declares its own in `events.py`.

A line reads: who, verb, object, detail.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Verb(NamedTuple):
    """label : after the name of who did it. group : under which the page lists it."""

    label: str
    group: str
    is_warning: bool = False


SIGN_IN, PEOPLE, TEXTS, RUNS = "Sign-ins and accounts", "People", "Talks and texts", "Runs"
REVIEWS, ASSIGNMENTS, EXPORTS, SETTINGS = "Reviews", "Assignments", "Exports", "Settings"
#: In the order of the page.
GROUPS = (SIGN_IN, PEOPLE, TEXTS, RUNS, REVIEWS, ASSIGNMENTS, EXPORTS, SETTINGS)

VERBS: dict[str, Verb] = {}
#: What an entry can be about; the page links those that have a page of their own.
KINDS: list[str] = []


def declare(*, verbs: Mapping[str, Verb], kinds: Iterable[str] = ()) -> None:
    """Let the log say these verbs, of objects of these kinds too. Raises ValueError for what is declared already."""
    kinds = list(kinds)
    if known := [*(VERBS.keys() & verbs.keys()), *(set(KINDS) & set(kinds))]:
        raise ValueError(f"the activity log knows already: {', '.join(sorted(known))}")
    VERBS.update(verbs)
    KINDS.extend(kinds)


def in_groups() -> list[tuple[str, Verb]]:
    """The verbs in the order of the page."""
    return sorted(VERBS.items(), key=lambda verb: GROUPS.index(verb[1].group))
