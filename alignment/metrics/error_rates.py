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

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError

#: Cells of a distance table, a byte each.
_MOST_CELLS = 1_000_000_000

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
    return _total(_count(reference.split(), hypothesis.split()) for reference, hypothesis in pairs)


def cer(references: Sequence[str], hypotheses: Sequence[str]) -> ErrorRate:
    """Character error rate of pairs of texts; a run of white space is one space, and none is at the ends."""
    _validate(references, hypotheses)
    pairs = zip(references, hypotheses, strict=True)
    return _total(_count(list(" ".join(r.split())), list(" ".join(h.split()))) for r, h in pairs)


def bwer(references: Sequence[str], hypotheses: Sequence[str], rare_words: Collection[str]) -> ErrorRate:
    """Biased word error rate: the errors on rare words over the rare words of the references.

    An error counts where a rare word of the reference is substituted or deleted, or a rare word is inserted. Several
    alignments of least distance can exist, so that the count can differ by a few from another program's.
    """
    _validate(references, hypotheses)
    rare = frozenset(rare_words)
    if not rare:
        raise AlignmentError("BWER: the list of rare words is empty")
    result = ErrorRate()
    for reference, hypothesis in zip(references, hypotheses, strict=True):
        ours, theirs = reference.split(), hypothesis.split()
        hits = substitutions = deletions = insertions = 0
        for left, right in edits(ours, theirs):
            if left is None:
                insertions += right is not None and theirs[right] in rare
            elif ours[left] in rare:
                deletions += right is None
                hits += right is not None and ours[left] == theirs[right]
                substitutions += right is not None and ours[left] != theirs[right]
        result += ErrorRate(hits, substitutions, deletions, insertions)
    return result


def edits(reference: Sequence[str], hypothesis: Sequence[str]) -> list[Edit]:
    """An alignment of least distance, in order. Of equals a match or substitution wins, then a deletion."""
    n, m = len(reference), len(hypothesis)
    start = 0
    while start < min(n, m) and reference[start] == hypothesis[start]:
        start += 1
    end = 0
    while end < min(n, m) - start and reference[n - 1 - end] == hypothesis[m - 1 - end]:
        end += 1
    middle = _table_edits(reference[start : n - end], hypothesis[start : m - end])
    shifted: list[Edit] = [(i if i is None else i + start, j if j is None else j + start) for i, j in middle]
    head: list[Edit] = [(k, k) for k in range(start)]
    tail: list[Edit] = [(n - k, m - k) for k in range(end, 0, -1)]
    return head + shifted + tail


def normalize(text: str) -> str:
    """Lower case, NFKC, no punctuation but apostrophes and hyphens inside words; for comparing transcripts."""
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    return " ".join(re.sub(r"[^\w\s'-]|_|(?<!\w)['-]|['-](?!\w)", " ", text).split())


def _table_edits(reference: Sequence[str], hypothesis: Sequence[str]) -> list[Edit]:
    n, m = len(reference), len(hypothesis)
    if n * m > _MOST_CELLS:
        raise AlignmentError(f"error rate: {n:,} by {m:,} units are too many for one pair; split it into utterances")
    numbers: dict[str, int] = {}
    ours = np.array([numbers.setdefault(unit, len(numbers)) for unit in reference], dtype=np.int64)
    theirs = np.array([numbers.setdefault(unit, len(numbers)) for unit in hypothesis], dtype=np.int64)
    moves = _moves(ours, theirs)
    result: list[Edit] = []
    i, j = n, m
    while i or j:
        if i and j and moves[i - 1, j - 1] == _DIAGONAL:
            i, j = i - 1, j - 1
            result.append((i, j))
        elif i and (not j or moves[i - 1, j - 1] == _DELETE):
            i -= 1
            result.append((i, None))
        else:
            j -= 1
            result.append((None, j))
    return result[::-1]


_DIAGONAL, _DELETE, _INSERT = 0, 1, 2


def _moves(ours: npt.NDArray[np.int64], theirs: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
    """The last edit of a best alignment of each pair of prefixes, shape (n, m)."""
    n, m = len(ours), len(theirs)
    moves = np.empty((n, m), dtype=np.int8)
    columns = np.arange(m + 1)
    above = columns.copy()
    for i in range(n):
        diagonal = above[:-1] + (theirs != ours[i])
        delete = above[1:] + 1
        row = np.concatenate([[i + 1], np.minimum(diagonal, delete)])
        row = np.minimum.accumulate(row - columns) + columns  # an insertion costs one a step to the right
        moves[i] = np.where(row[1:] == diagonal, _DIAGONAL, np.where(row[1:] == delete, _DELETE, _INSERT))
        above = row
    return moves


def _count(reference: Sequence[str], hypothesis: Sequence[str]) -> ErrorRate:
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
