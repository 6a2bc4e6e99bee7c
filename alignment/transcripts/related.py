"""Sentences of a paper that belong to what was said: the nearest ones above a threshold, three at most.

Three ways to compare: by content words weighted by how rare they are in the paper (``tf-idf``, which needs nothing), by
word vectors, or by an encoder of sentences, where one is installed. Similarities of one way are not those of another:
.5 of a sentence encoder is not .5 of words, so that a threshold goes with its way.

Source: Chen et al. 2024, appendix B.4, which takes the top 3 above .5 by msmarco-distilbert-base-v4. The released
``related_sentences.json`` holds ten sentences for each slide, whatever their similarity. Words agree with that encoder
only in part: of its 87 sentences above .5 in the two development talks, tf-idf proposes 18 among 65 of its own, and the
nearest sentence is the same for 11 of 47 slides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from alignment.encoders import Encoder
from alignment.slides.words import words_of
from alignment.types import AlignmentError, Progress
from alignment.vectors import WordVectors

Floats = npt.NDArray[np.float64]

METHODS = ("tf-idf", "vectors", "encoder")
#: Above these a sentence is proposed. That of an encoder is the paper's; the two others propose about as many sentences
#: for M3AV's development talks as it does there.
THRESHOLDS = {"tf-idf": 0.3, "vectors": 0.88, "encoder": 0.5}
MOST = 3
#: Similarities that are computed at once.
MOST_CELLS = 50_000_000


class Related(NamedTuple):
    """sentence : position in the paper. similarity : cosine."""

    sentence: int
    similarity: float


def related_sentences(
    spoken: Sequence[str],
    sentences: Sequence[str],
    *,
    method: str = "tf-idf",
    threshold: float | None = None,
    most: int = MOST,
    vectors: WordVectors | None = None,
    encoder: Encoder | None = None,
    progress: Progress | None = None,
) -> list[list[Related]]:
    """For each text that was said the sentences of the paper that belong to it, the nearest first.

    Parameters
    ----------
    spoken
        What was said on each slide, or in each span.
    method
        One of `METHODS`; ``vectors`` and ``encoder`` need the argument of that name.
    threshold
        Only sentences with a greater similarity; by default that of the method in `THRESHOLDS`.
    most
        Of them, at most; of equals the first.

    Raises
    ------
    AlignmentError
        If there are no sentences, or the method is none or lacks its argument.

    Examples
    --------
    >>> paper = ["We knit a sensor into the pocket.", "Users liked the colours."]
    >>> related_sentences(["the sensor is knit into a pocket"], paper)
    [[Related(sentence=0, similarity=1.0)]]
    """
    if most < 0:
        raise AlignmentError(f"at most {most} sentences; expected 0 or more")
    table = similarities(spoken, sentences, method=method, vectors=vectors, encoder=encoder, progress=progress)
    limit = THRESHOLDS[method] if threshold is None else threshold
    return [nearest(row, threshold=limit, most=most) for row in table]


def nearest(row: Floats, *, threshold: float, most: int = MOST) -> list[Related]:
    """The nearest sentences of one row of `similarities`."""
    order = np.argsort(-row, kind="stable")[:most]
    return [Related(int(at), round(float(row[at]), 6)) for at in order if row[at] > threshold]


def similarities(
    spoken: Sequence[str],
    sentences: Sequence[str],
    *,
    method: str = "tf-idf",
    vectors: WordVectors | None = None,
    encoder: Encoder | None = None,
    progress: Progress | None = None,
) -> Floats:
    """The similarity of each text with each sentence, shape (len(spoken), len(sentences)); cosines, 0 without words."""
    if not sentences:
        raise AlignmentError("the paper has no sentences")
    if len(spoken) * len(sentences) > MOST_CELLS:
        raise AlignmentError(f"{len(spoken):,} texts by {len(sentences):,} sentences are too many to compare at once")
    if method == "encoder":
        if encoder is None:
            raise AlignmentError("comparing by an encoder needs one")
        encoded = np.asarray(encoder.encode([*spoken, *sentences], progress=progress), dtype=np.float64)
        return _cosines(encoded[: len(spoken)], encoded[len(spoken) :])
    if method not in METHODS:
        raise AlignmentError(f"there is no way {method!r} to compare sentences; there are {', '.join(METHODS)}")
    ours = [Counter(word.key for word in words_of(text)) for text in spoken]
    theirs = [Counter(word.key for word in words_of(text)) for text in sentences]
    if method == "tf-idf":
        return _by_words(ours, theirs)
    if vectors is None:
        raise AlignmentError("comparing by word vectors needs some")
    rarity = _rarity(theirs)
    tables = [_means([_keyed_words(text) for text in texts], vectors, rarity) for texts in (spoken, sentences)]
    return _cosines(*tables)


def _keyed_words(text: str) -> list[tuple[str, str]]:
    """The content words of a text: what is compared, and how it is looked up in word vectors."""
    return [(word.key, word.text) for word in words_of(text)]


def _rarity(theirs: Sequence[Counter[str]]) -> dict[str, float]:
    """How much a word weighs: by the share of the paper's sentences that have it, smoothed."""
    occurrences = Counter(word for counts in theirs for word in counts)
    return {word: float(np.log((1 + len(theirs)) / (1 + count)) + 1) for word, count in occurrences.items()}


def _by_words(ours: Sequence[Counter[str]], theirs: Sequence[Counter[str]]) -> Floats:
    """Cosines of tf-idf vectors; words that the paper does not have say nothing about it, and are left out."""
    rarity = _rarity(theirs)
    holders: dict[str, list[tuple[int, float]]] = {}
    norms = np.zeros(len(theirs))
    for at, counts in enumerate(theirs):
        for word, count in counts.items():
            weight = (1 + np.log(count)) * rarity[word]
            holders.setdefault(word, []).append((at, weight))
            norms[at] += weight**2
    result = np.zeros((len(ours), len(theirs)))
    for row, counts in zip(result, ours, strict=True):
        norm = 0.0
        for word, count in counts.items():
            if word in rarity:
                own = (1 + np.log(count)) * rarity[word]
                norm += own**2
                for at, weight in holders[word]:
                    row[at] += own * weight
        scale = np.sqrt(norm * norms)
        np.divide(row, scale, out=row, where=scale > 0)
    return result


def _means(texts: Sequence[Sequence[tuple[str, str]]], vectors: WordVectors, rarity: dict[str, float]) -> Floats:
    """The mean of the vectors of a text's words, weighted by rarity; words without a vector are left out."""
    usual = max(rarity.values(), default=1.0)
    rows: list[Floats] = []
    size = None
    for words in texts:
        own = [(key, text) for key, text in words if text in vectors]
        if not own:
            rows.append(np.zeros(0))
            continue
        weights = np.array([rarity.get(key, usual) for key, _ in own])
        rows.append(weights @ np.asarray(vectors.unit([text for _, text in own]), dtype=np.float64))
        size = len(rows[-1])
    return np.stack([row if len(row) else np.zeros(size or 1) for row in rows]) if rows else np.zeros((0, size or 1))


def _cosines(ours: Floats, theirs: Floats) -> Floats:
    if ours.shape[1:] != theirs.shape[1:]:  # no word of one of the two has a vector
        return np.zeros((len(ours), len(theirs)))
    product = ours @ theirs.T
    scale = np.outer(np.linalg.norm(ours, axis=1), np.linalg.norm(theirs, axis=1))
    return np.divide(product, scale, out=np.zeros_like(product), where=scale > 0)
