r"""Frames that show the same slide, folded: of each run of them the last one is kept, which has the most text.

A frame is compared with the contents of all frames before it. What was added counts not at all or little, so that the
steps of a slide that builds up are the same slide:

* by words: (S + D) / (H + S + D);
* by characters: (S + D + 0.1 I) / (H + S + D).

S, D, I and H are counted over an alignment of least distance, with the earlier content as the reference.

Source: Chen et al. 2024, appendix A.2. There a frame that shows an earlier slide again stays in the segment of the
frame before it, and takes its place there as the last image; `FoldOptions.as_published` does that. Without it, such a
frame is folded into the segment of the slide that it shows, so that no slide is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from alignment.metrics.error_rates import ErrorRate, count_errors
from alignment.slide_text.blocks import Block
from alignment.slide_text.merging import merge, page_text
from alignment.types import AlignmentError, Progress

#: What an added character counts.
INSERTION_WEIGHT = 0.1
#: Contents are cut here: so much text is no slide.
_MAX_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class Measure:
    """How far an earlier content is from being all in a new one.

    text : its name for people. units : of a content. insertions : what one counts.
    """

    text: str
    units: Callable[[str], Sequence[str]]
    insertions: float

    def rate(self, counts: ErrorRate) -> float:
        """From 0; without units in the earlier content 1 where something was added, else 0."""
        wrong = counts.substitutions + counts.deletions + self.insertions * counts.insertions
        return wrong / counts.units if counts.units else float(counts.insertions > 0)

    def least(self, old: Counter[str], new: Counter[str]) -> float:
        """No more than the rate, from how often each unit is there."""
        n_old, n_new = old.total(), new.total()
        hits = (old & new).total()
        return (n_old - hits + self.insertions * max(0, n_new - n_old)) / n_old if n_old else float(n_new > 0)


MEASURES = {
    "wer": Measure("WER without insertions", lambda text: text.split(), 0.0),
    "cer": Measure("CER with 0.1 of insertions", lambda text: "".join(text.split()), INSERTION_WEIGHT),
}


@dataclass(frozen=True, slots=True)
class FoldOptions:
    """measure : a key of `MEASURES`. limit : a frame is new if it is farther than this from all earlier ones.

    as_published : leave a slide that comes back in the segment of the frame before it, as the paper does.
    """

    measure: str = "wer"
    limit: float = 0.3
    as_published: bool = False

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise AlignmentError(f"there is no measure {self.measure!r}; there are {', '.join(MEASURES)}")
        if not self.limit >= 0:
            raise AlignmentError(f"the limit is {self.limit}; expected 0 or more")


@dataclass(frozen=True, slots=True)
class Folded:
    """A frame after folding.

    segment : 0-based, of the slide it shows. kept : whether it is the last of its segment. nearest : the earlier frame
    that it was folded with, and value : how far that is; None for the first frame of a slide.
    """

    segment: int
    kept: bool
    nearest: int | None
    value: float | None


def error_rate(old: str, new: str, measure: str = "wer") -> float:
    """How far an earlier content is from being all in a new one, by a measure of `MEASURES`.

    >>> error_rate("Results of the study", "Results of the study: 92 %"), error_rate("Results of the study", "Method")
    (0.25, 1.0)
    """
    of = MEASURES[measure]
    return of.rate(count_errors(of.units(old), of.units(new)))


def fold(
    contents: Sequence[str], options: FoldOptions | None = None, *, progress: Progress | None = None
) -> list[Folded]:
    """Fold the frames of a recording, in order.

    Parameters
    ----------
    contents
        The text of each frame: its blocks in reading order. Frames without text have an empty one.

    Returns
    -------
    list of Folded
        One for each frame. Of earlier contents that are near enough, the newest is taken. Time is quadratic in
        different contents at worst, but most pairs are told apart by counts of their words.
    """
    options = options or FoldOptions()
    measure = MEASURES[options.measure]
    seen: dict[str, int] = {}  # content -> its newest frame
    contents = [" ".join(text.split())[:_MAX_CHARACTERS] for text in contents]
    units = {text: measure.units(text) for text in set(contents)}
    counts = {text: Counter(each) for text, each in units.items()}
    segments: list[int] = []
    matches: list[tuple[int, float] | None] = []
    for at, text in enumerate(contents):
        if progress is not None and at % 50 == 0:
            progress(at / len(contents), f"Frame {at + 1:,} of {len(contents):,}")
        match: tuple[int, float] | None = None
        if text in seen:
            match = seen[text], 0.0
        else:
            for old in reversed(seen):
                if measure.least(counts[old], counts[text]) > options.limit:
                    continue
                value = measure.rate(count_errors(units[old], units[text]))
                if value <= options.limit:
                    match = seen[old], value
                    break
        if match is None:
            segments.append(max(segments, default=-1) + 1)
        else:
            segments.append(segments[-1] if options.as_published else segments[match[0]])
        matches.append(match)
        seen.pop(text, None)
        seen[text] = at  # the newest content comes last
    last = {segment: at for at, segment in enumerate(segments)}
    return [
        Folded(segment, last[segment] == at, *(match or (None, None)))
        for at, (segment, match) in enumerate(zip(segments, matches, strict=True))
    ]


def frame_content(blocks: Iterable[Block], *, excluded: Collection[str] = (), min_letters: int = 0) -> str:
    """The text of a frame as it is compared: blocks in reading order, without logos and blocks of few letters.

    excluded : texts of blocks that are on most frames, as `repeated` gives them.
    """
    kept = [
        each for each in blocks
        if _key(each.text) not in excluded
        and (not min_letters or sum(char.isalpha() for char in each.text) >= min_letters)
    ]  # fmt: skip
    return page_text(kept, merge(kept)).replace("\n", " ")


def repeated(slides: Sequence[Iterable[Block]], share: float = 0.5) -> set[str]:
    """Texts of blocks that are on more than this share of slides, such as a logo; compare `repeats` with them.

    Fewer than three slides repeat nothing.
    """
    if not 0 < share <= 1:
        raise AlignmentError(f"a share of {share}; expected more than 0 and at most 1")
    if len(slides) < 3:
        return set()
    counts = Counter(text for slide in slides for text in {_key(each.text) for each in slide})
    return {text for text, count in counts.items() if text and count > share * len(slides)}


def repeats(block: Block, texts: Collection[str]) -> bool:
    """Whether a block is one of the texts of `repeated`."""
    return _key(block.text) in texts


def _key(text: str) -> str:
    return " ".join(text.casefold().split())
