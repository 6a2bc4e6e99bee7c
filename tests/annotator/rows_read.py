"""How many rows of its tables Postgres reads for something, whatever it planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_SELECT_READ = """
SELECT relname, seq_tup_read + COALESCE(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables
WHERE seq_tup_read + COALESCE(idx_tup_fetch, 0) > 0
"""


@contextmanager
def counted_rows() -> Iterator[Counter[str]]:
    """The rows read by a block that stays in one transaction, by table without its prefix; filled when it ends."""
    found: Counter[str] = Counter()
    before = _read()
    yield found
    found.update({name.removeprefix("annotator_"): n - before.get(name, 0) for name, n in _read().items()})


def _read() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_READ)
        return dict(cursor.fetchall())


#: The joins that the planner has to do without. What it does by itself depends on statistics, and those on when they
#: were gathered.
WAYS: dict[str, tuple[str, ...]] = {
    "as it likes": (),
    "by nested loops": ("hashjoin", "mergejoin", "material"),
    "by hashes": ("nestloop", "mergejoin"),
}


def plan(way: str) -> None:
    """Have the planner join tables in one of `WAYS` until the transaction ends."""
    with connection.cursor() as cursor:
        for join in WAYS[way]:
            cursor.execute(f"SET LOCAL enable_{join} = off")
