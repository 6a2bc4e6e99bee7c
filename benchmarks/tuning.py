"""How much faster the paths of many settings are computed together than one by one: ``python benchmarks/tuning.py``.

Prints ratios of CPU seconds; both are measured in turns in one process, on a talk of the usual size.
"""

from __future__ import annotations

import time

import numpy as np

from alignment.hmm.batch import best_paths
from alignment.hmm.model import GeometricTransition, chain
from alignment.hmm.viterbi import viterbi

SIZES = ((60, 400), (164, 1157), (400, 4000))
N_SETTINGS = 63


def main() -> None:
    rng = np.random.default_rng(7)
    print(f"{'sentences':>9} {'words':>6} {'one by one':>11} {'together':>9} {'ratio':>6}")
    for n_states, n_words in SIZES:
        emission = np.log(rng.random((500, n_states)) + 0.01)
        observed = rng.integers(0, 500, n_words)
        start = np.full(n_states, -np.log(n_states))
        transitions = [
            GeometricTransition(n_states, stay, lambda_, gamma)
            for lambda_ in (0.8,)
            for gamma in np.linspace(0.1, 0.7, 7)
            for stay in np.linspace(0.1, 0.9, 9)
        ]
        single = together = 0.0
        for _ in range(2):
            begin = time.process_time()
            expected = [viterbi(chain(emission, observed, start, one))[0] for one in transitions]
            single += time.process_time() - begin
            begin = time.process_time()
            found = best_paths(emission, observed, start, transitions)
            together += time.process_time() - begin
            assert (found == np.stack(expected)).all()
        print(f"{n_states:>9} {n_words:>6} {single / 2:>10.2f}s {together / 2:>8.2f}s {single / together:>5.1f}x")


if __name__ == "__main__":
    main()
