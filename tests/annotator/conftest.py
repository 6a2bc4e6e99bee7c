"""People, projects and pairs for the tests of the application."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.conf import UserSettingsHolder, settings
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.files.base import ContentFile
from django.core.handlers.base import BaseHandler
from django.db import connection, transaction
from django.test import TransactionTestCase
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from rest_framework.test import APIClient
from whitenoise.middleware import WhiteNoiseMiddleware

from annotator.authors.rating_tasks.raters import rater_token
from annotator.corpus.importing.report import blank_report
from annotator.models import (
    AdjudicatedReview,
    AlignmentRun,
    AssignmentChange,
    AssignmentPolicy,
    BulkAlignment,
    Comment,
    Document,
    GuidelinesVersion,
    ImportBatch,
    ImportFile,
    Invitation,
    LeakCheck,
    Membership,
    Pair,
    Preset,
    Project,
    ProjectImport,
    Release,
    Review,
    ReviewKind,
    ReviewState,
    Role,
    Slot,
    System,
    TestSet,
    TrainingSet,
    VectorSet,
)
from annotator.reviewing.guidelines.labels import default_labels
from tests import world
from tests.annotator.reviewing.editor import Editor
from tests.annotator.shared import CHEAP_PASSWORDS, read_in_process, take_long_turns


@pytest.fixture(scope="session", autouse=True)
def quick_emptying() -> Iterator[None]:
    """After a test that commits, the rows there are get deleted; Django would truncate each of ninety tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", _delete_rows)
        yield


def _delete_rows(_: TransactionTestCase) -> None:
    # Which the migrations fill.
    kept = {model._meta.db_table for model in (ContentType, Permission)}
    tables = set(connection.introspection.django_table_names(only_existing=True)) - kept
    filled = " UNION ALL ".join(f"SELECT '{name}' AS name WHERE EXISTS (SELECT FROM {name})" for name in tables)
    with transaction.atomic(), connection.cursor() as cursor:
        # Without triggers: nobody may delete from some tables, such as the log of activity.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(filled)
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")


