"""Segments: where a recording is cut for recognisers and their training.

Source: Chen et al. 2024, appendix A.1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from alignment.transcripts.words import Word, check_words
from alignment.types import AlignmentError

#: What ends a sentence, also behind a closing quote or bracket.
SENTENCE_ENDS = ".!?。！？"
_CLOSING = "\"'”’)]」』）"


@dataclass(frozen=True, slots=True)
class SegmentOptions:
    """pause_seconds : longer silence allows a cut. close_seconds : a segment that lasts so long is closed.
    max_seconds : it is closed before it would last so long. drop_seconds : longer silence belongs to no segment.
    """

    pause_seconds: float = 0.2
    close_seconds: float = 8.0
    max_seconds: float = 10.0
    drop_seconds: float = 5.0

    def __post_init__(self) -> None:
        for name in ("pause_seconds", "close_seconds", "max_seconds", "drop_seconds"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0):
                raise AlignmentError(f"{name} is {value}; expected more than 0 s")
        if self.close_seconds > self.max_seconds:
            raise AlignmentError(f"close_seconds ({self.close_seconds:g}) exceeds max_seconds ({self.max_seconds:g})")


@dataclass(frozen=True, slots=True)
class Segment:
    """Words from position `first` to the one before `last`. start, end : seconds."""

    first: int
    last: int
    start: float
    end: float

    @property
    def seconds(self) -> float:
        return self.end - self.start


def cut_segments(words: Sequence[Word], options: SegmentOptions | None = None) -> list[Segment]:
    """Cut a recording by the paper's rules.

    A cut is allowed in silence longer than `pause_seconds` and after the end of a sentence. Pieces between allowed
    cuts are gathered; what is gathered is closed when it lasts `close_seconds`, or before a piece with which it would
    last `max_seconds`; and before silence longer than `drop_seconds`. Other silence belongs to the segment behind it:
    as in the released corpus, a segment begins where the one before it ends. A piece without an allowed cut
    can be longer than `max_seconds`.

    Parameters
    ----------
    words
        Ascending starts.

    Returns
    -------
    list of Segment
        In order; each word is in exactly one.

    Raises
    ------
    AlignmentError
        For times that are none, naming the word.

    Examples
    --------
    >>> words = [Word("one.", 0, 4), Word("two.", 4, 8.5), Word("three", 9, 10), Word("four", 16, 17)]
    >>> [(each.first, each.last, each.start, each.end) for each in cut_segments(words)]
    [(0, 2, 0, 8.5), (2, 3, 8.5, 10), (3, 4, 16, 17)]
    """
    options = options or SegmentOptions()
    check_words(words, "the transcript")
    segments: list[Segment] = []
    gathered: Segment | None = None
    for piece in _pieces(words, options):
        if gathered is not None and (
            gathered.seconds >= options.close_seconds
            or piece.start - gathered.end > options.drop_seconds
            or piece.end - gathered.start >= options.max_seconds
        ):
            segments.append(gathered)
            gathered = None
        gathered = _joined(gathered, piece) if gathered else _opened(piece, segments[-1:], options)
    return segments if gathered is None else [*segments, gathered]


def _opened(piece: Segment, before: Sequence[Segment], options: SegmentOptions) -> Segment:
    """A new segment, with the silence in front of it."""
    start = before[0].end if before and piece.start - before[0].end <= options.drop_seconds else piece.start
    return Segment(piece.first, piece.last, min(start, piece.end), piece.end)


def _joined(first: Segment, second: Segment) -> Segment:
    return Segment(first.first, second.last, first.start, max(first.end, second.end))


def _pieces(words: Sequence[Word], options: SegmentOptions) -> list[Segment]:
    """The shortest segments: between cuts that are allowed."""
    pieces: list[Segment] = []
    first, end = 0, -math.inf
    for at, word in enumerate(words):
        end = max(end, word.end)
        is_last = at + 1 == len(words)
        if is_last or words[at + 1].start - end > options.pause_seconds or _ends_sentence(word.text):
            pieces.append(Segment(first, at + 1, words[first].start, end))
            first, end = at + 1, -math.inf
    return pieces


def _ends_sentence(text: str) -> bool:
    return text.rstrip(_CLOSING)[-1:] in tuple(SENTENCE_ENDS)
