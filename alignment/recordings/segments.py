"""Segments: where a recording is cut for recognisers and their training, and how a corpus is split by duration.

Source: Chen et al. 2024, appendix A.1 and section 4.2.3.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from alignment.transcripts.words import Word, check_words
from alignment.types import AlignmentError

#: What ends a sentence, also behind a closing quote or bracket.
SENTENCE_ENDS = ".!?。！？"
_CLOSING = "\"'”’)]」』）"
#: The splits of a corpus with their shares of its duration.
SPLITS: Mapping[str, float] = {"train": 0.8, "dev": 0.1, "test": 0.1}


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


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording to be split. groups : what must not be in two splits: its speakers, its event; each as any key."""

    name: str
    seconds: float
    groups: Sequence[Hashable] = field(default=())


def split_by_duration(
    recordings: Sequence[Recording], shares: Mapping[str, float] = SPLITS, *, fixed: Mapping[str, str] = {}
) -> dict[str, str]:
    """The split of each recording, by its name: shares of the duration nearly met, and no group in two splits.

    Recordings that share a group, over others too, stay together. The longest of these go first, each into the split
    that lacks most of its share of the duration; of equals the one first in `shares`. The same recordings give the same
    splits in any order.

    Parameters
    ----------
    fixed
        Splits that are settled, by name.

    Raises
    ------
    AlignmentError
        For a name that is there twice, a duration that is none, a share that is none, and where `fixed` has two
        recordings of one group in two splits, naming them.

    Examples
    --------
    >>> talks = [Recording("a", 80, ["Osei"]), Recording("b", 10, ["Lind"]), Recording("c", 10, ["Mori"])]
    >>> split_by_duration(talks)
    {'a': 'train', 'b': 'dev', 'c': 'test'}
    """
    _check_splits(recordings, shares, fixed)
    total = sum(each.seconds for each in recordings)
    whole = sum(shares.values())
    lacking = {split: total * share / whole for split, share in shares.items()}
    result: dict[str, str] = {}
    open_groups: list[list[Recording]] = []
    for members in _together(recordings):
        splits = sorted({fixed[each.name] for each in members if each.name in fixed})
        if len(splits) > 1:
            one, two = (next(each.name for each in members if fixed.get(each.name) == split) for split in splits[:2])
            raise AlignmentError(
                f"{one} is fixed in {splits[0]} and {two} in {splits[1]}, but they share a speaker or an event"
            )
        if splits:
            lacking[splits[0]] -= sum(each.seconds for each in members)
            result |= {each.name: splits[0] for each in members}
        else:
            open_groups.append(members)
    open_groups.sort(key=lambda members: (-sum(each.seconds for each in members), members[0].name))
    for members in open_groups:
        split = max(lacking, key=lambda each: lacking[each])
        lacking[split] -= sum(each.seconds for each in members)
        result |= {each.name: split for each in members}
    return {each.name: result[each.name] for each in recordings}


def _check_splits(recordings: Sequence[Recording], shares: Mapping[str, float], fixed: Mapping[str, str]) -> None:
    if not shares or any(not (math.isfinite(share) and share > 0) for share in shares.values()):
        raise AlignmentError(f"shares of splits are {dict(shares)}; expected a number above 0 for each")
    names: set[str] = set()
    for each in recordings:
        if each.name in names:
            raise AlignmentError(f"recording {each.name!r} is there twice")
        if not (math.isfinite(each.seconds) and each.seconds >= 0):
            raise AlignmentError(f"recording {each.name!r} lasts {each.seconds} s; expected 0 or more")
        names.add(each.name)
    for name, split in fixed.items():
        if name not in names or split not in shares:
            raise AlignmentError(
                f"{name!r} is fixed in {split!r}; expected a recording, and one of {', '.join(shares)}"
            )


def _together(recordings: Sequence[Recording]) -> list[list[Recording]]:
    """Recordings that share a group, over others too, each list by name."""
    parent = list(range(len(recordings)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    holder: dict[Hashable, int] = {}
    for at, each in enumerate(recordings):
        for group in each.groups:
            parent[root(at)] = root(holder.setdefault(group, at))
    lists: dict[int, list[Recording]] = defaultdict(list)
    for at, each in enumerate(recordings):
        lists[root(at)].append(each)
    return [sorted(members, key=lambda each: each.name) for members in lists.values()]
