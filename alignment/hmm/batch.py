"""The best paths of one talk under many transitions at once.

The recursion of `alignment.hmm.viterbi` on a further axis: numpy's calls for a word cost about the same for a
hundred settings as for one. It repeats the operations of that module one by one, so the paths are the same, ties too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from alignment.hmm.model import Floats, GeometricTransition, Ints, chain
from alignment.hmm.viterbi import viterbi

#: Scores that are held at a time: of all words and states for so many settings as fit.
_CELLS = 6_000_000
#: Settings that are computed at a time; with more, the rows of a word no longer fit into the processor's cache.
_AT_ONCE = 64


def best_paths(
    log_emission: Floats, observed: Ints, log_start: Floats, transitions: Sequence[GeometricTransition]
) -> Ints:
    """The most likely state of each word, under each of the transitions.

    Parameters
    ----------
    log_emission, observed, log_start
        As in `alignment.hmm.model.Chain`, without a null state and without fixed words.
    transitions
        All of the same number of states.

    Returns
    -------
    array
        Ints, shape (n_transitions, n_words): row i is the path that `viterbi` finds with ``transitions[i]``.

    Raises
    ------
    ValueError
        If no state can generate a word.
    """
    n_words, n_states = len(observed), log_emission.shape[1]
    paths = np.empty((len(transitions), n_words), dtype=np.int64)
    step = min(_AT_ONCE, _CELLS // max(1, n_words * n_states))
    if step < 2:  # a talk of hours: one after the other, which keeps few rows
        for row, transition in enumerate(transitions):
            paths[row], _ = viterbi(chain(log_emission, observed, log_start, transition))
        return paths
    for first in range(0, len(transitions), step):
        part = transitions[first : first + step]
        paths[first : first + len(part)] = _paths(log_emission, observed, log_start, part)
    return paths


def _paths(log_emission: Floats, observed: Ints, log_start: Floats, transitions: Sequence[GeometricTransition]) -> Ints:
    many, n = len(transitions), log_emission.shape[1]
    position = np.arange(n, dtype=np.float64)
    lambdas = np.log([[transition.lambda_] for transition in transitions])
    gammas = np.log([[transition.gamma] for transition in transitions])
    with np.errstate(divide="ignore"):
        stays = np.log([[transition.stay] for transition in transitions])
    leave = np.stack([transition.log_leave for transition in transitions])
    back = -(position + 1) * lambdas
    tilt = back + np.stack(
        [leave - position * lambdas, stays - (position - 1) * lambdas, leave + gammas + position * lambdas]
    )
    turn = 2 * position * lambdas
    scores = _forward(log_emission, observed, log_start, back, tilt, turn)

    last = scores[-1] + back
    state = last.argmax(axis=1)
    each = np.arange(many)
    if (impossible := last[each, state] == -np.inf).any():
        transition = transitions[int(impossible.argmax())]
        viterbi(chain(log_emission, observed, log_start, transition))  # raises, and names the word
    distance = np.abs(np.arange(1 - n, n)) - 1.0
    by_distance = distance * lambdas
    by_distance[:, n:] += gammas
    windows = np.lib.stride_tricks.sliding_window_view(by_distance, n, axis=1)
    leave = leave + back
    paths = np.empty((many, len(observed)), dtype=np.int64)
    for t in range(len(observed) - 1, -1, -1):
        paths[:, t] = state
        if t:
            found = leave + windows[each, n - 1 - state]
            found[each, state] = stays[:, 0] + back[each, state]
            found += scores[t - 1]
            state = found.argmax(axis=1)
    return paths


def _forward(
    log_emission: Floats, observed: Ints, log_start: Floats, back: Floats, tilt: Floats, turn: Floats
) -> Floats:
    """Tilted scores, shape (n_words, n_transitions, n_states); see `alignment.hmm.viterbi`."""
    scores = np.empty((len(observed), *back.shape))
    work = np.empty((3, *back.shape))
    right, best, left = work
    running, maximum = np.maximum.accumulate, np.maximum
    left_reversed = left[:, ::-1]
    types = observed.tolist()
    scores[0] = (log_start - back) + log_emission[types[0]]
    for t in range(1, len(types)):
        np.add(scores[t - 1], tilt, out=work)
        running(right, axis=1, out=right)
        running(left_reversed, axis=1, out=left_reversed)
        maximum(best[:, 1:], right[:, :-1], out=best[:, 1:])
        np.add(best, turn, out=best)
        maximum(best[:, :-1], left[:, 1:], out=best[:, :-1])
        np.add(best, log_emission[types[t]], out=scores[t])
    return scores
