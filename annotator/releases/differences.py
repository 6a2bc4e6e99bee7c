"""How two releases differ: rows that only one of them has, and rows that say something else.

A row is the same row if it has the same id, which it keeps over versions of its text; it has changed if its text, its
links or its labels have. Who accepted it and when, and its place in the file, are no change.
"""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import TextChoices

_COUNT = """
SELECT count(*) FILTER (WHERE old.row IS NULL), count(*) FILTER (WHERE new.row IS NULL),
  count(*) FILTER (WHERE old.content <> new.content), count(*) FILTER (WHERE old.content = new.content)
FROM (SELECT row, content FROM annotator_releaserow WHERE release_id = %(old)s) old
FULL JOIN (SELECT row, content FROM annotator_releaserow WHERE release_id = %(new)s) new ON new.row = old.row
"""
_ADDED = """
SELECT one.number, NULL, one.record FROM annotator_releaserow one
WHERE one.release_id = %(one)s AND one.number > %(after)s
  AND NOT EXISTS (SELECT FROM annotator_releaserow o WHERE o.release_id = %(other)s AND o.row = one.row)
ORDER BY one.number LIMIT %(limit)s
"""
_CHANGED = """
SELECT new.number, old.record, new.record FROM annotator_releaserow new
JOIN annotator_releaserow old ON old.release_id = %(other)s AND old.row = new.row AND old.content <> new.content
WHERE new.release_id = %(one)s AND new.number > %(after)s
ORDER BY new.number LIMIT %(limit)s
"""


class Difference(TextChoices):
    ADDED = "added", "Added"
    REMOVED = "removed", "Removed"
    CHANGED = "changed", "Changed"


def count_differences(old: int, new: int) -> dict[str, int]:
    """Between two releases by their ids. Four numbers of rows: ``added``, ``removed``, ``changed``, ``same``."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"old": old, "new": new})
        counted = cursor.fetchone()
    assert counted is not None
    return dict(zip(("added", "removed", "changed", "same"), counted, strict=True))


def differences(old: int, new: int, kind: str, *, after: int, limit: int) -> list[tuple[int, str | None, str | None]]:
    """Rows that differ in one way, in order: their number (in the old release if they were removed), and both records
    as JSON. after : only rows with a greater number."""
    one, other = (old, new) if kind == Difference.REMOVED else (new, old)
    with connection.cursor() as cursor:
        cursor.execute(
            _CHANGED if kind == Difference.CHANGED else _ADDED,
            {"one": one, "other": other, "after": after, "limit": limit},
        )
        rows: list[Any] = cursor.fetchall()
    if kind == Difference.REMOVED:
        return [(number, record, None) for number, _, record in rows]
    return rows