@pytest.fixture(scope="session", autouse=True)
def static_files_read_once() -> Iterator[None]:
    """Each client loads the middleware, for which WhiteNoise would look at each of two hundred files again."""
    known: dict[tuple[Any, ...], dict[str, Any]] = {}

    def once(add: Callable[..., None]) -> Callable[..., None]:
        def add_known(self: WhiteNoiseMiddleware, *where: Any, **prefix: Any) -> None:
            key = (add, where, tuple(prefix.items()))
            if key not in known:
                before, self.files = self.files, {}
                add(self, *where, **prefix)
                self.files, known[key] = before, self.files
            self.files.update(known[key])

        return add_known

    with pytest.MonkeyPatch.context() as patch:
        for name in ("add_files", "add_files_from_finders"):
            patch.setattr(WhiteNoiseMiddleware, name, once(getattr(WhiteNoiseMiddleware, name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def middleware_loaded_once() -> Iterator[None]:
    """Each client would load it at its first request, for half a millisecond of the four that a small one takes.

    What middleware reads of the settings it may read as it is loaded, so it is loaded anew where they differ.
    """
    load, loaded = BaseHandler.load_middleware, {}

    def load_once(self: BaseHandler, is_async: bool = False) -> None:
        key = (is_async, _overridden())
        if key not in loaded:
            loaded.clear()
            load(self, is_async)
            loaded[key] = {name: value for name, value in vars(self).items() if "_middleware" in name}
        vars(self).update(loaded[key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseHandler, "load_middleware", load_once)
        yield


def _overridden() -> tuple[str, ...]:
    """Settings that tests have changed, each with its value."""
    changed, holder = [], settings._wrapped
    while isinstance(holder, UserSettingsHolder):
        changed.append(repr(sorted((name, value) for name, value in vars(holder).items() if name.isupper())))
        changed.append(repr(sorted(holder._deleted)))
        holder = holder.default_settings
    return tuple(changed)


@pytest.fixture(autouse=True)
def cheap_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = CHEAP_PASSWORDS


@pytest.fixture(scope="session", autouse=True)
def turns_to_the_end() -> Iterator[None]:
    """Work by turns would stop half-way on a busy machine, and no worker goes on with it here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("annotator.platform.work.TURN_SECONDS", 60)
        yield


@pytest.fixture(autouse=True)
def silent_heartbeats(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The beating thread has a connection of its own, which does not see what a test has not committed."""
    settings.HEARTBEAT_SECONDS = 3600
    monkeypatch.setattr("annotator.platform.work.NOTED_SECONDS", 3600)


@pytest.fixture(autouse=True)
def letters_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A is who was there first, and not by lot."""
    monkeypatch.setattr("annotator.reviewing.adjudication.opening.draw_letters", lambda *_: None)


@pytest.fixture(autouse=True)
def long_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    take_long_turns(monkeypatch)


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What was sent to the workers, (task, id) each; nothing reaches the queue."""
    sent: list[tuple[str, int]] = []
    monkeypatch.setattr("annotator.platform.work.send", lambda task, pk: sent.append((task.name, pk)))
    monkeypatch.setattr("annotator.platform.workers.n_waiting", lambda task=None: 0)
    return sent


@pytest.fixture
def in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read without the child process, but by tests that say in their names that they take it."""
    if "in_a_child" not in request.node.name:
        read_in_process(monkeypatch)


@pytest.fixture
def project(db: None) -> Project:
    return make_project()


def make_project() -> Project:
    return Project.objects.create(slug="harbour-talks", name="Harbour Talks")


@pytest.fixture
def person(project: Project) -> Callable[..., User]:
    """A user with a role in the project (None: an outsider)."""

    return partial(make_person, project)


def make_person(project: Project, role: str | None, name: str = "") -> User:
    user = User.objects.create_user(name or (role or "outsider"), password="a long enough one")
    if role:
        Membership.objects.create(project=project, user=user, role=role)
    return user


@pytest.fixture
def client_of() -> Callable[[User], APIClient]:
    def make(user: User) -> APIClient:
        client = APIClient()
        # As a session gives it: a proxy of the user, which is no User to what asks for its type.
        client.force_authenticate(SimpleLazyObject(lambda: user))
        return client

    return make


@pytest.fixture
def admin(person: Callable[..., User]) -> User:
    return person(Role.ADMIN)


@pytest.fixture
def annotator(person: Callable[..., User]) -> User:
    return person(Role.ANNOTATOR)


@pytest.fixture
def outsider(person: Callable[..., User]) -> User:
    return person(None)


@pytest.fixture
def make_document(project: Project) -> Callable[..., Document]:
    def make(title: str, texts: Sequence[str], **fields: Any) -> Document:
        return world.introduced(project, title, texts, **fields)

    return make


@pytest.fixture
def make_run() -> Callable[..., AlignmentRun]:
    return world.make_run


@pytest.fixture
def bitext(project: Project) -> Pair:
    return world.bitext(project)


@pytest.fixture
def editor(client_of: Callable[[User], APIClient], annotator: User, bitext: Pair) -> Editor:
    return Editor(client_of(annotator), bitext)


@pytest.fixture
def demo(project: Project, make_document: Callable[..., Document]) -> Pair:
    """Our own English talk and its Japanese interpretation in chunks, of the demo; no run yet."""
    source, target = ((world.DEMO / "en-ja" / name).read_text().splitlines() for name in ("source.txt", "target.txt"))
    return world.make_pair(project, "Ledger", make_document("en", source), make_document("ja", target, language="ja"))


@pytest.fixture
def talk(project: Project) -> Pair:
    return world.talk(project)


@pytest.fixture
def slides(project: Project) -> Pair:
    return world.slides(project)


@pytest.fixture
def places(project: Project, bitext: Pair, talk: Pair, annotator: User) -> dict[str, Any]:
    return make_places(project, bitext, talk, annotator)


def make_places(project: Project, bitext: Pair, talk: Pair, annotator: User) -> dict[str, Any]:
    """One row of each resource: the ids that addresses name."""
    bitext.source.source_file.save("ledger.txt", ContentFile(b"High water, by hand."))
    bitext.source.media_file.save("ledger.mp3", ContentFile(b"ID3"))
    run, talk_run = bitext.runs.get(), talk.runs.get()
    User.objects.create_user("newcomer")
    review = Review.objects.create(
        pair=talk, run=talk_run, annotator=annotator, state=ReviewState.SUBMITTED, submitted_at=timezone.now()
    )
    adjudication = Review.objects.create(pair=talk, run=talk_run, annotator=annotator, kind=ReviewKind.ADJUDICATION)
    second = Review.objects.create(pair=talk, run=talk_run, annotator=make_person(project, Role.VIEWER, "somebody"))
    for number, compared in enumerate((review, second)):
        AdjudicatedReview.objects.create(adjudication=adjudication, review=compared, number=number, revision=0)
    GuidelinesVersion.objects.create(project=project, number=1, labels=default_labels(), published_at=timezone.now())
    AssignmentPolicy.objects.create(project=project, max_claims=9)
    Slot.objects.create(project=project, pair=talk)
    slot = Slot.objects.create(project=project, pair=bitext, annotator=annotator)
    change = AssignmentChange.objects.create(project=project, verb="plan")
    return {
        "project": project.slug,
        "slot": slot.pk,
        "change": change.pk,
        "guidelines": 1,
        "free_pair": world.passages(talk).pair_id,
        "document": bitext.source_id,
        "spare": world.introduced(project, "Spare", ["a"]).pk,
        "deck": (deck := world.shown_deck(project)).pk,
        "slide_text": world.slide_text(deck).document_id,
        "page": 1,
        "position": 0,
        "second": 1,
        "transcript": world.clips((check := world.checked_transcript(project, n=1)).document).document_id,
        "recognition": world.recognition(check.document, "Spare", ["a"]).pk,
        "pass": world.open_pass(check, annotator).pk,
        "training_row": world.training_round(project, annotator).items.get().row_id,
        "spot_check": world.spot_check(project, annotator).pk,
        "paper": talk.source_id,
        "pair": bitext.pk,
        "slides_pair": world.searched(slides := world.slides(project)).pair_id,
        "run": run.pk,
        "talk_run": talk_run.pk,
        "review": review.pk,
        "adjudication": adjudication.pk,
        "comment": Comment.objects.create(review=review, row=uuid4(), text="Why?").pk,
        "member": Membership.objects.get(user=second.annotator).pk,
        "annotator": annotator.pk,
        "member_invitation": world.member_invitation(project).pk,
        "invitation": Invitation.objects.create(run=talk_run, author_name="A", n_sentences=30).pk,
        "term": world.term(project).pk,
        "announcement": world.announcement(project).pk,
        "webhook": (hook := world.webhook(project)).pk,
        "delivery": world.delivery(hook).pk,
        "test_set": TestSet.objects.create(project=project, name="T").pk,
        "release": (
            release := Release.objects.create(test_set=world.empty_test_set(project), major=1, minor=0, title="R")
        ).pk,
        "system": world.heard_talk(
            System.objects.create(on_release=release, name="Offline", file="systems/offline.txt")
        ).system_id,
        "training_set": (trained_on := TrainingSet.objects.create(project=project, number=1, name="P")).pk,
        "trained_model": world.trained_model(trained_on).pk,
        "leak_check": LeakCheck.objects.create(test_set=world.empty_test_set(project, "checked")).pk,
        "batch": (batch := ImportBatch.objects.create(project=project)).pk,
        "file": ImportFile.objects.create(
            batch=batch, name="a.txt", size=1, file=ContentFile(b"a", name="a.txt"), report=blank_report()
        ).pk,
        "vectors": VectorSet.objects.create(name="V", source="v.txt").pk,
        "bulk": BulkAlignment.objects.create(project=project, engine="auto", last_pair=bitext.pk, n_pairs=1).pk,
        "project_import": ProjectImport.objects.create(name="a.zip", state="checked", created_by=annotator).pk,
        "export": world.project_export(project).pk,
        "preset": Preset.objects.create(project=project, engine="talksumm", name="P").pk,
        "summary_set": (table := world.rouge_table(project)).references_id,
        "rouge_table": table.pk,
        "rouge_row": table.rows.get().pk,
        "slides_table": (compared := world.slides_table(project, slides)).pk,
        "slides_row": compared.rows.get().pk,
        "slides_talk": compared.talks.get().pk,
        "slides_predictions": world.slides_predictions(project).pk,
        "generation_run": world.generation_run(project, slides).pk,
        "tuning": world.tuning(project).pk,
        "rating_task": (task := world.rating_task(project)).pk,
        "rater": rater_token(world.rater_of(task)),
        "key": world.rater_of(task).samples.earliest("pk").key,
        "uuid": uuid4(),
    }
