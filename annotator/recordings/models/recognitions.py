"""What recognisers heard in a recording, and what its sound looks like."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import CANCELLED, FAILED, QUEUED, RUNNING, CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class HearingState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Running"
    DONE = "done", "Done"
    FAILED = FAILED, "Failed"
    CANCELLED = CANCELLED, "Cancelled"


class RecognitionOrigin(models.TextChoices):
    DOCUMENT = "document", "The transcript itself"
    FILE = "file", "A file"
    RECOGNISER = "recogniser", "A recogniser of this site"


class Recognition(CancellableWork):
    """What one recogniser heard in the recording of a transcript.

    `words` are ``[text, start_seconds, end_seconds, confidence]``, the last three null where they are not known; one
    document, as it is read and replaced as a whole. `breaks` are the indices of the words that begin a line.
    """

    TASK = Task("recognise", LONG, limit=12 * HOUR)
    SHARED_BY = "document__project"

    document = models.ForeignKey(
        "annotator.Document", models.CASCADE, related_name="recognitions", db_index=False
    )  # the constraint below begins with it
    name = models.CharField(max_length=120)
    origin = models.CharField(max_length=10, choices=RecognitionOrigin.choices)
    recogniser = models.CharField(max_length=60, blank=True)
    upload = models.FileField(upload_to="recognitions/%Y/%m/", max_length=300, blank=True)
    file_name = models.CharField(max_length=255, blank=True)
    words = models.JSONField(default=list)
    breaks = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=HearingState.choices, default=HearingState.QUEUED)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["document", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=HearingState.values), name="state_of_recognition_is_known"),
            models.CheckConstraint(
                condition=Q(origin__in=RecognitionOrigin.values), name="origin_of_recognition_is_known"
            ),
            models.UniqueConstraint(fields=["document", "name"], name="one_recognition_per_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.document_id}"


class SoundPeaks(CancellableWork):
    """How loud the recording of a transcript is, many times a second: what its wave is drawn from.

    `peaks` has one byte for each, 255 the loudest of the recording. `media_name` is the stored file that they are of:
    another recording needs others.
    """

    TASK = Task("measure_sound", limit=HOUR)
    SHARED_BY = "document__project"

    document = models.OneToOneField("annotator.Document", models.CASCADE, primary_key=True, related_name="sound_peaks")
    media_name = models.CharField(max_length=300)
    per_second = models.PositiveSmallIntegerField(default=0)
    seconds = models.FloatField(default=0)
    peaks = models.BinaryField(default=b"")
    state = models.CharField(max_length=10, choices=HearingState.choices, default=HearingState.QUEUED)

    objects = WorkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=HearingState.values), name="state_of_peaks_is_known"),
        ]

    def __str__(self) -> str:
        return f"peaks of {self.document_id}"
