"""Tables that the chain's recursions never write down, to hold them to."""

from __future__ import annotations

import numpy as np

from alignment.hmm.model import NULL, Chain, Floats, GeometricTransition
from alignment.hmm.posterior import posteriors


def dense(transition: GeometricTransition) -> Floats:
    """The matrix, shape (n_states, n_states); row k is the distribution of k's successor."""
    place = np.arange(transition.n_states)
    distance = place[None, :] - place[:, None]
    side = np.where(distance < 0, transition.gamma, 1.0)
    matrix: Floats = np.exp(transition.log_leave)[:, None] * side * transition.lambda_ ** (np.abs(distance) - 1.0)
    np.fill_diagonal(matrix, transition.stay)
    return matrix


def posterior_matrix(chain: Chain) -> Floats:
    """The posteriors of all words, shape (n_words, n_states + 1); the last column is the null state."""
    matrix = np.empty((chain.n_words, chain.n_states + 1))
    for word, states, null in posteriors(chain):
        matrix[word, :-1] = states
        matrix[word, NULL] = null
    return matrix
