"""Runs of the lexical engine with sentence vectors: offered where installed, computed once, kept for reviews."""

from __future__ import annotations

from typing import Any

import pytest

from annotator.aligning import bitext as of_bitexts
from annotator.aligning import runs as aligning
from annotator.aligning.engines import ENGINES, check_options, options_for
from annotator.aligning.learned import run_models
from annotator.models import AlignmentRun, Document, Pair
from tests.alignment.encoder_samples import install_universal


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any) -> list[list[str]]:
    settings.DATA_DIR = tmp_path
    return install_universal(monkeypatch)


def option(pair: Pair) -> Any:
    return next(each for each in options_for(ENGINES["lexical"], pair) if each.name == "unit_vectors")


def languages(pair: Pair, source: str, target: str) -> None:
    Document.objects.filter(pk=pair.source_id).update(language=source)
    Document.objects.filter(pk=pair.target_id).update(language=target)
    pair.refresh_from_db()


def test_without_the_package_there_are_none(bitext: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alignment.encoders.available", lambda name: (False, "not installed"))
    assert (option(bitext).default, option(bitext).choices) == ("none", ("none",))
    assert check_options(bitext, "lexical", {})[1]["unit_vectors"] == "none"


def test_they_are_the_default_where_the_encoder_knows_both_languages(bitext: Pair, asked: list[list[str]]) -> None:
    languages(bitext, "en", "ja")
    assert option(bitext).default == "use"
    assert "2 seconds for each 1,000 lines" in option(bitext).help
    languages(bitext, "hu", "ja")
    assert "use" not in option(bitext).choices
    assert option(bitext).default == "none"


def test_a_run_embeds_units_once_and_keeps_what_it_learned(
    bitext: Pair, asked: list[list[str]], admin: Any, client_of: Any, django_capture_on_commit_callbacks: Any
) -> None:
    languages(bitext, "en", "ja")
    runs = []
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            answer = client_of(admin).post("/api/v1/runs/", {"pair": bitext.pk, "engine": "lexical"})
        aligning.execute(answer.data["id"])
        runs.append(AlignmentRun.objects.get(pk=answer.data["id"]))
        n_asked = sum(map(len, asked))
    texts = {*bitext.source.texts(), *bitext.target.texts()}
    assert n_asked == len(texts), "the second run has them from the cache"
    assert runs[0].options["unit_vectors"] == "use"
    assert "vectors:use:multilingual-3" in runs[0].signature
    assert runs[0].signature == runs[1].signature


def test_a_review_that_cut_units_asks_only_for_the_new_ones(bitext: Pair, asked: list[list[str]]) -> None:
    pair, run = bitext, AlignmentRun.objects.get(pair=bitext)
    languages(pair, "en", "ja")
    options = {**run.options, "unit_vectors": "use"}
    source, target = pair.source.texts(), pair.target.texts()
    learned = of_bitexts.learn_words(pair, options, source, target)
    run.options = options
    run_models.remember(run, learned)
    asked.clear()
    texts = {"source": source, "target": [*target[:-1], target[-1][:2], target[-1][2:]]}
    of_bitexts.prepare_lexical(run, pair, texts).align()
    if learned.term is None:
        assert asked == []
    else:
        assert sorted(text for batch in asked for text in batch) == sorted(texts["target"][-2:])


def test_their_cost_is_told_before_the_run() -> None:
    estimate = ENGINES["lexical"].estimate
    without, small, large = (estimate(1000, 1000, {"unit_vectors": name}) for name in ("none", "use", "laser"))
    assert small.seconds > without.seconds + 3.9
    assert small.bytes > without.bytes
    assert small.left_out == ""
    assert "encoder" in large.left_out
