"""Nothing of a talk that was erased is left: in no column of any table, and in no stored file."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotator.models import (
    ActivityEntry,
    Delivery,
    Document,
    ImportBatch,
    ImportFile,
    Leak,
    LeakCheck,
    Pair,
    Project,
    ProjectImport,
    RatingSample,
    Release,
    RulesVersion,
    SlidesPredictions,
    TestSet,
    TrainingSet,
    Unit,
)
from annotator.releases.forms.registry import FORMS
from annotator.releases.systems.engine_runs import _pairs as pairs_of_release
from annotator.releases.systems.references import gold_talks
from annotator.site.erasing.scope import foreseen, scope_of
from tests import world
from tests.annotator.authors.test_frozen_ratings import rated
from tests.annotator.populated import populated_project
from tests.annotator.releases.releasing import make_release, set_of_all
from tests.annotator.site.erasing.erasing import ask, carry_out, files_with, plant, tables_with
from tests.annotator.site.moving.moving import export, fill_the_rest, import_, leave

pytestmark = pytest.mark.django_db
WORD = "Quokkaflux"


def _said(document: Document) -> None:
    """The word in all that an import gives a text."""
    for unit in Unit.objects.filter(document=document).order_by("position"):
        unit.text = f"{unit.text} {WORD}"
        unit.offset += unit.position * (len(WORD) + 1)
        unit.save()
    names = ("title", "speaker", "interpreter", "external_id", "source_name")
    for name in names:
        setattr(document, name, f"{getattr(document, name)} {WORD} {document.pk}".strip())
    document.metadata = {**document.metadata, "event": WORD, "media_url": f"https://example.org/{WORD}.mp3"}
    document.save()


@pytest.fixture(scope="module")
def files(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project with something in every table, in which two talks say the word; the folder of its files."""
    media = tmp_path_factory.mktemp("media")
    with populated_project(django_db_blocker, media, before=_say) as made:
        fill_the_rest(made.project, made.admin, made.annotator, made.bitext, made.talk)
        yield media


def _say(*pairs: Pair) -> None:
    for pair in pairs:
        for document in (pair.source, pair.target):
            _said(document)
        pair.title = f"{pair.title} {WORD}"
        pair.save()


@pytest.fixture
def spoken(files: Path, db: None, settings: Any, tmp_path: Path) -> Project:
    settings.MEDIA_ROOT = shutil.copytree(files, tmp_path / "media")
    return Project.objects.get()


@pytest.fixture
def admin(spoken: Project) -> User:
    return User.objects.get(username="admin")


@pytest.fixture
def bitext(spoken: Project) -> Pair:
    return Pair.objects.get(title__startswith="Ledger")


@pytest.fixture
def talk(spoken: Project) -> Pair:
    return Pair.objects.get(title__startswith="Full stop")


def _say_elsewhere(project: Project, admin: User, talk: Document, pair: Pair) -> None:
    """What names or quotes a talk without a foreign key to it."""
    release = Release.objects.made().filter(test_set__project=project).earliest("pk")
    text = {"part": "", "talk": talk.title, "speaker": talk.speaker, "text": WORD}
    other = Project.objects.create(slug="other", name="Other")
    for compared in (project, other):
        test_set = world.empty_test_set(compared, "Compared")
        check = LeakCheck.objects.create(
            test_set=test_set, state="done", releases=[release.pk], lines=WORD, lines_name=WORD
        )
        Leak.objects.create(check_of=check, number=1, kind="text", ours=text, theirs=text)
    test_set = TestSet.objects.create(
        project=project, name="By hand",
        rules={"exclude": [talk.title.upper(), "Others"], "pins": {talk.external_id.casefold(): "test"}},
    )  # fmt: skip
    RulesVersion.objects.create(test_set=test_set, number=1, rules={"talks_out": {pair.title.casefold(): "Noisy"}})
    Delivery.objects.create(
        webhook=world.webhook(project, "told"), event="import.done", body=f'{{"title": "{pair.title}"}}'
    )
    about = {"project": project, "verb": "imported", "at": "2026-11-27T00:00Z"}
    ActivityEntry.objects.create(**about, object_kind="pair", object_id=pair.pk, object_name=pair.title, detail=WORD)
    ActivityEntry.objects.create(
        **about,
        object_kind="test_set",
        object_name="By hand",
        detail=f"without {talk.title}.",
        facts={"Out": [talk.title]},
    )
    SlidesPredictions.objects.create(
        project=project, name="By title", task="segmentation", predicted={talk.title: [1], "else": [0]}
    )
    sample = RatingSample.objects.filter(task__project=project).earliest("pk")
    sample.group, sample.text, sample.reference = f"{talk.title}, row 3", WORD, WORD
    sample.file.save("sample.ogg", ContentFile(WORD.encode()))
    batch = ImportBatch.objects.create(project=project, state="failed")
    staged = ImportFile.objects.create(
        batch=batch, name="again.txt", size=9, file=ContentFile(WORD.encode(), name="again.txt"),
        report={"documents": [{"title": talk.title}], "preview": WORD},
    )  # fmt: skip
    default_storage.save(f"{staged.file.name}.parsed", ContentFile(WORD.encode()))
    brought = ProjectImport.objects.create(
        name="old.lectern.zip",
        state="checked",
        created_by=admin,
        about={"project": {"slug": project.slug, "name": "P"}},
    )
    brought.upload.save("old.zip", ContentFile(export(project)))
    task = world.rating_task(project)
    task.samples.filter(position=0).update(pair=pair, text=WORD)
    task.samples.filter(position=1).update(document=talk, reference=WORD)
    beside = task.pictures.get()
    beside.name, beside.alt = f"{WORD}.png", WORD
    beside.file.save("beside.webp", ContentFile(WORD.encode()))
    archive = world.project_export(project)
    with default_storage.open(archive.file.name, "wb") as file:
        file.write(export(project))


