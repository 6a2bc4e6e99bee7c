"""Reading many rows as they stood at one moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Read as of the first query in the block, whatever others write meanwhile; nobody waits for anybody.

    Inside a transaction that has begun, its own isolation stands.
    """
    begins = not connection.in_atomic_block
    with transaction.atomic():
        if begins:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
