"""Errors that are planted in two neighbouring rows: pure functions, no database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from uuid import uuid4

from annotator.models import ProbeKind
from annotator.reviewing.pieces import merged
from annotator.reviewing.state import ChipState, RowState, in_order

#: A place in both texts, see `annotator.models.Probe`: source unit, target unit, code point in it.
Link = tuple[int, int, int]
#: The text of chips of one side, "source" or "target".
TextOf = Callable[[str, Sequence[ChipState]], str]

#: Letters, digits or ideographs that a text has at least: whoever overlooks a stray comma has not been careless.
_LEAST = 2


@dataclass(frozen=True, slots=True)
class PlantedError:
    """The two rows with the error, and the links by which it is told.

    takes_from : whose link each row shows the confidence and the candidates of, as index of the row: in a talk, those
    of the other row go with its sentence.
    """

    rows: tuple[RowState, RowState]
    wrong: tuple[Link, ...]
    lost: tuple[Link, ...]
    takes_from: tuple[int, int] = (0, 1)


def plant(
    kind: ProbeKind, first: RowState, second: RowState, *, is_bitext: bool, text_of: TextOf, random: Random
) -> PlantedError | None:
    """Two linked rows with an error of this kind; None where the texts make it none."""
    if kind == ProbeKind.SWAP:
        return _swapped(first, second, is_bitext, text_of)
    return _shifted(first, second, is_bitext, text_of, random)


def _swapped(first: RowState, second: RowState, is_bitext: bool, text_of: TextOf) -> PlantedError | None:
    """Of a bitext the targets are swapped, of a talk the sentences; both mean the same links."""
    for side in ("source", "target"):
        texts = [_plain(text_of(side, getattr(row, side))) for row in (first, second)]
        if texts[0] == texts[1] or min(map(len, texts)) < _LEAST:
            return None
    wrong = (_link(first.source, second.target), _link(second.source, first.target))
    lost = (_link(first.source, first.target), _link(second.source, second.target))
    side = "target" if is_bitext else "source"
    rows = _with(first, side, getattr(second, side)), _with(second, side, getattr(first, side))
    return PlantedError(rows, wrong, lost, (0, 1) if is_bitext else (1, 0))


def _shifted(
    first: RowState, second: RowState, is_bitext: bool, text_of: TextOf, random: Random
) -> PlantedError | None:
    """The last text of the first row goes to the second, or the first text of the second to the first."""
    moves = [
        (side, forwards)
        for side in (("target", "source") if is_bitext else ("target",))
        for row, forwards in ((first, True), (second, False))
        if len(getattr(row, side)) > 1
    ]
    random.shuffle(moves)
    for side, forwards in moves:
        giver, taker = (first, second) if forwards else (second, first)
        chips = in_order(getattr(giver, side))
        moved = chips[-1] if forwards else chips[0]
        if len(_plain(text_of(side, [moved]))) < _LEAST:
            continue
        rest = [chip for chip in chips if chip is not moved]
        shifted = _with(giver, side, rest), _with(taker, side, [*getattr(taker, side), moved])
        if side == "target":
            wrong, lost = _link(taker.source, [moved]), _link(giver.source, [moved])
        else:
            wrong, lost = _link([moved], taker.target), _link([moved], giver.target)
        return PlantedError(shifted if forwards else (shifted[1], shifted[0]), (wrong,), (lost,))
    return None


def _with(row: RowState, side: str, chips: Sequence[ChipState]) -> RowState:
    """The row with this text on one side, in chips of its own: what touches is one chip, as in any new review."""
    pieces = merged((chip.unit, chip.start, chip.end) for chip in chips)
    own = tuple(ChipState(id=str(uuid4()), unit=unit, start=start, end=end) for unit, start, end in pieces)
    return replace(row, source=own) if side == "source" else replace(row, target=own)


def _link(source: Sequence[ChipState], target: Sequence[ChipState]) -> Link:
    first = in_order(target)[0]
    return in_order(source)[0].unit, first.unit, first.start


def _plain(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
