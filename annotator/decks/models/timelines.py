"""When each page of a pair's deck was on the screen."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class TimelineOrigin(models.TextChoices):
    FILE = "file", "From a file"
    PERSON = "person", "Set by a person"
    FOUND = "found", "Found in a recording"


class Timeline(models.Model):
    """`stretches` are ``[page, start_seconds, end_seconds]`` with ascending starts; page 0 is no slide.

    One that was found in a recording, and that nobody has set or accepted since, has its confidence as a fourth value;
    while there is any, the origin is `found`. No slide may have its kind (`alignment.slides.timeline.KINDS`) as a fifth
    value, after null: it is a person's. The end of the last may be null: it lasts until the talk ends. One
    document, because it is read and replaced as a whole, and nothing asks for a stretch by itself. `changed_at` is its
    version: whoever edits it names the one that they have.
    """

    pair = models.OneToOneField("annotator.Pair", models.CASCADE, related_name="timeline")
    stretches = models.JSONField()
    origin = models.CharField(max_length=10, choices=TimelineOrigin.choices)
    file_name = models.CharField(max_length=255, blank=True)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(origin__in=TimelineOrigin.values), name="timeline_origin_is_known"
            ),
            models.CheckConstraint(condition=~models.Q(stretches=[]), name="timeline_has_stretches"),
        ]

    def __str__(self) -> str:
        return f"timeline of {self.pair}"
