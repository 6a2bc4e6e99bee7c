"""Character, word and biased word error rates of transcripts.

Conventions: a reference and a hypothesis are strings, compared exactly as they are: lower-case them and drop
punctuation first (`normalize`) if that is wanted. Words are separated by white space; characters are code points,
spaces included. Rates are of the whole of several pairs: all errors over all reference units. They can exceed 1.

Sources: the minimal edit distance of Levenshtein 1966; BWER as in Chen et al. 2024 (M3AV, section 4).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import astuple, dataclass
from operator import add

from alignment.types import AlignmentError

#: Cells of a distance table: those of a talk of 90 minutes by characters, which takes seconds.
_MOST_CELLS = 12_000_000_000

#: (reference position or None, hypothesis position or None): a match or substitution, a deletion, an insertion.
Edit = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """Errors and the units they are counted over. Without units the rate is 0, or infinity where there are errors."""

    hits: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0

    @property
    def errors(self) -> int:
        return self.substitutions + self.deletions + self.insertions

    @property
    def units(self) -> int:
        return self.hits + self.substitutions + self.deletions

    @property
    def rate(self) -> float:
        if self.units:
            return self.errors / self.units
        return float("inf") if self.errors else 0.0

    def __add__(self, other: ErrorRate) -> ErrorRate:
        return ErrorRate(*map(add, astuple(self), astuple(other)))


def wer(references: Sequence[str], hypotheses: Sequence[str]) -> ErrorRate:
    """Word error rate of pairs of texts, pooled: all errors over all words of the references.

    Parameters
    ----------
    references, hypotheses
        As many of one as of the other, compared exactly as they are; see `normalize`.

    Returns
    -------
    ErrorRate
        Counts of errors and the rate, which can exceed 1.

    Raises
    ------
    AlignmentError
        If the two differ in number, or a text is given in place of a list.

    Examples
    --------
    >>> wer(["the cat sat"], ["the cat sat down"]).rate
    0.3333333333333333
    """
    _validate(references, hypotheses)
    pairs = zip(references, hypotheses, strict=True)
    return _total(count_errors(reference.split(), hypothesis.split()) for reference, hypothesis in pairs)


def cer(references: Sequence[str], hypotheses: Sequence[str]) -> ErrorRate:
    """Character error rate of pairs of texts; a run of white space is one space, and none is at the ends."""
    _validate(references, hypotheses)
    pairs = zip(references, hypotheses, strict=True)
    return _total(count_errors(list(" ".join(r.split())), list(" ".join(h.split()))) for r, h in pairs)


def bwer(references: Sequence[str], hypotheses: Sequence[str], rare_words: Collection[str]) -> ErrorRate:
    """Biased word error rate: the errors on rare words over the rare words of the references.

    An error counts where a rare word of the reference is substituted or deleted, or a rare word is inserted. Several
    alignments of least distance can exist, so that the count can differ by a few from another program's.
    """
    _validate(references, hypotheses)
    rare = frozenset(rare_words)
    if not rare:
        raise AlignmentError("BWER: the list of rare words is empty")
    pairs = [
        (reference.split(), hypothesis.split()) for reference, hypothesis in zip(references, hypotheses, strict=True)
    ]
    return _total(count_rare_errors(ours, theirs, rare, edits(ours, theirs)) for ours, theirs in pairs)


def count_rare_errors(
    reference: Sequence[str], hypothesis: Sequence[str], rare: Collection[str], path: Iterable[Edit]
) -> ErrorRate:
    """The errors of one aligned pair on rare words; see `bwer`. path : an alignment of the two, such as `edits`."""
    hits = substitutions = deletions = insertions = 0
    for left, right in path:
        if left is None:
            insertions += right is not None and hypothesis[right] in rare
        elif reference[left] in rare:
            deletions += right is None
            hits += right is not None and reference[left] == hypothesis[right]
            substitutions += right is not None and reference[left] != hypothesis[right]
    return ErrorRate(hits, substitutions, deletions, insertions)


def edits(reference: Sequence[str], hypothesis: Sequence[str]) -> list[Edit]:
    """An alignment of least distance, in order. Of equals a match or substitution wins, then a deletion."""
    n, m = len(reference), len(hypothesis)
    start = 0
    while start < min(n, m) and reference[start] == hypothesis[start]:
        start += 1
    end = 0
    while end < min(n, m) - start and reference[n - 1 - end] == hypothesis[m - 1 - end]:
        end += 1
    middle = _shortest(reference[start : n - end], hypothesis[start : m - end])
    shifted: list[Edit] = [(i if i is None else i + start, j if j is None else j + start) for i, j in middle]
    head: list[Edit] = [(k, k) for k in range(start)]
    tail: list[Edit] = [(n - k, m - k) for k in range(end, 0, -1)]
    return head + shifted + tail


def normalize(text: str) -> str:
    """Lower case, NFKC, no punctuation but apostrophes and hyphens inside words; for comparing transcripts."""
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    return " ".join(re.sub(r"[^\w\s'-]|_|(?<!\w)['-]|['-](?!\w)", " ", text).split())


#: Columns whose bits are kept at once while an alignment is read back.
_BLOCK = 256


def _shortest(reference: Sequence[str], hypothesis: Sequence[str]) -> list[Edit]:
    """An alignment of least distance, by bit vectors: a column of the distance table is four integers of n bits.

    Time O(n m / 64) with a small factor. Memory O(n m / `_BLOCK`) bits for columns that are kept, from which a block of
    columns at a time is computed again on the way back. Source: Hyyrö 2003, A bit-vector algorithm for computing
    Levenshtein and Damerau edit distances.
    """
    n, m = len(reference), len(hypothesis)
    if n * m > _MOST_CELLS:
        raise AlignmentError(f"error rate: {n:,} by {m:,} units are too many for one pair; split it into utterances")
    if not n or not m:
        return [(i, None) for i in range(n)] + [(None, j) for j in range(m)]
    masks: dict[str, int] = {}
    for at, unit in enumerate(reference):
        masks[unit] = masks.get(unit, 0) | 1 << at
    all_bits = (1 << n) - 1
    kept: list[tuple[int, int]] = []
    up, down = all_bits, 0
    for j in range(m):
        if j % _BLOCK == 0:
            kept.append((up, down))
        up, down, _ = _column(masks.get(hypothesis[j], 0), up, down, all_bits)
    result: list[Edit] = []
    i, j = n, m
    for block in range(len(kept) - 1, -1, -1):
        first = block * _BLOCK
        columns: list[tuple[int, int]] = []  # bits: one more than the cell above; one more than the diagonal cell
        up, down = kept[block]
        for at in range(first, min(first + _BLOCK, m)):
            up, down, same = _column(masks.get(hypothesis[at], 0), up, down, all_bits)
            columns.append((up, same))
        while j > first:
            if not i:
                j -= 1
                result.append((None, j))
                continue
            above, same = columns[j - 1 - first]
            if reference[i - 1] == hypothesis[j - 1] or not same >> (i - 1) & 1:
                i, j = i - 1, j - 1
                result.append((i, j))
            elif above >> (i - 1) & 1:
                i -= 1
                result.append((i, None))
            else:
                j -= 1
                result.append((None, j))
    result += [(at, None) for at in range(i - 1, -1, -1)]
    return result[::-1]


def _column(matches: int, up: int, down: int, all_bits: int) -> tuple[int, int, int]:
    """The next column: where it exceeds the cell above by one, where it is one less, where it equals the diagonal."""
    same = (((matches & up) + up) ^ up) | matches | down
    right = down | (all_bits & ~(same | up))
    left = up & same
    right = (right << 1) | 1
    up = (left << 1 | ~(same | right)) & all_bits
    return up, right & same & all_bits, same


def count_errors(reference: Sequence[str], hypothesis: Sequence[str]) -> ErrorRate:
    """The errors of one pair of sequences of units: words, or a text for its characters."""
    hits = substitutions = deletions = insertions = 0
    for left, right in edits(reference, hypothesis):
        if left is None:
            insertions += 1
        elif right is None:
            deletions += 1
        elif reference[left] == hypothesis[right]:
            hits += 1
        else:
            substitutions += 1
    return ErrorRate(hits, substitutions, deletions, insertions)


def _total(parts: Iterable[ErrorRate]) -> ErrorRate:
    return sum(parts, ErrorRate())


def _validate(references: Sequence[str], hypotheses: Sequence[str]) -> None:
    if isinstance(references, str) or isinstance(hypotheses, str):
        raise AlignmentError("error rate: expected lists of texts, found one text; did you forget the brackets?")
    if len(references) != len(hypotheses):
        raise AlignmentError(f"error rate: {len(references)} references but {len(hypotheses)} hypotheses")
