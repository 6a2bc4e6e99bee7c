"""What known translations teach of words: learned once, and prior counts of any number of texts.

Learning words from thousands of translations takes many times as long as aligning a text, and does not depend on it.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from alignment.lexical.anchors import cognates, loans
from alignment.lexical.model1 import NO_LINKS, Beads, Floats, Ints, Links, Model1, Tokens
from alignment.lexical.options import VERSION, LexicalOptions, digest_of
from alignment.lexical.prior_knowledge import PriorKnowledge
from alignment.lexical.prior_weights import together
from alignment.lexical.tokens import Units, units
from alignment.types import AlignmentError, Progress

#: At most this many translations are read: the last ones, which are the newest.
MOST_TRAINING = 20_000
#: Pairs of words with fewer expected counts are left out: there are many, and they say next to nothing.
_LEAST = 0.05


@dataclass(frozen=True)
class WordPairs:
    """Pairs of words that translations have together, with how often, as expected by IBM Model 1.

    source, target : keys of tokens, see `alignment.lexical.tokens`. starts : shape (n_source + 1,); the pairs of source
    word e are columns, counts at starts[e]:starts[e + 1]. n_pairs : how many translations were read. digest : of these
    and of how they were learned from, for signatures. prefix : of the tokens.
    """

    source: Sequence[str]
    target: Sequence[str]
    starts: Ints
    columns: Ints
    counts: Floats
    n_pairs: int
    digest: str
    prefix: int

    def __len__(self) -> int:
        return len(self.columns)

    def links(self, source: Units, target: Units) -> Links:
        """Prior counts of the pairs whose words occur on both sides."""
        at_t = np.full(len(self.target) + 1, -1, dtype=np.int64)
        for number, key in enumerate(target.vocabulary):
            at_t[self._at_target.get(key, -1)] = number
        at_t[-1] = -1
        own = [(number, self._at_source[key]) for number, key in enumerate(source.vocabulary) if key in self._at_source]
        if not own:
            return NO_LINKS
        words, rows = (np.asarray(column, dtype=np.int64) for column in zip(*own, strict=True))
        sizes = self.starts[rows + 1] - self.starts[rows]
        ends = np.cumsum(sizes)
        where = np.repeat(self.starts[rows] - (ends - sizes), sizes) + np.arange(int(ends[-1]))
        second = at_t[self.columns[where]]
        known = second >= 0
        return Links(np.repeat(words, sizes)[known], second[known], self.counts[where][known])

    @cached_property
    def _at_source(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self.source)}

    @cached_property
    def _at_target(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self.target)}

    def save(self, path: str | Path) -> None:
        """Write a file, which is replaced atomically."""
        about = {
            "version": VERSION, "source": list(self.source), "target": list(self.target), "n_pairs": self.n_pairs,
            "digest": self.digest, "prefix": self.prefix,
        }  # fmt: skip
        path = Path(path)
        partial = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            with partial.open("wb") as out:
                np.savez_compressed(
                    out, allow_pickle=False, starts=self.starts, columns=self.columns.astype(np.int32),
                    counts=self.counts.astype(np.float32), about=np.frombuffer(json.dumps(about).encode(), np.uint8),
                )  # fmt: skip
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | Path) -> WordPairs:
        """Read what `save` wrote.

        Raises AlignmentError where the file is damaged or of another version, FileNotFoundError where there is none.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                about = json.loads(file["about"].tobytes())
                columns = file["columns"].astype(np.int64)
                starts, counts = file["starts"], file["counts"].astype(np.float64)
            if about.pop("version") != VERSION:
                raise AlignmentError(f"{path}: written by another version of the engine, expected {VERSION}")
            return cls(starts=starts, columns=columns, counts=counts, **about)
        except (KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as error:
            if isinstance(error, AlignmentError):
                raise
            raise AlignmentError(f"{path}: no pairs of words, or a damaged file ({error})") from error


def learn_word_pairs(
    pairs: Sequence[tuple[str, str]],
    *,
    source_language: str | None = None,
    target_language: str | None = None,
    options: LexicalOptions | None = None,
    progress: Progress | None = None,
) -> WordPairs:
    """Learn words from known translations, (source text, target text) each.

    Parameters
    ----------
    pairs
        Of at most 20,000 the last ones are read.
    source_language, target_language
        As of `PriorKnowledge`: the built-in common words of both are what learning starts from.
    options
        Of the engine; texts are to be aligned with the same.

    Returns
    -------
    WordPairs
        For `PriorKnowledge.training`.

    Examples
    --------
    >>> from alignment.lexical import learn_word_pairs
    >>> learned = learn_word_pairs([("the sea", "das Meer"), ("the rock", "der Fels"), ("a sea", "ein Meer")])
    >>> learned.n_pairs
    3
    """
    options = options or LexicalOptions()
    pairs = list(pairs)[-MOST_TRAINING:]
    source, target = [s for s, _ in pairs], [t for _, t in pairs]
    if progress is not None:
        progress(0.0, f"learning words from {len(pairs):,} translations")
    _, common = PriorKnowledge(source_language, target_language).lexicons(
        source, target, with_common_words=options.common_words
    )
    forms = [common.written_together(source=side) if common is not None else frozenset() for side in (True, False)]
    s, t = (units(texts, prefix=options.prefix, forms=own) for texts, own in zip((source, target), forms, strict=True))
    links = [cognates(s, t), loans(s, t)]
    if common is not None:
        links.append(common.links(s, t, options.prefix))
    at = np.arange(len(pairs))
    beads = Beads(Tokens.of(s, at, at + 1), Tokens.of(t, at, at + 1), np.ones(len(pairs)))
    model = Model1(beads, together(links, len(t.vocabulary)), len(s.vocabulary), len(t.vocabulary))
    of_fit = options.model1_iterations, options.null_share
    both = [
        np.maximum(model.counts(unigram, *of_fit, turned=turned) - options.discount, 0.0)
        for unigram, turned in ((t.unigram, False), (s.unigram, True))
    ]
    counts = (both[0] + both[1]) / 2
    kept = np.flatnonzero(counts >= _LEAST)
    (first, second), counts = (words[kept] for words in model.words), counts[kept]
    order = np.lexsort((second, first))
    first, second, counts = first[order], second[order], counts[order]
    starts = np.searchsorted(first, np.arange(len(s.vocabulary) + 1))
    learned_from = digest_of(text for pair in pairs for text in pair), common.digest if common is not None else ""
    digest = digest_of((*learned_from, options.signature(), VERSION))
    return WordPairs(s.vocabulary, t.vocabulary, starts, second, counts, len(pairs), digest, options.prefix)
