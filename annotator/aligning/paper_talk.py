"""A talk as a stream of words, aligned to its paper."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings

from alignment.hmm import FixedSpan, HmmOptions, PaperSentence, TalkAlignment, align_talk
from alignment.hmm.options import Parameters
from alignment.text import keep_words
from alignment.types import Progress, share_of
from annotator.aligning import vectors
from annotator.aligning.engine_options import EXACT, LETTERS, OF_SETTING
from annotator.models import Pair, VectorSet, VectorSetState
from annotator.platform.errors import ServiceError

if TYPE_CHECKING:
    from alignment.vectors import WordVectors


@dataclass(frozen=True, slots=True)
class TalkWords:
    """The transcript as a stream of words: text, and where each stands as (unit, start, end) in code points."""

    words: list[str]
    places: list[tuple[int, int, int]]
    boundaries: list[int]


def talk_words(texts: Sequence[str]) -> TalkWords:
    """Words by white space; a boundary is the index of a segment's first word."""
    words: list[str] = []
    places: list[tuple[int, int, int]] = []
    boundaries: list[int] = []
    for unit, text in enumerate(texts):
        boundaries.append(len(words))
        for match in re.finditer(r"\S+", text):
            words.append(match.group())
            places.append((unit, match.start(), match.end()))
    return TalkWords(words, places, boundaries)


def counted_words(texts: Sequence[str], options: dict[str, Any]) -> list[list[int]]:
    """For each unit the code points at which the words that a run counts begin, once for each of their tokens.

    They are the tokens that the engine keeps, so that a sentence's number of them is its count(s) (Lev et al. 2019,
    section 3.2). options : of the run.
    """
    talk = talk_words(texts)
    words: list[list[int]] = [[] for _ in texts]
    for word in keep_words(talk.words, drop_marks=options.get("preset", "paper") == "paper").words:
        unit, start, _ = talk.places[word]
        words[unit].append(start)
    return words


def span_pieces(talk: TalkWords, texts: Sequence[str], start_word: int, end_word: int) -> list[list[int]]:
    """The pieces ``[unit, start, end]`` that the words of a span cover; all spans together cover every character.

    A piece reaches to the next word's start, so that the white space between two spans belongs to the first.
    """
    pieces: list[list[int]] = []
    for index in range(start_word, end_word):
        unit, start, _ = talk.places[index]
        first_of_unit = index == 0 or talk.places[index - 1][0] != unit
        last_of_unit = index + 1 == len(talk.places) or talk.places[index + 1][0] != unit
        begin = 0 if first_of_unit else start
        end = len(texts[unit]) if last_of_unit else talk.places[index + 1][1]
        if pieces and pieces[-1][0] == unit and pieces[-1][2] == begin:
            pieces[-1][2] = end
        else:
            pieces.append([unit, begin, end])
    return pieces


@dataclass(frozen=True, slots=True)
class TalkResult:
    """Spans over the words of a talk."""

    alignment: TalkAlignment
    talk: TalkWords
    texts: Sequence[str]

    @property
    def links(self) -> list[dict[str, Any]]:
        """The spans as the fields of `Link` rows; a span may begin and end inside a segment."""
        return [
            {
                "source": [] if span.sentence is None else [span.sentence],
                "target": span_pieces(self.talk, self.texts, span.start_word, span.end_word),
                "confidence": span.confidence,
                "candidates": [[source, probability] for source, probability in span.candidates],
                "features": {"words": span.end_word - span.start_word},
            }
            for span in self.alignment.spans
        ]

    @property
    def signature(self) -> str:
        return self.alignment.signature

    @property
    def info(self) -> dict[str, Any]:
        alignment = self.alignment
        return {
            **alignment.info,
            "n_sentences": len(alignment.durations),
            "n_words": len(self.talk.words),
            "n_kept": len(alignment.kept),
            "stay_probability": alignment.stay_probability,
            "log_probability": alignment.log_probability,
            "durations": list(alignment.durations),
        }

    @property
    def learned(self) -> None:
        return None


def align_pair(pair: Pair, options: dict[str, Any], progress: Progress) -> TalkResult:
    """Align the words of the pair's transcript to the sentences of its paper."""
    progress(0.0, "Reading paper and talk")
    texts = pair.target.texts()
    talk = talk_words(texts)
    return TalkResult(align_words(pair, options, talk, progress=share_of(progress, 0.05, 0.95)), talk, texts)


