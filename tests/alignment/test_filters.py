"""NAIST's filters: what each drops, that nothing gets lost, and that thresholds are learned."""

from __future__ import annotations

import importlib.util
import math
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.filters import (
    FilterOptions,
    Reviewed,
    Similarity,
    Tagger,
    Thresholds,
    chrf,
    coarse,
    fit,
    fit_talks,
    inter,
    intra,
    read_translations,
    run_filters,
    similarity,
    tagger,
    translator,
)
from alignment.filters.tagging import _japanese_tags
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


def test_the_rule_says_that_it_is_one() -> None:
    for language in ("en", "ja-JP", "de", None):
        assert tagger(language, "rule").is_rule
    assert tagger("de").is_rule


@pytest.mark.parametrize(
    ("language", "text", "content"),
    [
        ("en", "Well, I don't really know what it is.", ["I", "it"]),
        ("en", "The keeper left in 1964", ["keeper", "left", "1964"]),
        ("ja", "じゃあ、", []),
        ("ja", "そうですね。", []),
        ("ja", "灯台です", ["灯台"]),
        ("ja", "コンピューターと10人", ["コンピューター", "10", "人"]),
        ("de", "Der Leuchtturm ist da", ["Der", "Leuchtturm"]),
        ("en", "", []),
    ],
)
def test_content_words_by_rule(language: str, text: str, content: list[str]) -> None:
    assert tagger(language, "rule").content_words(text) == content


def test_taggers_that_are_absent_say_what_to_install() -> None:
    with pytest.raises(AlignmentError, match="expected auto, rule, fugashi"):
        tagger("ja", "mecab")
    for name, package in (("fugashi", "fugashi"), ("sudachipy", "sudachipy"), ("spacy", "spacy")):
        if importlib.util.find_spec(package) is None:
            with pytest.raises(AlignmentError, match=f"{name} is not installed.*pip install"):
                tagger("ja", name)
        else:
            assert tagger("ja", name).is_rule is False


def test_chrf_is_an_f_score_of_ngrams() -> None:
    assert chrf("same text", "same  text") == 1.0
    assert chrf("abc", "xyz") == 0.0
    assert chrf("", "") == 1.0
    assert chrf("", "x") == 0.0
    # One order of three: two of two unigrams are found, of three.
    assert chrf("ab", "abc", longest=1) == pytest.approx(5 * 1.0 * (2 / 3) / (4 * 1.0 + 2 / 3))
    assert chrf("the big ship", "the big boat") > chrf("the big ship", "a small boat")


def test_similarity_plug_ins_say_what_to_install() -> None:
    assert similarity().score(["a"], ["a"], ["x"]) == [1.0]
    assert similarity().is_semantic is False
    for name in ("bleurt", "comet"):
        with pytest.raises(AlignmentError, match=r"pip install|checkpoint"):
            similarity(name)
    with pytest.raises(AlignmentError, match="expected chrf, bleurt or comet"):
        similarity("magic")


def test_a_translator_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(AlignmentError, match="pip install transformers"):
        translator("some/model")


