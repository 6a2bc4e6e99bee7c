"""Summarise a paper by how long its talk stays with each sentence.

``durations[i]`` is ``count(s)`` of Lev et al. 2019, section 3.2: the number of spoken words about sentence i.
All functions return ascending indices, the paper's order; sentences that the talk never mentions are never chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from alignment.text import count_tokens, is_content, tokenize
from alignment.types import AlignmentError

#: Sentences in a summary unless another length is given: as many as Lev et al. 2019, section 5.2, had rated.
DEFAULT_SENTENCES = 30
#: A sentence is redundant if this share of its content words is already in the summary.
REDUNDANT = 0.7

LengthKind = Literal["sentences", "words", "ratio", "importance", "hybrid"]
LENGTH_KINDS: tuple[LengthKind, ...] = get_args(LengthKind)


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a summary.

    Attributes
    ----------
    kind
        ``sentences``: that many (`top_sentences`); ``words``: about that many (`summary_by_words`); ``ratio``: about
        that share of the paper's sentences (`summary_by_ratio`); ``importance``: all sentences that got at least that
        share of the words (`summary_by_importance`); ``hybrid``: the abstract, and what adds to it, up to that many
        words (`hybrid_summary`).
    value
        At least 1, or for ``ratio`` and ``importance`` more than 0, up to 1.
    """

    kind: LengthKind = "sentences"
    value: float = DEFAULT_SENTENCES


def summarise(
    sentences: Sequence[str], durations: Sequence[float], length: Length, *, abstract: Iterable[int] = ()
) -> list[int]:
    """Choose the sentences of a summary of any length.

    Parameters
    ----------
    sentences, durations
        The paper's sentences, and for each the number of words about it, or the score of a model.
    length
        Which of the functions below chooses, and its limit.
    abstract
        Indices of the abstract's sentences, which only a hybrid summary needs.

    Returns
    -------
    list of int
        Ascending indices.

    Raises
    ------
    AlignmentError
        For a length of no known kind, or out of bounds, and for lists of different lengths.

    Examples
    --------
    >>> from alignment.summarize import Length, summarise
    >>> summarise(["a b c", "d e", "f g h i"], [5, 1, 5], Length("ratio", 0.7))
    [0, 2]
    """
    if length.kind in ("sentences", "words", "hybrid") and length.value != int(length.value):
        raise AlignmentError(f"summary of {length.value} {length.kind}: expected a whole number")
    match length.kind:
        case "sentences":
            return top_sentences(durations, int(length.value))
        case "words":
            return summary_by_words(sentences, durations, int(length.value))
        case "ratio":
            return summary_by_ratio(durations, length.value)
        case "importance":
            return summary_by_importance(durations, length.value)
        case "hybrid":
            return hybrid_summary(sentences, durations, abstract, int(length.value))
    raise AlignmentError(f"summary by {length.kind!r}: expected one of {', '.join(LENGTH_KINDS)}")


def ranks(chosen: Iterable[int], durations: Sequence[float]) -> dict[int, int]:
    """The rank of each chosen sentence by its words (or scores), from 1; ties go to the earlier sentence.

    Examples
    --------
    >>> from alignment.summarize import ranks
    >>> ranks([0, 2, 3], [3, 9, 4, 3])
    {2: 1, 0: 2, 3: 3}
    """
    in_order = sorted(chosen, key=lambda index: (-durations[index], index))
    return {index: rank for rank, index in enumerate(in_order, start=1)}


def top_sentences(durations: Sequence[float], n: int) -> list[int]:
    """Choose the n sentences that the talk stays with longest.

    Parameters
    ----------
    durations
        For each sentence of the paper the number of words about it.
    n
        At least 1.

    Returns
    -------
    list of int
        Ascending indices, at most n; ties go to the earlier sentence. Sentences without words are never chosen.

    Examples
    --------
    >>> from alignment.summarize import top_sentences
    >>> top_sentences([3, 0, 9, 3, 4], 3)
    [0, 2, 4]
    """
    if n < 1:
        raise AlignmentError(f"summary of {n} sentences: expected 1 or more")
    ranked = sorted((index for index, count in enumerate(durations) if count > 0), key=lambda i: (-durations[i], i))
    return sorted(ranked[:n])


def summary_by_words(sentences: Sequence[str], durations: Sequence[float], n_words: int) -> list[int]:
    """Choose all sentences above the threshold of duration whose summary is nearest to `n_words` long.

    Parameters
    ----------
    sentences, durations
        The paper's sentences, and for each the number of words about it.
    n_words
        Words are tokens, punctuation included (`alignment.text.count_tokens`), as the released program counts them.

    Returns
    -------
    list of int
        Ascending indices. If two thresholds are equally near, the higher one is used (the shorter summary).

    Examples
    --------
    >>> from alignment.summarize import summary_by_words
    >>> summary_by_words(["a b c", "d e", "f g h i"], [5, 1, 5], 7)
    [0, 2]
    """
    if n_words < 1:
        raise AlignmentError(f"summary of {n_words} words: expected 1 or more")
    _check(sentences, durations)
    return _nearest(durations, [count_tokens(sentence) for sentence in sentences], n_words)


