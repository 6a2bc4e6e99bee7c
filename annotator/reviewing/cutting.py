"""Cut the long spans of a talk when its review is opened, so that nobody judges a hundred words at once.

The parts are rows of one link: each has the span's sentence, its confidence and its candidates, and none of them
counts as edited. `reviewing.judgements` puts them together again before it compares them with the link.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from unicodedata import combining
from uuid import uuid4

from alignment.text import is_spaceless
from annotator.models import Chip, Link, PairKind, Review, ReviewRow, Side
from annotator.reviewing.pieces import Piece
from annotator.reviewing.state import ChipState, RowState
from annotator.reviewing.storage import chip_models, row_model, to_states

#: Words that are judged at once. A character of a language written without spaces counts as half a word.
MOST_WORDS = 60
_BATCH = 2000

_SENTENCE_END = re.compile(r"[.!?…。！？؟।][\"'”’»)\]」』]*\s*$")
_CLAUSE_END = re.compile(r"[,;:、，；：،؛–—][\"'”’»)\]」』]*\s*$")
#: How far from the middle, as a share of the span, a better kind of place may be.
_END_OF_UTTERANCE, _END_OF_SENTENCE, _END_OF_CLAUSE, _BETWEEN_WORDS = 0.0, 0.08, 0.2, 0.45
_MID_SENTENCE = 0.06


@dataclass(frozen=True, slots=True)
class Place:
    """Where a span may be cut: before code point `at` of `unit`, after `n_words` of the span. cost : less is better."""

    unit: int
    at: int
    n_words: float
    cost: float


def cut_pieces(pieces: Sequence[Piece], texts: Sequence[str], *, spaceless: bool = False) -> list[list[Piece]]:
    """The pieces of a span in parts of about `MOST_WORDS` words, which together are the span; one part if it is short.

    A part ends where an utterance ends if there is such a place near the middle of what is to be cut, or else at the
    end of a sentence, of a clause, or between two words. Ties go to the earlier place.
    """
    places, n_words = _places(pieces, texts, spaceless)
    cuts = [(place.unit, place.at) for place in _cuts(places, 0.0, n_words)]
    parts: list[list[Piece]] = [[]]
    for unit, start, end in pieces:
        inside = [at for other, at in cuts if other == unit and start < at < end]
        if (unit, start) in cuts and parts[-1]:
            parts.append([])
        for begin, stop in pairwise([start, *inside, end]):
            if begin != start:
                parts.append([])
            parts[-1].append((unit, begin, stop))
    return parts


def _cuts(places: Sequence[Place], begin: float, end: float) -> Iterator[Place]:
    """The best place between two numbers of words, and those of both halves, in order."""
    length = end - begin
    inside = [place for place in places if begin < place.n_words < end]
    if length <= MOST_WORDS or not inside:
        return
    best = min(inside, key=lambda place: abs((place.n_words - begin) / length - 0.5) + place.cost)
    yield from _cuts(inside, begin, best.n_words)
    yield best
    yield from _cuts(inside, best.n_words, end)


def _places(pieces: Sequence[Piece], texts: Sequence[str], spaceless: bool) -> tuple[list[Place], float]:
    """The places of a span in order, and how many words it has."""
    places: list[Place] = []
    n_words, before = 0.0, ""
    for unit, start, end in pieces:
        text = texts[unit]
        if before and start == 0:
            ends = _SENTENCE_END.search(before) is not None
            places.append(Place(unit, start, n_words, _END_OF_UTTERANCE + (0.0 if ends else _MID_SENTENCE)))
        elif before:
            places.append(Place(unit, start, n_words, _cost_after(before)))
        for at, weight in _words(text, start, end, spaceless):
            if at > start and not combining(text[at]):
                places.append(Place(unit, at, n_words, _cost_after(text[max(start, at - 8) : at])))
            n_words += weight
        before = text[start:end]
    return places, n_words


def _words(text: str, start: int, end: int, spaceless: bool) -> Iterator[tuple[int, float]]:
    """Where each word begins, and what it counts."""
    for match in re.compile(r"\S" if spaceless else r"\S+").finditer(text, start, end):
        yield match.start(), 0.5 if spaceless else 1.0


def _cost_after(before: str) -> float:
    if _SENTENCE_END.search(before):
        return _END_OF_SENTENCE
    return _END_OF_CLAUSE if _CLAUSE_END.search(before) else _BETWEEN_WORDS


def cut_long_spans(review: Review) -> int:
    """Cut the long spans of a review that has just been made. Returns how many rows that added; 0 in a bitext."""
    pair = review.pair
    if pair.kind != PairKind.PAPER_TALK or not pair.project.cut_long_spans:
        return 0
    texts, spaceless = pair.target.texts(), is_spaceless(pair.target.language)
    parts_of: dict[int, list[list[Piece]]] = {}
    for pk, target in Link.objects.filter(run=review.run_id).values_list("pk", "target").iterator(chunk_size=_BATCH):
        parts = cut_pieces([(unit, start, end) for unit, start, end in target], texts, spaceless=spaceless)
        if len(parts) > 1:
            parts_of[pk] = parts
    if not parts_of:
        return 0
    rows = list(ReviewRow.objects.filter(review=review, link__in=parts_of))
    heads: list[RowState] = []
    others: list[RowState] = []
    for state in to_states(rows):
        head, *rest = _cut_row(state, parts_of[int(state.link or 0)])
        heads.append(head)
        others += rest
    Chip.objects.filter(row__in=rows, side=Side.TARGET).delete()
    ReviewRow.objects.bulk_create([row_model(review, row, None) for row in others], batch_size=_BATCH)
    changed = [*others, *(replace(head, source=()) for head in heads)]
    Chip.objects.bulk_create(chip_models(review, changed, is_bitext=False), batch_size=_BATCH)
    return len(others)


def _cut_row(row: RowState, parts: Sequence[Sequence[Piece]]) -> Iterator[RowState]:
    """A row for each part, between the row's position and the next whole number."""
    for n, part in enumerate(parts):
        target = tuple(ChipState(id=str(uuid4()), unit=unit, start=start, end=end) for unit, start, end in part)
        if n == 0:
            yield replace(row, target=target)
        else:
            source = tuple(replace(chip, id=str(uuid4())) for chip in row.source)
            position = row.position + n / len(parts)
            yield replace(row, id=str(uuid4()), position=position, source=source, target=target)
