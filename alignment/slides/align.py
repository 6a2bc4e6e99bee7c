"""`align_slides`: the page of each sentence of a talk, by its words; also what both engines make of a path.

The likelihood of a word while page k is shown mixes the page's words with the talk's own: ``(1 - share) p(w) + share
q_k(w)``, p the share of the word in talk and deck, q_k its share among the page's words. Against no slide a sentence
thus speaks for a page by the sum of ``log(1 - share + share q_k(w) / p(w))``: rare words that the page has weigh most
(its idf), and every word that it lacks weighs a little against it. A page without text is as likely as no slide. The
pages follow each other by `alignment.slides.chain`.

Source: the corpus's own cuts come from a timeline (Lv et al. 2021, section 2.4); for talks without one this is ours.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from alignment import __version__
from alignment.metrics.boundaries import of_labels
from alignment.slides.chain import FREE, NO_SLIDE, Floats, Moves, PageChain, best_path, page_posteriors
from alignment.slides.words import Word, words_of
from alignment.types import AlignmentError, Progress

_CANDIDATES = 3
_REASONS = 8
#: Numbers held at once while the words of sentences are added up.
_CELLS = 4_000_000


@dataclass(frozen=True, slots=True)
class SlidesOptions:
    """share : of a talk's content words that come from the page shown. sharpness : the power of the likelihoods; less
    than 1 where words of a sentence depend on each other. leave, remain : probabilities per sentence that the
    slides are left, and that they stay away. skip, back : of moves away from a page, how many go to a later page than
    the next, and to an earlier one. The defaults were measured: docs/decisions/slides-engines.md."""

    share: float = 0.2
    sharpness: float = 1.0
    leave: float = 0.03
    remain: float = 0.75
    skip: float = 0.1
    back: float = 0.1

    def __post_init__(self) -> None:
        for name in ("share", "leave", "remain", "skip", "back"):
            if not 0 < getattr(self, name) < 1:
                raise AlignmentError(f"{name} is {getattr(self, name)}; expected a number between 0 and 1")
        if not 0 < self.sharpness <= 100:
            raise AlignmentError(f"sharpness is {self.sharpness}; expected a number above 0, up to 100")


@dataclass(frozen=True, slots=True)
class Reason:
    """A word of a sentence that its page has too, as it stands in the sentence. weight : what it adds, in nats."""

    word: str
    weight: float


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sentences ``start`` up to, not including, ``end`` on one page; None is no slide.

    confidence : mean probability of the page over its sentences. cut_confidence : the probability that a stretch begins
    at `start`; 1 for the first one.
    """

    start: int
    end: int
    page: int | None
    confidence: float
    cut_confidence: float


@dataclass(frozen=True, slots=True)
class SlideAlignment:
    """The page of each sentence, or of each second of a recording (`alignment.slides.watching`).

    pages : one a sentence, None for no slide. confidence : the probability of each; 1 where people decided.
    candidates : up to three (page, probability) of each, the most probable first. reasons : for each the words that
    its page has too, the heaviest first; empty where no words were compared. stretches : cover all, in order; a page
    may come back. signature : the same gives the same pages. info : JSON-able figures about the run.
    """

    pages: tuple[int | None, ...]
    confidence: tuple[float, ...]
    candidates: tuple[tuple[tuple[int | None, float], ...], ...]
    reasons: tuple[tuple[Reason, ...], ...]
    stretches: tuple[Stretch, ...]
    signature: str
    info: Mapping[str, Any] = field(default_factory=dict)

    @property
    def boundaries(self) -> tuple[int, ...]:
        """Where a stretch begins, except the first, as `alignment.metrics.boundaries` counts."""
        return tuple(stretch.start for stretch in self.stretches[1:])


