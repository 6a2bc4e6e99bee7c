"""What `align_talk` takes and returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from alignment.types import AlignmentError

#: Kinds of section whose sentences are no states: speakers seldom refer to them (Lev et al. 2019, section 3.2), and
#: a bibliography has no sentences.
EXCLUDED_KINDS = frozenset({"abstract", "related_work", "acknowledgments", "references"})


@dataclass(frozen=True, slots=True)
class PaperSentence:
    """One sentence of a paper.

    kind : ``abstract introduction related_work acknowledgments references appendix conclusion body``. Where it is
        ``body`` and a heading is given, the heading decides (`alignment.text.section_kind`).
    """

    text: str
    heading: str | None = None
    kind: str = "body"


@dataclass(frozen=True, slots=True)
class FixedSpan:
    """What a person has decided: raw words ``start_word`` up to, not including, ``end_word`` speak of `sentence`.

    sentence None : they speak of no sentence. They, and words fixed to a sentence of an excluded section, are taken
    out of the chain: the others are aligned as if these had not been said.
    """

    start_word: int
    end_word: int
    sentence: int | None


@dataclass(frozen=True, slots=True)
class HmmOptions:
    """The model's parameters; the defaults are those of Lev et al. 2019, section 3.2.

    preset : ``paper`` follows the paper where it speaks, and elsewhere does what works best: the likelihood of a word
        is proportional to exp(similarity), an exact match first, then vectors, then character n-grams. ``released``
        computes what the authors' program does: the likelihood of a word is exp(cosine) less 0.8 times the sentence's
        least, normalised; words without a vector get the mean vector in the talk and are skipped in the paper; the
        first 100,000 vectors count; the stay probability is rounded to two decimals and made with delta 1/3;
        typographic quotes are blanks; sentences under 30 characters are no states. Without vectors both presets
        compare words by their letters.
    delta, epsilon : the stay probability is ``max(delta * (1 - K / T), epsilon)``, K states, T words kept.
    decay : lambda, the factor for each sentence further away. backward : gamma, the factor for going back.
    background : add a null state beside each sentence for words that speak of none of them (as in Och and Ney 2003); it
        is entered and kept with probability `background_probability`, gives every word type the same likelihood, and
        the speaker goes on from the sentence spoken of before.
    sharpness : paths are weighed by their probability to this power when confidences are computed; the best path does
        not depend on it. At 1 the confidence is the model's own posterior, which is far too humble: the model lets a
        speaker stay with a sentence for one word in three only, so that where the best path is right for 90 words in
        100 it gives it .20 a word. None takes the preset's: 1 for ``released``; 5 for ``paper``, see docs/viterbi.md
        for what that was measured on. Set it anew where you have reviewed alignments.
    excluded_kinds : kinds of section whose sentences are no states.
    """

    preset: Literal["paper", "released"] = "paper"
    delta: float = 0.33
    epsilon: float = 0.1
    decay: float = 0.75
    backward: float = 0.5
    background: bool = False
    background_probability: float = 0.2
    sharpness: float | None = None
    excluded_kinds: frozenset[str] = EXCLUDED_KINDS

    def __post_init__(self) -> None:
        if self.preset not in ("paper", "released"):
            raise AlignmentError(f"preset is {self.preset!r}; expected 'paper' or 'released'")
        for name in ("delta", "epsilon", "decay", "backward", "background_probability"):
            value = getattr(self, name)
            if not 0 < value < 1:
                raise AlignmentError(f"{name} is {value}; expected a number between 0 and 1, both excluded")

        if self.sharpness is not None and not 0 < self.sharpness <= 100:
            raise AlignmentError(f"sharpness is {self.sharpness}; expected a number above 0, up to 100")

    @property
    def power(self) -> float:
        """The sharpness in force."""
        return self.sharpness if self.sharpness is not None else {"paper": 5.0, "released": 1.0}[self.preset]

    def stay_probability(self, n_states: int, n_words: int) -> float:
        """alpha, the probability that the next word is of the same sentence."""
        if self.preset == "released":
            return round(max((1 - n_states / n_words) / 3, self.epsilon), 2)
        return max(self.delta * (1 - n_states / n_words), self.epsilon)


@dataclass(frozen=True, slots=True)
class Span:
    """Raw words ``start_word`` up to, not including, ``end_word``, and the sentence they speak of (None: of none).

    confidence : probability under the model that a kept word of the span, drawn at random, speaks of this sentence; 1
        where a person has fixed it.
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
    path, word_confidence : for each token its sentence (None: none of them) and the posterior probability of that.
    durations : for each given sentence the number of tokens that speak of it, its importance ``count(s)``.
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
