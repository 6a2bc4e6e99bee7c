"""What the slides of a deck say, block by block, as it was read and as people corrected it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotator.platform.models.work import CANCELLED, FAILED, QUEUED, RUNNING, CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class SlideTextState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Running"
    DONE = "done", "Done"
    FAILED = FAILED, "Failed"
    CANCELLED = CANCELLED, "Cancelled"


class SlideTextJob(models.TextChoices):
    READ = "read", "Reading pages"
    STORE = "store", "Storing the next version"


class ReadPictures(models.TextChoices):
    """Which pages are read from their pictures."""

    NONE = "none", "None"
    MISSING = "missing", "Those without text"
    ALL = "all", "All"


class SlideText(CancellableWork):
    """The slide text of a deck, and the work for a worker on it: `job` says which.

    What a cancelled or failed reading has read stays, and the next one goes on after it. `options` are those of the
    rules (`decks.slide_text.options`), `pictures` says which pages are read from theirs. Once its text is
    stored, it belongs to the deck's new version, whose pages are the same.
    """

    TASK = Task("slide_text", LONG, limit=12 * HOUR)
    SHARED_BY = "document__project"

    document = models.OneToOneField("annotator.Document", models.CASCADE, related_name="slide_text")
    job = models.CharField(max_length=10, choices=SlideTextJob.choices, default=SlideTextJob.READ)
    pictures = models.CharField(max_length=10, choices=ReadPictures.choices, default=ReadPictures.MISSING)
    options = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=SlideTextState.choices, default=SlideTextState.QUEUED)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=SlideTextState.values), name="state_of_slide_text_is_known"),
            models.CheckConstraint(condition=Q(job__in=SlideTextJob.values), name="job_of_slide_text_is_known"),
            models.CheckConstraint(
                condition=Q(pictures__in=ReadPictures.values), name="pictures_of_slide_text_are_known"
            ),
        ]

    def __str__(self) -> str:
        return f"slide text of {self.document_id}"

    def begin(self, job: SlideTextJob, **fields: object) -> bool:
        """Have it wait for a worker; False while one is at it."""
        won = self._only(~Q(state__in=self.LIVE)).update(
            state=SlideTextState.QUEUED, job=job, claim=None, heartbeat_at=Now(), attempts=0, progress=0,
            message="Waiting for a worker", error="", finished_at=None, **fields,
        )  # fmt: skip
        self.refresh_from_db()
        return bool(won)


class SlidePage(models.Model):
    """What one page says.

    `lines` are as they were read, and never change: ``[source, kind, confidence, text, points]``, with the source
    ``pdf``, ``deck`` or ``ocr`` and points in pixels of a picture of `width` by `height`; null where they are not
    known. More are added when more is read. `blocks` are what they make: paragraphs, in reading order
    (`decks.slide_text.blocks`).

    revision : counts what changed the blocks; whoever saves names the one that they have. read_from : which sources
    were read. shows : the page that this one is a step of, which has all of its text and is kept in its place; null for
    that one itself. nearest, value : what it was compared with, and how far that is. is_opened : by a person, as a
    slide of its own. problem : why something could not be read. figures : counts for the list of pages.
    """

    slide_text = models.ForeignKey(SlideText, models.CASCADE, related_name="pages", db_index=False)
    page = models.PositiveIntegerField()
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    lines = models.JSONField(default=list)
    blocks = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=0)
    read_from = models.JSONField(default=list)
    shows = models.PositiveIntegerField(null=True)
    nearest = models.PositiveIntegerField(null=True)
    value = models.FloatField(null=True)
    is_opened = models.BooleanField(default=False)
    is_ordered = models.BooleanField(default=False, help_text="A person has put its blocks in order.")
    problem = models.CharField(max_length=300, blank=True)
    figures = models.JSONField(default=dict)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(null=True, help_text="When a person last changed it.")
    checked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    checked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["slide_text", "page"]
        constraints = [
            models.UniqueConstraint(fields=["slide_text", "page"], name="one_slide_text_per_page"),
            models.CheckConstraint(condition=Q(page__gt=0), name="slide_text_is_of_a_page"),
        ]

    def __str__(self) -> str:
        return f"page {self.page} of {self.slide_text_id}"