def test_translations_are_one_for_each_source_unit(tmp_path: Path) -> None:
    path = tmp_path / "offline.txt"
    path.write_text("eins\n\ndrei\n", encoding="utf-8")
    assert read_translations(path, 3) == ["eins", "", "drei"]
    with pytest.raises(AlignmentError, match=r"offline.txt: 3 lines, expected 4"):
        read_translations(path, 4)
    path.write_bytes(b"\xff\n")
    with pytest.raises(AlignmentError, match="UTF-8"):
        read_translations(path, 1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"alpha_least": 1.5}, "alpha_least is 1.5"),
        ({"gamma_least": 2.0, "gamma_most": 1.0}, "gamma_least 2.0 is above"),
    ],
)
def test_thresholds_out_of_range_are_refused(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        Thresholds(**wrong)
    with pytest.raises(AlignmentError, match="not a number"):
        Thresholds(eta_least=math.nan)


def reviewed(n: int, seed: int, cut: float = 0.4) -> list[Reviewed]:
    """Rows that are good where alpha is above the cut and gamma between 0.5 and 1.8."""
    rng = random.Random(seed)
    rows = []
    for _ in range(n):
        features = {"alpha": rng.random(), "gamma": rng.uniform(0.1, 3.0), "eta": rng.random()}
        rows.append(Reviewed(features, features["alpha"] > cut and 0.5 < features["gamma"] < 1.8))
    return rows


def test_thresholds_are_learned_and_hold_for_new_rows() -> None:
    found = fit(reviewed(300, 1))
    assert found.f1 == pytest.approx(1.0)
    assert found.f1_before < 0.8
    assert found.thresholds.alpha_least == pytest.approx(0.4, abs=0.05)
    assert found.thresholds.gamma_least == pytest.approx(0.5, abs=0.1)
    assert found.thresholds.gamma_most == pytest.approx(1.8, abs=0.1)
    new = reviewed(300, 2)
    right = sum(found.thresholds.keeps(row.features) == row.good for row in new)
    assert right >= 285
    assert "300 reviewed rows" in found.note


@given(st.integers(0, 500), st.integers(20, 60))
def test_learning_never_does_worse_on_its_rows(seed: int, n: int) -> None:
    rng = random.Random(seed)
    rows = [Reviewed({"alpha": rng.random(), "eta": rng.random()}, rng.random() < 0.6) for _ in range(n)]
    found = fit(rows, Thresholds(alpha_least=0.5))
    assert found.f1 >= found.f1_before


def test_too_few_rows_or_one_verdict_change_nothing() -> None:
    start = Thresholds(alpha_least=0.25)
    assert fit(reviewed(5, 1), start).thresholds == start
    assert "20 are needed" in fit(reviewed(5, 1), start).note
    good = [Reviewed({"alpha": 0.5}, True)] * 30
    assert fit(good, start).thresholds == start


def test_talks_get_their_own_thresholds_and_share_where_rows_are_few() -> None:
    found = fit_talks({"loose": reviewed(200, 3, cut=0.2), "strict": reviewed(200, 4, cut=0.7), "new": reviewed(3, 5)})
    assert found["loose"].thresholds.alpha_least < 0.3
    assert found["strict"].thresholds.alpha_least > 0.6
    everything = fit([*reviewed(200, 3, cut=0.2), *reviewed(200, 4, cut=0.7), *reviewed(3, 5)])
    assert found["new"].thresholds == everything.thresholds


def test_parts_of_speech_of_unidic_become_universal_tags() -> None:
    """灯台を見て、勉強している: the first verb may be auxiliary and is not, the others are."""
    words = [
        ("灯台", ("名詞", "普通名詞", "一般")), ("を", ("助詞", "格助詞", "*")), ("見", ("動詞", "非自立可能", "*")),
        ("て", ("助詞", "接続助詞", "*")), ("勉強", ("名詞", "普通名詞", "サ変可能")),
        ("し", ("動詞", "非自立可能", "*")),
        ("て", ("助詞", "接続助詞", "*")), ("いる", ("動詞", "非自立可能", "*")),
        ("東京", ("名詞", "固有名詞", "地名")),
        ("三", ("名詞", "数詞", "*")), ("彼", ("代名詞", "*", "*")),
    ]  # fmt: skip
    assert [tag for _, tag in _japanese_tags(words)] == [
        "NOUN", "ADP", "VERB", "ADP", "NOUN", "AUX", "ADP", "AUX", "PROPN", "NUM", "PRON",
    ]  # fmt: skip


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


@given(
    st.lists(
        st.tuples(
            st.sampled_from([None, 0.0, 0.25, 0.5, 0.75, 1.0]), st.sampled_from([None, 0.5, 1.0, 2.0]), st.booleans()
        ),
        min_size=20,
        max_size=40,
    ).filter(lambda rows: len({good for *_, good in rows}) == 2)
)
def test_no_single_threshold_parts_the_rows_better_than_those_learned(
    rows: list[tuple[float | None, float | None, bool]],
) -> None:
    reviewed = [
        Reviewed({name: value for name, value in (("alpha", alpha), ("gamma", gamma)) if value is not None}, good)
        for alpha, gamma, good in rows
    ]

    def f1(thresholds: Thresholds) -> float:
        kept = [row.good for row in reviewed if thresholds.keeps(row.features)]
        return 2 * sum(kept) / max(1, len(kept) + sum(row.good for row in reviewed))

    found = fit(reviewed)
    assert found.f1 == pytest.approx(f1(found.thresholds))
    for least in (0.0, 0.125, 0.375, 0.625, 0.875):
        assert f1(Thresholds(alpha_least=least)) <= found.f1 + 1e-9
