"""What two recognisers heard differently: masks, the masked text, and the transcript once they are filled.

The tokens of both transcripts are aligned with the least number of edits; of several such alignments one is taken that
pairs most equal words, and then words that were said at the same times. Words whose tokens differ are masked, and
neighbours together. A mask never cuts a word: "pocket-based" in one transcript and "pocket", "based" in the other stay
together.

Source: Chen et al. 2024, section 4.2.4 (`[???]`, neighbouring differences joined) and footnote 7 (differences in pauses
and common words forgiven, `MaskOptions.forgiven`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from alignment.metrics.error_rates import Edit, edits
from alignment.transcripts.words import Token, Word, check_words, joined, normalise, spread
from alignment.types import AlignmentError

#: What stands for a mask in a text.
MASK = "[???]"
#: Pauses that recognisers write, each in its own way. Footnote 7 of the paper forgives them, and common words.
PAUSES = frozenset({"uh", "um", "er", "erm", "ah", "eh", "hm", "hmm", "mm", "mhm", "uhm"})

#: Runs of so many equal tokens part the alignment into pieces that are paired by times on their own.
_ANCHOR = 6
#: Cells and tokens of a piece; the pairs of a larger one are left as they are.
_MOST_CELLS, _MOST_TOKENS = 4_000_000, 20_000
#: How far apart in time two paired words count at most, in hundredths of a second.
_MOST_APART = 1000


@dataclass(frozen=True, slots=True)
class MaskOptions:
    """join_within : differences with at most so many equal words of A between them are one mask; 0 joins neighbours.

    forgiven : tokens that are no difference where only they are missing, added or exchanged; none by default.
    """

    join_within: int = 0
    forgiven: Collection[str] = frozenset()

    def __post_init__(self) -> None:
        if self.join_within < 0:
            raise AlignmentError(f"join_within is {self.join_within}; expected 0 or more words")


@dataclass(frozen=True, slots=True)
class Mask:
    """Words of A and of B that differ; one of the two ranges can be empty.

    a_range, b_range : first position, and the one after the last. start, end : seconds, of the words of both.
    """

    a_range: tuple[int, int]
    b_range: tuple[int, int]
    start: float
    end: float


def find_masks(
    a: Sequence[Word], b: Sequence[Word], *, language: str | None = None, options: MaskOptions | None = None
) -> list[Mask]:
    """The masks of two transcripts, in order; between them both say the same.

    Parameters
    ----------
    a, b
        Timed words; starts ascend. Times may overlap.
    language
        Of both, as a BCP 47 tag; it chooses the normaliser.

    Raises
    ------
    AlignmentError
        For times that are none, naming the transcript and word; for transcripts of more tokens than can be compared.

    Examples
    --------
    >>> def timed(text): return [Word(word, at, at + 1) for at, word in enumerate(text.split())]
    >>> a, b = timed("project tesco enabling touch"), timed("Project Tasca, enabling touch")
    >>> find_masks(a, b, language="en")
    [Mask(a_range=(1, 2), b_range=(1, 2), start=1, end=2)]
    """
    options = options or MaskOptions()
    check_words(a, "transcript A")
    check_words(b, "transcript B")
    ours, theirs = normalise(a, language), normalise(b, language)
    pieces = _pieces(ours, theirs, aligned(ours, theirs, a, b), len(a), len(b))
    differing = [
        piece for piece in pieces if _differs([token.text for token in ours[slice(*piece.a_tokens)]],
                                              [token.text for token in theirs[slice(*piece.b_tokens)]], options)
    ]  # fmt: skip
    ranges: list[tuple[int, int, int, int]] = []
    for piece in differing:
        a0, a1 = piece.a_words
        b0, b1 = piece.b_words
        if ranges and a0 - ranges[-1][1] <= options.join_within and _are_near(ranges[-1], piece, options):
            ranges[-1] = (ranges[-1][0], a1, ranges[-1][2], b1)
        else:
            ranges.append((a0, a1, b0, b1))
    return [Mask((a0, a1), (b0, b1), *_times(a, b, a0, a1, b0, b1)) for a0, a1, b0, b1 in ranges]


def aligned(ours: Sequence[Token], theirs: Sequence[Token], a: Sequence[Word], b: Sequence[Word]) -> list[Edit]:
    """An alignment of least distance; of several, one of most equal pairs, and then of pairs that are near in time.

    Long runs of equal tokens are taken as `edits` pairs them. Positions are those of tokens.
    """
    path = edits([token.text for token in ours], [token.text for token in theirs])
    middles = [
        np.array([1000 * (words[token.word].start + words[token.word].end) / 2 for token in tokens], dtype=np.float64)
        for tokens, words in ((ours, a), (theirs, b))
    ]
    result: list[Edit] = []
    for low, high in between_anchors(ours, theirs, path):
        part = path[low:high]
        if all(i is not None and j is not None and ours[i].text == theirs[j].text for i, j in part):
            result += part
            continue
        at_a = [i for i, _ in part if i is not None]
        at_b = [j for _, j in part if j is not None]
        is_large = len(at_a) * len(at_b) > _MOST_CELLS or len(at_a) + len(at_b) > _MOST_TOKENS
        if is_large or not at_a or not at_b:
            result += part
            continue
        a0, b0 = at_a[0], at_b[0]
        near = _nearest(
            [token.text for token in ours[a0 : at_a[-1] + 1]], [token.text for token in theirs[b0 : at_b[-1] + 1]],
            middles[0][a0 : at_a[-1] + 1], middles[1][b0 : at_b[-1] + 1],
        )  # fmt: skip
        result += [(i if i is None else i + a0, j if j is None else j + b0) for i, j in near]
    return result


def masked_words(a: Sequence[Word], masks: Sequence[Mask]) -> list[str]:
    """The words of A with one `[???]` for each mask, also for a mask that holds none of them."""
    _check_masks(masks, len(a))
    texts: list[str] = []
    at = 0
    for mask in masks:
        texts += [word.text for word in a[at : mask.a_range[0]]] + [MASK]
        at = mask.a_range[1]
    return texts + [word.text for word in a[at:]]


def masked_text(a: Sequence[Word], masks: Sequence[Mask]) -> str:
    """`masked_words` as a text.

    >>> masked_text([Word("the", 0, 1), Word("tesco", 1, 2)], [Mask((1, 2), (1, 2), 1, 2), Mask((2, 2), (2, 3), 2, 3)])
    'the [???] [???]'
    """
    return joined(masked_words(a, masks))


def reading(words: Sequence[Word], span: tuple[int, int]) -> str:
    """What one transcript has in a mask, as a text: `reading(b, mask.b_range)`."""
    return joined([word.text for word in words[slice(*span)]])


def fill(
    a: Sequence[Word], b: Sequence[Word], masks: Sequence[Mask], answers: Sequence[str], *, language: str | None = None
) -> list[Word]:
    """The transcript that people's answers give: A, with an answer for each mask.

    An answer that is the reading of A or B keeps the words and times of that transcript; another one is spread over the
    mask by the length of its words. An empty answer means that nothing was said.

    Parameters
    ----------
    masks
        Of `find_masks(a, b)`.
    answers
        As many as masks.

    Returns
    -------
    list of Word
        Starts ascend where those of A do.

    Raises
    ------
    AlignmentError
        If there are more or fewer answers than masks, or masks overlap or leave the transcripts.

    Examples
    --------
    >>> a, b = [Word("tesco", 0.0, 1.0)], [Word("tusker", 0.1, 1.0)]
    >>> fill(a, b, find_masks(a, b), ["project tasca"])
    [Word(text='project', start=0.0, end=0.5833333333333334), Word(text='tasca', start=0.5833333333333334, end=1.0)]
    """
    if len(answers) != len(masks):
        raise AlignmentError(f"{len(answers)} answers for {len(masks)} masks; expected one for each")
    _check_masks(masks, len(a), len(b))
    result: list[Word] = []
    at = 0
    for mask, answer in zip(masks, answers, strict=True):
        result += a[at : mask.a_range[0]]
        text = " ".join(answer.split())
        for words, span in ((a, mask.a_range), (b, mask.b_range)):
            if text == reading(words, span):
                filling = list(words[slice(*span)])
                break
        else:
            filling = spread(text, mask.start, mask.end, language)
        following = a[mask.a_range[1]].start if mask.a_range[1] < len(a) else math.inf
        result += _between(filling, result[-1].start if result else -math.inf, following)
        at = mask.a_range[1]
    return [*result, *a[at:]]


def _between(words: Sequence[Word], least: float, most: float) -> list[Word]:
    """Words of B can start before the word of A in front of the mask, or after the one behind it: they are moved."""
    starts = [min(max(word.start, least), most) for word in words]
    return [Word(word.text, start, max(start, min(word.end, most))) for word, start in zip(words, starts, strict=True)]


@dataclass(frozen=True, slots=True)
class _Piece:
    """The smallest ranges of words that begin and end together in both transcripts, and their tokens."""

    a_words: tuple[int, int]
    b_words: tuple[int, int]
    a_tokens: tuple[int, int]
    b_tokens: tuple[int, int]


def _pieces(ours: Sequence[Token], theirs: Sequence[Token], path: Sequence[Edit], n_a: int, n_b: int) -> list[_Piece]:
    cuts: list[tuple[int, int]] = [(0, 0)]  # token positions at which a word begins in both
    i = j = 0
    for left, right in path:
        if _begins(ours, i) and _begins(theirs, j) and (i, j) != cuts[-1]:
            cuts.append((i, j))
        i, j = i + (left is not None), j + (right is not None)
    if (i, j) != cuts[-1]:
        cuts.append((i, j))

    def word(tokens: Sequence[Token], at: int, total: int) -> int:
        if at == 0:
            return 0
        return tokens[at].word if at < len(tokens) else total

    return [
        _Piece(
            (word(ours, i0, n_a), word(ours, i1, n_a)),
            (word(theirs, j0, n_b), word(theirs, j1, n_b)),
            (i0, i1),
            (j0, j1),
        )
        for (i0, j0), (i1, j1) in pairwise(cuts)
    ]


def _begins(tokens: Sequence[Token], at: int) -> bool:
    return at in (0, len(tokens)) or tokens[at].word != tokens[at - 1].word


def _differs(ours: Sequence[str], theirs: Sequence[str], options: MaskOptions) -> bool:
    if list(ours) == list(theirs):
        return False
    if not options.forgiven:
        return True
    return not all(token in options.forgiven for token in (*ours, *theirs))


def _are_near(last: tuple[int, int, int, int], piece: _Piece, options: MaskOptions) -> bool:
    return piece.b_words[0] - last[3] <= options.join_within


def _times(a: Sequence[Word], b: Sequence[Word], a0: int, a1: int, b0: int, b1: int) -> tuple[float, float]:
    words = [*a[a0:a1], *b[b0:b1]]
    if words:
        return min(word.start for word in words), max(word.end for word in words)
    raise AlignmentError(f"a mask at word {a0 + 1} of A holds no words")


def _check_masks(masks: Sequence[Mask], n_a: int, n_b: int | None = None) -> None:
    at_a = at_b = 0
    for number, mask in enumerate(masks, start=1):
        (a0, a1), (b0, b1) = mask.a_range, mask.b_range
        if not at_a <= a0 <= a1 <= n_a:
            raise AlignmentError(f"mask {number} has words {a0} to {a1} of A; expected a range from {at_a} to {n_a}")
        if n_b is not None and not at_b <= b0 <= b1 <= n_b:
            raise AlignmentError(f"mask {number} has words {b0} to {b1} of B; expected a range from {at_b} to {n_b}")
        at_a, at_b = a1, b1


def between_anchors(ours: Sequence[Token], theirs: Sequence[Token], path: Sequence[Edit]) -> list[tuple[int, int]]:
    """Ranges of the path that begin and end in the middle of long runs of equal tokens."""
    bounds = [0]
    run = 0
    for at, (i, j) in enumerate(path):
        equal = i is not None and j is not None and ours[i].text == theirs[j].text
        run = run + 1 if equal else 0
        if run == _ANCHOR:
            bounds.append(at - _ANCHOR // 2 + 1)
            run = 0
    return list(zip(bounds, [*bounds[1:], len(path)], strict=True))


def _nearest(
    ours: Sequence[str], theirs: Sequence[str], our_times: npt.NDArray[np.float64], their_times: npt.NDArray[np.float64]
) -> list[Edit]:
    """The alignment of fewest edits; of such, of most equal pairs; and of such, whose pairs are nearest in time."""
    n, m = len(ours), len(theirs)
    unequal = (n + m + 1) * _MOST_APART  # more than all times together
    weight = (n + m + 1) * unequal  # of an edit: more than all unequal pairs together
    numbers: dict[str, int] = {}
    left = np.array([numbers.setdefault(token, len(numbers)) for token in ours], dtype=np.int64)
    right = np.array([numbers.setdefault(token, len(numbers)) for token in theirs], dtype=np.int64)
    columns = weight * np.arange(m + 1, dtype=np.int64)
    above = columns.copy()
    moves = np.empty((n, m), dtype=np.int8)
    for i in range(n):
        apart = np.minimum(np.abs(their_times - our_times[i]) / 10, _MOST_APART).astype(np.int64)
        diagonal = above[:-1] + apart + (weight + unequal) * (right != left[i])
        delete = above[1:] + weight
        row = np.concatenate([[weight * (i + 1)], np.minimum(diagonal, delete)])
        row = np.minimum.accumulate(row - columns) + columns
        moves[i] = np.where(row[1:] == diagonal, 0, np.where(row[1:] == delete, 1, 2))
        above = row
    result: list[Edit] = []
    i, j = n, m
    while i or j:
        if i and j and moves[i - 1, j - 1] == 0:
            i, j = i - 1, j - 1
            result.append((i, j))
        elif i and (not j or moves[i - 1, j - 1] == 1):
            i -= 1
            result.append((i, None))
        else:
            j -= 1
            result.append((None, j))
    return result[::-1]
