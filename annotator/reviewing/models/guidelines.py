"""The guidelines of a project: numbered versions of a text and of the labels that reviewers give."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class GuidelinesQuerySet(models.QuerySet["GuidelinesVersion"]):
    def published(self) -> GuidelinesQuerySet:
        """The latest first: that is the current one."""
        return self.filter(published_at__isnull=False).order_by("-number")


class GuidelinesVersion(models.Model):
    """A draft, of which a project has one at most, or a published version, which never changes: a trigger refuses it.

    labels : definitions as `reviewing.guidelines.labels` describes them. revision : how often the draft was saved, by
    which two people who write it notice each other.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="guidelines_versions", db_index=False)
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True, help_text="Markdown.")
    labels = models.JSONField(default=list)
    note = models.CharField(max_length=200, blank=True, help_text="What is new, in one line.")
    revision = models.PositiveIntegerField(default=1)
    saved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    saved_at = models.DateTimeField(auto_now=True)
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(null=True)

    objects = GuidelinesQuerySet.as_manager()

    class Meta:
        ordering = ["project", "number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="one_version_per_number"),
            models.UniqueConstraint(
                fields=["project"], name="one_draft_per_project", condition=Q(published_at__isnull=True)
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="versions_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"guidelines of {self.project}, version {self.number}"
