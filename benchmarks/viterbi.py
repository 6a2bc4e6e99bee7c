"""Best paths in O(n_words * n_states) beside hmmlearn's compiled O(n_words * n_states^2).

    python benchmarks/viterbi.py [--quick]

The two find the same path score and evidence; the ratio of their times is printed, and the memory ours takes. At
the largest size hmmlearn is given a tenth of the words, and its time, which is linear in them, is multiplied by ten.
hmmlearn is no dependency of the project: `pip install hmmlearn` into the environment this runs in, or its part is left
out. Times are processor seconds, the best of some runs on one thread.
"""

from __future__ import annotations

import argparse
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from alignment.hmm.model import Chain, GeometricTransition, chain
from alignment.hmm.posterior import log_evidence, posteriors
from alignment.hmm.viterbi import viterbi

try:
    from hmmlearn import _hmmc
except ImportError:
    _hmmc = None

SIZES = ((164, 1157), (400, 4000), (2000, 8000))
N_TYPES = 540


def a_chain(n_states: int, n_words: int) -> Chain:
    """Likelihoods shaped like a talk's: most words alike for all sentences, a few telling."""
    rng = np.random.default_rng(7)
    similarity = np.exp(np.clip(rng.normal(0.45, 0.12, size=(N_TYPES, n_states)), -1, 1))
    similarity[rng.random(similarity.shape) < 0.01] = np.e
    emission = similarity - 0.8 * similarity.min(axis=0)
    emission /= emission.sum(axis=0)
    start = np.full(n_states, -np.log(n_states))
    return chain(np.log(emission), rng.integers(N_TYPES, size=n_words), start, GeometricTransition(n_states, 0.29))


def best_time(run: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def peak_bytes(run: Callable[[], object]) -> int:
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out the largest size")
    args = parser.parse_args()
    if _hmmc is None:
        print("hmmlearn is not installed, so only our own times are shown; pip install hmmlearn to compare\n")
    print(f"{'K, T':>12} {'ours':>9} {'hmmlearn':>9} {'ratio':>7} {'bytes/cell':>11} {'posterior':>10} {'ratio':>7}")
    for n_states, n_words in SIZES[: 2 if args.quick else 3]:
        c = a_chain(n_states, n_words)
        runs = 7 if n_words < 2000 else 3
        ours = best_time(lambda c=c: viterbi(c), runs)  # type: ignore[misc]
        cells = peak_bytes(lambda c=c: viterbi(c)) / (n_states * n_words)  # type: ignore[misc]
        weigh = best_time(lambda c=c: sum(1 for _ in posteriors(c)), 1 if n_words > 5000 else 2)  # type: ignore[misc]
        line = f"{n_states:>5}, {n_words:>5} {ours:8.4f}s"
        if _hmmc is None:
            print(f"{line} {'':>9} {'':>7} {cells:11.2f} {weigh:9.3f}s")
            continue
        share = 10 if n_words > 5000 else 1
        part = Chain(c.transition, c.log_emission, c.observed[::share], c.log_start, c.fixed[::share])
        given = np.exp(c.log_start), c.transition.dense(), np.ascontiguousarray(c.log_emission[part.observed])
        theirs = share * best_time(lambda given=given: _hmmc.viterbi(*given), 3 // share or 1)  # type: ignore[misc]
        start = time.process_time()
        evidence = _hmmc.forward_log(*given)[0]
        _hmmc.backward_log(*given)
        weigh_theirs = share * (time.process_time() - start)
        check("best path", _hmmc.viterbi(*given)[0], viterbi(part)[1])
        check("evidence", evidence, log_evidence(part))
        print(
            f"{line} {theirs:8.3f}s {theirs / ours:6.1f}x {cells:11.2f} {weigh:9.3f}s {weigh_theirs / weigh:6.1f}x",
            flush=True,
        )


def check(what: str, theirs: float, ours: float) -> None:
    if not np.isclose(theirs, ours, rtol=1e-9):
        raise SystemExit(f"{what}: hmmlearn finds {theirs}, we find {ours}")


if __name__ == "__main__":
    main()
