"""Pieces of units: what a row holds of a document, as one text and as ids.

A piece is ``(unit, start, end)``: code points `start` to `end` of the unit at position `unit`. Pieces that touch are
one slice of their unit: a unit that was only cut is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from alignment.text import is_spaceless

Piece = tuple[int, int, int]


def merged(pieces: Iterable[Sequence[int]]) -> tuple[Piece, ...]:
    """The pieces in order, those that touch in one unit as one."""
    in_order = [(unit, start, end) for unit, start, end in pieces]
    if len(in_order) < 2:
        return tuple(in_order)
    in_order.sort()
    merged_pieces: list[Piece] = []
    for unit, start, end in in_order:
        if merged_pieces and merged_pieces[-1][0] == unit and merged_pieces[-1][2] == start:
            merged_pieces[-1] = (unit, merged_pieces[-1][1], end)
        else:
            merged_pieces.append((unit, start, end))
    return tuple(merged_pieces)


def text_of(pieces: Iterable[Sequence[int]], texts: Sequence[str] | Mapping[int, str], language: str) -> str:
    """The text of pieces of a document whose units are `texts`, by position.

    What touches is put together as it was imported. Between other pieces stands a space, or nothing in a language that
    is written without spaces; pieces that are marked as joined but are of two units are no exception.
    """
    in_order = merged(pieces)
    if len(in_order) == 1:  # most texts are
        ((unit, start, end),) = in_order
        return texts[unit][start:end].strip()
    return join_texts([texts[unit][start:end] for unit, start, end in in_order], language)


def join_texts(texts: Iterable[str], language: str) -> str:
    """One text of several that do not touch: with a space between, unless the language is written without."""
    return ("" if is_spaceless(language) else " ").join(stripped for text in texts if (stripped := text.strip()))


def ids_of(pieces: Iterable[Sequence[int]], texts: Sequence[str]) -> list[Any]:
    """Positions of units; part of a unit as ``[unit, start, end]``."""
    return [
        unit if (start, end) == (0, len(texts[unit])) else [unit, start, end] for unit, start, end in merged(pieces)
    ]


def whole_units(ids: Iterable[Any]) -> list[int]:
    """The positions in such ids, in order, whether of a unit or of a part of it."""
    return sorted({unit[0] if isinstance(unit, list) else unit for unit in ids})
