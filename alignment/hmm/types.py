"""Input and result of `align_talk`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class PaperSentence:
    """One sentence of a paper.

    kind : ``abstract introduction related_work acknowledgments references appendix conclusion body``. If it is ``body``
        and a heading is given, the heading determines the kind (`alignment.text.section_kind`).
    """

    text: str
    heading: str | None = None
    kind: str = "body"


@dataclass(frozen=True, slots=True)
class FixedSpan:
    """A person's decision: raw words ``start_word`` up to, not including, ``end_word`` are about `sentence`.

    sentence None : they are about no sentence. Such words, and words fixed to a sentence of an excluded section, are
    removed from the chain: the others are aligned as if the removed words had not been spoken.
    """

    start_word: int
    end_word: int
    sentence: int | None


@dataclass(frozen=True, slots=True)
class Span:
    """Raw words ``start_word`` up to, not including, ``end_word``, and the sentence they are about (None: no sentence).

    confidence : probability under the model that a random kept word of the span is about this sentence; 1 if a person
        has fixed the span.
    candidates : up to five (sentence, probability), the most probable first; the chosen sentence is always among them.
    """

    start_word: int
    end_word: int
    sentence: int | None
    confidence: float
    candidates: tuple[tuple[int | None, float], ...] = ()


@dataclass(frozen=True, slots=True)
class TalkAlignment:
    """The sentence of every word of a talk.

    spans : cover all raw words, in order, without overlap.
    tokens, kept : the tokens that were observed, and the raw word that each comes from.
    path, word_confidence : for each token its sentence (None: no sentence) and the posterior probability of that.
    durations : for each given sentence the number of tokens about it, its importance ``count(s)``.
    log_probability : natural logarithm of the joint probability of the words in the chain and their path.
    info : JSON-able numbers about the run: states, words, types, words without a vector, log_evidence, ...
    """

    spans: tuple[Span, ...]
    tokens: tuple[str, ...]
    kept: tuple[int, ...]
    path: tuple[int | None, ...]
    word_confidence: tuple[float, ...]
    durations: tuple[int, ...]
    stay_probability: float
    log_probability: float
    signature: str
    info: Mapping[str, Any] = field(default_factory=dict)
