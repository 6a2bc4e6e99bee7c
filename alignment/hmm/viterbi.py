"""The best path through a chain with geometric transitions, exactly, in O(n_words * n_states).

The best predecessor of state l from the left maximises ``v[k] + log beta[k] - k log lambda`` over k < l: a running
maximum; likewise from the right. Only the scores are stored; the path is reconstructed from them, with one argmax per
word. The derivation is in docs/viterbi.md. Source of the model: Lev et al. 2019, section 3.2.
"""

from __future__ import annotations

import numpy as np

from alignment.hmm.model import FREE, NULL, Chain, Floats, Ints


def viterbi(chain: Chain) -> tuple[Ints, float]:
    """Find the most likely state of each word.

    Returns
    -------
    path
        Int array, shape (n_words,); `NULL` marks words without a sentence. Ties go to the lower state, and to a
        sentence before the null state.
    log_probability
        Natural logarithm of the joint probability of the path and the words.

    Raises
    ------
    ValueError
        If no state can generate a word; the message names the word.

    Notes
    -----
    O(n_words * n_states) time; memory for about sqrt(n_words) rows of states in long talks.

    Examples
    --------
    >>> import numpy as np
    >>> from alignment.hmm.model import GeometricTransition, chain
    >>> emission = np.log([[0.9, 0.1], [0.1, 0.9]])  # word types x states
    >>> path, _ = viterbi(chain(emission, [0, 0, 1], np.log([0.5, 0.5]), GeometricTransition(2, 0.5)))
    >>> path.tolist()
    [0, 0, 1]
    """
    forward = _Forward(chain)
    block = chain.block
    starts = list(range(0, chain.n_words, block))
    checkpoints = {}
    buffer = forward.empty(min(block, chain.n_words))
    rows = buffer
    state: Floats | None = None
    for start in starts:
        rows = buffer[: chain.n_words - start]
        checkpoints[start] = None if state is None else state.copy()
        forward.run(rows, start, checkpoints[start])
        state = rows[-1]
    assert state is not None
    path = np.empty(chain.n_words, dtype=np.int64)
    scores = state + forward.back
    last = int(np.argmax(scores))
    score = float(scores.ravel()[last])
    if score == -np.inf:
        raise ValueError(f"word {forward.first_impossible()} cannot be uttered by any state")
    reader = _Reader(chain, path, forward.back)
    layer, position = divmod(last, chain.n_states)
    for start in reversed(starts):
        if start != starts[-1]:
            rows = buffer
            forward.run(rows, start, checkpoints[start])
        layer, position = reader.read(rows, start, layer, position, checkpoints[start])
    return path, score


class _Forward:
    """Scores of the best paths into each state, word after word.

    A row has shape (layers, n_states): layer 0 holds the sentences; layer 1, if there is a null state, the null states
    that remember the previous sentence. The scores are stored tilted by multiples of log lambda, so that running maxima
    need no correction; add `back` for log-probabilities. The speed comes from using only seven numpy calls per word.
    """

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        transition, n = chain.transition, chain.n_states
        position = np.arange(n)
        step = np.log(transition.lambda_)
        keep = chain.log_keep
        with np.errstate(divide="ignore"):
            leave, stay = transition.log_leave + keep, np.log(transition.stay) + keep
        self.back = -(position + 1) * step
        self.tilt = self.back + np.stack(
            [
                leave - position * step,  # towards the right, in coordinates where a step to the right costs nothing
                stay - (position - 1) * step,
                leave + np.log(transition.gamma) + position * step,  # towards the left
            ]
        )
        self.turn = 2 * position * step  # from the first coordinates to the second, in which the scores are stored
        self.null = chain.log_null

    def empty(self, n_words: int) -> Floats:
        return np.empty((n_words, 2 if self.chain.has_null else 1, self.chain.n_states))

    def run(self, rows: Floats, start: int, before: Floats | None) -> None:
        """Fill the rows of words `start`, `start + 1`, ..., given the row of the word before."""
        chain = self.chain
        if before is None:
            self._first(rows[0])
        work = np.empty((3, chain.n_states))
        right, best, left = work
        right_done, best_later = right[:-1], best[1:]
        left_reversed, best_sooner, left_done = left[::-1], best[:-1], left[1:]
        emission, tilt, turn = chain.log_emission, self.tilt, self.turn
        add, maximum, running = np.add, np.maximum, np.maximum.accumulate
        types = chain.observed[start : start + len(rows)].tolist()
        fixed = chain.fixed[start : start + len(rows)].tolist()
        any_fixed = max(fixed) != FREE
        for t in range(1 if before is None else 0, len(rows)):
            previous = rows[t - 1] if t else before
            assert previous is not None
            source = previous[0] if self.null is None else maximum(previous[0], previous[1])
            row = rows[t]
            add(source, tilt, out=work)
            running(right, out=right)
            running(left_reversed, out=left_reversed)
            maximum(best_later, right_done, out=best_later)
            add(best, turn, out=best)
            maximum(best_sooner, left_done, out=best_sooner)
            add(best, emission[types[t]], out=row[0])
            if self.null is not None:
                add(source, self.null[types[t]], out=row[1])
            if any_fixed and fixed[t] != FREE:
                _only(row, fixed[t])

    def _first(self, row: Floats) -> None:
        chain, kind = self.chain, self.chain.observed[0]
        start = chain.log_first - self.back
        row[0] = start + chain.log_keep + chain.log_emission[kind]
        if self.null is not None:
            row[1] = start + self.null[kind]
        if chain.fixed[0] != FREE:
            _only(row, int(chain.fixed[0]))

    def first_impossible(self) -> int:
        """The first word without a possible state, for the error message."""
        rows = self.empty(self.chain.n_words)
        self.run(rows, 0, None)
        return int(np.argmax((rows == -np.inf).all(axis=(1, 2))))


class _Reader:
    """Reconstructs the best path from the scores: for each word the best predecessor of the state that follows."""

    def __init__(self, chain: Chain, path: Ints, back: Floats) -> None:
        self.chain = chain
        self.path = path
        self.back = back
        self.leave = chain.transition.log_leave + back
        transition, n = chain.transition, chain.n_states
        distance = np.abs(np.arange(1 - n, n)) - 1.0
        # by_distance[n - 1 - l + k] is the cost of going from k to l besides log beta[k]
        self.by_distance = distance * np.log(transition.lambda_)
        self.by_distance[n:] += np.log(transition.gamma)
        self.log_stay = float(np.log(transition.stay))

    def read(self, rows: Floats, start: int, layer: int, state: int, before: Floats | None) -> tuple[int, int]:
        """Write the path of the words of `rows`, given the state of the last; return that of the word before them."""
        n = self.chain.n_states
        path, leave, by_distance, log_stay = self.path, self.leave, self.by_distance, self.log_stay
        has_null = self.chain.has_null
        scores = np.empty(n)
        for t in range(len(rows) - 1, -1, -1):
            path[start + t] = NULL if layer else state
            previous = rows[t - 1] if t else before
            if previous is None:
                break
            if not layer:
                source = np.maximum(previous[0], previous[1]) if has_null else previous[0]
                np.add(leave, by_distance[n - 1 - state : 2 * n - 1 - state], out=scores)
                scores[state] = log_stay + self.back[state]
                np.add(scores, source, out=scores)
                state = int(scores.argmax())
            if has_null:
                layer = int(previous[1, state] > previous[0, state])
        return layer, state


def _only(row: Floats, state: int) -> None:
    score = row[0, state]
    row.fill(-np.inf)
    row[0, state] = score
