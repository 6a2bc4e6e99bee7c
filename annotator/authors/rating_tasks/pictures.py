"""Pictures that samples stand beside: one for each set, drawn anew in the sandbox or copied from a slide's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from annotator.authors.rating_tasks.tasks import NO_PICTURES, check_unrated, locked
from annotator.importers import sandbox
from annotator.importers.base import DrawnPage, Refused
from annotator.models import Medium, PagePicture, RatingPicture, RatingSample, RatingTask
from annotator.platform.errors import Conflict, ServiceError, Unavailable
from annotator.platform.files import delete_later

MOST_PICTURE_BYTES = 20_000_000
PICTURE_TYPE = "image/webp"
_WAIT_SECONDS = 5


def keep_picture(sample: RatingSample, file: IO[bytes], name: str) -> RatingPicture:
    """Keep the picture of a sample's set, in the place of what was there before.

    Raises Conflict once somebody has begun to rate and for a task about sound, ServiceError for what is no PNG, JPEG or
    WebP, or has too many pixels, Unavailable while other files are read.
    """
    if sample.task.medium != Medium.TEXT:
        raise Conflict(f"{name}: {NO_PICTURES}", code="other_medium")
    drawn = _drawn(file.read(MOST_PICTURE_BYTES + 1), name)
    with transaction.atomic():
        task = locked(sample.task)
        check_unrated(task)
        picture = task.pictures.filter(group=sample.group).first() or RatingPicture(task=task, group=sample.group)
        delete_later([str(picture.file.name or "")])
        picture.name = name[-300:]
        _keep(picture, drawn.picture, drawn.width, drawn.height)
    return picture


def _drawn(data: bytes, name: str) -> DrawnPage:
    limits = sandbox.Limits(file_megabytes=MOST_PICTURE_BYTES // 1_000_000, wait_seconds=_WAIT_SECONDS)
    try:
        with sandbox.Reader(limits) as reader:
            return reader.picture(data, name)
    except Refused as refused:
        raise ServiceError(str(refused), code="no_picture", field="file") from None
    except sandbox.Busy as error:
        raise Unavailable("Other files are being read. Try again in a moment.", code="busy") from error


def copy_slides(task: RatingTask, slides: Mapping[str, tuple[int, str]]) -> None:
    """Copy pictures of slides into a task, in the transaction that makes its samples: what raters see stays when the
    deck goes. One that is gone is left out.

    slides : by set, the id of its `PagePicture` and what is read out instead.
    """
    pages = PagePicture.objects.in_bulk([pk for pk, _ in slides.values()])
    for group, (pk, alt) in slides.items():
        page = pages.get(pk)
        if page is None:
            continue
        try:
            with page.picture.open("rb") as file:
                data = file.read()
        except FileNotFoundError:
            continue
        picture = RatingPicture(task=task, group=group, name=f"slide {page.page}", alt=alt[:500])
        _keep(picture, data, page.width, page.height)


def _keep(picture: RatingPicture, data: bytes, width: int, height: int) -> None:
    picture.file = default_storage.save(f"rating-tasks/{uuid4().hex}.webp", ContentFile(data))
    picture.width, picture.height = width, height
    picture.save()
