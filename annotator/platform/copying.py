"""Many new rows into a table by Postgres's COPY, which takes a fraction of the time of INSERTs made from models.

Constraints and triggers hold as they do for any insert. Signals and `save` are not called.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from django.contrib.postgres.fields import ArrayField, BigIntegerRangeField
from django.db import connection
from django.db.models import Field, IntegerField, JSONField, Model


def copy_in(model: type[Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows.

    names : the fields that the rows give values for, a relation by its column (``document_id``). All fields are needed
        but an automatic primary key: Postgres knows none of Django's defaults.
    rows : their values in the order of `names`, as the fields of a model would hold them.
    Raises django.db.DataError and IntegrityError as an INSERT does.
    """
    fields = [cast("Field[Any, Any]", model._meta.get_field(name)) for name in names]
    missing = {field.attname for field in model._meta.concrete_fields if not _is_automatic(field)} - set(names)
    if missing:
        raise TypeError(f"{model.__name__} also needs {', '.join(sorted(missing))}")
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    statement = f"COPY {quoted(model._meta.db_table)} ({columns}) FROM STDIN"
    written = [(index, write) for index, field in enumerate(fields) if (write := _writer(field))]
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            values = list(row)
            for index, write in written:
                values[index] = write(values[index])
            copy.write_row(values)


def copy_models(model: type[Model], instances: Iterable[Model]) -> None:
    """Insert instances with all that they hold, as `bulk_create` does, but for the keys: those are not set."""
    names = [field.attname for field in model._meta.concrete_fields if not _is_automatic(field)]
    copy_in(model, names, ([getattr(one, name) for name in names] for one in instances))


def _is_automatic(field: Field[Any, Any]) -> bool:
    return field.primary_key and field.db_returning


def _writer(field: Field[Any, Any]) -> Callable[[Any], Any] | None:
    """How a value is written where psycopg cannot tell by its type, or is slow at it."""
    if isinstance(field, JSONField):
        return _json
    if isinstance(field, ArrayField) and isinstance(field.base_field, IntegerField):
        return _numbers
    if isinstance(field, BigIntegerRangeField):
        return _range
    return None


def _json(value: Any) -> str | None:
    if value is None:
        return None
    if not value and isinstance(value, (list, tuple, dict)):  # most are
        return "{}" if isinstance(value, dict) else "[]"
    return json.dumps(value)


def _numbers(values: Sequence[int]) -> str:
    return f"{{{','.join(map(str, values))}}}"


def _range(value: Any) -> str | None:
    return None if value is None else f"[{value.lower},{value.upper})"
