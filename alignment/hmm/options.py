"""The parameters of the model, with the names of Lev et al. 2019, section 3.2, and the two presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from alignment.types import AlignmentError

#: lambda and gamma of the paper: a sentence further away is less likely by this factor, an earlier one by that.
LAMBDA = 0.75
GAMMA = 0.5
#: And its delta and epsilon, of which the stay probability is made.
DELTA = 0.33
EPSILON = 0.1

Preset = Literal["paper", "released"]


class Parameters(NamedTuple):
    lambda_: float
    gamma: float
    delta: float
    epsilon: float


#: The defaults of each preset. Those of the authors' program stay as they are, whatever turns out
#: to work better for ``paper``; its delta is 1/3 in fact (`HmmOptions.stay_probability`), and signatures say .33.
PRESETS: dict[Preset, Parameters] = {
    "paper": Parameters(LAMBDA, GAMMA, DELTA, EPSILON),
    "released": Parameters(lambda_=0.75, gamma=0.5, delta=0.33, epsilon=0.1),
}
_OF_PRESET: Any = None
#: Kinds of section whose sentences are not states: speakers seldom refer to them (Lev et al. 2019, section 3.2), and
#: a bibliography has no sentences.
EXCLUDED_KINDS = frozenset({"abstract", "related_work", "acknowledgments", "references"})


@dataclass(frozen=True, slots=True)
class HmmOptions:
    """The model's parameters; the defaults are those of the preset, which has them from Lev et al. 2019, section 3.2.

    preset : ``paper`` follows the paper where it is explicit, and otherwise does what works best: the likelihood of a
        word is proportional to exp(similarity), by an exact match first, then vectors, then character n-grams.
        ``released`` computes what the authors' program does: the likelihood of a word is exp(cosine) minus 0.8 times
        the sentence's lowest, normalised; words without a vector get the mean vector in the talk and are skipped in
        the paper; the stay probability uses delta 1/3 and is rounded to two decimals; typographic quotes are read as
        spaces; sentences under 30 characters are not states. Without vectors both presets compare words by their
        letters.
    delta, epsilon : the stay probability is ``max(delta * (1 - K / T), epsilon)``, K states, T words kept.
    lambda_ : lambda of the paper, the factor for each sentence further away (`lambda` is reserved in Python).
    gamma : the factor for going back to an earlier sentence.
        None of these four takes the preset's, which `PRESETS` lists.
    background : add a null state to each sentence for words that are about no sentence (as in Och and Ney 2003); it is
        entered and kept with probability `background_probability`, gives every word type the same likelihood, and
        afterwards the speaker continues from the previous sentence.
    greetings : lay aside what greets, thanks and keeps house (`housekeeping`): such words are about no sentence, as if
        they had not been spoken. None takes the preset's: yes for ``paper``, no for ``released``.
    sharpness : the power to which path probabilities are raised when confidences are computed; the best path does not
        depend on it. At 1 the confidence is the model's own posterior, which is severely underconfident: the model
        expects a speaker to stay with a sentence for only one word in three, so it gives a best path that is right for
        90% of the words only .20 per word. None takes the preset's: 1 for ``released``, 5 for ``paper``;
        docs/viterbi.md describes the data it was measured on. Adjust it once you have reviewed alignments.
    similarity : ``best`` compares words as the preset does, by vectors where there are any and by letters otherwise;
        ``exact`` takes equal words for alike and all others for unlike, and uses no vectors.
    excluded_kinds : kinds of section whose sentences are not states.
    """

    preset: Preset = "paper"
    delta: float = _OF_PRESET
    epsilon: float = _OF_PRESET
    lambda_: float = _OF_PRESET
    gamma: float = _OF_PRESET
    background: bool = False
    background_probability: float = 0.2
    greetings: bool | None = None
    sharpness: float | None = None
    similarity: Literal["best", "exact"] = "best"
    excluded_kinds: frozenset[str] = EXCLUDED_KINDS

    def __post_init__(self) -> None:
        if self.preset not in get_args(Preset):
            raise AlignmentError(f"preset is {self.preset!r}; expected 'paper' or 'released'")
        for name, value in PRESETS[self.preset]._asdict().items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        if self.similarity not in ("best", "exact"):
            raise AlignmentError(f"similarity is {self.similarity!r}; expected 'best' or 'exact'")
        for name in ("delta", "epsilon", "lambda_", "gamma", "background_probability"):
            value = getattr(self, name)
            if not 0 < value < 1:
                raise AlignmentError(f"{name} is {value}; expected a number between 0 and 1, both excluded")

        if self.sharpness is not None and not 0 < self.sharpness <= 100:
            raise AlignmentError(f"sharpness is {self.sharpness}; expected a number above 0, up to 100")

    @property
    def power(self) -> float:
        """The sharpness in force."""
        return self.sharpness if self.sharpness is not None else {"paper": 5.0, "released": 1.0}[self.preset]

    @property
    def lays_greetings_aside(self) -> bool:
        """The value of `greetings` in force."""
        return self.greetings if self.greetings is not None else self.preset != "released"

    def stay_probability(self, n_states: int, n_words: int) -> float:
        """alpha, the probability that the next word is about the same sentence."""
        if self.preset == "released":
            return round(max((1 - n_states / n_words) / 3, self.epsilon), 2)
        return max(self.delta * (1 - n_states / n_words), self.epsilon)
