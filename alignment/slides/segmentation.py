"""Where the slides of a talk change, without its deck: baselines that know only the sentences.

Conventions: a segmentation is the ascending positions of the sentences that begin a segment, without the first, as
`alignment.metrics.boundaries` has them. Words are content words, stems in English.

Sources: Hearst 1997, TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages, Computational Linguistics
23(1), sections 5.1 to 5.3 (block comparison).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from alignment.slides.words import content_words
from alignment.types import AlignmentError

Floats = npt.NDArray[np.float64]

#: A segment of VT-SSum has 7.9 sentences on average.
EVERY = 8
#: Sentences on each side that are compared.
WINDOW = 5


def never(sentences: Sequence[str]) -> list[int]:
    """No boundary at all."""
    return []


def every_nth(sentences: Sequence[str], n: int = EVERY) -> list[int]:
    """A boundary before every n-th sentence.

    >>> every_nth(["a"] * 7, 3)
    [3, 6]
    """
    if n < 1:
        raise AlignmentError(f"every {n} sentences: expected 1 or more")
    return list(range(n, len(sentences), n))


def cosine_windows(sentences: Sequence[str], window: int = WINDOW) -> list[int]:
    """A boundary at each valley of the cosine between the sentences before and after, if it is deep enough.

    window : sentences on each side. A valley is deep enough if its depth, the sum of how far the cosine rises on both
    sides, exceeds the mean of all depths by half their standard deviation. O(n_words * window) time.
    """
    if window < 1:
        raise AlignmentError(f"window is {window} sentences; expected 1 or more")
    if len(sentences) < 2:
        return []
    texts = [content_words(sentence) for sentence in sentences]
    depth = _depths(_cosines(texts, window))
    return [gap + 1 for gap in _valleys(depth, float(depth.mean() + depth.std() / 2), apart=1)]


def texttiling(sentences: Sequence[str], *, words: int = 20, block: int = 10, smoothing: int = 2) -> list[int]:
    """TextTiling by block comparison.

    The talk is cut into token sequences of `words` words each; the cosine of the `block` sequences before and after
    each gap between them is smoothed once, by the mean over `smoothing` gaps on each side. A gap is a boundary if its
    depth exceeds the mean of all depths less half their standard deviation ("HC" of section 5.3), and no deeper one is
    within three sequences. It is moved to the nearest beginning of a sentence.

    Parameters
    ----------
    words, block, smoothing
        Hearst's w = 20 and k = 10; at least 1, smoothing at least 0.

    Returns
    -------
    list of int
        Empty where the talk has fewer than two sequences. O(n_words * block) time.
    """
    if words < 1 or block < 1 or smoothing < 0:
        raise AlignmentError(f"words is {words}, block {block}, smoothing {smoothing}; expected 1, 1 and 0 or more")
    texts = [content_words(sentence, keep_positions=True) for sentence in sentences]
    stream = [word for text in texts for word in text]
    sequences = [[word for word in stream[at : at + words] if word] for at in range(0, len(stream), words)]
    if len(sequences) < 2 or len(sentences) < 2:
        return []
    cosines = _smoothed(_cosines(sequences, block), smoothing)
    depth = _depths(cosines)
    starts = np.cumsum([0, *(len(text) for text in texts)])[1:-1]  # of sentences 1, 2, ..., in words
    found = {
        int(np.abs(starts - (gap + 1) * words).argmin()) + 1
        for gap in _valleys(depth, float(depth.mean() - depth.std() / 2), apart=3)
    }
    return sorted(found)


def _cosines(texts: Sequence[Sequence[str]], window: int) -> Floats:
    """Of the `window` texts before and after each gap between two, shape (n_texts - 1,); 0 where one has no word."""
    left: dict[str, int] = {}
    right: dict[str, int] = {}
    found = np.zeros(len(texts) - 1)
    dot = square_left = square_right = 0

    def move(word: str, side: dict[str, int], other: dict[str, int], by: int) -> tuple[int, int]:
        count = side.get(word, 0)
        side[word] = count + by
        return by * other.get(word, 0), (count + by) ** 2 - count**2

    for text in texts[1:window]:
        for word in text:
            square_right += move(word, right, left, 1)[1]
    for word in texts[0]:
        square_right += move(word, right, left, 1)[1]
    for gap in range(len(texts) - 1):  # text `gap` goes from the right side to the left one
        steps = [(texts[gap], right, left, -1), (texts[gap], left, right, 1)]
        if gap + window < len(texts):
            steps.append((texts[gap + window], right, left, 1))
        if gap - window >= 0:
            steps.append((texts[gap - window], left, right, -1))
        for text, side, other, by in steps:
            for word in text:
                crossed, squared = move(word, side, other, by)
                dot += crossed
                if side is left:
                    square_left += squared
                else:
                    square_right += squared
        if square_left and square_right:
            found[gap] = dot / np.sqrt(float(square_left) * square_right)
    return found


def _smoothed(values: Floats, reach: int) -> Floats:
    sums = np.concatenate([[0.0], np.cumsum(values)])
    at = np.arange(len(values))
    low, high = np.maximum(at - reach, 0), np.minimum(at + reach + 1, len(values))
    return np.asarray((sums[high] - sums[low]) / (high - low))


def _depths(cosines: Floats) -> Floats:
    """How far the cosine rises from each gap to the nearest peak on both sides (section 5.2)."""

    def rise(values: Floats) -> Floats:
        peak = values.copy()
        for at in range(1, len(values)):
            if values[at - 1] >= values[at]:
                peak[at] = peak[at - 1]
        return peak - values

    return rise(cosines) + rise(cosines[::-1])[::-1]


def _valleys(depth: Floats, cutoff: float, apart: int) -> list[int]:
    """The deepest gaps above a cutoff, none within `apart` of a deeper one; of equal ones the first."""
    taken = np.zeros(len(depth), dtype=bool)
    found = []
    for gap in np.argsort(-depth, kind="stable").tolist():
        if depth[gap] <= max(cutoff, 0.0):
            break
        if not taken[gap]:
            found.append(gap)
            taken[max(0, gap - apart) : gap + apart + 1] = True
    return sorted(found)
