"""The posterior of every word's state, by forward-backward with geometric transitions, exactly, in O(n_words *
n_states).

The sums over predecessors and successors are first-order linear filters from the left and from the right: the
recursion of `alignment.hmm.viterbi` with sums in place of maxima. If ``lambda ** n_states`` is within the range of
floats, the sums are of plain probabilities, scaled to 1 for each word; every state is one step away from every other,
so no probability that matters can underflow. Beyond that (some 2,000 sentences) the same sums use logarithms.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np

from alignment.hmm.model import FREE, Chain, Floats


class Posterior(NamedTuple):
    """The posterior of one word: probabilities of its sentences, shape (n_states,), and of the null state."""

    word: int
    states: Floats
    null: float


def posteriors(chain: Chain) -> Iterator[Posterior]:
    """Compute the posterior of each word by forward-backward, in O(n_words * n_states).

    Yields
    ------
    Posterior
        From the last word to the first, one at a time, so that a long talk needs memory for about sqrt(n_words) rows
        only. Each sums to 1.

    Raises
    ------
    ValueError
        If no path can generate the words.
    """
    return _Passes(chain).backward()


class _Arithmetic(Protocol):
    """Sums and products of probabilities, stored plainly or as logarithms."""

    zero: float

    def of_logs(self, logs: Floats) -> Floats: ...
    def to_plain(self, values: Floats) -> Floats: ...
    def times(self, a: Floats, b: Floats) -> Floats: ...
    def plus(self, a: Floats, b: Floats) -> Floats: ...
    def scaled(self, values: Floats) -> tuple[Floats, float]: ...
    def after(self, source: Floats) -> Floats: ...
    def before(self, target: Floats) -> Floats: ...


class _Plain:
    zero = 0.0

    def __init__(self, chain: Chain) -> None:
        transition, n = chain.transition, chain.n_states
        keep = float(np.exp(chain.log_keep))
        self.stay = transition.stay * keep
        self.leave = np.exp(transition.log_leave) * keep
        self.back = transition.gamma
        # Values are scaled up to the right (to the left), summed cumulatively, then scaled down again.
        self.down = transition.lambda_ ** np.arange(n)
        self.up = 1 / self.down

    def of_logs(self, logs: Floats) -> Floats:
        return np.asarray(np.exp(logs))

    def to_plain(self, values: Floats) -> Floats:
        return values

    def times(self, a: Floats, b: Floats) -> Floats:
        return a * b

    def plus(self, a: Floats, b: Floats) -> Floats:
        return a + b

    def scaled(self, values: Floats) -> tuple[Floats, float]:
        total = float(values.sum())
        return (values / total, float(np.log(total))) if total > 0 else (values, -np.inf)

    def after(self, source: Floats) -> Floats:
        leaving = source * self.leave
        result = source * self.stay
        result[1:] += self._sums(leaving)[:-1]
        result[:-1] += self.back * self._sums(leaving[::-1])[::-1][1:]
        return result

    def before(self, target: Floats) -> Floats:
        onward = np.zeros(len(target))
        onward[:-1] += self._sums(target[::-1])[::-1][1:]
        onward[1:] += self.back * self._sums(target)[:-1]
        return target * self.stay + onward * self.leave

    def _sums(self, values: Floats) -> Floats:
        """``out[l]`` = sum over k <= l of values[k] * lambda ** (l - k)."""
        return np.asarray(np.cumsum(values * self.up) * self.down)


class _Logs:
    zero = -np.inf

    def __init__(self, chain: Chain) -> None:
        transition, n = chain.transition, chain.n_states
        with np.errstate(divide="ignore"):
            self.stay = np.log(transition.stay) + chain.log_keep
        self.leave = transition.log_leave + chain.log_keep
        self.back = np.log(transition.gamma)
        self.slope = np.arange(n) * np.log(transition.lambda_)

    def of_logs(self, logs: Floats) -> Floats:
        return logs

    def to_plain(self, values: Floats) -> Floats:
        return np.asarray(np.exp(values))

    def times(self, a: Floats, b: Floats) -> Floats:
        return a + b

    def plus(self, a: Floats, b: Floats) -> Floats:
        return np.asarray(np.logaddexp(a, b))

    def scaled(self, values: Floats) -> tuple[Floats, float]:
        top = float(values.max())
        if top == -np.inf:
            return values, top
        total = top + float(np.log(np.exp(values - top).sum()))
        return values - total, total

    def after(self, source: Floats) -> Floats:
        leaving = source + self.leave
        result: Floats = source + self.stay
        result[1:] = np.logaddexp(result[1:], self._sums(leaving)[:-1])
        result[:-1] = np.logaddexp(result[:-1], self.back + self._sums(leaving[::-1])[::-1][1:])
        return result

    def before(self, target: Floats) -> Floats:
        onward = np.full(len(target), -np.inf)
        onward[:-1] = self._sums(target[::-1])[::-1][1:]
        onward[1:] = np.logaddexp(onward[1:], self.back + self._sums(target)[:-1])
        return np.asarray(np.logaddexp(target + self.stay, onward + self.leave))

    def _sums(self, values: Floats) -> Floats:
        return np.asarray(np.logaddexp.accumulate(values - self.slope) + self.slope)


class _Passes:
    """The two passes. A forward row has shape (layers, n_states), as in `alignment.hmm.viterbi`, and sums to 1."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        plain = -np.log(chain.transition.lambda_) * chain.n_states < 600
        self.math: _Arithmetic = _Plain(chain) if plain else _Logs(chain)
        # A word's likelihoods matter only up to a factor; dividing by the largest keeps them within range.
        self.top = chain.log_emission.max(axis=1)
        self.top[self.top == -np.inf] = 0.0
        self.emission = self.math.of_logs(chain.log_emission - self.top[:, None])
        self.null: Floats | None = None
        if chain.log_null is not None:
            self.null = self.math.of_logs(chain.log_null - self.top)
        self.evidence = 0.0
        self.checkpoints: dict[int, Floats | None] = {}
        row: Floats | None = None
        for word in range(chain.n_words):
            if word % chain.block == 0:
                self.checkpoints[word] = row
                self.last_rows: list[Floats] = []
            row, scale = self._step(row, word)
            if scale == -np.inf:
                raise ValueError(f"word {word} cannot be uttered by any state")
            self.last_rows.append(row)
            self.evidence += scale + float(self.top[chain.observed[word]])

    def _step(self, before: Floats | None, word: int) -> tuple[Floats, float]:
        chain, math = self.chain, self.math
        kind, fixed = chain.observed[word], int(chain.fixed[word])
        row = np.empty((1 if self.null is None else 2, chain.n_states))
        if before is None:
            source = math.of_logs(chain.log_first)
            keep = math.of_logs(np.full(1, chain.log_keep))
            row[0] = math.times(math.times(source, keep), self.emission[kind])
        else:
            source = before[0] if self.null is None else math.plus(before[0], before[1])
            row[0] = math.times(math.after(source), self.emission[kind])
        if self.null is not None:
            row[1] = math.times(source, self.null[kind])
        if fixed != FREE:
            value = row[0, fixed]
            row.fill(math.zero)
            row[0, fixed] = value
        return math.scaled(row)

    def backward(self) -> Iterator[Posterior]:
        chain, math = self.chain, self.math
        future = math.of_logs(np.zeros(chain.n_states))  # of the words after this one, by the sentence (last) spoken of
        for start in reversed(self.checkpoints):
            rows = self._rows(start)
            for word in range(start + len(rows) - 1, start - 1, -1):
                joint, _ = math.scaled(math.times(rows[word - start], future))
                shares = math.to_plain(joint)
                yield Posterior(word, shares[0], float(shares[1].sum()) if self.null is not None else 0.0)
                future = self._future(future, word)

    def _rows(self, start: int) -> list[Floats]:
        if start == max(self.checkpoints):
            return self.last_rows
        rows: list[Floats] = []
        row = self.checkpoints[start]
        for word in range(start, min(start + self.chain.block, self.chain.n_words)):
            row, _ = self._step(row, word)
            rows.append(row)
        return rows

    def _future(self, future: Floats, word: int) -> Floats:
        math, kind, fixed = self.math, self.chain.observed[word], int(self.chain.fixed[word])
        here = math.times(future, self.emission[kind])
        if fixed != FREE:
            value = here[fixed]
            here = np.full(self.chain.n_states, math.zero)
            here[fixed] = value
        result = math.before(here)
        if self.null is not None and fixed == FREE:
            result = math.plus(result, math.times(future, self.null[kind]))
        return math.scaled(result)[0]
