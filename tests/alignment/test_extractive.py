"""The extractive summariser: its features, its file, what it learns and what it must not look at."""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.cli import main
from alignment.extractive import training
from alignment.extractive.evaluation import (
    UNTRAINED,
    Evaluation,
    compared_with,
    evaluate_model,
    lead_scores,
    texts_of,
)
from alignment.extractive.features import FEATURES, Frequencies, centrality_scores, features_of
from alignment.extractive.model import Summariser, read_model
from alignment.extractive.papers import VARIANTS, Paper, paper_of_lines, read_set
from alignment.extractive.training import train
from alignment.summarize import summary_by_ratio, summary_by_words
from alignment.text import count_tokens
from alignment.types import AlignmentError
from annotator.demo.collection import collection, markdown

WORDS = VARIANTS["words-150"]


def planted(n: int, *, split: str = "train", seed: int = 1) -> list[Paper]:
    """Generated papers, labelled by their planted weights."""
    found = []
    for talk in collection(n, seed):
        paper = paper_of_lines(markdown(talk).splitlines(), id=talk.id)
        n_abstract = paper.n - len(talk.sentences)
        weights = [0.0] * n_abstract + [math.exp(one.weight) for one in talk.sentences]
        chosen = set(WORDS.choose(paper.sentences, weights))
        labels = [int(index in chosen) for index in range(paper.n)]
        found.append(replace(paper, labels=labels, references=talk.references, split=split))
    return found


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    found = planted(16)
    return [replace(paper, split=("train", "train", "dev", "test")[n % 4]) for n, paper in enumerate(found)]


@pytest.fixture(scope="module")
def model(papers: list[Paper]) -> Summariser:
    return train(papers, trained_on={"variant": "words-150"})


def of(paper: Paper, name: str) -> list[float]:
    return [round(float(value), 6) for value in features_of(paper, Frequencies())[:, FEATURES.index(name)]]


def test_features_of_a_small_paper() -> None:
    paper = paper_of_lines(
        ["# Tide gauges in winter", "## Abstract", "We measure tides.", "## 1 Introduction",
         "Tide gauges freeze in winter (Hone, 2012).", "Do they?", "## 2 Method", "We count 40 gauges.",
         "## Acknowledgments", "We thank the harbour."]
    )  # fmt: skip
    assert paper.title == "Tide gauges in winter"
    assert paper.kinds == ["abstract", "introduction", "introduction", "body", "acknowledgments"]
    assert of(paper, "position") == [0, 0, 0.5, 1, 0]
    assert of(paper, "first_in_section") == [0, 1, 0, 1, 0]
    assert of(paper, "last_in_section") == [0, 0, 1, 1, 0]
    assert of(paper, "title_overlap") == [0, 1, 0, 0.333333, 0]
    assert of(paper, "citation") == [0, 1, 0, 0, 0]
    assert of(paper, "first_person") == [0, 0, 0, 1, 0]
    assert of(paper, "question") == [0, 0, 1, 0, 0]
    assert of(paper, "numbers")[3] == round(1 / 5, 6)
    assert centrality_scores(paper)[0] == centrality_scores(paper)[4] == 0


def test_japanese_and_empty_papers_have_features() -> None:
    paper = paper_of_lines(
        ["# 潮位の記録", "## 1 はじめに", "潮位は毎晩手で測られた。", "誰にも尋ねられなかったのか？"]
    )
    found = features_of(paper, Frequencies())
    assert found.shape == (2, len(FEATURES))
    assert np.isfinite(found).all()
    assert of(paper, "question") == [0, 1]
    nothing = paper_of_lines(["## Abstract", "Only this."])
    assert not features_of(nothing, Frequencies()).any()


def test_what_is_planted_is_learnt(model: Summariser) -> None:
    learnt = dict(zip(FEATURES, model.coefficients, strict=True))
    assert learnt["title_overlap"] > 0
    assert learnt["first_person"] > 0
    assert learnt["first_in_section"] > 0
    assert learnt["citation"] < 0


@pytest.fixture(scope="module")
def evaluation(model: Summariser) -> Evaluation:
    """Of twelve papers, of one of which nothing is known."""
    held = planted(12, split="test", seed=9)
    silent = replace(held[0], labels=[0] * held[0].n, references=[])
    return evaluate_model(model.scores, [*held[1:], silent], WORDS)


def test_a_trained_model_beats_what_learns_nothing(evaluation: Evaluation) -> None:
    ours, best = (evaluation.systems[name] for name in ("trained", "talk"))
    for name in UNTRAINED:
        theirs = evaluation.systems[name]
        assert (ours.f1 or 0) > (theirs.f1 or 0) + 0.05
        assert ours.rouge["rouge2"] > theirs.rouge["rouge2"]
    assert (best.precision, best.recall, best.f1, best.average_precision) == (1, 1, 1, 1)


