"""Opinion scores against known truth, against brute force, and against published tables."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from alignment.opinions.drawing import choose_sets, in_order
from alignment.opinions.reliability import components, icc_2k
from alignment.opinions.scores import Table, centred, difference, mean_opinion
from alignment.opinions.screening import FEWEST_SHARED, Judged, Reason, Rules, correlation, screen
from tests.alignment.opinions.opinion_samples import CARELESS, OPINIONS, RANDOM, world, worlds

# Shrout and Fleiss 1979, table 2
TARGETS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], dtype=float)


def test_intervals_hold_the_truth_at_their_rate_and_the_rules_find_who_does_not_listen() -> None:
    of_means, of_differences = [], []
    caught, n_good, n_good_caught = Counter(), 0, 0
    for one in worlds(100):
        raters = screen(one.judged, Rules())
        left_out = {rater for rater, judged in raters.items() if judged.reasons}
        caught.update(left_out & {CARELESS, RANDOM})
        n_good += len(raters) - 2
        n_good_caught += len(left_out - {CARELESS, RANDOM})
        table = Table.of([row for row in one.rows if row[0] not in left_out])
        for system, true in enumerate(OPINIONS):
            mean = mean_opinion(table.where(table.systems == system))
            assert mean
            assert mean.interval
            of_means.append(mean.interval[0] <= true <= mean.interval[1])
        of_differences += held_differences(table)
    assert 0.93 <= np.mean(of_means) <= 0.97
    assert 0.93 <= np.mean(of_differences) <= 0.97
    assert caught[CARELESS] >= 95
    assert caught[RANDOM] >= 95
    assert n_good_caught / n_good <= 0.02


def held_differences(table: Table) -> list[bool]:
    """Whether the interval of each difference of two systems holds the true one."""
    held = []
    for first, second in combinations(range(len(OPINIONS)), 2):
        apart = difference(table, first, second)
        if apart and apart.mean.interval:
            low, high = apart.mean.interval
            held.append(low <= OPINIONS[first] - OPINIONS[second] <= high)
    return held


@pytest.mark.parametrize(
    ("n_raters", "n_sets", "per_rater", "n_worlds"),
    [(8, 8, 8, 200), (8, 12, 12, 200), (8, 12, 8, 200), (24, 24, 10, 100)],
)
def test_intervals_hold_the_truth_of_few_and_many_raters_and_sets(
    n_raters: int, n_sets: int, per_rater: int, n_worlds: int
) -> None:
    """Two of the raters are the careless and the random one, whom the rules leave out."""
    of_means, of_differences = [], []
    for seed in range(n_worlds):
        one = world(seed, n_raters=n_raters, n_sets=n_sets, per_rater=per_rater)
        left_out = {rater for rater, judged in screen(one.judged, Rules()).items() if judged.reasons}
        table = Table.of([row for row in one.rows if row[0] not in left_out])
        for system, true in enumerate(OPINIONS):
            mean = mean_opinion(table.where(table.systems == system))
            if mean and mean.interval:
                of_means.append(mean.interval[0] <= true <= mean.interval[1])
        of_differences += held_differences(table)
    assert len(of_means) >= 3.95 * n_worlds
    assert 0.93 <= np.mean(of_means) <= 0.97
    assert 0.93 <= np.mean(of_differences) <= 0.97


def test_intervals_that_take_ratings_for_independent_are_too_narrow() -> None:
    """Why the mean is not given the interval of so many single values."""
    held = []
    for one in worlds(60, is_clean=True):
        values = [value for _, _, system, value in one.rows if system == 0]
        half = 1.96 * np.std(values, ddof=1) / np.sqrt(len(values))
        held.append(abs(np.mean(values) - OPINIONS[0]) <= half)
    assert np.mean(held) < 0.8


def test_the_mean_of_few_raters_has_no_interval() -> None:
    rows = [(rater, one, 0, 3.0 + rater % 2) for rater in range(4) for one in range(9)]
    few = mean_opinion(Table.of(rows))
    assert few
    assert (few.value, few.interval, few.n_raters, few.n_sets, few.n_ratings) == (3.5, None, 4, 9, 36)
    many = mean_opinion(Table.of([*rows, *((4, one, 0, 5.0) for one in range(9))]), limits=(1, 5))
    assert many
    assert many.interval
    assert many.interval[0] < 3.8 < many.interval[1] <= 5
    assert mean_opinion(Table.of([])) is None


def test_a_difference_is_of_pairs_that_one_rater_heard() -> None:
    rows = [(0, 0, 0, 4.0), (0, 0, 1, 3.0), (1, 0, 0, 5.0), (1, 1, 1, 1.0)]  # rater 1 heard no set twice
    apart = difference(Table.of(rows), 0, 1)
    assert apart
    assert (apart.mean.value, apart.mean.n_ratings, apart.n_more) == (1.0, 1, None)
    assert difference(Table.of(rows[2:]), 0, 1) is None


def test_so_many_more_ratings_tell_two_systems_apart() -> None:
    """With as many as it says, most worlds of the same kind show the difference."""
    few = [difference(Table.of(one.rows), 3, 0) for one in worlds(20, is_clean=True)]
    assert all(each and each.is_clear and each.n_more == 0 for each in few)
    asked, clear = [], []
    for seed in range(30):
        small = world(seed, n_raters=8, n_sets=12, per_rater=6, is_clean=True)
        now = difference(Table.of(small.rows), 1, 0)  # half a point apart
        assert now
        if now.n_more:
            asked.append(now.n_more)
            many = world(1000 + seed, n_raters=24, n_sets=36, per_rater=18, is_clean=True)
            then = difference(Table.of(many.rows), 1, 0)
            clear.append(then is not None and then.is_clear)
    assert asked
    assert min(asked) > 0
    assert np.mean(clear) > 0.8


def test_with_as_many_more_pairs_as_it_says_four_experiments_of_five_tell_the_systems_apart() -> None:
    """Pairs of known spread and difference: the pilot is shifted to show just that difference, and then as much is
    drawn anew as it asks for, with raters and sets grown alike."""

    def pairs(rng: np.random.Generator, n: int, shift: float | None = None) -> Table:
        of_rater, of_set = rng.normal(0, 0.3, n), rng.normal(0, 0.3, n)
        rows = [(rater, (rater + k) % n) for rater in range(n) for k in range(4)]
        values = np.array([0.2 + of_rater[r] + of_set[s] + rng.normal(0, 0.8) for r, s in rows])
        values += 0 if shift is None else shift - values.mean()
        both = [(r, s, 0, v) for (r, s), v in zip(rows, values, strict=True)]
        return Table.of([*both, *((r, s, 1, 0.0) for r, s in rows)])

    rng = np.random.default_rng(5)
    clear = []
    for _ in range(25):
        pilot = difference(pairs(rng, 14, shift=0.2), 0, 1)
        if pilot is None or not pilot.n_more:
            continue
        n = round((56 + pilot.n_more) / 4)
        for _ in range(8):
            then = difference(pairs(rng, n), 0, 1)
            clear.append(then is not None and then.is_clear)
    assert len(clear) > 100
    assert 0.7 < np.mean(clear) < 0.9


def test_centring_takes_strictness_out_and_leaves_the_mean() -> None:
    rows = [(0, one, system, 2.0 + system) for one in range(3) for system in range(2)]
    rows += [(1, one, system, 4.0 + system) for one in range(3) for system in range(2)]
    table = centred(Table.of(rows))
    assert table.values.mean() == pytest.approx(3.5)
    assert sorted(set(table.values.round(9))) == [3.0, 4.0]


def test_icc_is_that_of_shrout_and_fleiss() -> None:
    samples, raters = np.divmod(np.arange(24), 4)
    mean_squares = _mean_squares(TARGETS)
    by_hand = (mean_squares[0] - mean_squares[2]) / (mean_squares[0] + (mean_squares[1] - mean_squares[2]) / 6)
    found = icc_2k(samples, raters, TARGETS.ravel())
    assert found == pytest.approx(by_hand, abs=1e-12)
    assert found == pytest.approx(0.62005054759899, abs=1e-9)  # of pingouin 0.7.0, ICC(A,k)
    reordered = np.random.default_rng(1).permutation(24)
    assert icc_2k(samples[reordered] * 7, raters[reordered], TARGETS.ravel()[reordered]) == pytest.approx(found)


def test_components_of_a_table_with_gaps_are_those_it_was_made_with() -> None:
    rng = np.random.default_rng(5)
    samples, raters = np.nonzero(rng.random((400, 60)) < 0.3)
    values = rng.normal(0, 0.7, 400)[samples] + rng.normal(0, 0.5, 60)[raters] + rng.normal(0, 0.6, len(samples))
    parts = components(samples, raters, values)
    assert parts
    assert np.sqrt([parts.samples, parts.raters, parts.rest]) == pytest.approx([0.7, 0.5, 0.6], abs=0.1)


def test_icc_is_undefined_where_nothing_can_be_told() -> None:
    one_rater = np.zeros(4, dtype=int)
    assert icc_2k(np.arange(4), one_rater, np.arange(4.0)) is None
    apart = np.array([0, 1, 2, 3])  # nobody rated what another did
    assert icc_2k(apart, apart, np.arange(4.0)) is None
    samples, raters = np.divmod(np.arange(6), 2)
    assert icc_2k(samples, raters, np.full(6, 3.0)) is None


def test_each_rule_names_its_reason() -> None:
    def rater(values: list[float], **how: object) -> list[Judged]:
        return [Judged(n, [value], **{"seconds": 9.0, "heard": True, **how}) for n, value in enumerate(values)]

    scale = [1.0, 2.0, 3.0, 4.0, 5.0, 2.0]
    trap = [Judged(90 + n, [5.0], 9.0, heard=True, right=n > 0) for n in range(2)]
    judged = {
        0: rater(scale), 1: rater(scale), 2: rater(scale[::-1]), 3: rater(scale, seconds=1.0),
        4: rater(scale, heard=False), 5: [*rater(scale), *trap], 6: rater([3.0] * 6),
        7: rater(scale[:FEWEST_SHARED - 1]),
    }  # fmt: skip
    reasons = {number: one.reasons for number, one in screen(judged, Rules()).items()}
    assert reasons == {
        0: (), 1: (), 2: (Reason.APART,), 3: (Reason.FAST,), 4: (Reason.UNHEARD,), 5: (Reason.TRAPS,),
        6: (Reason.APART,), 7: (),
    }  # fmt: skip
    always_asked = screen(judged, Rules(None, None, None, None))
    assert not any(one.reasons for one in always_asked.values())
    assert (always_asked[5].n_traps, always_asked[5].n_traps_missed, always_asked[6].r) == (2, 1, None)


def test_correlation_is_numpys() -> None:
    a, b = np.random.default_rng(2).random((2, 30))
    assert correlation(a, b) == pytest.approx(np.corrcoef(a, b)[0, 1])
    assert correlation([1.0, 1.0], [1.0, 2.0]) is None


def test_sets_are_taken_evenly_and_their_order_is_balanced() -> None:
    samples = {one: ["a", "b", "c", "trap"] for one in range(7)}
    taken = dict.fromkeys(samples, 0)
    places: Counter[tuple[str, int]] = Counter()
    for rater in range(140):
        rng = random.Random(f"4:{rater}")
        sets = choose_sets(taken, n=3, most=1000, rng=rng)
        for one in sets:
            taken[one] += 1
        assert max(taken.values()) - min(taken.values()) <= 1
        drawn = in_order(samples, sets, rng)
        assert [sorted(of_set) for of_set in drawn] == [sorted(samples[0])] * 3
        for of_set in drawn:
            places.update((name, place) for place, name in enumerate(of_set))
    expected = 140 * 3 / 4
    chi_square = sum((places[name, place] - expected) ** 2 / expected for name in samples[0] for place in range(4))
    assert chi_square < 21.67  # 9 degrees of freedom, p = .01


def test_full_sets_are_given_to_nobody() -> None:
    taken = {0: 2, 1: 1, 2: 0}
    assert choose_sets(taken, n=5, most=2, rng=random.Random(1)) == [2, 1]
    assert taken == {0: 2, 1: 1, 2: 0}


def _mean_squares(table: np.ndarray) -> tuple[float, float, float]:
    """Of rows, of columns, and of what is left."""
    n, k = table.shape
    rows = k * ((table.mean(axis=1) - table.mean()) ** 2).sum() / (n - 1)
    columns = n * ((table.mean(axis=0) - table.mean()) ** 2).sum() / (k - 1)
    rest = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0) + table.mean()
    return rows, columns, (rest**2).sum() / ((n - 1) * (k - 1))


def test_pairs_of_systems_are_compared_both_ways_alike() -> None:
    table = Table.of(world(3).rows)
    for a, b in combinations(range(4), 2):
        there, back = difference(table, a, b), difference(table, b, a)
        assert there
        assert back
        assert there.mean.interval
        assert back.mean.interval
        assert there.mean.value == pytest.approx(-back.mean.value)
        assert there.mean.interval[0] == pytest.approx(-back.mean.interval[1])
        assert there.n_more == back.n_more
