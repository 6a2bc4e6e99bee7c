"""NAIST's filters: what each drops, and that nothing gets lost."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.filters import FilterOptions, Similarity, Tagger, Thresholds, coarse, inter, intra, run_filters, tagger
from alignment.types import Alignment, AlignmentError, Bead

TARGET = ["じゃあ、", "大きな灯台が見えます。", "ですね。", "そして、", "1998年に", "なんですが、"]


def tags_of(known: dict[str, str]) -> Tagger:
    return Tagger("table", False, lambda text: [(word, known.get(word, "X")) for word in text.split()])


def test_coarse_drops_costly_and_empty_beads_and_spares_those_without_cost() -> None:
    beads = [
        Bead((0,), (0,), cost=0.4),
        Bead((1,), (1,), cost=1.2),
        Bead((2,), (), cost=0.0),
        Bead((), (2,)),
        Bead((3,), (3,), verdicts={"other": True}),
        Bead((4,), (4,), cost=1.0),
    ]
    judged = coarse(beads)
    assert [bead.verdicts["coarse"] for bead in judged] == [True, False, False, False, True, True]
    assert judged[4].verdicts["other"] is True
    assert coarse(beads, cost_most=2.0)[1].verdicts["coarse"] is True
    assert beads[0].verdicts == {}


def test_intra_strips_the_first_and_last_chunk_without_content() -> None:
    found = intra([Bead((0,), (0, 1, 2), confidence=0.7), Bead((1,), (3, 4, 5))], TARGET, tagger("ja", "rule"))
    assert [(bead.source, bead.target) for bead in found] == [
        ((), (0,)), ((0,), (1,)), ((), (2,)), ((), (3,)), ((1,), (4,)), ((), (5,)),
    ]  # fmt: skip
    assert [bead.verdicts["intra"] for bead in found] == [False, True, False, False, True, False]
    assert found[1].features["intra_stripped"] == 2.0
    assert found[1].confidence == 0.7


def test_intra_strips_one_chunk_at_each_end_only() -> None:
    target = ["x", "x", "ship", "x", "x"]
    kept = intra([Bead((0,), (0, 1, 2, 3, 4))], target, tags_of({"ship": "NOUN"}))
    assert [bead.target for bead in kept] == [(0,), (1, 2, 3), (4,)]


def test_intra_leaves_a_source_null_where_nothing_has_content() -> None:
    found = intra([Bead((0,), (2,)), Bead((), (0,))], TARGET, tagger("ja", "rule"))
    assert [(bead.source, bead.target, bead.verdicts) for bead in found] == [
        ((), (2,), {"intra": False}),
        ((0,), (), {"intra": False}),
        ((), (0,), {}),
    ]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(0, 1000))
def test_intra_loses_no_unit(sizes: list[int], seed: int) -> None:
    rng = random.Random(seed)
    target = [rng.choice(["ship", "x"]) for _ in range(sum(sizes))]
    at, beads = 0, []
    for number, size in enumerate(sizes):
        beads.append(Bead((number,), tuple(range(at, at + size))))
        at += size
    found = intra(beads, target, tags_of({"ship": "NOUN"}))
    assert sorted(p for bead in found for p in bead.target) == list(range(at))
    assert sorted(p for bead in found for p in bead.source) == list(range(len(sizes)))


SOURCE_TAGGER = tags_of({"lighthouse": "NOUN", "Dahl": "PROPN", "42": "NUM", "stands": "VERB"})


def covers(words: list[str], target: str) -> list[float]:
    return [0.9 if word in target else 0.1 for word in words]


def test_inter_computes_alpha_gamma_and_eta() -> None:
    source = ["the lighthouse stands", "Dahl 42 lighthouse"]
    target = ["lighthouse", "Dahl", "and so on"]
    found = inter(
        [Bead((0,), (0,)), Bead((1,), (1, 2)), Bead((), (2,))],
        source,
        target,
        thresholds=Thresholds(alpha_least=0.5, gamma_least=0.5, gamma_most=2.0, eta_least=0.6),
        tagger=SOURCE_TAGGER,
        coverage=covers,  # type: ignore[arg-type]
        translations=["the lighthouse", "Dahl42"],
        similarity=Similarity("same", True, lambda ours, theirs, sources: [0.7, 0.5]),
    )
    assert found[0].features == {"alpha": 1.0, "content_words": 1.0, "gamma": pytest.approx(10 / 13), "eta": 0.7}
    assert found[0].verdicts == {"inter_alpha": True, "inter_gamma": True, "inter_eta": True}
    assert found[1].features["alpha"] == pytest.approx(1 / 3, abs=1e-6)
    assert found[1].features["gamma"] == pytest.approx(11 / 6, abs=1e-6)
    assert found[1].verdicts == {"inter_alpha": False, "inter_gamma": True, "inter_eta": False}
    assert found[2].verdicts == {}


def test_inter_judges_only_what_it_is_given() -> None:
    found = inter([Bead((0,), (0,))], ["a"], ["b"], thresholds=Thresholds(alpha_least=0.9), translations=[""])
    assert found[0].features == {}
    assert found[0].verdicts == {}
    with pytest.raises(AlignmentError, match="1 translations for 2 source units"):
        inter([], ["a", "b"], [], thresholds=Thresholds(), translations=["x"])


def test_a_source_without_content_words_is_covered() -> None:
    found = inter(
        [Bead((0,), (0,))], ["so"], ["x"], thresholds=Thresholds(1.0, 1.0), tagger=SOURCE_TAGGER, coverage=covers
    )  # type: ignore[arg-type]
    assert found[0].verdicts == {"inter_alpha": True}


def test_run_filters_records_everything() -> None:
    alignment = Alignment((Bead((0,), (0, 1)), Bead((1,), (), cost=0.0)), "engine:x|v:1", {"a": 1})
    options = FilterOptions(
        Thresholds(gamma_most=3.0), target_tagger=tagger("ja", "rule"), translations=["大きな灯台", "x"]
    )
    shares: list[float] = []
    found = run_filters(alignment, ["s", "t"], TARGET, options, progress=lambda share, what: shares.append(share))
    assert found.signature.startswith("engine:x|v:1|filters:cost<=1,")
    assert "intra(rule:ja)" in found.signature
    assert found.info["a"] == 1
    assert found.info["filters"]["dropped"] == {"coarse": 1, "inter_gamma": 0, "intra": 1}
    assert found.info["filters"]["kept"] == 1
    assert found.info["filters"]["rule_taggers"] == ["rule:ja"]
    assert shares == sorted(shares)


@pytest.mark.parametrize(
    "unit",
    [
        "これは、", "それは、", "ここで、", "そしてここで、", "それでこれは、", "なんでしょうか。", "みんなが、",
        "わたしも、", "ＣＥＯは、", "ＴＥＤなんですけども、", "２つ、",
    ],
)  # fmt: skip
def test_the_rule_keeps_japanese_pronouns_and_full_width_letters(unit: str) -> None:
    """Zhao et al. count pronouns as content; in hiragana they look like particles."""
    assert tagger("ja", "rule").content_words(unit)


@pytest.mark.parametrize("unit", ["それでは、", "それで、", "それからですね、", "ところで、", "ということです。"])
def test_the_rule_still_strips_what_only_begins_like_a_pronoun(unit: str) -> None:
    assert tagger("ja", "rule").content_words(unit) == []


def test_intra_can_judge_without_stripping() -> None:
    beads = [Bead((0,), (0, 1, 2), confidence=0.7), Bead((1,), (3,)), Bead((2,), (4,)), Bead((), (5,))]
    judged = intra(beads, TARGET, tagger("ja", "rule"), strip=False)
    assert [(bead.source, bead.target, bead.confidence) for bead in judged] == [
        (bead.source, bead.target, bead.confidence) for bead in beads
    ]
    assert [bead.features.get("intra_strippable") for bead in judged] == [2.0, 1.0, 0.0, None]
    assert [bead.verdicts.get("intra") for bead in judged] == [True, False, True, None]
    stripped = intra(beads, TARGET, tagger("ja", "rule"))
    told = Alignment(tuple(beads), "engine:test")
    judge, strip = (
        run_filters(told, ["a"] * 3, TARGET, FilterOptions(target_tagger=tagger("ja", "rule"), strip=strips))
        for strips in (False, True)
    )
    assert judge.info["filters"]["strippable"] == strip.info["filters"]["stripped"] == 3
    assert len(strip.beads) == len(stripped) == len(beads) + 3
    assert judge.signature != strip.signature