def test_the_same_papers_give_the_same_model_and_the_held_out_ones_are_not_looked_at(
    papers: list[Paper], model: Summariser
) -> None:
    assert train(papers, trained_on={"variant": "words-150"}).to_json() == model.to_json()
    spoilt = [
        replace(paper, labels=[1 - label for label in paper.labels], sentences=["Other words."] * paper.n)
        if paper.split == "test"
        else paper
        for paper in papers
    ]
    assert train(spoilt, trained_on={"variant": "words-150"}).to_json() == model.to_json()


def test_a_model_is_the_same_after_it_was_written_and_read(model: Summariser, papers: list[Paper]) -> None:
    again = read_model(model.to_json().encode())
    assert again.to_json() == model.to_json()
    assert again.variant == "words-150"
    for paper in papers[:3]:
        assert np.allclose(again.scores(paper), model.scores(paper), atol=1e-6)
        assert WORDS.choose(paper.sentences, again.scores(paper)) == WORDS.choose(paper.sentences, model.scores(paper))


def changed(model: Summariser, **fields: Any) -> bytes:
    return json.dumps({**json.loads(model.to_json()), **fields}).encode()


def test_a_file_that_is_no_model_is_refused(model: Summariser) -> None:
    n = len(FEATURES)
    for data, said in (
        (pickle.dumps(model.coefficients), "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[1]", "format is 'None'"),
        (changed(model, format="lectern-extractive/9"), "format is 'lectern-extractive/9'"),
        (changed(model, features=["length"]), "features"),
        (changed(model, mean=[0.0] * (n - 1)), f"mean is no list of {n} numbers"),
        (changed(model, coefficients=[float("nan")] * n), "coefficients has 'nan'"),
        (changed(model, coefficients=[True] * n), "coefficients has 'True'"),
        (changed(model, scale=[0.0] * n), "scale has 0; expected numbers above 0"),
        (changed(model, intercept="1"), "intercept has '1'"),
        (changed(model, n_papers=-1), "n_papers is '-1'"),
        (changed(model, words={"tide": 10**9}), "words has '1000000000' for 'tide'"),
        (changed(model, words=["tide"]), "words is no object"),
        (b"{" + b" " * 16_000_001, "16,000,000 at most"),
    ):
        with pytest.raises(AlignmentError, match=said):
            read_model(data)


def test_without_scikit_learn_training_says_how_to_install_it(
    papers: list[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "is_available", lambda: False)
    with pytest.raises(AlignmentError, match="pip install scikit-learn"):
        train(papers)


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"split": "test"}, "nothing can be learnt"), ({"labels": None}, "no sentence of")],
)
def test_sets_that_nothing_can_be_learnt_from(papers: list[Paper], changes: dict[str, Any], said: str) -> None:
    if "labels" in changes:
        given = [replace(paper, labels=[0] * paper.n) for paper in papers]
    else:
        given = [replace(paper, split="test") for paper in papers]
    with pytest.raises(AlignmentError, match=said):
        train(given)


def test_texts_are_compared_with_what_people_wrote_and_with_abstracts_only_where_nobody_did() -> None:
    plain = paper_of_lines(["## Abstract", "We count.", "It works.", "## 1 Introduction", "Nobody counts."])
    plain = replace(plain, labels=[0, 0, 1], split="test")
    written = replace(plain, references=[" ", "Nobody counts."])
    assert (compared_with([plain]), compared_with([plain, written]), compared_with([])) == (
        "abstracts", "references", "",
    )  # fmt: skip
    assert texts_of(plain, "abstracts") == ["We count. It works."]
    assert texts_of(written, "references") == ["Nobody counts."]
    found = evaluate_model(lead_scores, [plain, written], WORDS)
    assert (found.n_papers, found.against, found.n_against) == (2, "references", 1)
    assert found.systems["talk"].rouge["rouge2"] == 1  # the abstract of the other, which it would miss, is not in it
    assert evaluate_model(lead_scores, [plain], WORDS).systems["talk"].rouge["rouge2"] < 0.5


def test_a_model_is_compared_with_the_best_that_learns_nothing_on_the_same_papers(evaluation: Evaluation) -> None:
    gains = {gain.metric: gain for gain in evaluation.gains}
    assert list(gains) == ["rouge1", "rouge2", "rougesu4", "average_precision"]
    for metric, gain in gains.items():
        theirs = {
            name: one.rouge.get(metric, one.average_precision)
            for name, one in evaluation.systems.items()
            if name in UNTRAINED
        }
        assert theirs[gain.over] == max(theirs.values())
        assert gain.n_papers == 11
        trained = evaluation.systems["trained"]
        ours = trained.rouge.get(metric, trained.average_precision)
        assert gain.comparison.difference == pytest.approx(ours - theirs[gain.over])
    assert gains["average_precision"].comparison.p < 0.01
    for metric in ("rouge2", "average_precision"):
        of = gains[metric].comparison
        assert of.low is not None
        assert (of.low > 0) == (of.p < 0.05), "the interval and the test say the same"


