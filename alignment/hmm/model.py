"""The chain whose best path and posterior are computed: geometric transitions, emissions, fixed words."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from alignment.hmm.options import GAMMA, LAMBDA

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: The state of a word that is about no sentence.
NULL = -1
#: In `Chain.fixed`: nobody has decided.
FREE = -1

#: Rows of floats kept in memory; longer talks recompute rows from checkpoints, so that memory is
#: O(``n_states * sqrt(n_words)``).
_CELLS_KEPT = 1 << 16


@dataclass(frozen=True)
class GeometricTransition:
    """T(k,k) = stay, T(k,k+j) = beta_k lambda^(j-1), T(k,k-j) = gamma beta_k lambda^(j-1), rows sum to 1.

    Source: Lev et al. 2019, section 3.2. With one state the only move is to stay, with probability 1.
    """

    n_states: int
    stay: float
    lambda_: float = LAMBDA
    gamma: float = GAMMA
    #: log beta, shape (n_states,); unless given, computed so that rows sum to 1.
    log_leave: Floats = field(default_factory=lambda: np.empty(0), repr=False)

    def __post_init__(self) -> None:
        if not (self.n_states > 0 and 0 < self.stay <= 1 and 0 < self.lambda_ < 1 and 0 < self.gamma <= 1):
            raise ValueError(f"{self}: expected n_states >= 1, and stay, lambda_ and gamma between 0 and 1")
        if len(self.log_leave) == self.n_states:
            return
        if self.n_states == 1:
            object.__setattr__(self, "stay", 1.0)
            object.__setattr__(self, "log_leave", np.zeros(1))
            return
        before = np.arange(self.n_states)
        total = (1 - self.lambda_ ** before[::-1]) + self.gamma * (1 - self.lambda_**before)
        leave = (1 - self.stay) * (1 - self.lambda_) / total
        with np.errstate(divide="ignore"):  # a stay probability of 1 leaves nothing
            object.__setattr__(self, "log_leave", np.log(leave))

    def sharpened(self, power: float) -> GeometricTransition:
        """Every probability raised to a power; rows no longer sum to 1."""
        leave = self.log_leave * power
        return GeometricTransition(self.n_states, self.stay**power, self.lambda_**power, self.gamma**power, leave)


@dataclass(frozen=True)
class Chain:
    """A hidden Markov chain over sentences, and the words observed.

    log_emission : float array, shape (n_types, n_states): log-likelihood of a word type under each sentence. They need
        not be normalised; minus infinity is allowed.
    observed : int array, shape (n_words,): the type of each word.
    log_start : float array, shape (n_states,).
    fixed : int array, shape (n_words,): the state of words that people have fixed, otherwise `FREE`.
    log_null : float array, shape (n_types,): log-likelihood of a word type and of its being of no sentence; None means
        that there is no null state. log_keep : log-probability that the next word is of some sentence.
    """

    transition: GeometricTransition
    log_emission: Floats
    observed: Ints
    log_start: Floats
    fixed: Ints
    log_keep: float = 0.0
    log_null: Floats | None = None

    def __post_init__(self) -> None:
        n_states = self.transition.n_states
        if self.log_emission.ndim != 2 or self.log_emission.shape[1] != n_states:
            raise ValueError(f"log_emission has shape {self.log_emission.shape}; expected (n_types, {n_states})")
        if self.log_start.shape != (n_states,):
            raise ValueError(f"log_start has shape {self.log_start.shape}; expected ({n_states},)")
        if self.observed.ndim != 1 or not len(self.observed) or self.fixed.shape != self.observed.shape:
            raise ValueError(
                f"observed and fixed have shapes {self.observed.shape}, {self.fixed.shape}; expected (T,) twice"
            )
        if self.observed.min() < 0 or self.observed.max() >= len(self.log_emission):
            raise ValueError(f"observed goes up to {self.observed.max()}; there are {len(self.log_emission)} types")
        if self.fixed.min() < FREE or self.fixed.max() >= n_states:
            raise ValueError(f"fixed goes up to {self.fixed.max()}; there are {n_states} states")
        if np.isnan(self.log_emission).any() or (self.log_emission == np.inf).any():
            raise ValueError("log_emission holds NaN or infinity; expected logarithms of likelihoods")
        if self.log_null is not None and self.log_null.shape != (len(self.log_emission),):
            raise ValueError(f"log_null has shape {self.log_null.shape}; expected ({len(self.log_emission)},)")

    @property
    def n_words(self) -> int:
        return len(self.observed)

    @property
    def n_states(self) -> int:
        return self.transition.n_states

    @property
    def has_null(self) -> bool:
        return self.log_null is not None

    @property
    def log_first(self) -> Floats:
        """The start distribution: `log_start`, or the state that people have fixed for the first word.

        People know better than the rule that a talk begins in the Introduction.
        """
        if self.fixed[0] == FREE:
            return self.log_start
        first = np.full(self.n_states, -np.inf)
        first[self.fixed[0]] = 0.0
        return first

    def sharpened(self, power: float) -> Chain:
        """A chain with this one's path probabilities raised to a power: same best path, more distinct from the rest."""
        null = None if self.log_null is None else self.log_null * power
        transition, emission, start = (
            self.transition.sharpened(power),
            self.log_emission * power,
            self.log_start * power,
        )
        return Chain(transition, emission, self.observed, start, self.fixed, self.log_keep * power, null)

    @property
    def block(self) -> int:
        """Words between two checkpoints."""
        if self.n_words * self.n_states <= _CELLS_KEPT:
            return self.n_words
        return max(int(np.sqrt(self.n_words)), _CELLS_KEPT // self.n_states // 2)


def chain(
    log_emission: Floats,
    observed: npt.ArrayLike,
    log_start: Floats,
    transition: GeometricTransition,
    *,
    fixed: npt.ArrayLike | None = None,
    null_probability: float = 0.0,
    log_null: Floats | None = None,
) -> Chain:
    """Make a `Chain` from arrays of any memory order and integer type.

    null_probability : probability that the next word is about no sentence; 0 omits the null state.
    log_null : float array, shape (n_types,): log-likelihood of a word type that is about no sentence.
    """
    if not 0 <= null_probability < 1 or (null_probability > 0) != (log_null is not None):
        raise ValueError("a null state needs both a probability between 0 and 1 and its likelihoods")
    words = np.asarray(observed, dtype=np.int64)
    return Chain(
        transition,
        np.ascontiguousarray(log_emission, dtype=np.float64),
        words,
        np.asarray(log_start, dtype=np.float64),
        np.full(len(words), FREE) if fixed is None else np.asarray(fixed, dtype=np.int64),
        float(np.log1p(-null_probability)),
        None if log_null is None else log_null + np.log(null_probability),
    )
