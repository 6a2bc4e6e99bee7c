"""Adding to the activity log, in the transaction of the act: what is rolled back was not done, and is not noted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from annotator.models import ActivityEntry
from annotator.people.activity.verbs import KINDS, VERBS
from annotator.people.models.activity import LONGEST_DETAIL, LONGEST_NAME
from annotator.people.names import name_of
from annotator.platform import workers

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from annotator.models import Project


#: Whoever edits a page that saves itself does so every few seconds: within this time the log has one entry of it.
ONE_EDIT = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who sends the request that is being answered, how, and from where."""

    user: User | None
    via: str
    address: str


#: Set for each request by a middleware, so that no service has to be told who asks. Called when something is noted:
#: who sends a request is known only once it has been authenticated.
actor: ContextVar[Callable[[], Actor] | None] = ContextVar("actor", default=None)


def note(
    verb: str,
    *,
    project: Project | None = None,
    kind: str = "",
    pk: int | None = None,
    name: str = "",
    detail: str = "",
    by: User | None = None,
    account: User | None = None,
    facts: Mapping[str, Any] | None = None,
) -> None:
    """Add an entry to the log. Call it in the transaction of the act, once it is certain that it is done.

    verb : one of `VERBS`. kind, pk, name : of the object; the name as it is now, or a number of things ("6 talks").
    detail : what the line says after the object. facts : what the details of the entry show besides, by their labels.
    by : who did it, where that is not who sends the request. account : for what belongs to no project, whose it is:
    the admins of their projects see it.
    """
    if verb not in VERBS or (kind and kind not in KINDS):
        raise ValueError(f"{verb!r} of {kind!r} is not something that the activity log can say")
    asks = actor.get()
    known = asks() if asks else Actor(None, "worker" if workers.in_pool() else "command line", "")
    who = by or known.user
    ActivityEntry.objects.create(
        at=timezone.now(),
        project=project,
        by=who,
        by_name=name_of(who) if who else "",
        account=account,
        verb=verb,
        object_kind=kind,
        object_id=pk,
        object_name=name[:LONGEST_NAME],
        detail=_cut(detail, LONGEST_DETAIL),
        facts={label: _plain(value) for label, value in (facts or {}).items() if value not in (None, "")},
        via=known.via[:100],
        address=known.address[:45],
    )


def counted(n: int, noun: str, plural: str = "") -> str:
    """Such as "6 talks", as the name of an object."""
    return f"{n:,} {noun if n == 1 else plural or f'{noun}s'}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _plain(value: Any) -> Any:
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return [_cut(str(one), LONGEST_NAME) for one in value[:50]]
    return _cut(str(value), LONGEST_DETAIL)
