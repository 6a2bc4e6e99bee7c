"""Talks erased by tests, without workers; and where a word stands on the site."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any
from unittest import mock

from django.apps import apps
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import DatabaseError, connection, transaction
from django.db.models import CharField, FileField, ForeignKey, JSONField, Model, Q, TextField

from annotator.models import Document, Erasure, Pair, Project
from annotator.platform.work import Heartbeat
from annotator.releases.erasing import what_is_frozen_may_go
from annotator.site.erasing.erasure import execute, request_erasure
from annotator.site.erasing.scope import scope_of

_DEEPEST = 6


def ask(project: Project, *, documents: Collection[int] = (), named: str = "") -> Erasure:
    scope = scope_of(project, documents=documents, named=named)
    return request_erasure(
        project=project, reason="At the speaker's request", typed=scope.name, stamp=scope.stamp, user=None,
        documents=documents, named=named,
    )  # fmt: skip


def carry_out(erasure: Erasure) -> Erasure:
    with mock.patch.object(Heartbeat, "note"), mock.patch.object(Heartbeat, "progress"):
        execute(erasure.pk)
    erasure.refresh_from_db()
    return erasure


def paths(model: type[Model], wholes: Iterable[type[Model]], depth: int = _DEEPEST) -> list[str]:
    """All ways by foreign keys, null or not, from a row to what it is about."""
    found = ["pk"] if model in set(wholes) else []
    if depth:
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model is not model:
                found += [f"{field.name}__{rest}" for rest in paths(field.related_model, wholes, depth - 1)]
    return found


def plant(word: str, documents: Collection[int], pairs: Collection[int]) -> list[str]:
    """Put a word into every text, list, JSON and stored file that can be reached from texts and pairs. Returns the
    columns that hold it now."""
    planted: list[str] = []
    ids = {Document: documents, Pair: pairs}
    with what_is_frozen_may_go():
        for model in apps.get_app_config("annotator").get_models(include_auto_created=True):
            reached = Q(pk__in=[])
            for whole, keys in ids.items():
                for path in paths(model, [whole]):
                    reached |= Q(**{f"{path}__in": list(keys)})
            rows = list(model._base_manager.filter(reached).values_list("pk", flat=True).distinct())
            for field in model._meta.concrete_fields if rows else ():
                if isinstance(field, FileField):
                    n = _plant_in_files(word, model, field.attname, rows)
                else:
                    n = _plant_in_column(word, model, field, rows)
                if n:
                    planted.append(f"{model.__name__}.{field.name}")
    return planted


def _plant_in_column(word: str, model: type[Model], field: Any, rows: list[Any]) -> int:
    column = f'"{field.column}"'
    if isinstance(field, JSONField):
        value = (
            f"CASE jsonb_typeof({column}) WHEN 'object' THEN {column} || jsonb_build_object('{word}', '{word}') "
            f"WHEN 'array' THEN {column} || to_jsonb('{word}'::text) ELSE {column} END"
        )
    elif isinstance(field, ArrayField) and isinstance(field.base_field, CharField | TextField):
        value = f"array_append({column}, '{word}')"
    elif isinstance(field, CharField | TextField) and not field.choices and not field.primary_key:
        value = f"{column} || ' {word}'"
    else:
        return 0
    table = model._meta.db_table
    key = model._meta.pk.column
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            statement = f'UPDATE "{table}" SET {column} = {value} WHERE "{key}" = ANY(%s) AND {column} IS NOT NULL'
            cursor.execute(statement, [rows])
            return cursor.rowcount
    except DatabaseError:  # no room for a word, or a rule on what may stand there
        return 0


def _plant_in_files(word: str, model: type[Model], name: str, rows: list[Any]) -> int:
    names = model._base_manager.filter(pk__in=rows).exclude(**{name: ""}).values_list(name, flat=True)
    for stored in names:
        path = Path(settings.MEDIA_ROOT) / stored
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(word.encode())
    return len(names)


def tables_with(word: str) -> list[str]:
    """Tables of the database in which a word stands, in whatever column."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        names = [name for (name,) in cursor.fetchall()]
        holding = []
        for name in names:
            cursor.execute(
                f'SELECT count(*) FROM "{name}" r WHERE r::text ILIKE %s OR r::text ILIKE %s',
                [f"%{word}%", f"%{word.lower().encode().hex()}%"],
            )
            if cursor.fetchone()[0]:
                holding.append(name)
    return sorted(holding)


def files_with(word: str) -> list[str]:
    """Stored files that hold a word, by themselves or packed, or have it in their name."""
    root = Path(settings.MEDIA_ROOT)
    files = (path for path in root.rglob("*") if path.is_file())
    return sorted(
        str(path.relative_to(root))
        for path in files
        if word.lower() in path.name.lower() or _holds(path.read_bytes(), word.lower().encode())
    )


def _holds(content: bytes, word: bytes) -> bool:
    if word in content.lower():
        return True
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return False
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return any(word in name.lower().encode() or _holds(archive.read(name), word) for name in archive.namelist())
