"""The activity log: what people did outside the log of reviews, and from where."""

from annotator.people.activity.noting import ONE_EDIT, Actor, actor, note
from annotator.people.activity.reading import Wanted, entries, page_of
from annotator.people.activity.verbs import GROUPS, KINDS, VERBS

__all__ = ["GROUPS", "KINDS", "ONE_EDIT", "VERBS", "Actor", "Wanted", "actor", "entries", "note", "page_of"]
