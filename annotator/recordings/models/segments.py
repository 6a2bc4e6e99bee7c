"""Where recordings are cut into segments, and the files of their clips."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task
from annotator.recordings.models.recognitions import HearingState


class TranscriptSegments(models.Model):
    """Where the recording of a transcript is cut.

    `segments` are ``[start, end]`` in seconds, with a third value, true, where a person has set or confirmed it; they
    ascend and do not overlap. What is between two of them is silence, or left out. One document, because it is read and
    replaced as a whole. `rules` are those that it was cut by last. `changed_at` is its version: whoever edits it names
    the one that they have.
    """

    document = models.OneToOneField("annotator.Document", models.CASCADE, primary_key=True, related_name="segments")
    segments = models.JSONField()
    rules = models.JSONField()
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(segments=[]), name="a_recording_has_segments"),
        ]

    def __str__(self) -> str:
        return f"segments of {self.document_id}"


class ClipForm(models.TextChoices):
    FLAC = "flac", "FLAC"
    WAV = "wav", "WAV"


class ClipExport(CancellableWork):
    """The segments of a transcript's recording as sound files, in one ZIP with what describes them.

    `rate` is in samples a second, null for that of the recording. `of_version` is the `changed_at` of the segments that
    were cut, and `media_name` the recording that they were cut out of.
    """

    TASK = Task("export_clips", LONG, limit=3 * HOUR)
    SHARED_BY = "document__project"

    document = models.OneToOneField("annotator.Document", models.CASCADE, related_name="clips")
    form = models.CharField(max_length=4, choices=ClipForm.choices)
    rate = models.PositiveIntegerField(null=True)
    file = models.FileField(max_length=300, blank=True)
    size = models.PositiveBigIntegerField(default=0, help_text="Of the file, in bytes.")
    sha256 = models.CharField(max_length=64, blank=True)
    n_clips = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0, help_text="Of all clips.")
    of_version = models.DateTimeField(null=True)
    media_name = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=HearingState.choices, default=HearingState.QUEUED)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=HearingState.values), name="state_of_clips_is_known"),
            models.CheckConstraint(condition=Q(form__in=ClipForm.values), name="form_of_clips_is_known"),
            models.CheckConstraint(
                condition=Q(state=HearingState.DONE) & ~Q(file="") | ~Q(state=HearingState.DONE) & Q(file=""),
                name="clips_that_are_done_have_a_file",
            ),
        ]

    def __str__(self) -> str:
        return f"clips of {self.document_id}"

    @property
    def folder(self) -> str:
        """Where in the storage its file is, and nothing else."""
        return f"clips/{self.document_id}/{self.pk}"
