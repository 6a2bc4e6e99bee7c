"""Reading the activity log of a project, page by page, the newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection

from annotator.models import Project

#: A page looks through so many entries at most. Where a filter finds fewer, the next page goes on from there.
LOOKED_THROUGH = 20_000
_EXPORTED_AT_ONCE = 1_000
_COLUMNS = (
    "id", "at", "by_id", "by_name", "verb", "object_kind", "object_id", "object_name", "detail", "facts", "via",
    "address",
)  # fmt: skip

# A project's own entries, and those of the accounts of its members. Each is read along an index, and no further than
# the limit, whatever the filters find.
_WINDOWS = {
    "own": "FROM annotator_activityentry WHERE project_id = %(project)s",
    "site": "FROM annotator_activityentry WHERE project_id IS NULL",
}
_BETWEEN = """ AND (at, id) < (%(at)s, %(id)s) AND (%(since)s::timestamptz IS NULL OR at >= %(since)s)
  ORDER BY at DESC, id DESC"""
_PAGE = f"""
WITH seen AS (
  (SELECT * {_WINDOWS["own"]} {_BETWEEN} LIMIT %(window)s)
  UNION ALL
  (SELECT * {_WINDOWS["site"]} {_BETWEEN} LIMIT %(window)s)
)
SELECT {", ".join(_COLUMNS)} FROM seen
WHERE (project_id IS NOT NULL OR %(all)s
    OR account_id IN (SELECT user_id FROM annotator_membership WHERE project_id = %(project)s))
  AND (%(person)s::bigint IS NULL OR by_id = %(person)s OR account_id = %(person)s)
  AND (%(verbs)s::text[] IS NULL OR verb = ANY(%(verbs)s))
  AND (%(kind)s = '' OR object_kind = %(kind)s)
  AND (%(search)s = '' OR strpos(lower(concat_ws(' ', by_name, object_name, detail)), lower(%(search)s)) > 0)
ORDER BY at DESC, id DESC LIMIT %(limit)s
"""
#: Where the window ends that begins latest: what is older than that was not looked at in both.
_END = " UNION ALL ".join(
    f"(SELECT at, id {window} {_BETWEEN} OFFSET %(window)s - 1 LIMIT 1)" for window in _WINDOWS.values()
)
_FIRST_MOMENT = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = (datetime(9999, 1, 1, tzinfo=UTC), 2**63 - 1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries. search : part of a name or of the detail. site : also what belongs to no project and no member."""

    person: int | None = None
    verbs: tuple[str, ...] | None = None
    kind: str = ""
    search: str = ""
    since: datetime | None = None
    until: datetime | None = None
    site: bool = False


def page_of(project: Project, wanted: Wanted, *, cursor: str = "", size: int = 50) -> tuple[list[dict[str, Any]], str]:
    """The entries after a cursor, at most `size`, and the cursor of the next page; empty at the end of the log.

    A page may hold fewer, even none, and be followed by others: see `LOOKED_THROUGH`. Raises ValueError for a cursor
    that is none.
    """
    at, pk = read_cursor(cursor) if cursor else _LAST
    if wanted.until is not None:
        at, pk = min((at, pk), (wanted.until, 0))
    values: dict[str, Any] = {
        "project": project.pk,
        "at": at,
        "id": pk,
        "since": wanted.since,
        "window": LOOKED_THROUGH,
        "all": wanted.site,
        "person": wanted.person,
        "verbs": None if wanted.verbs is None else list(wanted.verbs),
        "kind": wanted.kind,
        "search": wanted.search,
        "limit": size + 1,
    }
    with connection.cursor() as cursor_:
        cursor_.execute(_PAGE, values)
        entries = [_entry(row) for row in cursor_.fetchall()]
        if len(entries) > size:
            last = entries[size - 1]
            return entries[:size], _cursor(last["at"], last["id"])
        cursor_.execute(_END, values)
        ends = cursor_.fetchall()
    if not ends:
        return entries, ""
    end = max(ends)
    return [one for one in entries if (one["at"], one["id"]) >= end], _cursor(*end)


def entries(project: Project, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """All of them, the newest first, read in parts."""
    cursor = ""
    while True:
        page, cursor = page_of(project, wanted, cursor=cursor, size=_EXPORTED_AT_ONCE)
        yield from page
        if not cursor:
            return


def _entry(row: tuple[Any, ...]) -> dict[str, Any]:
    entry = dict(zip(_COLUMNS, row, strict=True))
    if isinstance(entry["facts"], str):
        import orjson

        entry["facts"] = orjson.loads(entry["facts"])
    return entry


def _cursor(at: datetime, pk: int) -> str:
    return f"{(at - _FIRST_MOMENT) // timedelta(microseconds=1)}-{pk}"


def read_cursor(text: str) -> tuple[datetime, int]:
    """Raises ValueError for what `page_of` never gave."""
    at, _, pk = text.partition("-")
    if not (at.isascii() and at.isdigit() and pk.isascii() and pk.isdigit() and len(at) < 18 and len(pk) < 20):
        raise ValueError(f"{text[:40]!r} is not a cursor")
    try:
        return _FIRST_MOMENT + timedelta(microseconds=int(at)), min(int(pk), 2**63 - 1)
    except OverflowError as error:
        raise ValueError(f"{text[:40]!r} is not a cursor") from error
