"""Summarisers trained on a set: training in a worker, what a model is worth, and summaries of papers without a talk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import structlog
from django.db import transaction

from alignment.extractive.evaluation import Evaluation, evaluate_model
from alignment.extractive.model import Summariser, read_model
from alignment.extractive.papers import TEST, VARIANTS, Paper, read_set
from alignment.extractive.training import MISSING, is_available, train
from alignment.summarize import Length, ranks
from alignment.text import count_tokens, section_kind
from alignment.types import AlignmentError
from annotator.models import Document, DocumentKind, Pair, TrainedModel, TrainedModelState, TrainingSet, Unit
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id

if TYPE_CHECKING:
    from django.contrib.auth.models import User

log = structlog.get_logger()

#: Papers with more sentences are not summarised in a request; `python -m alignment summarise` takes them.
MOST_SENTENCES = 3_000


def can_train() -> bool:
    """Whether scikit-learn is here."""
    return is_available()


@transaction.atomic
def request_model(*, training_set: TrainingSet, variant: str, user: User | None) -> TrainedModel:
    """Have a worker train a model on a variant of a set.

    Raises ServiceError without scikit-learn or for an unknown variant, Conflict if the set is not frozen or has such a
    model: the same set and variant give the same one.
    """
    if variant not in VARIANTS:
        message = f"variant is {variant[:40]!r}; allowed: {', '.join(VARIANTS)}."
        raise ServiceError(message, errors=[{"field": "variant", "message": message}])
    if not can_train():
        raise ServiceError(MISSING, code="no_scikit_learn")
    locked = TrainingSet.objects.select_for_update().get(pk=training_set.pk)
    if not locked.is_made:
        raise Conflict(f"{locked} is not made yet. Wait until it is.", code="not_frozen")
    models = TrainedModel.objects.filter(training_set=locked, variant=variant)
    models.filter(state=TrainedModelState.FAILED).delete()
    if models.exists():
        raise Conflict(f"{locked} has a model for {VARIANTS[variant].label} already.", code="already_trained")
    made: TrainedModel = TrainedModel.objects.create(training_set=locked, variant=variant, created_by=user)
    enqueue(made)
    _note("model_requested", made, user)
    return made


@transaction.atomic
def delete_model(model: TrainedModel, *, user: User | None) -> None:
    """Delete a model; a worker that trains it stores nothing."""
    _note("model_removed", model, user)
    model.delete()


def execute(model_id: int) -> None:
    """Train a model in a worker."""
    perform_by_id(TrainedModel.objects.select_related("training_set__project"), model_id, _train, noun="model")


def _train(model: TrainedModel, heartbeat: Heartbeat) -> None:
    heartbeat.progress(0.0, "Reading the papers")
    training_set = model.training_set
    lines = training_set.papers.order_by("number").values_list("record", flat=True)
    papers = list(read_set(lines.iterator(chunk_size=50), name=str(training_set), variant=model.variant))
    about = {"variant": model.variant, "set_sha256": training_set.sha256}
    trained = train(papers, trained_on=about, progress=lambda share, what: heartbeat.progress(0.6 * share, what))
    evaluation = evaluate_model(
        trained.scores, papers, VARIANTS[model.variant],
        lambda share, what: heartbeat.progress(0.6 + 0.4 * share, what),
    )  # fmt: skip
    figures = {"n_learnt": trained.trained_on["n_papers"], **_told(evaluation)}
    content = trained.to_json()
    sha256 = hashlib.sha256(content.encode()).hexdigest()
    with transaction.atomic():
        heartbeat.finish(
            TrainedModelState.READY, progress=1.0, message="", content=content, sha256=sha256, figures=figures
        )
        _note("model_trained", model, None)
    log.info("model is trained", model=model.pk, papers=figures["n_learnt"])


def _told(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "split": evaluation.split,
        "rouge_against": evaluation.against,
        "n_rouge": evaluation.n_against,
        "systems": {name: {**asdict(one), "rouge": dict(one.rouge)} for name, one in evaluation.systems.items()},
        "gains": [
            {"metric": gain.metric, "over": gain.over, "n_papers": gain.n_papers, **gain.comparison._asdict()}
            for gain in evaluation.gains
        ],
    }


def summarise_paper(model: TrainedModel, document: Document, length: Length | None = None) -> dict[str, Any]:
    """The summary of a paper by a model, in the paper's order; as long as those of its variant where no length is said.

    Raises ServiceError for a document that is no paper or has no sentence to choose, one that is too long for a
    request, and a hybrid summary of one without an abstract; Conflict for a model that is not ready.
    """
    if model.state != TrainedModelState.READY:
        raise Conflict("This model is not ready yet.", code="not_ready")
    if document.kind != DocumentKind.PAPER:
        raise ServiceError(f"{document.title} is not a paper, so it has no summary.", code="no_paper")
    units = list(document.units.select_related("section").order_by("position")[: MOST_SENTENCES + 1])
    if len(units) > MOST_SENTENCES:
        message = f"{document.title} has more than {MOST_SENTENCES:,} sentences. Use python -m alignment summarise."
        raise ServiceError(message, code="too_long")
    paper = paper_to_summarise(document, units)
    if not any(paper.candidates):
        raise ServiceError(f"{document.title} has no sentences outside its abstract.", code="no_sentences")
    summariser = summariser_of(model)
    scores = summariser.scores(paper)
    try:
        chosen = summariser.summary(paper, length)
    except AlignmentError as error:
        raise ServiceError(f"{str(error)[0].upper()}{str(error)[1:]}.", code="no_abstract") from error
    rank_of = ranks(chosen, scores)
    return {
        "document": document.pk,
        "title": document.title,
        "sentences": [
            {
                "position": units[index].position,
                "text": units[index].text,
                "section": str(units[index].section) if units[index].section else "",
                "rank": rank_of[index],
                "score": round(scores[index], 4),
            }
            for index in sorted(chosen)
        ],
        "n_words_total": sum(count_tokens(units[index].text) for index in chosen),
    }


def length_of(lengths: Mapping[str, float | None]) -> Length | None:
    """The first length that is not None, by its kind; None where all are."""
    known: Any = next(((kind, value) for kind, value in lengths.items() if value is not None), None)
    return None if known is None else Length(*known)


def summariser_of(model: TrainedModel) -> Summariser:
    """Of a model that is ready."""
    return read_model(model.content.encode(), str(model))


def paper_to_summarise(document: Document, units: Sequence[Unit]) -> Paper:
    """A paper as models read it. units : its sentences in order, with their sections."""
    headings = [unit.section.heading if unit.section else "" for unit in units]
    return Paper(
        id=str(document.pk),
        title=document.title,
        sentences=[unit.text for unit in units],
        headings=headings,
        kinds=[
            section_kind(heading) if not unit.section or unit.section.kind in ("", "body") else unit.section.kind
            for unit, heading in zip(units, headings, strict=True)
        ],
    )


def learnt_papers(model: TrainedModel) -> set[int]:
    """The documents that a model has seen in its set: those of train and dev. All others are held out."""
    lines = model.training_set.papers.values_list("record", flat=True).iterator(chunk_size=50)
    seen = {record["pair_id"] for record in map(json.loads, lines) if record["split"] != TEST}
    return set(Pair.objects.filter(pk__in=seen).values_list("source", flat=True))


def _note(verb: str, model: TrainedModel, user: User | None) -> None:
    training_set = model.training_set
    name = f"{training_set}, {VARIANTS[model.variant].label}"
    note(verb, project=training_set.project, kind="training_set", pk=training_set.pk, name=name, by=user)
