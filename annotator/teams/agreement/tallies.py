"""The stored sums from which a figure of agreement is computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson

from alignment.agreement.alignments import Disagreement, Overlap
from alignment.agreement.ratings import Ratings, cohen_kappa, interval_over
from alignment.metrics.intervals import FEWEST, Scale, interval
from annotator.teams.agreement.measures import DISTANCES, OVERLAP, PIECES, SETS, Said

#: A person's word for "not set", as text.
NOT_SET = ""


def as_text(value: Said) -> str:
    """The text of a value in cells and queries: a set as a list in JSON."""
    if value is None:
        return NOT_SET
    return value if isinstance(value, str) else orjson.dumps(sorted(value)).decode()


def cell_key(first: str, second: str) -> str:
    return orjson.dumps([first, second]).decode()


@dataclass(slots=True)
class Tally:
    """One measure of some reviews.

    kind : of `measures`. cells: of two people, how often the first said one thing and the second another, as text.
    """

    kind: str
    figure: Overlap | Disagreement | Ratings
    cells: Counter[tuple[str, str]] = field(default_factory=Counter)

    @classmethod
    def empty(cls, kind: str) -> Tally:
        figures: dict[str, type[Overlap | Disagreement | Ratings]] = {OVERLAP: Overlap, PIECES: Disagreement}
        return cls(kind, figures.get(kind, Ratings)())

    def add(self, other: Tally) -> None:
        self.figure.add(other.figure)  # type: ignore[arg-type]
        self.cells.update(other.cells)

    def columns(self) -> dict[str, Any]:
        """The columns of an `AgreementFigure` but for its interval. Kappa is Cohen's of two people, else Fleiss'."""
        figure = self.figure
        columns: dict[str, Any] = {"n_units": figure.n_units, "n_differing": figure.n_differing, "kappa": None}
        match figure:
            case Overlap():
                is_links = figure.lax_first or figure.lax_second
                return {**columns, "value": figure.f1(), "raw": figure.lax_f1() if is_links else figure.pk()}
            case Disagreement():
                return {**columns, "value": figure.alpha(), "raw": figure.raw()}
        columns |= {"value": figure.alpha(DISTANCES[self.kind]), "raw": figure.raw()}
        if self.kind != SETS:
            chosen: dict[Any, int] = {cell: n for cell, n in self.cells.items() if NOT_SET not in cell}
            columns["kappa"] = cohen_kappa(chosen) if self.cells else figure.fleiss_kappa()
        return columns

    @property
    def only_value(self) -> str | None:
        """The unanimous value, if any."""
        values = self.figure.values() if isinstance(self.figure, Ratings) else []
        return as_text(values[0]) if len(values) == 1 else None  # type: ignore[arg-type]

    def unit_interval(self) -> tuple[float, float] | None:
        """Over rows, links or pieces."""
        if isinstance(self.figure, Ratings):
            return self.figure.unit_interval(DISTANCES[self.kind])
        return self.figure.unit_interval()

    def to_json(self) -> dict[str, Any]:
        cells = {cell_key(*cell): n for cell, n in sorted(self.cells.items())}
        match self.figure:
            case Overlap():
                return {**asdict(self.figure), "cells": cells}
            case Disagreement(units=units, expected=expected):
                return {
                    "units": [[*unit, n] for unit, n in sorted(units.items())],
                    "expected": expected,
                    "cells": cells,
                }
        counts: Counter[Any] = self.figure.units
        listed = [[[as_text(value) for value in values], n] for values, n in counts.items()]
        return {"units": sorted(listed), "cells": cells}

    @classmethod
    def from_json(cls, kind: str, value: dict[str, Any]) -> Tally:
        tally = cls.empty(kind)
        tally.cells = Counter({tuple(orjson.loads(key)): n for key, n in value["cells"].items()})
        match tally.figure:
            case Overlap():
                tally.figure = Overlap(**{name: value.get(name, 0) for name in Overlap.__slots__})
            case Disagreement():
                tally.figure = Disagreement(Counter({(d, m): n for d, m, n in value["units"]}), value["expected"])
            case Ratings():
                read = (lambda text: frozenset(orjson.loads(text))) if kind == SETS else str
                tally.figure = Ratings(Counter({tuple(map(read, values)): n for values, n in value["units"]}))
        return tally


def talk_interval(tallies: Sequence[Tally]) -> tuple[float, float] | None:
    """The interval of the figure of several talks, over talks; of a few, over what is in them."""
    whole = Tally.empty(tallies[0].kind) if tallies else Tally.empty(PIECES)
    for tally in tallies:
        whole.add(tally)
    if len(tallies) < FEWEST:
        return whole.unit_interval()
    figures: list[Any] = [tally.figure for tally in tallies]
    if not isinstance(whole.figure, Ratings):
        scale: Scale = "share" if isinstance(whole.figure, Overlap) else "alpha"
        return interval(whole.figure, [figure.sums() for figure in figures], scale=scale)
    return interval_over(figures, DISTANCES[whole.kind])
