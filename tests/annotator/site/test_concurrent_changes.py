"""Two people at the same things: what each says stays, and files go with the rows that they belong to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection
from kombu.exceptions import OperationalError as QueueIsDown
from rest_framework.test import APIClient

from annotator.corpus import media
from annotator.corpus.document_removal import remove_document
from annotator.corpus.embeddings import store_embeddings
from annotator.corpus.importing import change_file, remove_file
from annotator.corpus.importing.committing import BatchBuilder
from annotator.corpus.importing.report import blank_report
from annotator.models import AlignmentRun, Document, ImportBatch, ImportFile, Invitation, Pair, Project, Review
from annotator.platform.errors import Conflict
from annotator.site.project_removal import remove_project
from tests.annotator.connections import elsewhere
from tests.annotator.corpus.importing.service import VTT, bring

ClientOf = Callable[[User], APIClient]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def files() -> set[str]:
    """All that the storage holds."""
    found, waiting = set(), [""]
    while waiting:
        folder = waiting.pop()
        folders, names = default_storage.listdir(folder)
        waiting += [f"{folder}/{name}".lstrip("/") for name in folders]
        found |= {f"{folder}/{name}".lstrip("/") for name in names}
    return found


@pytest.mark.parametrize(
    ("address", "mine", "theirs"),
    [
        ("projects/{project}/", {"name": "Mine"}, {"description": "theirs"}),
        ("documents/{document}/", {"title": "mine"}, {"speaker": "theirs"}),
        ("pairs/{pair}/", {"title": "mine"}, {"filter_thresholds": {"alpha_least": 0.5}}),
        ("test-sets/{test_set}/", {"name": "mine"}, {"description": "theirs"}),
        ("invitations/{invitation}/", {"closes_at": "2098-01-01T00:00:00Z"}, {"revoked_at": "2026-01-01T00:00:00Z"}),
    ],
)
def test_a_change_of_one_column_leaves_the_others_to_others(
    address: str, mine: Any, theirs: Any, bitext: Pair, talk: Pair, admin: User, client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    rows: dict[str, Any] = {
        "project": bitext.project, "document": bitext.source, "pair": bitext,
        "test_set": bitext.project.test_sets.create(name="T"),
        "invitation": Invitation.objects.create(run=talk.runs.get(), author_name="A", n_sentences=30),
    }  # fmt: skip
    name = address.partition("{")[2].partition("}")[0]
    row = rows[name]
    places = {name: getattr(row, "slug", row.pk)}
    change_between_reading_and_writing(monkeypatch, lambda: type(row).objects.filter(pk=row.pk).update(**theirs))
    answer = client_of(admin).patch(f"/api/v1/{address.format(**places)}", mine)
    assert answer.status_code == 200, answer.content
    for field in (*mine, *theirs):
        stored = type(row).objects.values_list(field, flat=True).get(pk=row.pk)
        said = {**mine, **theirs}[field]
        assert stored == said or stored.isoformat().replace("+00:00", "Z") == said


def test_a_document_that_is_deleted_while_it_is_changed_stays_deleted(
    bitext: Pair, make_document: Any, admin: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    spare = make_document("Spare", ["a"])
    change_between_reading_and_writing(monkeypatch, lambda: Document.objects.filter(pk=spare.pk).delete())
    answer = client_of(admin).patch(f"/api/v1/documents/{spare.pk}/", {"title": "mine"})
    assert (answer.status_code, answer.json()["code"]) == (404, "gone")
    assert not Document.objects.filter(pk=spare.pk).exists()


def change_between_reading_and_writing(monkeypatch: pytest.MonkeyPatch, act: Callable[[], Any]) -> None:
    from rest_framework.serializers import ModelSerializer

    read = ModelSerializer.run_validation

    def validate(self: Any, *args: Any, **kwargs: Any) -> Any:
        given = read(self, *args, **kwargs)
        if self.parent is None:
            act()
        return given

    monkeypatch.setattr(ModelSerializer, "run_validation", validate)


def test_of_two_recordings_at_once_one_stays_and_no_file_is_left_over(bitext: Pair) -> None:
    first, second = (Document.objects.get(pk=bitext.source_id) for _ in range(2))
    media.keep_media(document=first, file=ContentFile(b"ID3 one", name="one.mp3"))
    media.keep_media(document=second, file=ContentFile(b"ID3 two", name="two.mp3"))
    stored = Document.objects.get(pk=bitext.source_id).media_file.name
    assert files() == {stored}
    assert stored == second.media_file.name
    media.set_media_address(first, "https://example.org/talk.mp4")
    assert files() == set()
    assert media.media_url(Document.objects.get(pk=bitext.source_id)) == "https://example.org/talk.mp4"
    media.remove_media(second)
    assert media.media_url(Document.objects.get(pk=bitext.source_id)) is None


@pytest.mark.parametrize("act", ["keep", "address"])
def test_a_recording_stays_where_what_should_take_its_place_is_not_stored(
    bitext: Pair, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    document = bitext.source
    media.keep_media(document=document, file=ContentFile(b"ID3", name="talk.mp3"))
    before, told = files(), document.media_file.name

    def refuse(*_: Any, **__: Any) -> None:
        raise DatabaseError("the connection is lost")

    monkeypatch.setattr(Document, "save", refuse)
    acts: dict[str, Callable[[], None]] = {
        "keep": lambda: media.keep_media(document=document, file=ContentFile(b"ID3 other", name="other.mp3")),
        "address": lambda: media.set_media_address(document, "https://example.org/talk.mp4"),
    }
    with pytest.raises(DatabaseError):
        acts[act]()
    assert files() == before
    assert Document.objects.get(pk=document.pk).media_file.name == told


def with_files(document: Document, source: str | None = None) -> Document:
    document.source_file.name = source or default_storage.save("sources/a.txt", ContentFile(b"a"))
    document.save()
    media.keep_media(document=document, file=ContentFile(b"ID3", name="talk.mp3"))
    embed(document)
    return document


def embed(document: Document) -> None:
    lines = "\n".join(document.units.values_list("text", flat=True)).encode()
    overlaps, vectors = ContentFile(lines, name="o"), ContentFile(b"\0" * 8 * document.units.count(), name="v")
    store_embeddings(document=document, name="laser2", overlaps=overlaps, vectors=vectors, user=None)  # type: ignore[arg-type]


def test_a_documents_files_go_with_it_but_for_one_that_another_came_from(make_document: Any) -> None:
    one = with_files(make_document("one", ["a", "b"]))
    two = with_files(make_document("two", ["c"]), source=one.source_file.name)
    assert len(files()) == 7
    embed(one)
    assert len(files()) == 7, "embeddings that others took the place of are left over"
    remove_document(one)
    assert len(files()) == 4
    assert two.source_file.name in files()
    remove_document(two)
    assert files() == set()


def test_a_projects_files_go_with_it(project: Project, bitext: Pair, talk: Pair) -> None:
    for document in (bitext.source, bitext.target, talk.source):
        with_files(document)
    batch = ImportBatch.objects.create(project=project)
    ImportFile.objects.create(
        batch=batch, name="a", size=1, file=default_storage.save("imports/a.txt", ContentFile(b"a"))
    )
    remove_project(project)
    assert not Review.objects.exists()
    assert files() == set()


def test_a_staged_file_that_two_people_change_keeps_what_both_said(project: Project) -> None:
    batch = ImportBatch.objects.create(project=project)
    made = ImportFile.objects.create(
        batch=batch, name="a.txt", size=1, report=blank_report(), format="text-lines",
        file=default_storage.save("imports/a.txt", ContentFile(b"One line.\n")),
    )  # fmt: skip
    mine, theirs = (ImportFile.objects.get(pk=made.pk) for _ in range(2))
    change_file(theirs, {"language": "de"})
    change_file(mine, {"title": "Mine"})
    assert ImportFile.objects.get(pk=made.pk).options == {"language": "de", "title": "Mine"}
    remove_file(theirs)
    with pytest.raises(Conflict, match="was removed"):
        change_file(mine, {"include": False})
    assert not ImportFile.objects.exists()


def test_a_run_that_the_queue_did_not_take_is_queued_all_the_same(
    bitext: Pair, admin: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(task: str, run: int) -> None:
        raise QueueIsDown("connection refused")

    monkeypatch.setattr("annotator.platform.work.send", refuse)
    answer = client_of(admin).post("/api/v1/runs/", {"pair": bitext.pk, "engine": "lexical"})
    assert (answer.status_code, answer.json()["state"]) == (201, "queued")
    assert AlignmentRun.objects.filter(state="queued").count() == 1


def test_a_project_is_changed_while_an_import_into_it_goes_on(
    project: Project, admin: User, annotator: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = BatchBuilder.build
    told: list[int] = []

    def slowly(self: Any, *args: Any) -> Any:
        result = build(self, *args)

        def meanwhile() -> None:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '2s'")
            client = client_of(admin)
            member = project.memberships.get(user=annotator).pk
            told.append(client.patch(f"/api/v1/projects/{project.slug}/", {"description": "Read."}).status_code)
            url = f"/api/v1/projects/{project.slug}/members/{member}/"
            told.append(client.patch(url, {"role": "adjudicator"}).status_code)

        elsewhere(meanwhile)
        return result

    monkeypatch.setattr(BatchBuilder, "build", slowly)
    bring(project, ("a.vtt", VTT))
    assert told == [200, 200]
