"""Pictures of a deck's pages: asked for, made by a worker, and taken away.

How and why so: docs/decisions/deck-pictures.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import IO, TYPE_CHECKING, Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import default_storage
from django.db import transaction

from alignment.types import Cancelled
from annotator.corpus.importing.archives import source_of
from annotator.decks.pages import FROM_SLIDE_TEXT, n_pages
from annotator.decks.uploads import Kind, as_one, head_of, is_frame
from annotator.importers import sandbox
from annotator.importers.base import DrawnPage, Refused
from annotator.models import DeckPictures, Document, PagePicture, PicturesState
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.files import delete_folder, delete_later, forget_upload
from annotator.platform.work import Heartbeat, enqueue, perform

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: The importer whose files can be drawn.
_PDF_DECKS = "pdf-slides"


def can_be_drawn(document: Document) -> bool:
    """Whether a deck was read from a file that has pictures: a PDF. PowerPoint files have none."""
    return document.importer == _PDF_DECKS and bool(document.source_file)


def request_pictures(*, document: Document, user: User | None, files: Sequence[File[Any]] = ()) -> DeckPictures:
    """Have a worker make pictures of a deck's pages, in the place of those there are once all are made.

    files : a PDF, a zip of frames, or frames; none of them to draw the file that the deck was read from.
    Raises ServiceError for other files and where there is none to draw, TooLarge, and Conflict while pictures of the
    deck are being made.
    """
    if not files:
        if not can_be_drawn(document):
            raise ServiceError("This deck was not read from a PDF. Send a PDF or frames.", field="files")
        return _request(document, user, document.source_name or "the deck", None)
    with as_one(files, _kind_of, expected="one PDF, one zip, or frames") as (name, file):
        return _request(document, user, name, file)


def request_copies(document: Document) -> None:
    """Have a worker copy the pictures of the version before, whose pages are the same; nothing where it has none."""
    before = _before(document)
    if before is not None:
        _request(document, document.imported_by, before.name, None)


def _before(document: Document) -> DeckPictures | None:
    """The pictures that a deck has from the version before, where its text alone is new."""
    if document.importer != FROM_SLIDE_TEXT or document.previous_id is None:
        return None
    return DeckPictures.objects.filter(document=document.previous_id, state=PicturesState.DONE).first()


def _request(document: Document, user: User | None, name: str, file: IO[bytes] | None) -> DeckPictures:
    upload = ""
    try:
        with transaction.atomic():
            Document.objects.select_for_update(no_key=True).get(pk=document.pk)
            others = DeckPictures.objects.filter(document=document).exclude(state=PicturesState.DONE)
            if others.live().exists():
                raise Conflict("The pictures of this deck are being made. Wait until they are done, or cancel that.")
            _remove(others)
            pictures = DeckPictures(document=document, name=name[:255], created_by=user)
            if file is not None:
                pictures.upload.save("pages", File(file), save=False)
                upload = str(pictures.upload.name)
            pictures.save()
            enqueue(pictures)
            if file is not None:
                _note("pictures_added", document, detail=name[:255])
    except BaseException:
        if upload:
            default_storage.delete(upload)
        raise
    return pictures


def remove_pictures(document: Document) -> None:
    """Stop making pictures of a deck; where none are being made, remove those there are."""
    with transaction.atomic():
        Document.objects.select_for_update(no_key=True).get(pk=document.pk)
        pictures = DeckPictures.objects.filter(document=document)
        under_way = pictures.live()
        if under_way.exists():
            _remove(under_way)
        elif _remove(pictures):
            _note("pictures_removed", document)


def _remove(found: Any) -> bool:
    """Whether there were any."""
    rows = list(found.select_for_update())  # what a worker has just finished is no longer among those being made
    return bool(DeckPictures.objects.filter(pk__in=[pictures.pk for pictures in rows]).delete()[0])


def delete_files(pictures: DeckPictures) -> None:
    """Delete what is stored of pictures whose row is about to go, by itself or with its deck or project: also what a
    killed worker has stored without a row.

    The row is locked, so that no worker stores another page that would name it.
    """
    list(DeckPictures.objects.select_for_update().filter(pk=pictures.pk).values_list("pk"))
    delete_later([str(pictures.upload.name or "")])
    transaction.on_commit(partial(delete_folder, pictures.folder), robust=True)


def _note(verb: str, document: Document, detail: str = "") -> None:
    note(verb, project=document.project, kind="document", pk=document.pk, name=document.title, detail=detail)


def _kind_of(file: File[Any]) -> Kind:
    """By its first bytes alone: what is in it is for the sandbox to see. Raises ServiceError for any other file."""
    head = head_of(file)
    if is_frame(head):
        return "frame"
    if str(file.name).lower().endswith((".pptx", ".ppt", ".odp", ".key")):
        raise ServiceError(f"{file.name} can’t be drawn here. Save the slides as a PDF and send that.", field="files")
    if b"%PDF-" in head or head.startswith(b"PK"):
        return "whole"
    raise ServiceError(f"{file.name} is not a PDF, a zip of frames, or a PNG or JPEG frame.", field="files")


def execute(pk: int) -> None:
    """Make pictures in a worker."""
    pictures = DeckPictures.objects.select_related("document__project").filter(pk=pk).first()
    if pictures is not None:
        perform(pictures, partial(_make, pictures), noun="deck", failed=partial(_discard, pictures))


def _make(pictures: DeckPictures, heartbeat: Heartbeat) -> None:
    """Page by page; those that a lost worker has made stay."""
    delete_folder(pictures.folder, keep=_names_of(pictures))
    made = set(pictures.pages.values_list("page", flat=True))
    if not pictures.upload and not can_be_drawn(pictures.document):
        _copy(pictures, made, heartbeat)
    else:
        _draw(pictures, made, heartbeat)
    with transaction.atomic():
        _remove(DeckPictures.objects.filter(document=pictures.document_id).exclude(pk=pictures.pk))
        heartbeat.finish(PicturesState.DONE, progress=1.0, message="")
        forget_upload(pictures)


def _copy(pictures: DeckPictures, made: set[int], heartbeat: Heartbeat) -> None:
    before = _before(pictures.document)
    if before is None:
        raise ServiceError(
            f"The pictures of the version before {pictures.document.title} are gone. Send a PDF or frames."
        )
    pages = list(before.pages.all())
    for number, page in enumerate(pages, start=1):
        if page.page in made:
            continue
        heartbeat.progress(number / len(pages), f"Copying page {page.page}")
        with page.picture.open("rb") as picture, page.thumbnail.open("rb") as thumbnail:
            drawn = DrawnPage(picture.read(), thumbnail.read(), page.width, page.height)
        _store(pictures, page.page, drawn, number / len(pages))


def _draw(pictures: DeckPictures, made: set[int], heartbeat: Heartbeat) -> None:
    expected = n_pages(pictures.document)
    heartbeat.progress(len(made) / max(expected, 1), f"Opening {pictures.name}")
    limits = sandbox.Limits(file_megabytes=settings.MAX_UPLOAD_BYTES // 1_000_000 + 1, max_pages=settings.MAX_PAGES)
    try:
        with sandbox.Reader(limits) as reader:
            n = reader.open_pages(_content_of(pictures), pictures.name)
            if n != expected:
                pages = f"{n} page{'s' * (n != 1)}"
                raise ServiceError(f"{pictures.name} has {pages}; expected {expected}, one for each page of the deck.")
            for page in range(1, n + 1):
                if page not in made:
                    heartbeat.progress((page - 1) / n, f"Drawing page {page} of {n}")
                    _store(pictures, page, reader.draw(page), page / n)
    except Refused as refusal:
        raise ServiceError(f"{refusal}.") from None


def _content_of(pictures: DeckPictures) -> bytes:
    opened: Any = pictures.upload.open("rb") if pictures.upload else source_of(pictures.document)[0]
    try:
        return bytes(opened.read(settings.MAX_UPLOAD_BYTES + 1))  # the sandbox refuses what is larger
    finally:
        opened.close()


def _store(pictures: DeckPictures, page: int, drawn: DrawnPage, share: float) -> None:
    """Keep a page, if the work is still ours. What a crash leaves unnamed, the next attempt deletes."""
    names: list[str] = []
    try:
        for kind, content in (("picture", drawn.picture), ("thumbnail", drawn.thumbnail)):
            # With the claim in its name, so that a worker that is late takes no file of the one that goes on.
            name = f"{pictures.folder}/{page:04}-{kind}-{pictures.claim}.webp"
            names.append(default_storage.save(name, ContentFile(content)))
        with transaction.atomic():
            if not pictures.keep(progress=share):
                raise Cancelled
            PagePicture.objects.create(
                pictures=pictures,
                page=page,
                picture=names[0],
                thumbnail=names[1],
                width=drawn.width,
                height=drawn.height,
                sha256=hashlib.sha256(drawn.picture).hexdigest(),
            )
    except Cancelled:
        for name in names:
            default_storage.delete(name)
        raise


def _names_of(pictures: DeckPictures) -> set[str]:
    return {name for names in pictures.pages.values_list("picture", "thumbnail") for name in names}


def _discard(pictures: DeckPictures) -> None:
    """Of what failed only the sentence stays that says why."""
    forget_upload(pictures)
    transaction.on_commit(partial(delete_folder, pictures.folder), robust=True)
    pictures.pages.all().delete()
