"""Accuracy of the alignment of a talk with its paper, by words and by spans.

Conventions: gold and found hold one entry per word: the sentence's index, or None for no sentence; words that are
`UNJUDGED` in gold are not scored. Source: Lev et al. 2019, appendix, Table 4: a row is right when its sentence is the
annotator's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from alignment.types import AlignmentError

#: In gold: nobody has judged this word.
UNJUDGED: Final = -1


@dataclass(frozen=True, slots=True)
class TalkScore:
    """words, spans : shares in [0, 1] of judged words (spans) that are right; n_words, n_spans : their number."""

    words: float
    spans: float
    n_words: int
    n_spans: int


def talk_score(gold: Sequence[int | None], found: Sequence[int | None]) -> TalkScore:
    """Accuracy of words, and of gold spans by majority.

    Parameters
    ----------
    gold, found
        For each word its sentence, None for none; `UNJUDGED` words of gold do not count.

    Returns
    -------
    TalkScore
        Spans are maximal runs of words with one sentence in gold. A span is right when the sentence found for most of
        its words (of equals, the one found first) is the gold one.

    Raises
    ------
    AlignmentError
        If the two differ in length, or no word is judged.

    Examples
    --------
    >>> talk_score([0, 0, 0, 1, 1, UNJUDGED], [0, 0, 2, 2, 2, 5])
    TalkScore(words=0.4, spans=0.5, n_words=5, n_spans=2)
    """
    if len(gold) != len(found):
        raise AlignmentError(f"{len(gold)} words of gold but {len(found)} found; expected one entry per word in both")
    judged = [position for position, sentence in enumerate(gold) if sentence != UNJUDGED]
    if not judged:
        raise AlignmentError("gold: no word is judged")
    right = sum(gold[position] == found[position] for position in judged)
    spans = list(_runs(gold))
    spans_right = sum(Counter(found[a:b]).most_common(1)[0][0] == gold[a] for a, b in spans)
    return TalkScore(right / len(judged), spans_right / len(spans), len(judged), len(spans))


def _runs(gold: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    start = 0
    for position in range(1, len(gold) + 1):
        if position == len(gold) or gold[position] != gold[start]:
            if gold[start] != UNJUDGED:
                yield start, position
            start = position
