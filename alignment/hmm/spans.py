"""From tokens with sentences to spans that cover every raw word."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from typing import NamedTuple

from alignment.hmm.types import FixedSpan
from alignment.types import AlignmentError


class Piece(NamedTuple):
    """Raw words ``start_word`` up to ``end_word`` about one sentence, and the positions of their tokens."""

    start_word: int
    end_word: int
    sentence: int | None
    tokens: tuple[int, ...]
    is_fixed: bool


def check_fixed(fixed: Sequence[FixedSpan], n_words: int, n_sentences: int) -> list[FixedSpan]:
    """Return the fixed spans in order; raise AlignmentError if they overlap or are out of range."""
    ordered = sorted(fixed, key=lambda span: span.start_word)
    end = 0
    for span in ordered:
        place = f"fixed span {span.start_word}:{span.end_word}"
        if not 0 <= span.start_word < span.end_word <= n_words:
            raise AlignmentError(f"{place}: expected 0 <= start < end <= {n_words}, the number of words")
        if span.sentence is not None and not 0 <= span.sentence < n_sentences:
            raise AlignmentError(
                f"{place}: sentence {span.sentence} is not one of the {n_sentences} given, 0 to {n_sentences - 1}"
            )
        if span.start_word < end:
            raise AlignmentError(f"{place}: overlaps the fixed span that ends at word {end}; a word has one sentence")
        end = span.end_word
    return ordered


def cut(
    n_words: int,
    kept: Sequence[int],
    path: Sequence[int | None],
    fixed: Sequence[FixedSpan],
    boundaries: Collection[int],
) -> list[Piece]:
    """Split the raw words into spans about one sentence each.

    A word has the sentence of its first token. Two runs are split at the first boundary in the gap of dropped words
    between them; without a boundary, the gap belongs to the following run. Dropped words at the start (end) of a
    stretch between fixed spans belong to its first (last) run. A fixed span is a span of its own, exactly as fixed. A
    stretch without any token is about no sentence.

    fixed : in order, without overlap. boundaries : raw word positions at which an utterance starts.
    """
    pieces: list[Piece] = []
    edges = sorted(boundaries)
    position = token = 0
    for start, end, span in [(s.start_word, s.end_word, s) for s in fixed] + [(n_words, n_words, None)]:
        first = token
        while token < len(kept) and kept[token] < start:
            token += 1
        pieces += _stretch(position, start, range(first, token), kept, path, edges)
        first = token
        while token < len(kept) and kept[token] < end:
            token += 1
        if span is not None:
            pieces.append(Piece(start, end, span.sentence, tuple(range(first, token)), True))
        position = end
    return pieces


def _stretch(
    start: int, end: int, tokens: range, kept: Sequence[int], path: Sequence[int | None], edges: Sequence[int]
) -> list[Piece]:
    if start == end:
        return []
    if not tokens:
        return [Piece(start, end, None, (), False)]
    pieces: list[Piece] = []
    begin, members = start, [tokens[0]]
    for token in tokens[1:]:
        last = members[-1]
        if kept[token] == kept[last] or path[token] == path[members[0]]:
            members.append(token)
            continue
        after = kept[last] + 1
        edge = bisect_right(edges, after - 1)
        here = edges[edge] if edge < len(edges) and edges[edge] <= kept[token] else after
        pieces.append(Piece(begin, here, path[members[0]], tuple(members), False))
        begin, members = here, [token]
    pieces.append(Piece(begin, end, path[members[0]], tuple(members), False))
    return pieces