def align_slides(
    pages: Sequence[str],
    sentences: Sequence[str],
    *,
    options: SlidesOptions = SlidesOptions(),
    fixed: Mapping[int, int | None] = {},
    progress: Progress | None = None,
) -> SlideAlignment:
    """Find the page that was on the screen while each sentence was said.

    Parameters
    ----------
    pages
        The text of each page of the deck, in order; empty where a page has none.
    sentences
        The talk's, in order.
    fixed
        People's decisions: sentence -> page, or None for no slide. Honoured exactly.
    progress
        Called with a fraction and a message; it may raise `Cancelled`.

    Returns
    -------
    SlideAlignment
        O(n_words * n_pages) time, O(n_sentences * n_pages) memory.

    Raises
    ------
    AlignmentError
        If there is no page or no sentence, or a decision names one that does not exist.

    Examples
    --------
    >>> deck = ["Two log-normals\\nEvery silence has two origins", "Results\\nRead speech, ten speakers"]
    >>> said = ["Each silence comes from one of two log-normals.", "Each has an origin.", "Ten speakers read speech."]
    >>> align_slides(deck, said).pages
    (0, 0, 1)
    """
    if not pages or not sentences:
        raise AlignmentError(f"a deck of {len(pages)} pages and a talk of {len(sentences)} sentences: one is empty")
    decided = decisions(fixed, len(sentences), len(pages), "sentence")
    tell = progress or (lambda share, what: None)
    tell(0.0, "comparing words")
    spoken = [words_of(sentence) for sentence in sentences]
    shown = [words_of(page) for page in pages]
    words = _WordWeights(spoken, shown, options.share)
    emission = options.sharpness * words.emission(spoken)
    tell(0.5, "finding the best path")
    stay = float(np.clip(1 - len(pages) / len(sentences), 0.5, 0.98))
    moves = Moves(
        len(pages), stay, 1 - options.skip - options.back if options.skip + options.back < 1 else 0.01,
        options.skip, options.back, options.leave, options.remain,
    )  # fmt: skip
    model = PageChain(moves, emission, np.zeros(len(sentences)), first_page(len(pages)), decided)
    found = aligned(
        model,
        signature=_signature(pages, sentences, options, fixed),
        info={"pages": len(pages), "sentences": len(sentences), "words_in_common": words.n_common, "stay": stay},
    )
    tell(1.0, "done")
    return _with_reasons(found, words, spoken)


def aligned(model: PageChain, *, signature: str, info: Mapping[str, Any]) -> SlideAlignment:
    """The best path of a chain with its confidences and stretches; without reasons."""
    path = best_path(model)
    weighed = page_posteriors(model)
    pages = tuple(None if page == NO_SLIDE else int(page) for page in path.pages)
    chances = np.concatenate([weighed.pages, weighed.no_slide[:, None]], axis=1)  # NO_SLIDE, -1, is the last column
    confidence = np.clip(chances[np.arange(len(pages)), path.pages], 0, 1)
    best = np.argsort(-chances, axis=1, kind="stable")[:, :_CANDIDATES]
    n_pages = model.moves.n_pages
    candidates = tuple(
        tuple((None if page == n_pages else page, min(1.0, float(row[page]))) for page in top if row[page] > 0)
        for row, top in zip(chances, best.tolist(), strict=True)
    )
    starts = [0, *of_labels(path.pages.tolist()), len(pages)]
    stretches = tuple(
        Stretch(
            start, end, pages[start], float(confidence[start:end].mean()), float(weighed.cuts[start]) if start else 1.0
        )
        for start, end in pairwise(starts)
    )
    return SlideAlignment(
        pages=pages,
        confidence=tuple(map(float, confidence)),
        candidates=candidates,
        reasons=((),) * len(pages),
        stretches=stretches,
        signature=signature,
        info={**info, "log_probability": path.log_probability, "log_evidence": weighed.log_evidence},
    )


