"""The search and its probabilities against listing every alignment of short documents."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.types import AlignmentError, Constraints
from alignment.vecalign import Embeddings, Prepared, VecalignOptions, overlap_lines, prepare
from tests.alignment.vecalign_samples import embedded, made_up_pair

Bead = tuple[tuple[int, ...], tuple[int, ...]]
WIDE = 30  # a band of this much buffer holds every node of these documents


def random_pair(n: int, m: int, seed: int, options: VecalignOptions) -> Prepared:
    rng = np.random.default_rng(seed)
    texts = [f"s{i}" for i in range(n)], [f"t{j}" for j in range(m)]
    sides = []
    for lines, layers in zip(texts, (options.source_layers, options.target_layers), strict=True):
        overlaps = overlap_lines(lines, layers)
        sides.append(Embeddings.from_arrays(overlaps, rng.normal(size=(len(overlaps), 3)).astype(np.float32)))
    return prepare(*texts, source_embeddings=sides[0], target_embeddings=sides[1], options=options)


def bead_cost(prepared: Prepared, x: int, y: int, i: int, j: int) -> float:
    """The cost from its definition, for the bead of x and y sentences that ends before (i, j)."""
    if x == 0 or y == 0:
        return prepared.penalty
    source, target = prepared.source, prepared.target
    s = source.embeddings.matrix[source.rows[x - 1, i - 1]].astype(float)
    t = target.embeddings.matrix[target.rows[y - 1, j - 1]].astype(float)
    cosine = s @ t / ((np.linalg.norm(s) + 1e-5) * (np.linalg.norm(t) + 1e-5))
    norms = float(source.norms[x - 1, i - 1]) + float(target.norms[y - 1, j - 1])
    return 2 * x * y * (1 - cosine) / (1e-6 + norms)


def all_alignments(prepared: Prepared) -> list[tuple[float, tuple[Bead, ...]]]:
    types = [*prepared.options.bead_types, (1, 0), (0, 1)]

    @functools.cache
    def until(i: int, j: int) -> list[tuple[float, tuple[Bead, ...]]]:
        if i == j == 0:
            return [(0.0, ())]
        found = []
        for x, y in types:
            if i >= x and j >= y:
                bead = (tuple(range(i - x, i)), tuple(range(j - y, j)))
                cost = bead_cost(prepared, x, y, i, j)
                found += [(before + cost, (*beads, bead)) for before, beads in until(i - x, j - y)]
        return found

    return until(prepared.source.n, prepared.target.n)


def honours(beads: tuple[Bead, ...], constraints: Constraints) -> bool:
    return all(bead in beads for bead in constraints.fixed) and not any(bead in beads for bead in constraints.forbidden)


def check(prepared: Prepared, constraints: Constraints) -> None:
    """Compare with the best and the sum of all alignments that honour the constraints."""
    allowed = [(cost, beads) for cost, beads in all_alignments(prepared) if honours(beads, constraints)]
    if not allowed:
        with pytest.raises(AlignmentError, match="no alignment of source"):
            prepared.align(constraints)
        return
    found = prepared.align(constraints)
    chosen = tuple((bead.source, bead.target) for bead in found.beads)
    assert honours(chosen, constraints)
    least = min(cost for cost, _ in allowed)
    cost = sum(bead_cost(prepared, len(s), len(t), s[-1] + 1 if s else 0, t[-1] + 1 if t else 0) for s, t in chosen)
    assert cost == pytest.approx(least, abs=1e-4)

    weights = [math.exp((least - cost) / prepared.temperature) for cost, _ in allowed]
    total = sum(weights)
    expected: dict[Bead, float] = {}
    for weight, (_, beads) in zip(weights, allowed, strict=True):
        for bead in beads:
            expected[bead] = expected.get(bead, 0.0) + weight / total
    fixed = set(constraints.fixed)
    for bead in found.beads:
        assert bead.confidence == pytest.approx(expected[bead.source, bead.target], abs=2e-3)
        rivals = [
            probability
            for rival, probability in expected.items()
            if rival != (bead.source, bead.target)
            and (set(rival[0]) & set(bead.source) or set(rival[1]) & set(bead.target))
        ]
        assert bead.features["runner_up"] == pytest.approx(max(rivals, default=0.0), abs=3e-3)
    every = prepared.probabilities(constraints, at_least=0.01)
    for bead, probability in expected.items():
        if probability > 0.02 and bead not in fixed:
            assert every[bead] == pytest.approx(probability, abs=2e-3)


sizes = st.integers(1, 4)
seeds = st.integers(0, 10_000)


def wide(max_size: int, temperature: float = 0.5, one_to_many: int | None = None) -> VecalignOptions:
    return VecalignOptions(max_size, one_to_many, search_buffer_size=WIDE, temperature=temperature)


@settings(max_examples=60, deadline=None)
@given(n=sizes, m=sizes, seed=seeds, max_size=st.integers(2, 6), temperature=st.sampled_from([0.05, 0.5, 5.0]))
def test_best_path_and_probabilities_are_exact(n: int, m: int, seed: int, max_size: int, temperature: float) -> None:
    check(random_pair(n, m, seed, wide(max_size, temperature)), Constraints())


@settings(max_examples=20, deadline=None)
@given(n=sizes, m=sizes, seed=seeds, most=st.integers(1, 3))
def test_one_to_many_is_exact(n: int, m: int, seed: int, most: int) -> None:
    check(random_pair(n, m, seed, wide(4, one_to_many=most)), Constraints())


@settings(max_examples=80, deadline=None)
@given(n=sizes, m=sizes, seed=seeds, data=st.data())
def test_constraints_are_honoured_exactly(n: int, m: int, seed: int, data: st.DataObject) -> None:
    """Fixed beads taken from some alignment (so in order), and any beads forbidden, nulls among both."""
    prepared = random_pair(n, m, seed, wide(4))
    alignments = all_alignments(prepared)
    some = alignments[data.draw(st.integers(0, len(alignments) - 1))][1]
    fixed = data.draw(st.lists(st.sampled_from(some), unique=True, max_size=2))
    beads = sorted({bead for _, beads in alignments for bead in beads} - set(fixed))
    forbidden = data.draw(st.lists(st.sampled_from(beads), unique=True, max_size=4)) if beads else []
    check(prepared, Constraints(fixed=fixed, forbidden=forbidden))


@settings(max_examples=50, deadline=None)
@given(data=st.data(), n=st.integers(1, 12), m=st.integers(1, 12), seed=seeds)
def test_any_fixed_beads_are_in_the_result_and_every_sentence_is_in_one(
    data: st.DataObject, n: int, m: int, seed: int
) -> None:
    """Crossing, scattered, larger than any bead type, one-sided: whatever people fix stays."""
    prepared = random_pair(n, m, seed, VecalignOptions())
    sides = [data.draw(st.permutations(range(length))) for length in (n, m)]
    fixed: list[Bead] = []
    for _ in range(data.draw(st.integers(1, 4))):
        parts = []
        for side in sides:
            size = data.draw(st.integers(0, min(5, len(side))))
            parts.append(tuple(sorted(side[:size])))
            del side[:size]
        if parts[0] or parts[1]:
            fixed.append((parts[0], parts[1]))
    found = [(bead.source, bead.target) for bead in prepared.align(Constraints(fixed=fixed)).beads]
    assert set(fixed) <= set(found)
    assert sorted(itertools.chain.from_iterable(s for s, _ in found)) == list(range(n))
    assert sorted(itertools.chain.from_iterable(t for _, t in found)) == list(range(m))


def test_a_fixed_bead_splits_the_search() -> None:
    """Both parts come out as if they were documents of their own with the same norms and penalty."""
    source, target, gold = made_up_pair(120, 21)
    prepared = prepare(source, target, source_embeddings=embedded(source), target_embeddings=embedded(target))
    middle = next(bead for bead in gold[50:] if len(bead[0]) == len(bead[1]) == 1)
    result = prepared.align(Constraints(fixed=[middle])).beads
    at = next(k for k, bead in enumerate(result) if (bead.source, bead.target) == middle)
    assert result[at].confidence == 1.0
    assert result[at].features["fixed"] == 1.0
    for bead in result[:at]:
        assert all(i < middle[0][0] for i in bead.source)
        assert all(j < middle[1][0] for j in bead.target)


def test_a_fixed_bead_far_off_the_path_bends_it() -> None:
    """A person undoes a derailment: the beads beside the fixed one are looked for where it is."""
    source, target, gold = made_up_pair(150, 22)
    foreign, _, _ = made_up_pair(60, 23)
    longer = [*foreign, *target]
    # Half of the sentences are told to match 60 lines too early; the rest must still be found where they are.
    prepared = prepare(source, longer, source_embeddings=embedded(source), target_embeddings=embedded(longer))
    free = {(bead.source, bead.target) for bead in prepared.align().beads}
    fixed = ((75,), (40,))
    bent = prepared.align(Constraints(fixed=[fixed]))
    found = {(bead.source, bead.target) for bead in bent.beads}
    assert fixed in found
    late = [(s, tuple(j + 60 for j in t)) for s, t in gold if s and t and s[0] > 80]
    assert sum(bead in found for bead in late) >= 0.9 * sum(bead in free for bead in late)
    assert prepared.align().beads == prepared.align().beads
    assert {(bead.source, bead.target) for bead in prepared.align().beads} == free


def test_results_do_not_hang_on_what_was_asked_before() -> None:
    source, target, _ = made_up_pair(90, 24)
    sides = {"source_embeddings": embedded(source), "target_embeddings": embedded(target)}
    asked = [
        None,
        Constraints(fixed=[((50,), (20,))]),
        Constraints(fixed=[((), tuple(range(30, 60)))]),
        Constraints(fixed=[((10,), (80,)), ((60,), (15,))]),
        Constraints(forbidden=[((3,), (3,))]),
    ]
    used = prepare(source, target, **sides)
    for constraints in [*asked, *reversed(asked)]:
        fresh = prepare(source, target, **sides)
        assert used.align(constraints) == fresh.align(constraints)


def test_many_targets_fixed_as_null_bend_the_path() -> None:
    """Lines that people mark as unaligned are walked past, however many; the lines around them keep their beads."""
    source, target, gold = made_up_pair(120, 25)
    prepared = prepare(source, target, source_embeddings=embedded(source), target_embeddings=embedded(target))
    out = tuple(range(40, 80))
    found = {(bead.source, bead.target) for bead in prepared.align(Constraints(fixed=[((), out)])).beads}
    assert ((), out) in found
    far = [bead for bead in gold if bead[0] and bead[1] and (bead[1][-1] < 35 or bead[1][0] > 85)]
    assert sum(bead in found for bead in far) > 0.8 * len(far)


def test_forbidding_every_bead_of_a_sentence_is_an_error() -> None:
    options = VecalignOptions(2)
    prepared = random_pair(2, 1, 0, options)
    every = [((0,), ()), ((0,), (0,))]
    with pytest.raises(AlignmentError, match=r"no alignment of source 0:2 with target 0:1 avoids every forbidden bead"):
        prepared.align(Constraints(forbidden=every))


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (Constraints(fixed=[((0,), (9,))]), r"fixed bead \[0\]:\[9\]: target position 9 is out of range; there are 4"),
        (Constraints(fixed=[((1, 0), (0,))]), r"source positions must ascend"),
        (Constraints(fixed=[((), ())]), r"neither source nor target"),
        (Constraints(fixed=[((0,), (0,)), ((0, 1), (1,))]), r"\[0\]:\[0\] and \[0, 1\]:\[1\] share source position 0"),
        (Constraints(fixed=[((0,), (0,))], forbidden=[((0,), (0,))]), r"\[0\]:\[0\] is both fixed and forbidden"),
        (Constraints(forbidden=[((-1,), (0,))]), r"forbidden bead \[-1\]:\[0\]: source position -1"),
    ],
)
def test_constraints_that_make_no_sense_are_named(constraints: Constraints, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        random_pair(4, 4, 1, VecalignOptions()).align(constraints)


def test_long_stretches_of_nulls_keep_their_probabilities() -> None:
    """No under- or overflow where a path must pay for hundreds of sentences, at any temperature."""
    for temperature in (0.01, 0.1, 10.0):
        prepared = random_pair(400, 3, 5, VecalignOptions(temperature=temperature))
        for constraints in (None, Constraints(fixed=[((399,), (0,))])):
            found = prepared.align(constraints)
            assert all(0 <= bead.confidence <= 1 for bead in found.beads)
            sums = np.zeros(400)
            for (positions, _), probability in prepared.probabilities(constraints, at_least=0).items():
                sums[list(positions)] += probability
            assert sums[: 399 if constraints else 400] == pytest.approx(1.0, abs=1e-3)
