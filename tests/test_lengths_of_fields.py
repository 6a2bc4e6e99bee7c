"""How much a field of a form in the pages takes, against what the server does: more would be refused when sent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from annotator.authors.api.raters import RatingQuestionSerializer
from annotator.authors.api.rating_task_serializers import CountRaterSerializer, RatingTaskSerializer
from annotator.authors.api.ratings import AnswerSerializer
from annotator.launch.layout import HERE
from annotator.models import Rater, ReleasePage
from annotator.releases.api import test_sets
from annotator.releases.api.curation_serializers import PickRowsSerializer
from annotator.releases.api.release_pages import DataCardChangeSerializer
from annotator.releases.api.release_serializers import (
    ReleaseCreateSerializer,
    RemoveReleaseSerializer,
    WithdrawSerializer,
)
from annotator.releases.api.systems import SystemNameSerializer, SystemUploadSerializer
from annotator.releases.curation.rules import LONGEST_VALUE
from annotator.summaries.api.evaluation import SummaryFilesSerializer
from annotator.summaries.api.generated import GeneratedFileSerializer, GenerationStartSerializer
from annotator.summaries.api.slides import SlidesFilesSerializer
from annotator.summaries.api.training import TrainingSetCreateSerializer

PAGES = HERE.root / "frontend" / "src" / "features"


def of(serializer: type[Any], *names: str) -> list[int]:
    fields = serializer().fields
    return [fields[name].max_length for name in names]


def column(table: type[Any], name: str) -> list[int]:
    return [table._meta.get_field(name).max_length]


#: By component, in the order in which it has them.
LENGTHS: dict[str, list[int]] = {
    "releases/releases/NewRelease.tsx": of(ReleaseCreateSerializer, "licence"),
    "releases/releases/PublicPage.tsx": column(ReleasePage, "address"),
    "releases/releases/DeleteRelease.tsx": of(RemoveReleaseSerializer, "reason"),
    "releases/releases/CardPage.tsx": [DataCardChangeSerializer().fields["texts"].child.max_length],
    "releases/releases/WithdrawRelease.tsx": of(WithdrawSerializer, "reason"),
    "releases/systems/outputs/AddOutput.tsx": of(SystemUploadSerializer, "name"),
    "releases/systems/NewSystem.tsx": of(SystemUploadSerializer, "name"),
    "releases/systems/SystemDetails.tsx": of(SystemNameSerializer, "name"),
    "releases/testSets/NewTestSet.tsx": of(test_sets.TestSetSerializer, "name"),
    "releases/curation/talks/TalkDialogs.tsx": [LONGEST_VALUE],
    "releases/curation/CuratedRows.tsx": of(PickRowsSerializer, "reason"),
    "summaries/generated/BringTexts.tsx": of(GeneratedFileSerializer, "name", "model", "prompt"),
    "summaries/generated/NewRun.tsx": of(GenerationStartSerializer, "name", "prompt"),
    "summaries/generated/ToRaters.tsx": of(RatingTaskSerializer, "name"),
    "summaries/evaluation/ImportSummaries.tsx": of(SummaryFilesSerializer, "name"),
    "summaries/training/NewTrainingSet.tsx": of(TrainingSetCreateSerializer, "name", "licence"),
    "summaries/slides/AddPredictions.tsx": of(SlidesFilesSerializer, "name"),
    "authors/rate/Rating.tsx": of(AnswerSerializer, "comment"),
    "authors/tasks/InvitedRaters.tsx": column(Rater, "email"),
    "authors/tasks/TaskRaters.tsx": of(CountRaterSerializer, "reason"),
    "authors/tasks/QuestionFields.tsx": of(RatingQuestionSerializer, "name", "meaning"),
    "authors/tasks/NewTaskForm.tsx": of(RatingTaskSerializer, "name"),
}
#: Fields of which nothing is sent.
UNSENT = {"authors/rater/HeadphoneCheck.tsx"}


def lengths_in(path: Path) -> list[int]:
    return [int(length) for length in re.findall(r"maxLength=\{([\d_]+)\}", path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("component", LENGTHS)
def test_a_field_takes_as_much_as_the_server(component: str) -> None:
    assert lengths_in(PAGES / component) == LENGTHS[component]


@pytest.mark.parametrize("domain", ["releases", "summaries", "authors"])
def test_each_length_that_a_page_states_is_held(domain: str) -> None:
    files = (path for path in (PAGES / domain).glob("**/*.tsx") if not path.stem.endswith(".test"))
    stating = {path.relative_to(PAGES).as_posix() for path in files if lengths_in(path)}
    assert stating == {name for name in {*LENGTHS, *UNSENT} if name.startswith(f"{domain}/")}
