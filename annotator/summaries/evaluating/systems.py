"""What summarises a paper for a table of scores: its talk, models trained on other talks, its abstract, its beginning,
chance, uploaded systems.

What is taken from a paper's own talk knows what its author said of it, as nothing else in the table does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from alignment.baselines import lead_summary, random_summary
from alignment.extractive.papers import VARIANTS
from alignment.extractive.papers import Paper as TrainedPaper
from alignment.hmm import EXCLUDED_KINDS
from alignment.summarize import Length, summarise
from annotator.aligning.engines import TALKSUMM
from annotator.models import (
    AlignmentRun,
    Document,
    GivenSummary,
    Project,
    RunState,
    SummarySet,
    SummarySetKind,
    TrainedModel,
    TrainedModelState,
)
from annotator.summaries.training.summarisers import learnt_papers, paper_to_summarise, summariser_of

#: The seed of random summaries, with the id of the paper.
SEED = 2026


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as systems see it. durations : of its newest run, for each sentence; None where it has no run.

    spoken_of : sentences of the sections that speakers refer to, from which lead and random summaries are taken.
    """

    pk: int
    title: str
    sentences: list[str]
    abstract: list[int]
    spoken_of: list[int]
    durations: list[int] | None

    def text(self, positions: Sequence[int]) -> str:
        return " ".join(self.sentences[position] for position in positions if position < len(self.sentences))


@dataclass(frozen=True, slots=True)
class System:
    """name : what the table stores. summarise : the text of a paper's summary; None where the system has none."""

    name: str
    label: str
    summarise: Callable[[Paper], str | None]


def paper_of(document: Document, run: AlignmentRun | None) -> Paper:
    """Read one paper. run : of a talk about it."""
    units = list(document.units.order_by("position").values_list("text", "section__kind"))
    durations = run.info.get("durations") if run is not None else None
    usable = durations is not None and len(durations) == len(units)
    return Paper(
        pk=document.pk,
        title=document.title,
        sentences=[text for text, _ in units],
        abstract=[n for n, (_, kind) in enumerate(units) if kind == "abstract"],
        spoken_of=[n for n, (_, kind) in enumerate(units) if kind not in EXCLUDED_KINDS],
        durations=durations if usable else None,
    )


def newest_runs(project: Project, documents: Sequence[int]) -> dict[int, int]:
    """For each paper its newest finished run of the talk model."""
    runs = AlignmentRun.objects.filter(
        pair__project=project, pair__source__in=documents, engine=TALKSUMM, state=RunState.SUCCEEDED
    )
    return dict(runs.order_by("finished_at", "pk").values_list("pair__source", "pk"))


def systems(project: Project) -> Iterator[System]:
    """All systems, in the order of the table."""
    for length, label in (
        (Length("words", 150), "From the talk, 150 words"),
        (Length("words", 250), "From the talk, 250 words"),
        (Length("ratio", 0.3), "From the talk, ratio .3"),
        (Length("ratio", 0.4), "From the talk, ratio .4"),
        (Length("sentences", 30), "From the talk, 30 sentences"),
        (Length("hybrid", 150), "Abstract and talk, 150 words"),
        (Length("hybrid", 250), "Abstract and talk, 250 words"),
    ):
        yield System(f"{length.kind}-{length.value:g}", label, _of_talk(length))
    yield from _trained(project)
    yield System("abstract", "Abstract", lambda paper: paper.text(paper.abstract) or None)
    for n in (150, 250):
        yield System(f"lead-{n}", f"Lead, {n} words", _lead(n))
    for n in (150, 250):
        yield System(f"random-{n}", f"Random, {n} words", _random(n))
    for uploaded in SummarySet.objects.filter(project=project, kind=SummarySetKind.SYSTEM).order_by("name"):
        yield System(f"set-{uploaded.pk}", uploaded.name, _given(uploaded.pk))


def _of_talk(length: Length) -> Callable[[Paper], str | None]:
    def make(paper: Paper) -> str | None:
        if paper.durations is None or (length.kind == "hybrid" and not paper.abstract):
            return None
        return paper.text(summarise(paper.sentences, paper.durations, length, abstract=paper.abstract))

    return make


def _trained(project: Project) -> Iterator[System]:
    """Each model that was trained here, on the papers that it has not seen: what Lev et al. 2019 call TALKSUMM-ONLY
    and TALKSUMM-HYBRID, at the lengths of their table 2."""
    models = TrainedModel.objects.filter(training_set__project=project, state=TrainedModelState.READY)
    for model in models.select_related("training_set").order_by("training_set__number", "variant"):
        held_out = _HeldOut(model)
        trained_on = f"{str(model.training_set)[:60]}, {VARIANTS[model.variant].label}"
        for kind, name in (("words", "TalkSumm-Only"), ("hybrid", "TalkSumm-Hybrid")):
            for n in (150, 250):
                label = f"{name}, {n} words ({trained_on})"
                yield System(f"model-{model.pk}-{kind}-{n}", label, held_out.summarise(Length(kind, n)))  # type: ignore[arg-type]


class _HeldOut:
    """A model's summaries of the papers that it has not seen. The paper that was asked for last is kept."""

    def __init__(self, model: TrainedModel) -> None:
        self._summariser, self._seen = summariser_of(model), learnt_papers(model)
        self._paper: TrainedPaper | None = None

    def summarise(self, length: Length) -> Callable[[Paper], str | None]:
        def make(paper: Paper) -> str | None:
            if paper.pk in self._seen or (length.kind == "hybrid" and not paper.abstract):
                return None
            if self._paper is None or self._paper.id != str(paper.pk):
                document = Document.objects.get(pk=paper.pk)
                units = list(document.units.select_related("section").order_by("position"))
                self._paper = paper_to_summarise(document, units)
            if not any(self._paper.candidates) or (length.kind == "hybrid" and "abstract" not in self._paper.kinds):
                return None
            return paper.text(self._summariser.summary(self._paper, length)) or None

        return make


def _lead(n_words: int) -> Callable[[Paper], str | None]:
    return lambda paper: paper.text(lead_summary(paper.sentences, n_words, among=paper.spoken_of)) or None


def _random(n_words: int) -> Callable[[Paper], str | None]:
    def make(paper: Paper) -> str | None:
        # By what the paper says, not by its id: the same papers have the same random summaries in another project.
        seed = [SEED, len(paper.sentences), *map(len, paper.sentences[:20])]
        return paper.text(random_summary(paper.sentences, n_words, seed=seed, among=paper.spoken_of)) or None

    return make


def _given(pk: int) -> Callable[[Paper], str | None]:
    def find(paper: Paper) -> str | None:
        summary = GivenSummary.objects.filter(set=pk, document=paper.pk).first()
        return None if summary is None else text_of(summary, paper)

    return find


def text_of(summary: Any, paper: Paper) -> str:
    """The text of a summary that came with a file."""
    return summary.text or paper.text(summary.sentences)
