"""Pictures of the pages of a deck: drawn from its PDF or from what is sent, served to who may read the deck."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, OperationalError, connection, transaction
from PIL import Image
from rest_framework.test import APIClient

from annotator.corpus.document_removal import remove_document
from annotator.decks import pictures as verbs
from annotator.importers import pictures as drawing
from annotator.importers import sandbox
from annotator.importers.base import DrawnPage
from annotator.importers.pictures import open_pages
from annotator.models import ActivityEntry, DeckPictures, Document, DocumentKind, PagePicture, Pair, Project, Role
from annotator.platform.errors import Conflict, ServiceError, StoreUnavailable
from annotator.site.project_removal import remove_project
from tests import world
from tests.annotator.connections import elsewhere
from tests.annotator.corpus.importing.api import commit, stage
from tests.annotator.importers.hostile_decks import HOSTILE, deck, frame, packed
from tests.annotator.shared import do_task

ClientOf = Callable[[User], APIClient]


@pytest.fixture(autouse=True)
def own_files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture(autouse=True)
def in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are drawn small and without a child, but by tests that say in their names that they take it."""
    if "in_a_child" not in request.node.name:
        draw_in_process(monkeypatch)


def draw_in_process(patch: pytest.MonkeyPatch) -> None:
    opened: dict[sandbox.Reader, Any] = {}

    def open_it(self: sandbox.Reader, data: bytes, name: str) -> int:
        opened[self] = open_pages(data, name, self.limits.max_pages)
        return int(opened[self].n)

    patch.setattr(drawing, "PICTURE_PIXELS", 320)
    patch.setattr(drawing, "THUMBNAIL_PIXELS", 64)
    patch.setattr(sandbox.Reader, "open_pages", open_it)
    patch.setattr(sandbox.Reader, "draw", lambda self, number: opened[self].draw(number))


@pytest.fixture
def slides(project: Project) -> Document:
    """A deck read from a PDF, whose third page has no text."""
    document = world.make_document(project, "Tides", ["Tides\nWe hear water.", "Methods", " "], kind="slides")
    document.importer = "pdf-slides"
    document.metadata = {"pages": 3}
    document.source_name = "tides.pdf"
    document.source_file.save("tides.pdf", ContentFile(deck()))
    return document


@pytest.fixture
def pptx(project: Project) -> Document:
    """A deck that was read from a PowerPoint file."""
    document = world.make_document(project, "Moor", ["Moor", "Buoys"], kind="slides")
    document.importer, document.metadata = "pptx", {"pages": 2}
    document.save()
    return document


