"""The likelihood of a word given a sentence of the paper: similarity of words, maximum over the sentence.

Source: Lev et al. 2019, section 3.2: ``p(word | sentence)`` is proportional to the similarity of the word to the most
similar word of the sentence. The similarities of all word types of the talk with all of the paper are one matrix
product, the maximum over each sentence a segmented maximum.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain as joined
from typing import Literal

import numpy as np

from alignment.hmm.model import Floats
from alignment.text import has_letter_or_digit, is_content, tokenize
from alignment.types import Progress
from alignment.vectors import WordVectors

#: Share of a sentence's lowest similarity that is subtracted before normalising: the released program's with vectors,
#: ours with vectors (anything from .5 to .7 works as well; with 0, sentences of common words absorb the talk), and
# by letters.
_FLOORS = {"released": 0.8, "paper": 0.6}
_LETTERS_FLOOR = 0.0
#: Words are compared by these n-grams of characters, with boundary marks at both ends, from this cosine on.
_NGRAM = 3
_ALIKE = 0.5

#: Similarities held in memory at a time.
_CELLS = 8_000_000


def emission_table(
    sentences: Sequence[str],
    types: Sequence[str],
    *,
    vectors: WordVectors | None,
    preset: Literal["paper", "released"],
    similarity: Literal["best", "exact"] = "best",
    progress: Progress | None = None,
) -> tuple[Floats, Floats]:
    """Return similarity and emission, both of shape (n_sentences, n_types); rows of the emission sum to 1.

    The similarity is the exponential of a cosine in [-1, 1]; the emission is proportional to the similarity minus 0.8
    (`released`) or 0.6 times (`paper`) the sentence's lowest similarity. Without vectors both presets do the same. A
    sentence without a usable word has the similarity of the mean vector to every word; without vectors it has 1.

    similarity : see `HmmOptions`; ``exact`` is that of equal words, 0 for all others.
    """
    if similarity == "exact":
        vectors = None
    if vectors is None:
        preset = "paper"  # the released program does not work without vectors
    words = [sentence_words(sentence, vectors=vectors, preset=preset) for sentence in sentences]
    vocabulary = sorted(set(joined.from_iterable(words)))
    row_of = {word: row for row, word in enumerate(vocabulary)}
    rows = np.array([row_of[word] for sentence in words for word in sentence], dtype=np.int64)
    lengths = np.array([len(sentence) for sentence in words])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64)
    cosine = np.zeros((len(sentences), len(types)))
    step = max(1, _CELLS // max(len(rows), len(vocabulary), 1))
    for first in range(0, len(types), step):
        part = types[first : first + step]
        if len(rows):
            pairs = (
                np.equal.outer(np.array(vocabulary, dtype=object), np.array(part, dtype=object)).astype(np.float64)
                if similarity == "exact"
                else word_cosines(vocabulary, part, vectors=vectors, preset=preset)
            )
            full = lengths > 0
            cosine[full, first : first + step] = np.maximum.reduceat(pairs[rows], starts[full], axis=0)
        if vectors is not None and not lengths.all():
            mean = vectors.mean()
            cosine[lengths == 0, first : first + step] = vectors.unit(part) @ (mean / np.linalg.norm(mean))
        if progress is not None:
            progress(min(1.0, (first + step) / len(types)), "comparing words")
    alike = np.exp(cosine)
    floor = _LETTERS_FLOOR if vectors is None else _FLOORS[preset]
    emission = alike - floor * alike.min(axis=1, keepdims=True)
    emission = emission / emission.sum(axis=1, keepdims=True)
    return alike, emission


def sentence_words(sentence: str, *, vectors: WordVectors | None, preset: Literal["paper", "released"]) -> list[str]:
    """The words of a sentence that are compared: content words; in the `released` preset only those with a vector."""
    if preset == "released":
        tokens = set(tokenize(sentence, straighten=False))
        return sorted(token for token in tokens if is_content(token) and vectors is not None and token in vectors)
    tokens = set(tokenize(sentence))
    parts = {part for token in tokens if "-" in token or "/" in token for part in token.replace("/", "-").split("-")}
    return sorted(token for token in tokens | parts if is_content(token) and has_letter_or_digit(token))


def word_cosines(
    paper: Sequence[str], talk: Sequence[str], *, vectors: WordVectors | None, preset: Literal["paper", "released"]
) -> Floats:
    """Similarity of word types in [-1, 1], shape (n_paper, n_talk); equal words have 1.

    `released`: the cosine of the vectors, with the mean vector for unknown words.
    `paper`: equality, then the cosine of the vectors if both words have one; otherwise the cosine with the mean vector
    or that of their character trigrams, whichever is higher. Without vectors, that of the trigrams.
    """
    if preset == "released" and vectors is not None:
        return vectors.unit(paper) @ vectors.unit(talk).T
    alike = ngram_cosines(paper, talk)
    alike[alike < _ALIKE] = 0.0
    if vectors is None:
        return alike
    cosine = vectors.unit(paper) @ vectors.unit(talk).T
    unknown = np.array([word not in vectors for word in paper])[:, None] | np.array(
        [word not in vectors for word in talk]
    )
    return np.where(unknown | (alike > 1 - 1e-9), np.maximum(cosine, alike), cosine)


def ngram_cosines(left: Sequence[str], right: Sequence[str], size: int = _NGRAM) -> Floats:
    """Cosines of the sets of character n-grams of words, marked at both ends, shape (n_left, n_right).

    >>> ngram_cosines(["agent"], ["agent", "agents", "talk"]).round(2).tolist()
    [[1.0, 0.73, 0.0]]
    """
    left_grams, right_grams = ([_ngrams(word, size) for word in words] for words in (left, right))
    where: dict[str, tuple[list[int], list[int]]] = {}
    for side, all_grams in enumerate((left_grams, right_grams)):
        for position, grams in enumerate(all_grams):
            for gram in grams:
                where.setdefault(gram, ([], []))[side].append(position)
    shared = np.zeros((len(left), len(right)))
    for rows, columns in where.values():
        if rows and columns:
            shared[np.ix_(rows, columns)] += 1
    counts = [np.array([len(grams) for grams in side], dtype=np.float64) for side in (left_grams, right_grams)]
    return shared / np.sqrt(np.outer(*counts))


def _ngrams(word: str, size: int) -> set[str]:
    marked = f"^{word}$"
    return {marked[start : start + size] for start in range(max(1, len(marked) - size + 1))}
