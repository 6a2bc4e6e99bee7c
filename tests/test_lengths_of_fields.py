"""How long texts may be: a field of a form in the pages against what the server takes, that against its column."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model
from rest_framework.fields import CharField
from rest_framework.serializers import BaseSerializer

from annotator.aligning.api.bulk_alignments import BulkRequestSerializer
from annotator.aligning.api.presets import PresetChangeSerializer, PresetCreateSerializer
from annotator.aligning.api.runs import RunCreateSerializer
from annotator.aligning.api.vectors import VectorSetCreateSerializer
from annotator.authors.api.authors import InviteAuthorsSerializer
from annotator.authors.api.rater_invitations import InviteRatersSerializer
from annotator.authors.api.raters import RatingQuestionSerializer
from annotator.authors.api.rating_task_serializers import (
    CountRaterSerializer,
    RatingTaskSerializer,
    SampleLineSerializer,
)
from annotator.authors.api.ratings import AnswerSerializer, InvitationCreateSerializer, InvitationSerializer
from annotator.corpus.api.documents import EmbeddingsUploadSerializer
from annotator.corpus.api.glossary import TermSerializer, TermsFileSerializer
from annotator.corpus.api.import_serializers import ChangeFileSerializer
from annotator.decks.api.slide_text import SlideBlockBodySerializer
from annotator.launch.layout import HERE
from annotator.models import (
    AlignmentRun,
    Announcement,
    ApiToken,
    BulkAlignment,
    Document,
    DocumentEmbeddings,
    Erasure,
    GenerationRun,
    GlossaryTerm,
    GuidelinesVersion,
    ImportFile,
    Invitation,
    LeakCheck,
    MemberInvitation,
    Operation,
    Pair,
    Pass,
    PickedRow,
    Preset,
    Project,
    Rater,
    RatingPicture,
    RatingSample,
    RatingTask,
    Recognition,
    Release,
    ReleasePage,
    ReleaseTombstone,
    ReviewRow,
    Skip,
    SlidesPredictions,
    SpotCheck,
    SpotCheckItem,
    SummarySet,
    System,
    TestSet,
    TrainingRow,
    TrainingSet,
    VectorSet,
    Webhook,
    Wording,
)
from annotator.people.api.account import NewAddressSerializer
from annotator.people.api.announcements import ChangedAnnouncementSerializer, NewAnnouncementSerializer
from annotator.people.api.member_invitations import InviteSerializer, NewPersonSerializer
from annotator.people.api.members import MemberSerializer
from annotator.people.api.session import AskForResetSerializer, CodeSerializer, NewTokenSerializer
from annotator.people.api.webhooks import ChangedWebhookSerializer, NewWebhookSerializer
from annotator.recordings.api.passes import JudgeSerializer
from annotator.recordings.api.recognitions import RecognitionBodySerializer
from annotator.releases.api import test_sets
from annotator.releases.api.curation_serializers import PickRowsSerializer
from annotator.releases.api.leaks import LeakCheckCreateSerializer
from annotator.releases.api.release_pages import DataCardChangeSerializer
from annotator.releases.api.release_serializers import (
    ReleaseCreateSerializer,
    RemoveReleaseSerializer,
    WithdrawSerializer,
)
from annotator.releases.api.systems import SystemNameSerializer, SystemUploadSerializer
from annotator.releases.curation.rules import LONGEST_VALUE
from annotator.reviewing.api import concordance
from annotator.reviewing.api.content_serializers import OperationSerializer
from annotator.reviewing.api.guidelines import PublishSerializer
from annotator.reviewing.api.label_serializers import LabelSerializer, LabelValueSerializer
from annotator.reviewing.api.pairs import PairCreateSerializer
from annotator.site.api.erasing import ErasureBodySerializer
from annotator.site.api.moving import CommitProjectImportSerializer
from annotator.site.api.projects import ProjectSerializer
from annotator.summaries.api.evaluation import SummaryFilesSerializer
from annotator.summaries.api.generated import GeneratedFileSerializer, GenerationStartSerializer
from annotator.summaries.api.slides import SlidesFilesSerializer
from annotator.summaries.api.training import TrainingSetCreateSerializer
from annotator.summaries.api.tuning import UseTuningSerializer
from annotator.teams.api.person import SetAsideSerializer
from annotator.teams.api.queue import SkipSerializer
from annotator.teams.api.spot_checks import DecideSerializer, JudgeItemSerializer
from annotator.teams.api.training_rounds import DifferSerializer, TrainingRowChangeSerializer, WrittenRowSerializer

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
#: What is sent, the table that it is stored in, and the fields, with `=` where the column is called otherwise.
STORED: list[tuple[type[BaseSerializer[Any]], type[Model], str]] = [
    (BulkRequestSerializer, BulkAlignment, "engine"),
    (PresetCreateSerializer, Preset, "engine name"),
    (PresetChangeSerializer, Preset, "name"),
    (UseTuningSerializer, Preset, "name"),
    (RunCreateSerializer, AlignmentRun, "engine"),
    (VectorSetCreateSerializer, VectorSet, "name language path"),
    (InviteAuthorsSerializer, Wording, "subject"),
    (InviteRatersSerializer, Wording, "subject"),
    (InvitationCreateSerializer, Invitation, "author_name author_email"),
    (InvitationSerializer, Invitation, "new_email=author_email"),
    (RatingTaskSerializer, RatingTask, "name"),
    (CountRaterSerializer, Rater, "reason=counted_reason"),
    (SampleLineSerializer, RatingSample, "set=group system"),
    (SampleLineSerializer, RatingPicture, "set=group picture=name alt"),
    (EmbeddingsUploadSerializer, DocumentEmbeddings, "name"),
    (TermSerializer, GlossaryTerm, "source_language target_language source targets forbidden note"),
    (TermsFileSerializer, GlossaryTerm, "source_language target_language"),
    (ChangeFileSerializer, ImportFile, "format language"),
    (ChangeFileSerializer, Document, "language title speaker interpreter interpreter_rank"),
    (ChangeFileSerializer, Document, "source_language=language target_language=language offline_language=language"),
    (NewAddressSerializer, User, "email"),
    (NewPersonSerializer, User, "username name=first_name"),
    (MemberSerializer, User, "username name=first_name"),
    (InviteSerializer, MemberInvitation, "email name"),
    (NewAnnouncementSerializer, Announcement, "text"),
    (ChangedAnnouncementSerializer, Announcement, "text"),
    (NewTokenSerializer, ApiToken, "name"),
    (NewWebhookSerializer, Webhook, "name url"),
    (ChangedWebhookSerializer, Webhook, "name url"),
    (JudgeSerializer, Pass, "reason"),
    (RecognitionBodySerializer, Recognition, "name recogniser may_send_to=sent_to"),
    (PickRowsSerializer, PickedRow, "reason"),
    (LeakCheckCreateSerializer, LeakCheck, "lines_name"),
    (ReleaseCreateSerializer, Release, "licence"),
    (RemoveReleaseSerializer, ReleaseTombstone, "reason"),
    (SystemUploadSerializer, System, "name split"),
    (SystemNameSerializer, System, "name"),
    (test_sets.TestSetSerializer, TestSet, "name"),
    (OperationSerializer, Operation, "verb"),
    (PublishSerializer, GuidelinesVersion, "note"),
    (PairCreateSerializer, Pair, "title"),
    (ErasureBodySerializer, Erasure, "reason"),
    (CommitProjectImportSerializer, Project, "name"),
    (ProjectSerializer, Project, "name"),
    (SummaryFilesSerializer, SummarySet, "name"),
    (GenerationStartSerializer, GenerationRun, "name may_send_to=host"),
    (GeneratedFileSerializer, GenerationRun, "name model"),
    (SlidesFilesSerializer, SlidesPredictions, "name"),
    (TrainingSetCreateSerializer, TrainingSet, "name licence"),
    (SkipSerializer, Skip, "reason"),
    (JudgeItemSerializer, SpotCheckItem, "note"),
    (DecideSerializer, SpotCheck, "reason"),
    (WrittenRowSerializer, TrainingRow, "place"),
    (TrainingRowChangeSerializer, TrainingRow, "place"),
]
#: Fields that are as long as a column of their name by chance, or because something is looked up by them.
LOOKED_UP = {"AgreedSerializer.language", "SampleRatingSerializer.key", "ChangeFileSerializer.kind"}
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


@pytest.mark.parametrize(("sent", "table", "names"), STORED)
def test_what_is_sent_fits_its_column(sent: type[Any], table: type[Model], names: str) -> None:
    for name in names.split():
        field, _, stored = name.partition("=")
        assert body(sent, field) == column(table, stored or field), name


def serializers_of_the_api() -> Iterator[type[BaseSerializer[Any]]]:
    for file in sorted((HERE.root / "annotator").glob("*/api/*.py")):
        module = importlib.import_module(".".join(file.relative_to(HERE.root).with_suffix("").parts))
        for each in vars(module).values():
            is_own = isinstance(each, type) and each.__module__ == module.__name__
            if is_own and issubclass(each, BaseSerializer) and not each.__name__.startswith("_"):
                yield each


def columns_of(domain: str) -> set[tuple[str, int | None]]:
    tables = [table for table in apps.get_models() if table.__module__.startswith(f"annotator.{domain}.")]
    fields = [field for table in tables for field in table._meta.get_fields()]
    return {(field.name, getattr(getattr(field, "base_field", field), "max_length", None)) for field in fields}


def test_each_length_that_repeats_a_column_is_held() -> None:
    held = {f"{sent.__name__}.{name.partition('=')[0]}" for sent, _, names in STORED for name in names.split()}
    repeating = set()
    for each in serializers_of_the_api():
        columns = columns_of(each.__module__.split(".")[1])
        for name, declared in getattr(each, "_declared_fields", {}).items():
            field = getattr(declared, "child", declared)
            is_text = isinstance(field, CharField) and field.max_length is not None
            if is_text and (declared.source or name, field.max_length) in columns:
                repeating.add(f"{each.__name__}.{name}")
    assert repeating - held == LOOKED_UP