def test_what_learns_nothing_gains_nothing() -> None:
    same = evaluate_model(UNTRAINED["centroid"][0], planted(3, split="test", seed=9), WORDS)
    assert all(gain.comparison.difference <= 1e-12 for gain in same.gains)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "set line 1: not JSON"),
        ("[]", "set line 1: expected an object"),
        ('{"sentences": "a"}', "sentences is no list of texts"),
        ('{"sentences": ["a", "b"], "labels": [1]}', "labels has 1 items, but there are 2 sentences"),
        ('{"sentences": ["a"], "labels": [2]}', "labels has 2; expected 0 or 1"),
        ('{"sentences": ["a"], "labels": {"words-250": [1]}}', "labels has no words-150; it has words-250"),
    ],
)
def test_lines_that_are_no_paper_are_refused_with_their_place(line: str, said: str) -> None:
    with pytest.raises(AlignmentError, match=said):
        list(read_set([line], name="set"))


def test_a_set_is_trained_on_and_a_paper_summarised_by_the_shell(
    papers: list[Paper], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        {"id": one.id, "title": one.title, "split": one.split, "sentences": list(one.sentences),
         "headings": list(one.headings), "kinds": list(one.kinds), "references": list(one.references),
         "labels": {"words-150": list(one.labels)}}
        for one in papers
    ]  # fmt: skip
    (tmp_path / "set.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    paths = {name: str(tmp_path / name) for name in ("set.jsonl", "model.json", "figures.json", "paper.md", "out.json")}
    assert main(["train", paths["set.jsonl"], "--out", paths["model.json"], "--json", paths["figures.json"]]) == 0
    said = capsys.readouterr().out
    assert "On 4 papers of the split test, 150 words; ROUGE F1 against summaries that people wrote (4 papers)" in said
    assert "Trained on what talks say, less the best that was trained on nothing:\n\nrouge1" in said
    told = json.loads(Path(paths["figures.json"]).read_text())
    assert {gain["over"] for gain in told["trained_or_nothing"]} <= set(UNTRAINED)
    figures = told["systems"]
    assert figures["trained"]["labels"]["f1"] > figures["random"]["labels"]["f1"]
    (talk,) = list(collection(17, 1))[16:]
    Path(paths["paper.md"]).write_text(markdown(talk))
    given = ["summarise", "--model", paths["model.json"], "--sentences", paths["paper.md"]]
    assert main(given) == 0
    text = capsys.readouterr().out
    assert 90 < count_tokens(text) < 210
    assert all(line in markdown(talk) for line in text.splitlines())
    assert main([*given, "--summary", "3", "--json", paths["out.json"]]) == 0
    summary = json.loads(Path(paths["out.json"]).read_text())["summary"]
    assert [one["index"] for one in summary] == sorted(one["index"] for one in summary)
    assert len(summary) == 3
    assert main([*given, "--hybrid", "250"]) == 0
    hybrid = capsys.readouterr().out.splitlines()
    assert hybrid[: len(talk.abstract)] == list(talk.abstract)
    assert len(hybrid) > len(talk.abstract)
    assert count_tokens(" ".join(hybrid)) <= 250
    Path(paths["paper.md"]).write_text(markdown(talk).replace("## Abstract", "## Beginning"))
    assert main([*given, "--hybrid", "250"]) == 2
    assert "has no abstract, which a hybrid summary begins with" in capsys.readouterr().err
    Path(paths["model.json"]).write_bytes(pickle.dumps({}))
    assert main(given) == 2
    assert "not JSON" in capsys.readouterr().err


def brute_force(durations: list[float], lengths: list[int], target: float) -> list[int]:
    """Every threshold, the highest first; an earlier one stays where a later one is only as near."""
    best: list[int] = []
    for threshold in sorted({count for count in durations if count > 0}, reverse=True):
        chosen = [index for index, count in enumerate(durations) if count >= threshold]
        if not best or abs(sum(lengths[i] for i in chosen) - target) < abs(sum(lengths[i] for i in best) - target):
            best = chosen
    return best


@given(st.lists(st.integers(0, 6), max_size=12), st.integers(1, 40))
def test_summaries_of_a_length_are_those_of_the_nearest_threshold(durations: list[int], n: int) -> None:
    sentences = ["word " * (1 + index * 7 % 5) for index in range(len(durations))]
    lengths = [count_tokens(sentence) for sentence in sentences]
    assert summary_by_words(sentences, durations, n) == brute_force(list(durations), lengths, n)
    ratio = n / 40
    assert summary_by_ratio(durations, ratio) == brute_force(list(durations), [1] * len(lengths), ratio * len(lengths))