def summary_by_ratio(durations: Sequence[float], ratio: float) -> list[int]:
    """Choose as `summary_by_words` does, for a number of sentences nearest to `ratio` times the paper's.

    Examples
    --------
    >>> from alignment.summarize import summary_by_ratio
    >>> summary_by_ratio([5, 1, 5, 0], 0.5)
    [0, 2]
    """
    if not 0 < ratio <= 1:
        raise AlignmentError(f"summary of ratio {ratio}: expected more than 0, up to 1")
    return _nearest(durations, [1] * len(durations), ratio * len(durations))


def summary_by_importance(durations: Sequence[float], threshold: float) -> list[int]:
    """Choose all sentences whose share of the words about sentences is at least `threshold`.

    Examples
    --------
    >>> from alignment.summarize import summary_by_importance
    >>> summary_by_importance([5, 1, 4, 0], 0.4)
    [0, 2]
    """
    if not 0 < threshold <= 1:
        raise AlignmentError(f"summary of importance {threshold}: expected more than 0, up to 1")
    least = threshold * sum(durations)
    return [index for index, count in enumerate(durations) if count > 0 and count >= least]


def hybrid_summary(
    sentences: Sequence[str],
    durations: Sequence[float],
    abstract: Iterable[int],
    n_words: int,
    *,
    redundant: float = REDUNDANT,
) -> list[int]:
    """Choose the abstract, then the sentences with the longest durations that add something new, up to n_words.

    Parameters
    ----------
    sentences, durations
        The paper's sentences, and for each the number of words about it.
    abstract
        Indices of the abstract's sentences; it is kept whole, however long.
    n_words
        A sentence that would exceed it is left out.
    redundant
        A sentence is left out when this share of its content words is in what is already chosen.

    Returns
    -------
    list of int
        Ascending indices.

    Notes
    -----
    Source: Lev et al. 2019, section 4.1, after Yasunaga et al. 2019. What they score as TALKSUMM-HYBRID takes the
    sentences from a model, for a paper without a talk (`Summariser.summary`); with the words of its own talk it is an
    upper bound of that.

    Examples
    --------
    >>> from alignment.summarize import hybrid_summary
    >>> paper = ["We split text.", "Models copy words.", "Copy words, models!", "Readers like it."]
    >>> hybrid_summary(paper, [0, 3, 2, 1], [0], n_words=12)
    [0, 1, 3]
    """
    if n_words < 1:
        raise AlignmentError(f"summary of {n_words} words: expected 1 or more")
    _check(sentences, durations)
    chosen = sorted(set(abstract))
    if chosen and not 0 <= chosen[0] <= chosen[-1] < len(sentences):
        raise AlignmentError(f"abstract sentence {chosen[-1]}: the paper has {len(sentences)} sentences")
    lengths = [count_tokens(sentence) for sentence in sentences]
    length = sum(lengths[index] for index in chosen)
    covered = {word for index in chosen for word in content_words(sentences[index])}
    for index in sorted(range(len(sentences)), key=lambda i: (-durations[i], i)):
        words = content_words(sentences[index])
        if durations[index] == 0 or index in chosen or not words or length + lengths[index] > n_words:
            continue
        if len(words & covered) >= redundant * len(words):
            continue
        chosen.append(index)
        covered |= words
        length += lengths[index]
    return sorted(chosen)


def _nearest(durations: Sequence[float], lengths: Sequence[int], target: float) -> list[int]:
    ranked = sorted((index for index, count in enumerate(durations) if count > 0), key=lambda i: (-durations[i], i))
    n_best, best_distance, length = 0, float("inf"), 0
    for n, index in enumerate(ranked, start=1):
        length += lengths[index]
        is_whole = n == len(ranked) or durations[ranked[n]] < durations[index]  # of equal ones all or none
        if is_whole and abs(length - target) < best_distance:
            n_best, best_distance = n, abs(length - target)
    return sorted(ranked[:n_best])


def content_words(sentence: str) -> set[str]:
    """The words of a sentence by which `hybrid_summary` finds that it says nothing new."""
    return {token for token in tokenize(sentence) if is_content(token)}


def _check(sentences: Sequence[str], durations: Sequence[float]) -> None:
    if len(sentences) != len(durations):
        raise AlignmentError(f"{len(sentences)} sentences but {len(durations)} durations; expected one for each")
