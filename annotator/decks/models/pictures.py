"""Pictures of the pages of decks."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import CANCELLED, FAILED, QUEUED, RUNNING, CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class PicturesState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Being made"
    DONE = "done", "Done"
    FAILED = FAILED, "Failed"
    CANCELLED = CANCELLED, "Cancelled"


class DeckPictures(CancellableWork):
    """The pictures of a deck's pages, made page by page from one file. Unless all of them can be made, none stays.

    `upload` is that file until they are made and it is deleted; where it is empty, they are drawn from the file that
    the deck was read from. `name` is what the file is called. Beside those that are done, a deck has one set at most:
    being made, or failed.
    """

    TASK = Task("draw_pages", LONG, limit=3 * HOUR)
    SHARED_BY = "document__project"

    document = models.ForeignKey("annotator.Document", models.CASCADE, related_name="pictures")
    upload = models.FileField(upload_to="decks/uploads/%Y/%m/", max_length=300, blank=True)
    name = models.CharField(max_length=255)
    state = models.CharField(max_length=10, choices=PicturesState.choices, default=PicturesState.QUEUED)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["document", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=PicturesState.values), name="state_of_pictures_is_known"),
            models.UniqueConstraint(
                fields=["document"], condition=Q(state=PicturesState.DONE), name="a_deck_has_one_set_of_pictures"
            ),
            models.UniqueConstraint(
                fields=["document"], condition=~Q(state=PicturesState.DONE), name="a_deck_gets_one_set_of_pictures"
            ),
        ]

    def __str__(self) -> str:
        return f"pictures of {self.document_id}, from {self.name}"

    @property
    def folder(self) -> str:
        """Where in the storage its pictures are, and nothing else."""
        return f"decks/{self.document_id}/{self.pk}"


class PagePicture(models.Model):
    """A page as WebP. page : from 1, as in `Unit.page`. width, height : of the picture, in pixels."""

    pictures = models.ForeignKey(DeckPictures, models.CASCADE, related_name="pages", db_index=False)
    page = models.PositiveIntegerField()
    picture = models.FileField(max_length=300)
    thumbnail = models.FileField(max_length=300)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64, help_text="Of the picture.")

    class Meta:
        ordering = ["pictures", "page"]
        constraints = [
            models.UniqueConstraint(fields=["pictures", "page"], name="one_picture_per_page"),
            models.CheckConstraint(condition=Q(page__gt=0, width__gt=0, height__gt=0), name="pictures_have_a_size"),
        ]

    def __str__(self) -> str:
        return f"page {self.page} of {self.pictures_id}"

    @property
    def version(self) -> str:
        """Another one for every other picture."""
        return self.sha256[:16]