def decisions(fixed: Mapping[int, int | None], n: int, n_pages: int, what: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    """People's decisions as the chain takes them; raises AlignmentError, naming the place."""
    decided = np.full(n, FREE, dtype=np.int64)
    for place, page in fixed.items():
        if not 0 <= place < n:
            raise AlignmentError(f"{what} {place} is fixed, but there are {n}")
        if page is not None and not 0 <= page < n_pages:
            raise AlignmentError(f"{what} {place} is fixed to page {page}, but the deck has {n_pages} (counted from 0)")
        decided[place] = NO_SLIDE if page is None else page
    return decided


def first_page(n_pages: int) -> Floats:
    """Log-probability of the page that a talk begins with: the first one every second time."""
    start = np.full(n_pages, 0.5 / n_pages)
    start[0] += 0.5
    return np.asarray(np.log(start))


class _WordWeights:
    """What each word of the deck adds for each page, shape (n_words, n_pages), against the same word without a
    slide."""

    def __init__(self, spoken: Sequence[Sequence[Word]], shown: Sequence[Sequence[Word]],
                 share: float) -> None:  # fmt: skip
        everywhere = Counter(key for text in (*spoken, *shown) for key, _ in text)
        total = everywhere.total() + len(everywhere)
        self.row_of = {key: row for row, key in enumerate(sorted({key for text in shown for key, _ in text}))}
        self.weights = np.zeros((len(self.row_of), len(shown)))
        for page, text in enumerate(shown):
            for key, count in Counter(key for key, _ in text).items():
                usual = (everywhere[key] + 1) / total
                ratio = share / (1 - share) * count / len(text) / usual
                self.weights[self.row_of[key], page] = np.log1p(ratio)
        self.lacking = float(np.log(1 - share))
        self.has_text = np.array([bool(text) for text in shown], dtype=bool)
        self.n_common = len({key for text in spoken for key, _ in text} & self.row_of.keys())

    def emission(self, spoken: Sequence[Sequence[Word]]) -> Floats:
        """Log-likelihood ratio of each sentence on each page, shape (n_sentences, n_pages)."""
        n_pages = self.weights.shape[1]
        found = np.zeros((len(spoken), n_pages))
        step = max(1, _CELLS // (n_pages * max(1, max(map(len, spoken)))))
        for first in range(0, len(spoken), step):
            part = spoken[first : first + step]
            where = [number for number, text in enumerate(part) for key, _ in text if key in self.row_of]
            rows = [self.row_of[key] for text in part for key, _ in text if key in self.row_of]
            np.add.at(found[first : first + step], where, self.weights[rows])
        lengths = np.array([len(text) for text in spoken], dtype=np.float64)
        found += lengths[:, None] * self.lacking
        found[:, ~self.has_text] = 0.0
        return found

    def reasons(self, text: Sequence[Word], page: int) -> tuple[Reason, ...]:
        weights = {word: float(self.weights[self.row_of[key], page]) for key, word in text if key in self.row_of}
        heavy = sorted(((word, weight) for word, weight in weights.items() if weight > 0), key=lambda one: -one[1])
        return tuple(Reason(word, weight) for word, weight in heavy[:_REASONS])


def _with_reasons(found: SlideAlignment, words: _WordWeights, spoken: Sequence[Sequence[Word]]) -> SlideAlignment:
    reasons = tuple(
        () if page is None else words.reasons(text, page) for text, page in zip(spoken, found.pages, strict=True)
    )
    return SlideAlignment(
        found.pages, found.confidence, found.candidates, reasons, found.stretches, found.signature, found.info
    )


def _signature(
    pages: Sequence[str], sentences: Sequence[str], options: SlidesOptions, fixed: Mapping[int, int | None]
) -> str:
    parts = {
        "engine": "slides",
        **{name: getattr(options, name) for name in ("share", "sharpness", "leave", "remain", "skip", "back")},
        "deck": digest(list(pages)),
        "talk": digest(list(sentences)),
        "fixed": digest(sorted(fixed.items())) if fixed else "none",
        "v": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def digest(value: object) -> str:
    """Twelve hexadecimal digits of the SHA-256 of a JSON-able value."""
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()[:12]
