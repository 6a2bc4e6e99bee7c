"""Best path and posteriors against every path there is, on small chains with decided steps."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.slides.chain import FREE, NO_SLIDE, Moves, PageChain, best_path, page_posteriors
from alignment.types import AlignmentError


@st.composite
def chains(draw: st.DrawFn) -> PageChain:
    n_pages, n_steps = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    chances = st.floats(0.05, 0.95)
    moves = Moves(n_pages, *(draw(chances) for _ in range(6)))
    emission = np.log(rng.random((n_steps, n_pages)) + 0.01)
    if draw(st.booleans()):
        emission[rng.integers(n_steps), rng.integers(n_pages)] = -np.inf
    fixed = np.where(rng.random(n_steps) < 0.3, rng.integers(-1, n_pages, n_steps), FREE)
    start = rng.random(n_pages) + 0.01
    return PageChain(moves, emission, np.log(rng.random(n_steps) + 0.01), np.log(start / start.sum()), fixed)


def every_path(chain: PageChain) -> dict[tuple[int, ...], float]:
    """All paths and their probabilities, from the definition; state k + n_pages is no slide after page k."""
    n, moves, dense = chain.moves.n_pages, chain.moves, chain.moves.dense()
    likely = np.exp(chain.rows()).reshape(len(chain.emission), 2 * n)
    start = np.exp(chain.start)
    first = np.concatenate([start * (1 - moves.leave), start * moves.leave])
    found = {}
    for path in itertools.product(range(2 * n), repeat=len(likely)):
        probability = first[path[0]] * likely[0, path[0]]
        for step in range(1, len(path)):
            probability *= dense[path[step - 1], path[step]] * likely[step, path[step]]
        found[path] = float(probability)
    return found


def shown(path: tuple[int, ...], n_pages: int) -> tuple[int, ...]:
    return tuple(state if state < n_pages else NO_SLIDE for state in path)


@settings(max_examples=60, deadline=None)
@given(chains())
def test_path_and_posteriors_are_those_of_all_paths(chain: PageChain) -> None:
    paths, n = every_path(chain), chain.moves.n_pages
    found = best_path(chain)
    best = max(paths.values())
    assert found.log_probability == pytest.approx(np.log(best), rel=1e-9, abs=1e-9)
    same = [value for path, value in paths.items() if shown(path, n) == tuple(found.pages.tolist())]
    assert max(same) == pytest.approx(best, rel=1e-9)

    total = sum(paths.values())
    pages, cuts = np.zeros((len(chain.emission), n + 1)), np.zeros(len(chain.emission))
    for path, value in paths.items():
        seen = shown(path, n)
        for step, page in enumerate(seen):
            pages[step, page] += value / total
            cuts[step] += value / total * (step > 0 and page != seen[step - 1])
    weighed = page_posteriors(chain)
    np.testing.assert_allclose(weighed.pages, pages[:, :n], atol=1e-9)
    np.testing.assert_allclose(weighed.no_slide, pages[:, n], atol=1e-9)
    np.testing.assert_allclose(weighed.cuts, cuts, atol=1e-9)
    assert weighed.log_evidence == pytest.approx(np.log(total), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("n_pages", [1, 2, 3, 7])
def test_rows_of_the_moves_sum_to_one(n_pages: int) -> None:
    np.testing.assert_allclose(Moves(n_pages, 0.7).dense().sum(axis=1), 1)


def test_decisions_win_over_likelihoods() -> None:
    emission = np.full((3, 2), -np.inf)
    emission[:, 0] = 0
    found = best_path(
        PageChain(Moves(2, 0.9), emission, np.zeros(3), np.log([0.5, 0.5]), np.array([FREE, 1, NO_SLIDE]))
    )
    assert found.pages.tolist()[1:] == [1, NO_SLIDE]


def test_an_impossible_step_is_named() -> None:
    emission, blank = np.zeros((3, 2)), np.zeros(3)
    emission[1], blank[1] = -np.inf, -np.inf
    chain = PageChain(Moves(2, 0.9), emission, blank, np.log([0.5, 0.5]), np.full(3, FREE))
    for compute in (best_path, page_posteriors):
        with pytest.raises(AlignmentError, match="step 1 fits neither"):
            compute(chain)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"emission": np.zeros((3, 5))}, r"emission has shape \(3, 5\); expected \(3, 2\)"),
        ({"blank": np.zeros(2)}, r"blank has shape \(2,\)"),
        ({"fixed": np.array([0, 2, 0])}, "there are 2 pages"),
        ({"emission": np.full((3, 2), np.nan)}, "NaN"),
    ],
)
def test_wrong_shapes_say_what_was_expected(changes: dict[str, np.ndarray], message: str) -> None:
    right = {"emission": np.zeros((3, 2)), "blank": np.zeros(3), "start": np.zeros(2), "fixed": np.full(3, FREE)}
    with pytest.raises(ValueError, match=message):
        PageChain(Moves(2, 0.9), **(right | changes))
