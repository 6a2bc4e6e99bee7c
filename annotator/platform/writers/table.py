"""A table of figures as CSV. Its texts are guarded as those of `tsv`."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from annotator.platform.writers.tsv import cell

CONTENT_TYPE = "text/csv; charset=utf-8"


class _Echo:
    def write(self, text: str) -> str:
        return text


def lines(table: Iterable[Sequence[Any]]) -> Iterator[str]:
    """table : its lines, the names of the columns first."""
    writer = csv.writer(_Echo())
    for line in table:
        yield writer.writerow([cell(value) for value in line])