@pytest.fixture
def client(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


def pages(client: APIClient, document: Document) -> Any:
    return client.get(f"/api/v1/documents/{document.pk}/pages/").json()


def send(client: APIClient, document: Document, *files: tuple[str, bytes]) -> Any:
    sent = [SimpleUploadedFile(name, data, content_type="text/html") for name, data in files]
    return client.post(f"/api/v1/documents/{document.pk}/pictures/", {"files": sent}, format="multipart")


def stored(folder: Path) -> set[str]:
    """The kinds of files there are, beside those that decks were read from."""
    return {path.suffix for path in folder.rglob("*") if path.is_file() and "sources" not in path.parts}


def make(document: Document, *files: tuple[str, bytes]) -> DeckPictures:
    sent = [SimpleUploadedFile(name, data) for name, data in files]
    made = verbs.request_pictures(document=document, user=None, files=sent)
    do_task("draw_pages", made.pk)
    made.refresh_from_db()
    return made


def test_pages_of_a_pdf_are_drawn_once_it_is_imported_in_a_child(
    client: APIClient, project: Project, queued: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    batch = stage(client, project, ("talk.pdf", deck()))
    with django_capture_on_commit_callbacks(execute=True):
        commit(client, batch)
    document = Document.objects.get()
    waiting = pages(client, document)
    assert waiting["pictures"]["state"] == "queued"
    assert [page["missing"] for page in waiting["pages"]] == [["picture"], ["picture"], ["picture", "text"]]
    do_task(*queued[-1])
    listed = pages(client, document)
    assert (listed["pictures"]["state"], listed["pictures"]["name"]) == ("done", "talk.pdf")
    assert [page["missing"] for page in listed["pages"]] == [[], [], ["text"]]
    first = listed["pages"][0]
    assert (first["number"], first["position"], first["title"]) == (1, 0, "Tides")
    assert (first["width"], first["height"], first["text_length"]) == (1600, 1000, len("Tides\nWe hear water."))


def test_pictures_are_sent_as_webp_and_may_be_kept(client: APIClient, slides: Document) -> None:
    make(slides)
    page = pages(client, slides)["pages"][1]
    for address, width in ((page["picture"], 320), (page["thumbnail"], 64)):
        answer = client.get(address)
        assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")
        assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
        assert {"Cookie", "Authorization"} <= set(answer["Vary"].split(", "))
        assert Image.open(io.BytesIO(answer.getvalue())).width == width
        again = client.get(address, HTTP_IF_NONE_MATCH=answer["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        # An address without its version is that of whatever there is now.
        assert client.get(address.partition("?")[0])["Cache-Control"] == "private, no-cache"
    assert client.get(f"/api/v1/documents/{slides.pk}/pages/4/picture/").status_code == 404


def test_who_may_see_and_send_pictures(
    slides: Document, person: Callable[..., User], client_of: ClientOf, talk: Pair
) -> None:
    make(slides)
    address = f"/api/v1/documents/{slides.pk}/"
    for role in (Role.ANNOTATOR, Role.VIEWER, Role.ADJUDICATOR):
        client = client_of(person(role))
        assert client.get(f"{address}pages/").status_code == 200
        assert client.get(f"{address}pages/1/thumbnail/").status_code == 200
        assert send(client, slides, ("a.pdf", deck())).status_code == 403
        assert client.delete(f"{address}pictures/").status_code == 403
    outsider = client_of(person(None))
    for path in ("pages/", "pages/1/picture/", "pages/1/thumbnail/"):
        assert outsider.get(address + path).status_code == 404
        assert APIClient().get(address + path).status_code == 401
    assert send(outsider, slides, ("a.pdf", deck())).status_code == 404
    admin = client_of(person(Role.ADMIN))
    assert admin.get(f"/api/v1/documents/{talk.target_id}/pages/").status_code == 404, "it is no deck"


def test_a_pdf_or_frames_beside_a_powerpoint_file(
    client: APIClient, pptx: Document, own_files: Path, django_capture_on_commit_callbacks: Any
) -> None:
    listed = pages(client, pptx)
    assert (listed["pictures"], listed["can_be_drawn"]) == (None, False)
    assert client.post(f"/api/v1/documents/{pptx.pk}/pictures/").status_code == 400
    for files in (
        [("moor.pdf", deck(2))],
        [("moor.zip", packed({"1.png": frame(), "2.png": frame()}))],
        [("2.jpg", frame(form="JPEG")), ("10.png", frame())],
    ):
        with django_capture_on_commit_callbacks(execute=True):
            answer = send(client, pptx, *files)
            assert (answer.status_code, answer.json()["pictures"]["state"]) == (201, "queued"), answer.content
            do_task("draw_pages", DeckPictures.objects.latest("pk").pk)
        assert [page["missing"] for page in pages(client, pptx)["pages"]] == [[], []]
        assert stored(own_files) == {".webp"}, "what was sent goes"
        assert len(list(own_files.rglob("*.webp"))) == 4
    assert DeckPictures.objects.get().name == "2 frames"


@pytest.mark.parametrize("case", [*HOSTILE, "another number of pages"])
def test_what_is_refused_is_said_and_leaves_nothing(
    pptx: Document, own_files: Path, case: str, client: APIClient, django_capture_on_commit_callbacks: Any
) -> None:
    name, content, words = HOSTILE.get(case, ("moor.pdf", deck, "moor.pdf has 3 pages; expected 2, one for each page"))
    with django_capture_on_commit_callbacks(execute=True):
        make(pptx, ("old.zip", packed({"1.png": frame(), "2.png": frame()})))
    before = {path.name for path in own_files.rglob("*.webp")}
    answer = send(client, pptx, (name, content()))
    if answer.status_code == 400:  # by its first bytes or its name
        assert name in answer.json()["detail"]
    else:
        with django_capture_on_commit_callbacks(execute=True):
            do_task("draw_pages", DeckPictures.objects.latest("pk").pk)
        shown = pages(client, pptx)["pictures"]
        counted = "has 1 page" in shown["error"]
        assert shown["state"] == "failed"
        assert words in shown["error"] or counted
    assert {path.name for path in own_files.rglob("*.webp")} == before
    assert stored(own_files) == {".webp"}
    assert [page["missing"] for page in pages(client, pptx)["pages"]] == [[], []], "the old ones stay"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ([("a.pptx", packed({"ppt/presentation.xml": b""}))], "a.pptx can’t be drawn here. Save the slides as a PDF"),
        ([("a.svg", b"<svg/>")], "a.svg is not a PDF, a zip of frames"),
        ([("1.png", frame()), ("a.pdf", deck())], "a.pdf is no frame"),
        ([("1.png", frame()), ("1.png", frame())], "Two frames are named 1.png"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_once(
    client: APIClient, pptx: Document, files: Any, words: str, own_files: Path
) -> None:
    answer = send(client, pptx, *files)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "files")
    assert words in answer.json()["detail"]
    assert not DeckPictures.objects.exists()
    assert stored(own_files) == set()


def test_they_are_not_larger_than_the_site_takes(client: APIClient, pptx: Document, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 1500
    answer = send(client, pptx, *((f"{n}.png", frame()) for n in range(9)))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_one_set_is_made_at_a_time(slides: Document) -> None:
    verbs.request_pictures(document=slides, user=None)
    with pytest.raises(Conflict, match="are being made"):
        verbs.request_pictures(document=slides, user=None)
    with pytest.raises(IntegrityError, match="a_deck_gets_one_set_of_pictures"), transaction.atomic():
        DeckPictures.objects.create(document=slides, name="x")


class Killed(BaseException):
    """As if the process had ended."""


def _killed_at(page: int, patch: pytest.MonkeyPatch) -> None:
    draw = sandbox.Reader.draw

    def draw_until(self: sandbox.Reader, number: int) -> DrawnPage:
        if number == page:
            raise Killed
        return draw(self, number)

    patch.setattr(sandbox.Reader, "draw", draw_until)


def test_a_killed_worker_leaves_what_it_made_and_the_next_goes_on(
    client: APIClient, slides: Document, own_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = verbs.request_pictures(document=slides, user=None)
    with monkeypatch.context() as patch:
        _killed_at(3, patch)
        with pytest.raises(Killed):
            do_task("draw_pages", made.pk)
    assert [page["missing"] for page in pages(client, slides)["pages"]] == [[], [], ["picture", "text"]]
    assert pages(client, slides)["pictures"]["state"] == "running"
    # Half a page, as a kill in the middle leaves it.
    (own_files / made.folder / "0003-picture-dead.webp").write_bytes(b"half")
    DeckPictures.objects.update(heartbeat_at="2020-01-01T00:00Z")
    drawn: list[int] = []
    draw = sandbox.Reader.draw
    monkeypatch.setattr(sandbox.Reader, "draw", lambda self, number: (drawn.append(number), draw(self, number))[1])
    do_task("draw_pages", made.pk)
    assert drawn == [3], "the others are there"
    assert pages(client, slides)["pictures"]["state"] == "done"
    named = {Path(name).name for names in PagePicture.objects.values_list("picture", "thumbnail") for name in names}
    assert {path.name for path in own_files.rglob("*.webp")} == named


def test_a_worker_lost_too_often_leaves_nothing(
    slides: Document, own_files: Path, settings: Any, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    settings.MAX_ATTEMPTS = 1
    made = verbs.request_pictures(document=slides, user=None)
    _killed_at(2, monkeypatch)
    with pytest.raises(Killed):
        do_task("draw_pages", made.pk)
    DeckPictures.objects.update(heartbeat_at="2020-01-01T00:00Z")
    with django_capture_on_commit_callbacks(execute=True):
        do_task("draw_pages", made.pk)
    made.refresh_from_db()
    assert (made.state, made.error) == ("failed", "Its worker was lost 1 times. The deck may need more memory.")
    assert not PagePicture.objects.exists()
    assert stored(own_files) == set()


def test_pictures_that_are_cancelled_or_removed_go_with_their_files(
    client: APIClient, slides: Document, own_files: Path, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    address = f"/api/v1/documents/{slides.pk}/pictures/"
    with django_capture_on_commit_callbacks(execute=True):
        make(slides)
        send(client, slides, ("new.pdf", deck()))
        newer = DeckPictures.objects.latest("pk")
        draw = sandbox.Reader.draw

        def cancelled_meanwhile(self: sandbox.Reader, number: int) -> DrawnPage:
            if number == 2:
                assert client.delete(address).status_code == 200
            return draw(self, number)

        with monkeypatch.context() as patch:
            patch.setattr(sandbox.Reader, "draw", cancelled_meanwhile)
            do_task("draw_pages", newer.pk)
    assert pages(client, slides)["pictures"]["state"] == "done", "of the old ones, which stay"
    assert len(list(own_files.rglob("*.webp"))) == 6
    assert stored(own_files) == {".webp"}
    with django_capture_on_commit_callbacks(execute=True):
        assert client.delete(address).json()["pictures"] is None
    assert stored(own_files) == set()
    assert slides.units.count() == 3


def test_a_store_that_is_away_puts_the_work_off(slides: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    made = verbs.request_pictures(document=slides, user=None)

    def away(*_: Any) -> None:
        raise StoreUnavailable("The store does not answer.")

    with monkeypatch.context() as patch:
        patch.setattr("annotator.decks.pictures.default_storage.save", away)
        do_task("draw_pages", made.pk)
    made.refresh_from_db()
    assert made.state == "queued"
    assert "back in the queue" in made.message


def test_the_files_of_pictures_go_with_the_document_and_the_project(
    project: Project, slides: Document, pptx: Document, own_files: Path, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        make(slides, ("d.pdf", deck()))
        make(pptx, ("d.pdf", deck(2)))
    verbs.request_pictures(document=pptx, user=None, files=[SimpleUploadedFile("waits.pdf", deck(2))])
    with django_capture_on_commit_callbacks(execute=True):
        remove_document(slides)
    assert len(list(own_files.rglob("*.webp"))) == 4
    assert len(list(own_files.rglob("uploads/**/pages"))) == 1
    with django_capture_on_commit_callbacks(execute=True):
        remove_project(project)
    assert [path for path in own_files.rglob("*") if path.is_file()] == []


def test_only_decks_have_pictures(slides: Document) -> None:
    assert slides.kind == DocumentKind.SLIDES
    slides.importer = "pptx"
    with pytest.raises(ServiceError, match="was not read from a PDF"):
        verbs.request_pictures(document=slides, user=None)


@pytest.mark.parametrize("whole", ["document", "project"])
def test_what_a_killed_worker_stored_without_a_row_goes_too(
    slides: Document, own_files: Path, whole: str, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    made = verbs.request_pictures(document=slides, user=None)
    with monkeypatch.context() as patch:
        _killed_at(2, patch)
        with pytest.raises(Killed):
            do_task("draw_pages", made.pk)
    (own_files / made.folder / "0002-picture-dead.webp").write_bytes(b"RIFF")
    with django_capture_on_commit_callbacks(execute=True):
        if whole == "document":
            remove_document(slides)
        else:
            remove_project(slides.project)
    assert stored(own_files) == set()


@pytest.mark.django_db(transaction=True)
def test_a_deck_can_be_deleted_while_a_worker_stores_a_page(
    slides: Document, own_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = verbs.request_pictures(document=slides, user=None)
    late: list[str] = []

    def store_page() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '50ms'")
            PagePicture.objects.create(pictures=made, page=1, width=1, height=1, sha256="0" * 64)

    def meanwhile(execute: Any, sql: str, *args: Any) -> Any:
        if sql.startswith('DELETE FROM "annotator_deckpictures"'):
            try:
                elsewhere(store_page)
            except OperationalError as error:
                late.append(str(error))
        return execute(sql, *args)

    with connection.execute_wrapper(meanwhile):
        remove_document(slides)
    assert "lock timeout" in late[0]
    assert not PagePicture.objects.exists()


def test_what_is_not_there_is_not_said_to_be_removed(client: APIClient, slides: Document) -> None:
    make(slides)
    for _ in range(2):
        assert client.delete(f"/api/v1/documents/{slides.pk}/pictures/").status_code == 200
    assert ActivityEntry.objects.filter(verb="pictures_removed").count() == 1


def test_an_address_without_a_version_is_of_a_whole_set(
    client: APIClient, slides: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Page 1 of the next set is stored, and the others are not yet."""
    make(slides)
    before = client.get(f"/api/v1/documents/{slides.pk}/pages/1/picture/")["ETag"]
    newer = verbs.request_pictures(
        document=slides, user=None, files=[SimpleUploadedFile("f.zip", packed({f"{n}.png": frame() for n in "123"}))]
    )
    _killed_at(2, monkeypatch)
    with pytest.raises(Killed):
        do_task("draw_pages", newer.pk)
    assert newer.pages.count() == 1
    assert client.get(f"/api/v1/documents/{slides.pk}/pages/1/picture/")["ETag"] == before


def test_frames_are_measured_as_they_are_sent_on(
    client: APIClient, pptx: Document, own_files: Path, settings: Any
) -> None:
    """The archive of the frames is larger than they are; what was read of it would have been no archive."""
    frames = [("1.png", frame()), ("2.png", frame())]
    settings.MAX_UPLOAD_BYTES = sum(len(data) for _, data in frames)
    answer = send(client, pptx, *frames)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert stored(own_files) == set()


def test_a_picture_whose_file_is_gone_is_not_there(client: APIClient, slides: Document, own_files: Path) -> None:
    """Somebody removed the pictures between two lines of the request."""
    make(slides)
    for path in own_files.rglob("*.webp"):
        path.unlink()
    assert client.get(f"/api/v1/documents/{slides.pk}/pages/1/picture/").status_code == 404


@pytest.mark.parametrize("number", [0, 10**9, 10**10, 10**30])
def test_pages_that_no_deck_has_are_not_there(client: APIClient, slides: Document, number: int) -> None:
    assert client.get(f"/api/v1/documents/{slides.pk}/pages/{number}/picture/").status_code == 404
    assert client.get(f"/api/v1/documents/{10**30}/pages/").status_code == 404


def test_pages_say_which_step_of_a_slide_they_are(client: APIClient, project: Project) -> None:
    texts = [
        "Origins\nEvery silence has two", "Origins\nEvery silence has two\nInside a clause: short",
        "Origins\nEvery silence has two\nInside a clause: short\nAt its end: long", " ",
        "沈黙の由来\n文の中では短い沈黙", "沈黙の由来\n文の中では短い沈黙\n文末では長い", "Results",
    ]  # fmt: skip
    document = world.make_document(project, "Origins", texts, kind="slides")
    steps = [(page["number"], page["step"], page["n_steps"]) for page in pages(client, document)["pages"]]
    assert steps == [(1, 1, 3), (2, 2, 3), (3, 3, 3), (4, 1, 1), (5, 1, 2), (6, 2, 2), (7, 1, 1)]
