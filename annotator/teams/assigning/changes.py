"""Bulk actions as they are stored: which columns of which slots, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.utils.dateparse import parse_date, parse_datetime

from annotator.models import AssignmentChange, Project, Slot

#: Columns that a bulk action changes, with their types.
_COLUMNS = {
    "annotator_id": "bigint", "review_id": "bigint", "continues_id": "bigint", "assigned_by_id": "bigint",
    "taken_at": "timestamptz", "lease_ends": "timestamptz", "withdrawn_at": "timestamptz", "priority": "smallint",
    "due_on": "date",
}  # fmt: skip
_STORE = f"""
UPDATE annotator_slot s SET {", ".join(f"{name} = n.{name}" for name in _COLUMNS)}
FROM unnest(%(id)s::bigint[], {", ".join(f"%({name})s::{kind}[]" for name, kind in _COLUMNS.items())})
  AS n(id, {", ".join(_COLUMNS)})
WHERE s.id = n.id
"""


class Recorder:
    """Collects what happens to slots, then writes it in one statement and keeps it.

    Change each slot inside `changing`, and call `store` at the end.
    """

    def __init__(self, project: Project, verb: str, by: User | None) -> None:
        self._project, self._verb, self._by = project, verb, by
        self._slots: dict[int, Slot] = {}
        self._changes: list[list[Any]] = []
        self.pairs: list[list[Any]] = []
        self.handed: list[list[Any]] = []

    @contextmanager
    def changing(self, slot: Slot) -> Iterator[None]:
        old = _columns(slot)
        yield
        new = _columns(slot)
        names = [name for name in _COLUMNS if old[name] != new[name]]
        if not names:
            return
        if "annotator_id" in names and "review_id" not in names:
            names.append("review_id")  # whoever got the slot and has begun has gone on
        self._slots[slot.pk] = slot
        revision = slot.review.revision if slot.review is not None else None
        before, after = ({name: of[name] for name in names} for of in (old, new))
        self._changes.append([slot.pk, slot.pair_id, revision, before, after])

    def store(self, *, is_kept: bool = True) -> int | None:
        """Write the slots; returns the id of what was kept, None if nothing has changed."""
        slots = list(self._slots.values())
        if slots:
            columns = {name: [getattr(slot, name) for slot in slots] for name in ("id", *_COLUMNS)}
            with connection.cursor() as cursor:
                cursor.execute(_STORE, columns)
        if not is_kept or not (slots or self.pairs):
            return None
        kept = AssignmentChange.objects.create(
            project=self._project, verb=self._verb, by=self._by, slots=self._changes, pairs=self.pairs,
            handed=self.handed,
        )  # fmt: skip
        return kept.pk

    @staticmethod
    def is_as(slot: Slot, columns: Mapping[str, Any]) -> bool:
        """Whether a slot has these values still."""
        now = _columns(slot)
        return all(now[name] == value for name, value in columns.items())

    @staticmethod
    def set_columns(slot: Slot, columns: Mapping[str, Any]) -> None:
        for name, value in columns.items():
            setattr(slot, name, _value(name, value))


def _columns(slot: Slot) -> dict[str, Any]:
    """As JSON keeps them."""
    return {name: _json(getattr(slot, name)) for name in _COLUMNS}


def _json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, (datetime, date)) else value


def _value(name: str, kept: Any) -> Any:
    if not isinstance(kept, str):
        return kept
    return parse_date(kept) if name == "due_on" else parse_datetime(kept)
