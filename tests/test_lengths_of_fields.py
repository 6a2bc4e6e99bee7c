"""How much a field of a form in the pages takes, against what the server does: more would be refused when sent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Model

from annotator.authors.api.raters import RatingQuestionSerializer
from annotator.authors.api.rating_task_serializers import CountRaterSerializer, RatingTaskSerializer
from annotator.authors.api.ratings import AnswerSerializer
from annotator.decks.api.slide_text import SlideBlockBodySerializer
from annotator.launch.layout import HERE
from annotator.models import (
    Document,
    GlossaryTerm,
    GuidelinesVersion,
    Pair,
    Preset,
    Project,
    Rater,
    Recognition,
    ReleasePage,
    ReviewRow,
    VectorSet,
)
from annotator.people.api.account import NewAddressSerializer
from annotator.people.api.announcements import ChangedAnnouncementSerializer
from annotator.people.api.member_invitations import InviteSerializer, NewPersonSerializer
from annotator.people.api.session import AskForResetSerializer, CodeSerializer, NewTokenSerializer
from annotator.people.api.webhooks import NewWebhookSerializer
from annotator.recordings.api.passes import JudgeSerializer
from annotator.recordings.api.recognitions import RecognitionBodySerializer
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
from annotator.reviewing.api import concordance
from annotator.reviewing.api.label_serializers import LabelSerializer, LabelValueSerializer
from annotator.site.api.erasing import ErasureBodySerializer
from annotator.site.api.moving import CommitProjectImportSerializer
from annotator.site.api.projects import ProjectSerializer
from annotator.summaries.api.evaluation import SummaryFilesSerializer
from annotator.summaries.api.generated import GeneratedFileSerializer, GenerationStartSerializer
from annotator.summaries.api.slides import SlidesFilesSerializer
from annotator.summaries.api.training import TrainingSetCreateSerializer
from annotator.teams.api.person import SetAsideSerializer
from annotator.teams.api.queue import SkipSerializer
from annotator.teams.api.spot_checks import DecideSerializer, JudgeItemSerializer
from annotator.teams.api.training_rounds import DifferSerializer, TrainingRowChangeSerializer

PAGES = HERE.root / "frontend" / "src"


def body(serializer: type[Any], *names: str) -> list[int]:
    """Of some fields of what is sent; of a list or an object of texts, how long each of them is."""
    fields = (serializer().fields[name] for name in names)
    return [getattr(field, "child", field).max_length for field in fields]


def column(table: type[Model], *names: str) -> list[int]:
    fields: list[Any] = [table._meta.get_field(name) for name in names]
    return [getattr(field, "base_field", field).max_length for field in fields]


def longest_key() -> int:
    """Of a label: a letter and what its pattern takes behind it."""
    patterns = [each.regex.pattern for each in LabelSerializer().fields["key"].validators if hasattr(each, "regex")]
    (more,) = {int(found[1]) for pattern in patterns if (found := re.search(r"\{0,(\d+)\}", pattern))}
    return 1 + more


#: By component, in the order in which it has them.
LENGTHS: dict[str, list[int]] = {
    "features/people/account/AccountPage.tsx": body(NewAddressSerializer, "email"),
    "features/people/account/SecondFactorPart.tsx": body(CodeSerializer, "code"),
    "features/people/account/SetUpSecondFactor.tsx": body(CodeSerializer, "code"),
    "features/people/account/TokenPart.tsx": body(NewTokenSerializer, "name"),
    "features/people/members/InvitePeople.tsx": body(InviteSerializer, "email", "name"),
    "features/people/session/ForgotPasswordPage.tsx": body(AskForResetSerializer, "who"),
    "features/people/session/JoinPage.tsx": body(NewPersonSerializer, "name", "username"),
    "features/people/session/SignInForm.tsx": body(CodeSerializer, "code"),
    "features/people/webhooks/WebhookForm.tsx": body(NewWebhookSerializer, "name", "url"),
    "ui/MessageForm.tsx": body(ChangedAnnouncementSerializer, "text"),
    "features/corpus/documents/EditDocument.tsx": column(Document, "title", "language"),
    "features/corpus/glossary/TermFields.tsx": column(GlossaryTerm, "source", "note", "source_language"),
    "features/corpus/imports/About.tsx": column(Document, "title", "speaker", "interpreter", "interpreter_rank"),
    "features/corpus/pairs/EditPair.tsx": column(Pair, "title"),
    "features/corpus/pairs/NewPairPage.tsx": column(Pair, "title"),
    "features/aligning/presets/PresetsPage.tsx": column(Preset, "name"),
    "features/aligning/vectors/AddVectors.tsx": column(VectorSet, "name"),
    "features/aligning/vectors/TrainVectors.tsx": column(VectorSet, "name"),
    "features/decks/slideText/OpenBlock.tsx": body(SlideBlockBodySerializer, "text"),
    "features/recordings/recognitions/AddRecognition.tsx": body(RecognitionBodySerializer, "name"),
    "features/recordings/transcripts/JudgeDialog.tsx": body(JudgeSerializer, "reason"),
    "features/reviewing/guidelines/LabelDialog.tsx": [*body(LabelSerializer, "name"), longest_key()],
    "features/reviewing/guidelines/LabelValues.tsx": body(LabelValueSerializer, "name", "key"),
    "features/reviewing/guidelines/PublishDialog.tsx": column(GuidelinesVersion, "note"),
    "features/reviewing/review/adjudicate/RegionView.tsx": column(ReviewRow, "decision_reason"),
    "features/reviewing/review/recall/ConcordanceTab.tsx": [concordance.MOST_CHARACTERS],
    "features/reviewing/review/trainingRounds/DifferForm.tsx": body(DifferSerializer, "text"),
    "features/releases/releases/NewRelease.tsx": body(ReleaseCreateSerializer, "licence"),
    "features/releases/releases/PublicPage.tsx": column(ReleasePage, "address"),
    "features/releases/releases/DeleteRelease.tsx": body(RemoveReleaseSerializer, "reason"),
    "features/releases/releases/CardPage.tsx": body(DataCardChangeSerializer, "texts"),
    "features/releases/releases/WithdrawRelease.tsx": body(WithdrawSerializer, "reason"),
    "features/releases/systems/outputs/AddOutput.tsx": body(SystemUploadSerializer, "name"),
    "features/releases/systems/NewSystem.tsx": body(SystemUploadSerializer, "name"),
    "features/releases/systems/SystemDetails.tsx": body(SystemNameSerializer, "name"),
    "features/releases/testSets/NewTestSet.tsx": body(test_sets.TestSetSerializer, "name"),
    "features/releases/curation/talks/TalkDialogs.tsx": [LONGEST_VALUE],
    "features/releases/curation/CuratedRows.tsx": body(PickRowsSerializer, "reason"),
    "features/summaries/generated/BringTexts.tsx": body(GeneratedFileSerializer, "name", "model", "prompt"),
    "features/summaries/generated/NewRun.tsx": body(GenerationStartSerializer, "name", "prompt"),
    "features/summaries/generated/ToRaters.tsx": body(RatingTaskSerializer, "name"),
    "features/summaries/evaluation/ImportSummaries.tsx": body(SummaryFilesSerializer, "name"),
    "features/summaries/training/NewTrainingSet.tsx": body(TrainingSetCreateSerializer, "name", "licence"),
    "features/summaries/slides/AddPredictions.tsx": body(SlidesFilesSerializer, "name"),
    "features/authors/rate/Rating.tsx": body(AnswerSerializer, "comment"),
    "features/authors/tasks/InvitedRaters.tsx": column(Rater, "email"),
    "features/authors/tasks/TaskRaters.tsx": body(CountRaterSerializer, "reason"),
    "features/authors/tasks/QuestionFields.tsx": body(RatingQuestionSerializer, "name", "meaning"),
    "features/authors/tasks/NewTaskForm.tsx": body(RatingTaskSerializer, "name"),
    "features/teams/person/SetAside.tsx": body(SetAsideSerializer, "reason"),
    "features/teams/queue/SkipDialog.tsx": body(SkipSerializer, "reason"),
    "features/teams/spotChecks/Decision.tsx": body(DecideSerializer, "reason"),
    "features/teams/spotChecks/Verdict.tsx": body(JudgeItemSerializer, "note"),
    "features/teams/trainingRounds/Explanation.tsx": body(TrainingRowChangeSerializer, "explanation", "place"),
    "features/site/moving/CheckedArchive.tsx": body(CommitProjectImportSerializer, "name"),
    "features/site/moving/EraseDialog.tsx": body(ErasureBodySerializer, "reason"),
    "features/site/projects/NewProject.tsx": body(ProjectSerializer, "name"),
    "features/site/settings/ProjectForm.tsx": column(Project, "name", "decision_reasons"),
    "features/site/settings/StudyFields.tsx": column(Project, "responsible"),
}
#: Fields whose text is not sent, or line by line.
UNSENT = {"features/authors/rater/HeadphoneCheck.tsx", "features/people/members/InviteList.tsx"}


def constant(name: str, component: Path) -> str:
    """A number that a component has under a name, or takes from the module that has it."""
    text = component.read_text(encoding="utf-8")
    if found := re.search(rf"\bconst {name} = ([\d_]+);", text):
        return found[1]
    (module,) = re.findall(rf"^import \{{[^}}]*\b{name}\b[^}}]*\}} from '(.+)';$", text, re.MULTILINE)
    place = PAGES / module.removeprefix("@/") if module.startswith("@/") else component.parent / module
    return constant(name, next(file for end in (".ts", ".tsx") if (file := place.with_suffix(end)).is_file()))


def lengths_in(component: Path) -> list[int]:
    """As its fields have them, or the table that it makes them of (`longest`)."""
    stated = re.findall(r"\b(?:maxLength=\{|longest: )(\w+)[,} ]", component.read_text(encoding="utf-8"))
    return [int(one if one[0].isdigit() else constant(one, component)) for one in stated]


@pytest.mark.parametrize("component", LENGTHS)
def test_a_field_takes_as_much_as_the_server(component: str) -> None:
    assert lengths_in(PAGES / component) == LENGTHS[component]


def test_each_length_that_a_page_states_is_held() -> None:
    components = (path for path in PAGES.rglob("*.tsx") if ".test." not in path.name)
    stating = {
        path.relative_to(PAGES).as_posix() for path in components if "maxLength" in path.read_text(encoding="utf-8")
    }
    assert stating == {*LENGTHS, *UNSENT}
    assert not LENGTHS.keys() & UNSENT


def test_a_name_of_a_recogniser_that_is_sent_fits_its_column() -> None:
    assert body(RecognitionBodySerializer, "name") == column(Recognition, "name")
