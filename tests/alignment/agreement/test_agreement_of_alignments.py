"""Agreement of alignments: small cases by hand, alpha by brute force, and what no two people may change."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from alignment.agreement.alignments import AlignedRow, Disagreement, compare, judgements
from alignment.agreement.distances import masi


def row(source: str, target: str, removed: str = "") -> AlignedRow:
    """Units as digits, each of ten characters; ``3a`` and ``3b`` are its halves."""

    def pieces(text: str) -> tuple[tuple[int, int, int], ...]:
        halves = {"": (0, 10), "a": (0, 5), "b": (5, 10)}
        return tuple((int(unit[0]), *halves[unit[1:]]) for unit in text.split())

    return AlignedRow(pieces(source), pieces(target), pieces(removed))


ONE = [row("0", "0"), row("1", "1 2"), row("2", "3"), row("", "4")]


def test_the_same_alignment_agrees_in_everything() -> None:
    found = compare([ONE, ONE], joined=False)
    assert found.links.f1() == found.links.lax_f1() == found.boundaries.f1() == 1
    assert found.meanings.alpha() == found.nulls.alpha() == 1
    assert (found.links.n_units, found.boundaries.n_units, found.meanings.n_units) == (3, 3, 5)
    assert found.nulls.n_units == 5 + 3  # pieces of both sides


def test_links_and_boundaries_by_hand() -> None:
    other = [row("0", "0 1"), row("1", "2"), row("2", "3"), row("", "4")]
    found = compare([ONE, other], joined=False)
    # One link of three is the same. All share text on both sides with a link of the other.
    assert found.links.f1() == pytest.approx(1 / 3)
    assert found.links.lax_f1() == 1
    # A row begins at 1, 3 and 4 here, at 2, 3 and 4 there.
    assert found.boundaries.f1() == pytest.approx(2 / 3)
    assert found.nulls.raw() == 1


def test_pk_by_hand() -> None:
    """Of ten sentences one begins a page at 4, the other at 5. A window is 10 over 4 segments, which rounds to 2."""
    one = [row("0", "0 1 2 3"), row("1", "4 5 6 7 8 9")]
    other = [row("0", "0 1 2 3 4"), row("1", "5 6 7 8 9")]
    boundaries = compare([one, other], joined=True, windows=True).boundaries
    # Of the eight windows those that begin at sentences 2 and 4 have a boundary for one of the two only.
    assert (boundaries.windows, boundaries.apart, boundaries.pk()) == (8, 2, 0.25)
    assert compare([other, one], joined=True, windows=True).boundaries.pk() == 0.25
    assert compare([one, one], joined=True, windows=True).boundaries.pk() == 0
    assert compare([one, other], joined=True).boundaries.pk() is None
    judged = [row("0", "0 1 2 3"), row("1", "6 7 8 9")]
    assert compare([one, judged], joined=True, windows=True).boundaries.windows == 4, "within what both judged"


def test_a_cut_by_one_person_is_a_piece_for_both() -> None:
    other = [row("0", "0"), row("1", "1 2a"), row("2", "2b 3"), row("", "4")]
    found = compare([ONE, other], joined=False)
    assert found.meanings.n_units == 6
    assert found.meanings.n_differing == 1
    assert found.boundaries.n_differing == 2


def test_rows_of_a_talk_with_one_sentence_are_one_link() -> None:
    whole, cut = [row("3", "0 1"), row("3", "2"), row("4", "3")], [row("3", "0a"), row("3", "0b 1 2"), row("4", "3")]
    assert compare([whole, cut], joined=True).links.f1() == 1
    assert compare([whole, cut], joined=True).boundaries.f1() == 1
    assert compare([whole, cut], joined=False).links.f1() == pytest.approx(1 / 3)
    # The paper's side has no nulls: a speaker may leave a sentence out.
    assert compare([whole, cut], joined=True).nulls.n_units == 5


def test_removed_text_is_neither_linked_nor_a_null() -> None:
    other = [row("0", "0"), row("1", "1", removed="2"), row("2", "3"), row("", "4")]
    found = compare([ONE, other], joined=False)
    assert found.nulls.units["linked", "removed"] == 1
    assert found.meanings.n_differing == 1
    assert found.links.same == 2


def test_what_one_has_not_judged_is_not_compared() -> None:
    found = compare([ONE, ONE[:2]], joined=False)
    assert found.links.f1() == found.boundaries.f1() == 1
    assert found.links.n_units == 2
    assert found.meanings.n_units == 3
    nothing = compare([ONE, []], joined=False)
    assert nothing.links.f1() is nothing.boundaries.f1() is nothing.meanings.alpha() is nothing.nulls.alpha() is None


def test_three_people_are_compared_two_by_two() -> None:
    other = [row("0", "0 1"), row("1", "2"), row("2", "3"), row("", "4")]
    found = compare([ONE, ONE, other], joined=False)
    assert found.links.same == 3 + 1 + 1
    assert found.links.only_first == found.links.only_second == 4
    assert found.nulls.units["linked", "linked", "linked"] == 4 + 3


def test_single_judgements_are_what_the_figures_are_made_of() -> None:
    other = [row("0", "0 1"), row("1", "2"), row("", "3"), row("2", "4")]
    told = judgements(ONE, other, joined=False)
    said = {name: Counter(one.said for one in of) for name, of in told.items()}
    found = compare([ONE, other], joined=False)
    assert said["links"]["has", "has"] == found.links.same
    assert said["links"]["has", "lacks"] == found.links.only_first
    assert said["boundaries"]["lacks", "has"] == found.boundaries.only_second
    assert said["meanings"]["different", "different"] == found.meanings.n_differing == 3
    assert said["nulls"] == {("linked", "linked"): 6, ("linked", "null"): 1, ("null", "linked"): 1}
    assert told["links"][0].rows == (0, None)


def alignment(rng: random.Random, n: int = 8) -> list[AlignedRow]:
    """A random alignment of n units on both sides, monotone, without what is left unjudged here and there."""
    rows, s, t = [], 0, 0
    while s < n or t < n:
        more_s, more_t = rng.choice([(1, 1), (1, 1), (1, 2), (2, 1), (0, 1), (1, 0)])
        source = tuple((unit, 0, 10) for unit in range(s, min(n, s + more_s)))
        target = tuple((unit, 0, 10) for unit in range(t, min(n, t + more_t)))
        s, t = min(n, s + more_s), min(n, t + more_t)
        if (source or target) and rng.random() < 0.9:
            rows.append(AlignedRow(source, target))
    return rows


@pytest.mark.parametrize("seed", range(20))
def test_alpha_over_pieces_is_its_definition(seed: int) -> None:
    rng = random.Random(seed)
    reviews = [alignment(rng) for _ in range(rng.randint(2, 4))]
    meanings = [
        {u: frozenset(p[0] for p in row.source) for row in review for u, *_ in row.target} for review in reviews
    ]
    units = [[of[u] for of in meanings if u in of] for u in range(8)]
    paired = [unit for unit in units if len(unit) > 1]
    given = [value for unit in paired for value in unit]
    within = sum(sum(masi(a, b) for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in paired) / len(given)
    among = sum(masi(a, b) for a, b in permutations(given, 2)) / (len(given) * (len(given) - 1))
    assert compare(reviews, joined=False).meanings.alpha() == pytest.approx(1 - within / among, abs=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_who_is_first_is_no_matter(seed: int) -> None:
    rng = random.Random(seed)
    one, other = alignment(rng), alignment(rng)
    for joined in (False, True):
        ab, ba = compare([one, other], joined=joined), compare([other, one], joined=joined)
        for name in ("links", "boundaries"):
            assert getattr(ab, name).f1() == getattr(ba, name).f1()
            assert getattr(ab, name).lax_f1() == getattr(ba, name).lax_f1()
        assert ab.meanings.alpha() == pytest.approx(ba.meanings.alpha(), abs=1e-12, nan_ok=True)
        assert ab.nulls.units == ba.nulls.units


def test_chance_is_that_of_each_talk() -> None:
    """Two talks whose units have the same numbers have nothing to do with each other."""
    talk = compare([ONE, [row("1", "0"), row("0", "1 2"), row("2", "3"), row("", "4")]], joined=False).meanings
    both = Disagreement(Counter(), 0.0)
    both.add(talk)
    both.add(talk)
    assert both.alpha() == talk.alpha()
    low, high = talk.unit_interval() or (0, 0)
    assert low < (talk.alpha() or 0) < high


def test_one_person_is_refused() -> None:
    with pytest.raises(ValueError, match="1 people; expected two or more"):
        compare([ONE], joined=False)
