"""Summaries that know nothing of a talk, to compare others with: the beginning of a paper, and sentences at random.

A summary takes whole sentences until the next one would exceed its length, and at least one. Words are tokens, as
`alignment.summarize` counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from alignment.text import count_tokens
from alignment.types import AlignmentError


def lead_summary(sentences: Sequence[str], n_words: int, *, among: Iterable[int] | None = None) -> list[int]:
    """The first sentences of a paper.

    Parameters
    ----------
    sentences
        The paper's.
    among
        Indices of those that may be chosen, ascending; all by default.

    Returns
    -------
    list of int
        Ascending indices.

    Examples
    --------
    >>> lead_summary(["a b c", "d e", "f"], 5)
    [0, 1]
    """
    return _first(sentences, n_words, range(len(sentences)) if among is None else among)


def random_summary(
    sentences: Sequence[str], n_words: int, *, seed: Sequence[int], among: Iterable[int] | None = None
) -> list[int]:
    """Sentences of a paper, each as likely as any other. The same seed gives the same ones.

    Examples
    --------
    >>> random_summary(["a b c", "d e", "f"], 5, seed=[7]) == random_summary(["a b c", "d e", "f"], 5, seed=[7])
    True
    """
    places = np.array(list(range(len(sentences)) if among is None else among), dtype=np.int64)
    return sorted(_first(sentences, n_words, np.random.default_rng(seed).permutation(places).tolist()))


def _first(sentences: Sequence[str], n_words: int, order: Iterable[int]) -> list[int]:
    if n_words < 1:
        raise AlignmentError(f"summary of {n_words} words: expected 1 or more")
    chosen: list[int] = []
    length = 0
    for index in order:
        length += count_tokens(sentences[index])
        if chosen and length > n_words:
            break
        chosen.append(index)
    return chosen
