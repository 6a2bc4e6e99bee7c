"""Key sentences of a page: those that resemble its text, by ROUGE, as VT-SSum labels them.

Sentences are added one by one, each the one that raises the ROUGE of all chosen against the page's text most, until
none raises it. Pages of few words cannot be compared with, and a page that nothing resembles was probably not spoken
about: neither is a sample, and `LabelReport` says how many each rule left out.

Conventions: ROUGE here is the mean F1 of ROUGE-1 and ROUGE-2; n-grams do not run from one sentence into the next. Words
are those of `alignment.metrics.rouge`.

Source: Lv et al. 2021, section 2.5, by the rule of Nallapati, Zhai and Zhou 2017 (SummaRuNNer), section 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from alignment.metrics.rouge import RougeOptions, words
from alignment.types import AlignmentError

Floats = npt.NDArray[np.float64]

_WORDS = RougeOptions(stem=True)


@dataclass(frozen=True, slots=True)
class KeyOptions:
    """What is left out, and how many sentences are chosen.

    min_page_words : pages under so many words are no samples (Lv et al. 2021: 10). min_sentence_words : sentences under
    so many words are not chosen. min_rouge : pages whose chosen sentences reach less are no samples; the paper has such
    a threshold, but not its value. max_sentences : so many at most; None goes on while ROUGE rises.
    """

    min_page_words: int = 10
    min_sentence_words: int = 3
    min_rouge: float = 0.1
    max_sentences: int | None = 3

    def __post_init__(self) -> None:
        for name in ("min_page_words", "min_sentence_words"):
            if getattr(self, name) < 0:
                raise AlignmentError(f"{name} is {getattr(self, name)}; expected 0 or more")
        if not 0 <= self.min_rouge <= 1:
            raise AlignmentError(f"min_rouge is {self.min_rouge}; expected 0 to 1")
        if self.max_sentences is not None and self.max_sentences < 1:
            raise AlignmentError(f"max_sentences is {self.max_sentences}; expected 1 or more")


@dataclass(frozen=True, slots=True)
class KeySentences:
    """The key sentences of one page.

    chosen : positions in the order in which they were chosen. gains : for each sentence by how much it raised ROUGE
    when it was chosen; for the others, by how much it would raise that of the chosen ones (below 0: it would lower it);
    0 for sentences that are too short. rouge : of the chosen ones, in [0, 1]. dropped : why the page is no sample:
    ``short_page``, ``no_sentences`` or ``low_rouge``; empty for a sample.
    """

    chosen: tuple[int, ...]
    gains: tuple[float, ...]
    rouge: float
    n_page_words: int
    n_short_sentences: int
    dropped: str = ""

    @property
    def labels(self) -> tuple[int, ...]:
        """1 for each chosen sentence of a sample, else 0."""
        keys = set() if self.dropped else set(self.chosen)
        return tuple(int(index in keys) for index in range(len(self.gains)))


@dataclass(frozen=True, slots=True)
class LabelReport:
    """What the thresholds left out: pages by reason, and sentences too short to be chosen."""

    n_pages: int
    n_samples: int
    short_pages: int
    without_sentences: int
    low_rouge: int
    short_sentences: int


def choose_key_sentences(sentences: Sequence[str], page: str, options: KeyOptions = KeyOptions()) -> KeySentences:
    """Choose the sentences that resemble a page's text.

    Of sentences that raise ROUGE equally the earlier one is chosen. The time is linear in the sentences' words and in
    the product of sentences, chosen ones and different n-grams of the page.

    Examples
    --------
    >>> said = ["So what now?", "A threshold on the silence fails.", "We fit two log-normals to the silence."]
    >>> choose_key_sentences(said, "Two log-normals\\nFit them to each silence of a speaker, and no threshold").chosen
    (2,)
    """
    spoken = [words(sentence, _WORDS) for sentence in sentences]
    wanted = words(page, _WORDS)
    may = np.array([len(tokens) >= options.min_sentence_words for tokens in spoken], dtype=bool)
    n_short = int((~may).sum())
    overlap = _Overlap(spoken, wanted)
    chosen: list[int] = []
    gains = np.zeros(len(spoken))
    reached, free = 0.0, may.copy()
    while free.any() and (options.max_sentences is None or len(chosen) < options.max_sentences):
        scores = np.where(free, overlap.with_each(), -1.0)
        best = int(scores.argmax())
        if scores[best] <= reached + 1e-12:
            break
        gains[best] = scores[best] - reached
        reached = float(scores[best])
        free[best] = False
        overlap.add(best)
        chosen.append(best)
    gains[free] = overlap.with_each()[free] - reached
    if len(wanted) < options.min_page_words:
        dropped = "short_page"
    elif not may.any():
        dropped = "no_sentences"
    else:
        dropped = "low_rouge" if not chosen or reached < options.min_rouge else ""
    return KeySentences(tuple(chosen), tuple(map(float, gains)), reached, len(wanted), n_short, dropped)


def report_labels(pages: Sequence[KeySentences]) -> LabelReport:
    """What was left out of these pages, by reason."""
    reasons = Counter(page.dropped for page in pages)
    return LabelReport(
        n_pages=len(pages),
        n_samples=reasons[""],
        short_pages=reasons["short_page"],
        without_sentences=reasons["no_sentences"],
        low_rouge=reasons["low_rouge"],
        short_sentences=sum(page.n_short_sentences for page in pages),
    )


class _Overlap:
    """ROUGE-1 and ROUGE-2 of the chosen sentences and one more, for each sentence at once.

    counts : for each order n, how often a sentence has each n-gram of the page; shape (n_sentences, n_types).
    """

    def __init__(self, spoken: Sequence[Sequence[str]], wanted: Sequence[str]) -> None:
        self.orders: list[tuple[Floats, Floats, Floats]] = []
        for grams in (list, lambda tokens: list(pairwise(tokens))):
            expected = Counter(grams(wanted))
            row_of = {gram: number for number, gram in enumerate(expected)}
            counts = np.zeros((len(spoken), len(row_of)))
            sizes = np.zeros(len(spoken))
            for index, tokens in enumerate(spoken):
                said = grams(tokens)
                sizes[index] = len(said)
                for gram in said:
                    if gram in row_of:
                        counts[index, row_of[gram]] += 1
            self.orders.append((counts, sizes, np.array(list(expected.values()), dtype=np.float64)))
        self.totals = [np.zeros(counts.shape[1]) for counts, _, _ in self.orders]
        self.lengths = [0.0 for _ in self.orders]

    def with_each(self) -> Floats:
        scores = []
        for (counts, sizes, expected), total, length in zip(self.orders, self.totals, self.lengths, strict=True):
            matches = np.minimum(total + counts, expected).sum(axis=1)
            scores.append(2 * matches / np.maximum(length + sizes + expected.sum(), 1))
        return np.asarray(sum(scores) / len(scores), dtype=np.float64)

    def add(self, index: int) -> None:
        for order, (counts, sizes, _) in enumerate(self.orders):
            self.totals[order] += counts[index]
            self.lengths[order] += float(sizes[index])