def test_no_column_and_no_file_says_the_word(spoken: Project, admin: User, bitext: Pair, talk: Pair) -> None:
    make_release(set_of_all(spoken, "Said"), FORMS)
    kept = set(
        Document.objects.filter(project=spoken, title__in=["Pauses", "Pauses talk"]).values_list("pk", flat=True)
    )
    ids = list(Document.objects.filter(project=spoken).exclude(pk__in=kept).values_list("pk", flat=True))
    pairs = [pair.pk for pair in Pair.objects.filter(project=spoken).exclude(source__in=kept)]
    planted = plant(WORD, ids, pairs)
    _say_elsewhere(spoken, admin, Document.objects.get(pk=talk.target_id), Pair.objects.get(pk=bitext.pk))
    assert len(planted) > 130, planted
    before = tables_with(WORD)
    assert len(before) > 50, before
    assert len(files_with(WORD)) > 20

    erasure = carry_out(ask(spoken, documents=ids))

    assert erasure.state == "done", erasure.error
    assert tables_with(WORD) == []
    assert files_with(WORD) == []
    assert set(Document.objects.filter(project=spoken).values_list("pk", flat=True)) == kept
    assert erasure.counts["documents"] == len(ids)
    assert len(erasure.hashes) == len(ids)
    assert Pair.objects.filter(project=spoken).count() == 1


def test_nothing_is_left_on_a_site_that_the_project_was_moved_to(
    spoken: Project, admin: User, bitext: Pair, talk: Pair, tmp_path: Path
) -> None:
    """What is frozen names pairs and documents by the ids of the site that froze it, which mean others here: one that
    the project came from, or one before that."""
    task = rated(spoken)
    task.samples.filter(group="set 0").update(pair=bitext, group=f"Heard {WORD}")
    task.samples.filter(group="set 1").update(document=talk.target, group=f"Read {WORD}")
    frozen = make_release(set_of_all(spoken, "Said"), FORMS, rating_tasks=[task.pk])
    texts, pairs = list(Document.objects.values_list("pk", flat=True)), list(Pair.objects.values_list("pk", flat=True))
    n_rows = frozen.rows.count()
    moved = spoken
    for is_last in (False, True):
        archive = export(moved)
        leave(moved)
        files = set(files_with(WORD))
        for name in files:
            (Path(settings.MEDIA_ROOT) / name).unlink()
        strangers = _strangers(texts, pairs) if is_last else []
        admin.save()
        moved = import_(archive, tmp_path, admin, name=f"Moved {is_last}").project
        later = make_release(TestSet.objects.get(project=moved, name="Said"), FORMS)
    assert later.changes == {"added": 0, "removed": 0, "changed": 0, "same": n_rows}
    kept = Document.objects.filter(project=moved, title__in=["Pauses", "Pauses talk"])
    ids = list(Document.objects.filter(project=moved).exclude(pk__in=kept).values_list("pk", flat=True))
    released = Release.objects.get(test_set__project=moved, sha256=frozen.sha256)
    of_project = set(Pair.objects.filter(project=moved).values_list("pk", flat=True))
    assert set() < set(pairs_of_release(released)) <= of_project
    assert {talk.here for talk in gold_talks(released)} <= of_project
    seen = foreseen(scope_of(moved, documents=ids))
    assert {each["id"]: each["n_rows"] for each in seen["releases"]}[released.pk] == n_rows
    tmp_path.joinpath("archive.zip").unlink()

    erasure = carry_out(ask(moved, documents=ids))

    assert erasure.state == "done", erasure.error
    assert tables_with(WORD) == []
    assert files_with(WORD) == []
    assert not TrainingSet.objects.made().filter(project=moved).exists()
    released.refresh_from_db()
    (of_task,) = orjson.loads(released.manifest)["ratings"]
    assert ([each["name"] for each in of_task["sets"]], of_task["n_sets_erased"]) == (
        [f"set {n}" for n in range(2, 6)],
        2,
    )
    tombstone = released.erasures.latest("number")
    assert (tombstone.sha256, tombstone.n_rows, tombstone.reason) == (frozen.sha256, n_rows, "At the speaker's request")
    assert all(type(each).objects.filter(pk=each.pk).exists() for each in strangers)


def _strangers(texts: list[int], pairs: list[int]) -> list[Any]:
    """Texts and pairs of another project with the ids that those of the moved one had."""
    other = Project.objects.create(slug="strangers", name="Strangers")
    documents = [
        Document.objects.create(pk=pk, project=other, kind="transcript", title=f"Stranger {pk}", importer="x")
        for pk in texts
    ]
    couples = itertools.pairwise(documents)
    return documents + [
        Pair.objects.create(pk=pk, project=other, kind="bitext", title="Strangers", source=one, target=next_one)
        for pk, (one, next_one) in zip(pairs, couples, strict=False)
    ]
