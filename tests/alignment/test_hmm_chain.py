"""Best path and posterior against every path there is, on small chains with null states and fixed words."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.hmm import model
from alignment.hmm.model import FREE, NULL, Chain, GeometricTransition, chain
from alignment.hmm.posterior import _Logs, _Passes, _Plain
from alignment.hmm.viterbi import viterbi
from tests.alignment.hmm_samples import dense, posterior_matrix


@st.composite
def chains(draw: st.DrawFn) -> Chain:
    has_null = draw(st.booleans())
    n_states = draw(st.integers(1, 3 if has_null else 4))
    n_words = draw(st.integers(1, 5))
    n_types = draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    emission = rng.random((n_types, n_states)) + 0.01
    if draw(st.booleans()):  # ties: some sentences are the same
        emission[:, -1] = emission[:, 0]
    start = rng.random(n_states) * (rng.random(n_states) < 0.6)
    start[rng.integers(n_states)] += 0.1
    transition = GeometricTransition(
        n_states, draw(st.floats(0.05, 0.95)), draw(st.floats(0.05, 0.95)), draw(st.floats(0.05, 0.95))
    )
    with np.errstate(divide="ignore"):
        return chain(
            np.log(emission),
            rng.integers(n_types, size=n_words),
            np.log(start / start.sum()),
            transition,
            fixed=np.where(rng.random(n_words) < 0.3, rng.integers(n_states, size=n_words), FREE),
            null_probability=draw(st.floats(0.05, 0.9)) if has_null else 0.0,
            log_null=np.log(rng.random(n_types) + 0.01) if has_null else None,
        )


def every_path(c: Chain) -> list[tuple[tuple[int, ...], float]]:
    """All paths and their probabilities, from the definition. State k + n_states is the null state after sentence k."""
    n = c.n_states
    matrix, keep = dense(c.transition), np.exp(c.log_keep)
    size = n if c.log_null is None else 2 * n

    def step(before: int, after: int) -> float:
        return keep * matrix[before % n, after] if after < n else float(before % n == after - n)

    def utter(word: int, state: int) -> float:
        kind, fixed = c.observed[word], c.fixed[word]
        if state >= n:
            assert c.log_null is not None
            return 0.0 if fixed != FREE else float(np.exp(c.log_null[kind]))  # the step's share is in it
        return 0.0 if fixed not in (FREE, state) else float(np.exp(c.log_emission[kind, state]))

    first = np.exp(c.log_start)
    if c.fixed[0] != FREE:
        first = (np.arange(n) == c.fixed[0]).astype(float)
    result = []
    for path in itertools.product(range(size), repeat=c.n_words):
        probability = first[path[0] % n] * (keep if path[0] < n else 1.0) * utter(0, path[0])
        for word in range(1, c.n_words):
            probability *= step(path[word - 1], path[word]) * utter(word, path[word])
        result.append((path, float(probability)))
    return result


@settings(max_examples=150, deadline=None)
@given(chains())
def test_best_path_is_the_best_of_all_paths(c: Chain) -> None:
    paths = every_path(c)
    best = max(probability for _, probability in paths)
    path, score = viterbi(c)
    assert score == pytest.approx(np.log(best), rel=1e-10, abs=1e-10)
    shown = [p for q, p in paths if tuple(NULL if s >= c.n_states else s for s in q) == tuple(path)]
    assert max(shown) == pytest.approx(best, rel=1e-9)
    assert all(fixed in (FREE, state) for fixed, state in zip(c.fixed, path, strict=True))


@settings(max_examples=150, deadline=None)
@given(chains())
def test_posterior_is_the_share_of_all_paths(c: Chain) -> None:
    paths = every_path(c)
    total = sum(probability for _, probability in paths)
    expected = np.zeros((c.n_words, c.n_states + 1))
    for path, probability in paths:
        for word, state in enumerate(path):
            expected[word, min(state, c.n_states)] += probability / total
    np.testing.assert_allclose(posterior_matrix(c), expected, atol=1e-10)
    assert _Passes(c).evidence == pytest.approx(np.log(total), rel=1e-10, abs=1e-10)


@settings(max_examples=60, deadline=None)
@given(chains(), st.floats(0.3, 4))
def test_sharpening_keeps_the_best_path_and_powers_all_paths(c: Chain, power: float) -> None:
    sharp = c.sharpened(power)
    assert viterbi(sharp)[1] == pytest.approx(power * viterbi(c)[1], rel=1e-9, abs=1e-9)
    powered = sum(probability**power for _, probability in every_path(c))
    assert _Passes(sharp).evidence == pytest.approx(np.log(powered), rel=1e-9, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(chains())
def test_checkpoints_change_nothing(c: Chain) -> None:
    path, score = viterbi(c)
    posterior = posterior_matrix(c)
    kept, model._CELLS_KEPT = model._CELLS_KEPT, 4
    try:
        blocks_path, blocks_score = viterbi(c)
        np.testing.assert_array_equal(blocks_path, path)
        assert blocks_score == score
        np.testing.assert_allclose(posterior_matrix(c), posterior, atol=1e-12)
    finally:
        model._CELLS_KEPT = kept


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.integers(0, 999))
def test_both_arithmetics_multiply_by_the_matrix(n: int, stay: float, lambda_: float, gamma: float, seed: int) -> None:
    transition = GeometricTransition(n, stay, lambda_, gamma)
    c = chain(np.zeros((1, n)), [0], np.zeros(n), transition)
    values = np.random.default_rng(seed).random(n)
    matrix = dense(transition)
    np.testing.assert_allclose(matrix.sum(axis=1), 1, rtol=1e-12)
    np.testing.assert_allclose(_Plain(c).after(values), values @ matrix, rtol=1e-10)
    np.testing.assert_allclose(_Plain(c).before(values), matrix @ values, rtol=1e-10)
    np.testing.assert_allclose(np.exp(_Logs(c).after(np.log(values))), values @ matrix, rtol=1e-10)
    np.testing.assert_allclose(np.exp(_Logs(c).before(np.log(values))), matrix @ values, rtol=1e-10)


def long_chain(n_states: int, n_words: int, **more: object) -> Chain:
    rng = np.random.default_rng(5)
    emission = np.log(rng.random((50, n_states)) + 0.05)
    start = np.full(n_states, -np.log(n_states))
    return chain(emission, rng.integers(50, size=n_words), start, GeometricTransition(n_states, 0.3), **more)  # type: ignore[arg-type]


def dense_viterbi(c: Chain) -> float:
    log_dense = np.log(dense(c.transition))
    row = c.log_first + c.log_emission[c.observed[0]]
    for word in range(1, c.n_words):
        row = (row[:, None] + log_dense).max(axis=0) + c.log_emission[c.observed[word]]
        if c.fixed[word] != FREE:
            row = np.where(np.arange(c.n_states) == c.fixed[word], row, -np.inf)
    return float(row.max())


def path_score(c: Chain, path: np.ndarray) -> float:
    log_dense = np.log(dense(c.transition))
    steps = sum(log_dense[a, b] for a, b in itertools.pairwise(path))
    return float(
        c.log_first[path[0]] + steps + sum(c.log_emission[o, s] for o, s in zip(c.observed, path, strict=True))
    )


def test_a_long_chain_with_checkpoints_is_exact() -> None:
    c = long_chain(300, 4000)
    assert c.block < c.n_words  # or this would not test them
    path, score = viterbi(c)
    assert score == pytest.approx(dense_viterbi(c), rel=1e-12)
    assert path_score(c, path) == pytest.approx(score, rel=1e-12)


def test_a_paper_too_long_for_plain_floats_is_weighed_on_logarithms() -> None:
    """A jump across 6,000 sentences has a probability under the least float, and yet is what people have fixed."""
    fixed = np.full(5, FREE)
    fixed[1], fixed[3] = 0, 5999
    c = long_chain(6000, 5, fixed=fixed)
    assert isinstance(_Passes(c).math, _Logs)
    posterior = posterior_matrix(c)
    np.testing.assert_allclose(posterior.sum(axis=1), 1, rtol=1e-9)
    assert posterior[1, 0] == posterior[3, 5999] == 1
    path, score = viterbi(c)
    assert (path[1], path[3]) == (0, 5999)
    assert np.isfinite(score)


def test_memory_stays_far_below_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    import tracemalloc

    c = long_chain(1000, 6000)
    tracemalloc.start()
    viterbi(c)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * c.n_states * c.n_words  # less than one 32-bit integer a cell


def test_a_first_word_can_be_fixed_outside_the_introduction() -> None:
    start = np.array([0.0, -np.inf, -np.inf])
    c = chain(np.zeros((1, 3)), [0, 0], start, GeometricTransition(3, 0.3), fixed=[2, FREE])
    assert viterbi(c)[0].tolist()[0] == 2


def test_ties_go_to_the_lower_state() -> None:
    c = chain(np.zeros((1, 3)), [0], np.zeros(3), GeometricTransition(3, 0.3))
    assert viterbi(c)[0].tolist() == [0]


def test_an_impossible_word_is_named() -> None:
    emission = np.array([[0.0, 0.0], [-np.inf, -np.inf]])
    c = chain(emission, [0, 0, 1, 0], np.zeros(2), GeometricTransition(2, 0.3))
    with pytest.raises(ValueError, match="word 2 cannot"):
        viterbi(c)
    with pytest.raises(ValueError, match="word 2 cannot"):
        posterior_matrix(c)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"log_emission": np.zeros((2, 3))}, r"log_emission has shape \(2, 3\); expected \(n_types, 2\)"),
        ({"log_start": np.zeros(3)}, r"log_start has shape \(3,\)"),
        ({"observed": [0, 5]}, "observed goes up to 5; there are 2 types"),
        ({"observed": []}, "observed and fixed have shapes"),
        ({"fixed": [0, 2]}, "fixed goes up to 2; there are 2 states"),
        ({"log_emission": np.full((2, 2), np.nan)}, "NaN"),
        ({"null_probability": 0.1}, "a null state needs both"),
        ({"null_probability": 0.1, "log_null": np.zeros(5)}, "log_null has shape"),
    ],
)
def test_wrong_shapes_say_what_was_expected(changes: dict[str, object], message: str) -> None:
    given = {"log_emission": np.zeros((2, 2)), "observed": [0, 1], "log_start": np.zeros(2)} | changes
    with pytest.raises(ValueError, match=message):
        chain(transition=GeometricTransition(2, 0.3), **given)  # type: ignore[arg-type]


def test_a_transition_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        GeometricTransition(4, 0.3, lambda_=1.0)