def paper_sentences(pair: Pair) -> list[PaperSentence]:
    units = pair.source.units.order_by("position")
    return [
        PaperSentence(text=text, heading=heading, kind=kind or "body")
        for text, heading, kind in units.values_list("text", "section__heading", "section__kind")
    ]


def hmm_options(options: dict[str, Any]) -> HmmOptions:
    """The parameters of a run, from its options; those that an older run does not name are its preset's."""
    named = {name: options[key] for name in Parameters._fields if (key := name.rstrip("_")) in options}
    return HmmOptions(
        preset=options.get("preset", "paper"),
        **named,
        background=options.get("background", False),
        greetings=options.get("greetings", False),  # a run that does not name it is older, and knew no greetings
        sharpness=options.get("sharpness") or None,
        similarity="exact" if options.get("vectors") == EXACT else "best",
    )


def align_words(
    pair: Pair,
    options: dict[str, Any],
    talk: TalkWords,
    *,
    fixed: Sequence[tuple[int, int, int | None]] = (),
    progress: Progress | None = None,
) -> TalkAlignment:
    """Align the words to the pair's paper; `fixed` are (first word, word after the last, sentence or None)."""
    return align_talk(
        paper_sentences(pair),
        talk.words,
        options=hmm_options(options),
        vectors=load_word_vectors(options.get("vectors", LETTERS), progress),
        fixed=[FixedSpan(*span) for span in fixed],
        boundaries=talk.boundaries,
        progress=progress,
    )


def align_around(
    pair: Pair,
    options: dict[str, Any],
    free: Sequence[Sequence[tuple[int, int, int]]],
    *,
    fixed: Sequence[tuple[Sequence[tuple[int, int, int]], int | None]],
    progress: Progress | None,
) -> list[dict[int | None, float]]:
    """For each free row the sentences that its words may speak of; see `engines.AlignAround`."""
    talk = talk_words(pair.target.texts())
    begins: dict[int, list[tuple[int, int]]] = {}
    for word, (unit, start, _) in enumerate(talk.places):
        begins.setdefault(unit, []).append((start, word))
    spans = [(*run, sentence) for pieces, sentence in fixed for run in _runs(_words_of(pieces, begins))]
    alignment = align_words(pair, options, talk, fixed=spans, progress=progress)
    return [sentences_of_words(alignment, _words_of(pieces, begins)) for pieces in free]


def _words_of(pieces: Sequence[tuple[int, int, int]], begins: Mapping[int, Sequence[tuple[int, int]]]) -> list[int]:
    """Indices of the talk's words that begin in some pieces; `begins` has (offset, word) of each unit."""
    return sorted(word for unit, start, end in pieces for at, word in begins.get(unit, ()) if start <= at < end)


def _runs(indices: Sequence[int]) -> list[tuple[int, int]]:
    """Maximal runs of consecutive indices, half open."""
    cuts = [0, *(n + 1 for n, (a, b) in enumerate(pairwise(indices)) if b != a + 1), len(indices)]
    return [(indices[a], indices[b - 1] + 1) for a, b in pairwise(cuts) if b > a]


def sentences_of_words(alignment: TalkAlignment, words: Sequence[int]) -> dict[int | None, float]:
    """For some raw words, each sentence of their path with the mean probability that they speak of it."""
    wanted = set(words)
    shares: dict[int | None, float] = defaultdict(float)
    n_kept = 0
    for raw, sentence, confidence in zip(alignment.kept, alignment.path, alignment.word_confidence, strict=True):
        if raw in wanted:
            n_kept += 1
            shares[sentence] += confidence
    return {sentence: total / n_kept for sentence, total in shares.items()}


def load_word_vectors(name: str, progress: Progress | None = None) -> WordVectors | None:
    """The word vectors of that name; None where words are compared without. Raises ServiceError when they are gone."""
    if name in (LETTERS, EXACT):
        return None
    from alignment.vectors import load_vectors

    if progress is not None:
        progress(0.0, "Loading word vectors")
    if name == OF_SETTING:
        path = settings.WORD_VECTORS
    else:
        chosen = VectorSet.objects.filter(name=name, state=VectorSetState.READY).first()
        if chosen is None:
            raise ServiceError(f"The word vectors {name} are gone. Choose others.", code="vectors_missing")
        path = vectors.local_file(chosen.path)
    return load_vectors(Path(path), cache=Path(settings.DATA_DIR) / "vectors")
