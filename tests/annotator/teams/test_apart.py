"""What is apart from the others, by small cases."""

from __future__ import annotations

from annotator.teams.apart import Figure, is_apart, share, standings

GOOD = [{"repaired": Figure(value, value - 0.05, value + 0.05, 60)} for value in (0.8, 0.85, 0.9)]


def test_the_interval_has_to_lie_wholly_on_the_worse_side() -> None:
    for figure, expected in (
        (Figure(0.7, 0.6, 0.79, 60), False),  # within the margin
        (Figure(0.7, 0.6, 0.76, 60), True),
        (Figure(0.2, 0.1, 0.3, 29), False),  # few
        (Figure(0.2, None, None, 60), False),  # fewer than five reviews
        (Figure(1.0, 0.95, 1.0, 60), False),  # better
    ):
        assert standings({"repaired": figure}, GOOD)["repaired"].is_apart is expected, figure


def test_one_who_is_apart_does_not_hide_the_next() -> None:
    bad = {"repaired": Figure(0.0, 0.0, 0.1, 60)}
    one = standings(bad, [*GOOD, bad])["repaired"]
    assert (one.least, one.most, one.is_apart, one.is_far) == (0.8, 0.9, True, True)
    assert standings(bad, GOOD[:1])["repaired"].is_apart is False, "There is nobody to compare with."


def test_others_with_too_few_are_counted_apart_from_nobody() -> None:
    few = {"repaired": Figure(0.8, None, None, 29)}
    own = {"repaired": Figure(0.5, 0.4, 0.6, 60)}
    for others, expected in ((few,) * 3, (0, 3)), ((few, GOOD[0]), (1, 1)), ((), (0, 0)):
        one = standings(own, others)["repaired"]
        assert (one.least, one.n_others, one.n_few) == (None, *expected)
    one = standings(own, [few, *GOOD])["repaired"]
    assert (one.least, one.n_others, one.n_few) == (0.8, 3, 1)


def test_a_poor_engine_accuses_nobody() -> None:
    others = [{"shown": Figure(0.9, 0.88, 0.92, 500), "blind": Figure(0.85, 0.8, 0.9, 60)}] * 3
    poor = {"shown": Figure(0.5, 0.4, 0.6, 500), "blind": Figure(0.48, 0.4, 0.55, 60)}
    assert not is_apart(standings(poor, others))
    assert not standings(poor, others)["blind"].is_apart
    leaning = {"shown": Figure(0.97, 0.95, 0.99, 500), "blind": Figure(0.1, 0.05, 0.2, 60)}
    assert standings(leaning, others)["blind"].is_apart
    assert not is_apart(standings(leaning, others)), "One such figure is not enough."


def test_a_share_leaves_out_reviews_of_none() -> None:
    assert share([(1, 2), (0, 0), (3, 4)]) == Figure(4 / 6, None, None, 6)
    assert share([]) == Figure(None, None, None, 0)
