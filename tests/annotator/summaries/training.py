"""Training sets and models for tests, made as a worker makes them, of generated talks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unittest import mock

from annotator.demo.collection import Talk, collection, markdown
from annotator.models import Document, DocumentKind, Pair, Project, Section, TrainedModel, TrainingSet, Unit
from annotator.platform.work import Heartbeat
from annotator.summaries.training import making, summarisers
from annotator.summaries.training.making import request_training_set
from tests import world


def make_talks(project: Project, n: int = 4, *, aligned: bool = True) -> list[Pair]:
    """Pairs of generated papers and talks, with runs that have the planted durations."""
    return [_pair(project, talk, aligned) for talk in collection(n)]


def make_paper(project: Project, talk: Talk) -> Document:
    """The paper of a generated talk, by the lines of its Markdown."""
    sections: list[tuple[str, list[str]]] = []
    for line in markdown(talk).splitlines():
        if line.startswith("## "):
            sections.append((line[3:], []))
        elif line and not line.startswith("# "):
            sections[-1][1].append(line)
    paper = Document.objects.create(
        project=project, kind=DocumentKind.PAPER, title=talk.title, language="en", speaker=talk.speaker,
        external_id=talk.id, content_hash=talk.id, importer="test", importer_version="1",
    )  # fmt: skip
    units, offset = [], 0
    for number, (heading, texts) in enumerate(sections):
        section = Section.objects.create(
            document=paper, position=number, heading=heading, kind="abstract" if number == 0 else "body"
        )
        for text in texts:
            units.append(Unit(document=paper, position=len(units), section=section, text=text, offset=offset))
            offset += len(text) + 1
    Unit.objects.bulk_create(units)
    return paper


def durations_of(talk: Talk) -> list[int]:
    """Words of the talk on each sentence of the file, the abstract's among them."""
    found = [0] * (len(talk.abstract) + len(talk.sentences))
    for sentence, words in talk.spoken:
        if sentence is not None:
            found[len(talk.abstract) + sentence] += len(words)
    return found


def _pair(project: Project, talk: Talk, aligned: bool) -> Pair:
    speech = world.make_document(
        project, f"{talk.id} talk", [" ".join(words) for _, words in talk.spoken], kind=DocumentKind.TRANSCRIPT
    )
    pair = world.make_pair(project, talk.title, make_paper(project, talk), speech)
    if aligned:
        world.make_run(pair, [], engine="talksumm", info={"durations": durations_of(talk)})
    return pair


def make_training_set(project: Project, **asked: Any) -> TrainingSet:
    made = request_training_set(project=project, **{"name": "Papers", "user": None, **asked})
    execute(made)
    made.refresh_from_db()
    return made


def execute(made: TrainingSet | TrainedModel) -> None:
    """Do it here. The thread that tells progress has a connection of its own, which does not see this test's."""
    with mock.patch.object(Heartbeat, "note"), mock.patch.object(Heartbeat, "progress"):
        (making if isinstance(made, TrainingSet) else summarisers).execute(made.pk)


def make_model(training_set: TrainingSet, variant: str = "words-150") -> TrainedModel:
    made = summarisers.request_model(training_set=training_set, variant=variant, user=None)
    execute(made)
    made.refresh_from_db()
    return made


def splits_of(records: Sequence[dict[str, Any]]) -> dict[str, str]:
    return {record["id"]: record["split"] for record in records}
