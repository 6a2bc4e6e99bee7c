"""The names by which files and releases have rows.

A review that is carried over to a newer version of a text gets rows of its own, and so does an adjudication. Whoever
uses the corpus knows a row by the name that it had first, so that is its `row_id` in every file, of whatever version of
the text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Q

from annotator.models import CarriedRow

_ROWS_AT_ONCE = 1_000
#: For a row whose name another row of the same file has, as where a test set names reviews of several versions.
_AGAIN = UUID("0a9f1c55-5a0f-5d0c-8c3e-7f1f3d3c9a51")


def first_names(rows: Collection[str]) -> dict[str, str]:
    """By row of a review, its name in files, of those that were carried over."""
    carried = CarriedRow.objects.filter(row__in=rows).order_by()
    return {str(row): str(first) for row, first in carried.values_list("row", "first")}


def with_first_names(records: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The records of one file, in their order, with their rows' names in files as `row_id`: no name comes twice.

    Reads in the transaction of whoever iterates.
    """
    rest = iter(records)
    given: set[str] = set()
    while batch := list(islice(rest, _ROWS_AT_ONCE)):
        rows = [record["row_id"] for record in batch]
        carried = CarriedRow.objects.filter(Q(row__in=rows) | Q(first__in=rows)).order_by()
        names = {str(row): str(first) for row, first in carried.values_list("row", "first")}
        shared = set(names.values())  # all others are the names of one row
        for record in batch:
            name = names.get(record["row_id"], record["row_id"])
            if name in shared:
                if name in given:
                    name = str(uuid5(_AGAIN, record["row_id"]))
                given.add(name)
            record["row_id"] = name
            yield record
