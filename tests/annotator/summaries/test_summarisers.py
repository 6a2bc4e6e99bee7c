"""Summarisers trained through the service: what a worker stores of one, what refuses, and summaries of papers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings

from alignment.extractive.model import read_model
from alignment.summarize import Length
from alignment.text import count_tokens
from annotator.demo.collection import collection
from annotator.models import ActivityEntry, GivenSummary, Pair, Project, SummarySet, TrainedModel, TrainingSet
from annotator.platform.errors import Conflict, ServiceError
from annotator.summaries.evaluating.scoring import execute as execute_table
from annotator.summaries.evaluating.scoring import request_table
from annotator.summaries.training.making import request_training_set
from annotator.summaries.training.summarisers import delete_model, request_model, summarise_paper
from tests.annotator.conftest import make_project
from tests.annotator.shared import shared_rows
from tests.annotator.summaries.training import execute, make_model, make_paper, make_talks, make_training_set

N_PAPERS = 12


@pytest.fixture(scope="module")
def shared_set(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TrainingSet]:
    media = tmp_path_factory.mktemp("media")
    with shared_rows(django_db_blocker), override_settings(MEDIA_ROOT=media):
        project = make_project()
        make_talks(project, N_PAPERS)
        yield make_training_set(project, train_share=60, dev_share=20)


@pytest.fixture
def training_set(db: None, shared_set: TrainingSet) -> TrainingSet:
    return TrainingSet.objects.get(pk=shared_set.pk)


@pytest.fixture
def project(training_set: TrainingSet) -> Project:
    return training_set.project


def splits_of(training_set: TrainingSet) -> dict[str, int]:
    return {each["split"]: each["papers"] for each in json.loads(training_set.manifest)["statistics"]}


def test_a_model_is_trained_and_measured_on_papers_it_did_not_learn_from(training_set: TrainingSet) -> None:
    papers = splits_of(training_set)
    model = make_model(training_set)
    assert (model.error, model.state, model.progress) == ("", "ready", 1.0)
    assert hashlib.sha256(model.content.encode()).hexdigest() == model.sha256
    assert (model.figures["split"], model.figures["n_learnt"]) == ("test", papers["train"])
    systems = model.figures["systems"]
    assert {"trained", "talk", "lead", "random", "centroid"} == set(systems)
    assert {figures["n_papers"] for figures in systems.values()} == {papers["test"]}
    for figures in systems.values():
        shares = [figures[name] for name in ("precision", "recall", "f1")] + list(figures["rouge"].values())
        assert all(0 <= share <= 1 for share in shares)
    assert systems["talk"]["f1"] == 1
    assert (model.figures["rouge_against"], model.figures["n_rouge"]) == ("abstracts", papers["test"])
    assert {gain["n_papers"] for gain in model.figures["gains"]} == {papers["test"]}
    assert systems["random"]["average_precision"] < systems["trained"]["average_precision"] < 1
    told = read_model(model.content.encode(), "model").trained_on
    assert (told["variant"], told["set_sha256"]) == ("words-150", training_set.sha256)
    assert set(ActivityEntry.objects.values_list("verb", flat=True)) >= {"model_requested", "model_trained"}


def test_the_same_set_and_variant_give_the_same_model(training_set: TrainingSet) -> None:
    first = make_model(training_set)
    with pytest.raises(Conflict, match="has a model for 150 words already"):
        request_model(training_set=training_set, variant="words-150", user=None)
    delete_model(first, user=None)
    assert make_model(training_set).sha256 == first.sha256
    assert make_model(training_set, "ratio-30").sha256 != first.sha256


def test_a_model_without_held_out_papers_has_no_figures(training_set: TrainingSet, project: Project) -> None:
    whole = make_training_set(project, train_share=100, dev_share=0)
    model = make_model(whole)
    assert model.state == "ready"
    assert model.figures == {
        "split": "", "n_learnt": N_PAPERS, "rouge_against": "", "n_rouge": 0, "systems": {}, "gains": [],
    }  # fmt: skip


def test_training_that_failed_says_why_and_can_be_asked_for_again(
    training_set: TrainingSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("alignment.extractive.training.TRAIN", "nothing")
        failed = make_model(training_set)
    assert failed.state == "failed"
    assert "nothing can be learnt" in failed.error
    assert (failed.content, failed.figures) == ("", {})
    assert make_model(training_set).state == "ready"
    assert not TrainedModel.objects.filter(pk=failed.pk).exists()


def test_a_model_deleted_while_it_is_trained_is_not_stored(
    training_set: TrainingSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = request_model(training_set=training_set, variant="words-150", user=None)
    from annotator.summaries.training import summarisers

    real = summarisers.train

    def deleted_meanwhile(*args: Any, **kwargs: Any) -> Any:
        TrainedModel.objects.all().delete()
        return real(*args, **kwargs)

    monkeypatch.setattr(summarisers, "train", deleted_meanwhile)
    execute(asked)
    assert not TrainedModel.objects.exists()
    assert not ActivityEntry.objects.filter(verb="model_trained").exists()


def test_what_cannot_be_trained_is_refused(
    training_set: TrainingSet, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ServiceError, match="variant is 'words-1'; allowed: words-150"):
        request_model(training_set=training_set, variant="words-1", user=None)
    waiting = request_training_set(project=project, name="Waiting", user=None)
    monkeypatch.setattr("annotator.summaries.training.summarisers.can_train", lambda: True)
    with pytest.raises(Conflict, match="is not made yet"):
        request_model(training_set=waiting, variant="words-150", user=None)
    monkeypatch.setattr("annotator.summaries.training.summarisers.can_train", lambda: False)
    with pytest.raises(ServiceError, match="LECTERN_EXTRAS=extractive"):
        request_model(training_set=training_set, variant="words-150", user=None)
    assert not TrainedModel.objects.exists()


def test_a_paper_without_a_talk_is_summarised_in_its_order(training_set: TrainingSet, project: Project) -> None:
    model = make_model(training_set)
    *_, talk = collection(N_PAPERS + 1)
    paper = make_paper(project, talk)
    told = summarise_paper(model, paper)
    positions = [sentence["position"] for sentence in told["sentences"]]
    assert positions == sorted(positions)
    assert min(positions) >= len(talk.abstract)
    assert abs(told["n_words_total"] - 150) <= max(len(one.text.split()) for one in talk.sentences)
    assert told["n_words_total"] == sum(count_tokens(sentence["text"]) for sentence in told["sentences"])
    assert sorted(sentence["rank"] for sentence in told["sentences"]) == list(range(1, len(positions) + 1))
    assert len(summarise_paper(model, paper, Length("sentences", 3))["sentences"]) == 3
    assert summarise_paper(model, paper, Length("words", 40))["n_words_total"] < told["n_words_total"]
    hybrid = summarise_paper(model, paper, Length("hybrid", 250))
    positions = [sentence["position"] for sentence in hybrid["sentences"]]
    abstract = list(range(len(talk.abstract)))
    assert positions[: len(abstract)] == abstract
    assert len(positions) > len(abstract)
    assert hybrid["n_words_total"] <= 250
    paper.units.update(section=None)
    with pytest.raises(ServiceError, match="has no abstract, which a hybrid summary begins with"):
        summarise_paper(model, paper, Length("hybrid", 250))
    with pytest.raises(ServiceError, match="is not a paper"):
        summarise_paper(model, project.documents.exclude(kind="paper")[0])


def test_models_are_in_the_rouge_table_on_papers_that_they_have_not_seen(
    training_set: TrainingSet, project: Project
) -> None:
    """TALKSUMM-ONLY and -HYBRID of the paper; what is taken from the talk itself is called that."""
    model = make_model(training_set)
    split_of = {
        record["pair_id"]: record["split"]
        for record in map(json.loads, training_set.papers.values_list("record", flat=True))
    }
    held_out = {Pair.objects.get(pk=pair).source_id for pair, split in split_of.items() if split == "test"}
    assert 0 < len(held_out) < len(split_of)
    *_, talk = collection(N_PAPERS + 1)
    held_out.add(make_paper(project, talk).pk)
    readers = SummarySet.objects.create(project=project, name="Readers", kind="references")
    for paper in project.documents.filter(kind="paper"):
        GivenSummary.objects.create(set=readers, document=paper, number=0, sentences=[3, 5, 7, 9])
    table = request_table(references=readers, stem=False, user=None)
    execute_table(table.pk)
    rows = {row.label: row for row in table.rows.all()}
    about = f"({training_set}, 150 words)"
    for name in ("TalkSumm-Only, 150 words", "TalkSumm-Only, 250 words", "TalkSumm-Hybrid, 250 words"):
        assert {one["document"] for one in rows[f"{name} {about}"].scores} == held_out, name
    of_talk = rows["From the talk, 150 words"]
    assert {one["document"] for one in of_talk.scores} > held_out - {max(held_out)}
    paper = project.documents.get(pk=max(held_out))
    theirs = next(one for one in rows[f"TalkSumm-Only, 150 words {about}"].scores if one["document"] == paper.pk)
    assert theirs["n_words"] == summarise_paper(model, paper)["n_words_total"]
