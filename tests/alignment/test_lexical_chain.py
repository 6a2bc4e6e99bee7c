"""The best path and the probabilities of the lexical engine against every chain there is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.lexical.band import Band, around, whole
from alignment.lexical.chain import Lattice, Steps, part, posterior, viterbi


def every_chain(n: int, m: int, x_max: int, y_max: int) -> list[Steps]:
    """Every chain of beads and nulls in which no target null follows a source null."""
    result: list[Steps] = []

    def grow(i: int, j: int, steps: Steps) -> None:
        if (i, j) == (n, m):
            result.append(steps)
            return
        for x in range(1, min(n - i, x_max) + 1):
            for y in range(1, min(m - j, y_max) + 1):
                grow(i + x, j + y, [*steps, (x, y)])
        if j < m and (not steps or steps[-1] != (1, 0)):
            grow(i, j + 1, [*steps, (0, 1)])
        if i < n:
            grow(i + 1, j, [*steps, (1, 0)])

    grow(0, 0, [])
    return result


def score(lattice: Lattice, steps: Steps, start: tuple[int, int] = (0, 0)) -> float:
    """Sum of the scores of a chain from `start` on; -inf where it leaves the band."""
    i, j = start
    total = 0.0
    for x, y in steps:
        i, j = i + x, j + y
        if (i, j) not in lattice.band:
            return -np.inf
        if x and y:
            total += float(lattice.beads[x - 1, y - 1, lattice.band.at(i, j)])
        else:
            total += float(lattice.source_null[i - 1] if x else lattice.target_null[j - 1])
    return total


def random_lattice(band: Band, x_max: int, y_max: int, rng: np.random.Generator, share_blocked: float) -> Lattice:
    shape = (x_max, y_max, len(band))
    beads = rng.normal(0, 2, shape).astype(np.float32)
    beads[rng.random(shape) < share_blocked] = -np.inf
    nulls = [rng.normal(-1, 1, n) for n in (band.n_source, band.n_target)]
    for each in nulls:
        each[rng.random(each.shape) < share_blocked / 2] = -np.inf
    return Lattice(band, beads, nulls[0], nulls[1])


sizes = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3), st.integers(1, 3))


@st.composite
def lattices(draw: st.DrawFn) -> Lattice:
    n, m, x_max, y_max = draw(sizes)
    band = whole(n, m)
    if draw(st.booleans()):
        columns = st.lists(st.integers(0, m), min_size=n, max_size=n)
        low = np.sort(np.asarray([0, *draw(columns)]))
        high = np.maximum(np.sort(np.asarray([*draw(columns), m])), low) + 1
        band = Band(low, high, n, m)
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    return random_lattice(band, x_max, y_max, rng, draw(st.sampled_from([0.0, 0.3])))


@given(lattices())
@settings(max_examples=150, deadline=None)
def test_best_chain_is_the_best_of_all(lattice: Lattice) -> None:
    scores = [
        score(lattice, steps)
        for steps in every_chain(lattice.band.n_source, lattice.band.n_target, *lattice.beads.shape[:2])
    ]
    best, steps = viterbi(lattice)
    assert best == pytest.approx(max(scores), abs=1e-4)
    if best > -np.inf:
        assert score(lattice, steps) == pytest.approx(best, abs=1e-4)
        assert sum(x for x, _ in steps) == lattice.band.n_source
        assert sum(y for _, y in steps) == lattice.band.n_target


def test_rows_of_a_band_that_share_no_column() -> None:
    band = Band(np.array([0, 4]), np.array([3, 5]), 1, 4)
    lattice = random_lattice(band, 1, 4, np.random.default_rng(7), 0.0)
    assert posterior(lattice).beads.sum() == pytest.approx(1.0, abs=1e-5)


@given(lattices(), st.sampled_from([1.0, 2.5]))
@settings(max_examples=100, deadline=None)
def test_probabilities_are_shares_of_all_chains(lattice: Lattice, temperature: float) -> None:
    n, m = lattice.band.n_source, lattice.band.n_target
    all_chains = every_chain(n, m, *lattice.beads.shape[:2])
    weights = np.exp(np.asarray([score(lattice, steps) for steps in all_chains]) / temperature)
    if weights.sum() == 0:
        with pytest.raises(ValueError, match="no chain"):
            posterior(lattice, temperature)
        return
    weights /= weights.sum()
    beads = np.zeros(lattice.beads.shape)
    source_null, target_null = np.zeros(n), np.zeros(m)
    for steps, weight in zip(all_chains, weights, strict=True):
        if weight == 0:
            continue
        i = j = 0
        for x, y in steps:
            i, j = i + x, j + y
            if x and y:
                beads[x - 1, y - 1, lattice.band.at(i, j)] += weight
            elif x:
                source_null[i - 1] += weight
            else:
                target_null[j - 1] += weight
    found = posterior(lattice, temperature)
    np.testing.assert_allclose(found.beads, beads, atol=2e-5)
    np.testing.assert_allclose(found.source_null, source_null, atol=2e-5)
    np.testing.assert_allclose(found.target_null, target_null, atol=2e-5)


def test_each_set_of_beads_is_one_chain() -> None:
    groups = []
    for steps in every_chain(3, 3, 2, 2):
        i = j = 0
        beads = set()
        for x, y in steps:
            beads.add((tuple(range(i, i + x)), tuple(range(j, j + y))))
            i, j = i + x, j + y
        groups.append(frozenset(beads))
    assert len(groups) == len(set(groups))


@given(lattices(), st.data())
@settings(max_examples=80, deadline=None)
def test_part_is_the_lattice_between_two_nodes(lattice: Lattice, data: st.DataObject) -> None:
    n, m = lattice.band.n_source, lattice.band.n_target
    i0, j0 = data.draw(st.integers(0, n)), data.draw(st.integers(0, m))
    i1, j1 = data.draw(st.integers(i0, n)), data.draw(st.integers(j0, m))
    cut = part(lattice, (i0, j0), (i1, j1))
    if (i0, j0) not in lattice.band or (i1, j1) not in lattice.band:
        assert cut is None
        return
    assert cut is not None

    all_chains = every_chain(i1 - i0, j1 - j0, *lattice.beads.shape[:2])
    assert viterbi(cut)[0] == pytest.approx(max(score(lattice, steps, (i0, j0)) for steps in all_chains), abs=1e-4)


def test_a_band_around_a_path_holds_the_path_and_its_surroundings() -> None:
    corners = [(1, 1), (2, 1), (2, 9), (3, 10), (8, 12)]
    band = around(corners, 8, 14, 2)
    for i, j in [(0, 0), *corners, (8, 14)]:
        for near in range(max(0, j - 2), min(14, j + 2) + 1):
            assert (i, near) in band
    assert band.low[0] == 0
    assert (np.diff(band.low) >= 0).all()
    assert (np.diff(band.high) >= 0).all()
    assert len(band) < 9 * 15


def test_a_row_is_as_wide_as_its_own_place_needs() -> None:
    diagonal = [(k, k + 40 * (k > 50)) for k in range(101)]
    band = around([*diagonal, (50, 90)], 100, 140, 3)
    widths = band.high - band.low
    assert widths[50] == 47
    assert (np.delete(widths, range(46, 55)) <= 8).all()


def test_nodes_know_where_they_stand() -> None:
    band = around([(2, 1), (2, 9), (3, 10)], 8, 14, 2)
    nodes = [(i, j) for i in range(9) for j in range(15) if (i, j) in band]
    assert [band.at(i, j) for i, j in nodes] == list(range(len(band)))
    i, j = band.nodes(np.arange(len(band)))
    assert list(zip(i.tolist(), j.tolist(), strict=True)) == nodes
    assert band.column(9).tolist() == [band.at(i, j) for i, j in nodes if j == 9]
    assert [row for first, last in band.blocks() for row in range(first, last)] == list(range(1, 9))


@pytest.mark.parametrize(("n", "m", "half"), [(300, 310, 9), (40, 900, 60), (700, 90, 5)])
def test_a_long_band_gives_what_the_same_band_in_pieces_gives(n: int, m: int, half: int) -> None:
    """More rows than are held at once: the best score is that of the two halves at the node where the path crosses."""
    band = around([(n // 3, m // 4)], n, m, half)
    lattice = random_lattice(band, 3, 4, np.random.default_rng(5), 0.0)
    best, steps = viterbi(lattice)
    assert score(lattice, steps) == pytest.approx(best, abs=1e-3)
    nodes = [(0, 0)]
    for x, y in steps:
        nodes.append((nodes[-1][0] + x, nodes[-1][1] + y))
    middle = next(k for k in range(len(steps) // 2, len(steps)) if all(steps[k - 1]))
    halves = part(lattice, (0, 0), nodes[middle]), part(lattice, nodes[middle], (n, m))
    assert sum(viterbi(half)[0] for half in halves if half) == pytest.approx(best, abs=1e-3)
    found = posterior(lattice)
    ends_in_row = [found.beads[:, :, band.offsets[i] : band.offsets[i + 1]].sum(axis=(1, 2)) for i in range(n + 1)]
    # Every source unit is left alone or in one bead: of x units, ending at it or at one of the x - 1 after it.
    for unit in range(n):
        held = sum(ends_in_row[unit + 1 + back][x - 1] for x in range(1, 4) for back in range(min(x, n - unit)))
        assert held + found.source_null[unit] == pytest.approx(1.0, abs=1e-4)
