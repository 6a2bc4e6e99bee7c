"""A table of ROUGE scores as a table of cells: for each system and metric the mean, its interval, and p."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

_PARTS = ("mean", "low", "high", "p")


def table(rows: Iterable[Any], metrics: Sequence[str]) -> Iterator[list[Any]]:
    """rows : of a `RougeTable`. p is that of the test against the best of the column, and empty for that one."""
    yield ["system", "n_papers", "n_words", *(f"{name}_{part}" for name in metrics for part in _PARTS)]
    for row in rows:
        figures = [row.figures[name][part] for name in metrics for part in _PARTS]
        yield [row.label, row.n_papers, round(row.n_words, 1), *figures]
