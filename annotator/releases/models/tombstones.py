"""What is left of releases that were deleted."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class ReleaseTombstone(models.Model):
    """A release that was deleted: its number is not given again, and its public address says what became of it.

    addresses : public ones that it ever had, which never come to mean another release. address, secret : of the page
    that was open; empty where none was. earlier : hashes that it had before talks were erased from it, the first one
    first. A later number of the test set is higher than that of every tombstone.
    """

    project = models.ForeignKey("annotator.Project", models.SET_NULL, null=True, related_name="+")
    project_name = models.CharField(max_length=120)
    test_set = models.ForeignKey("annotator.TestSet", models.SET_NULL, null=True, related_name="tombstones")
    title = models.CharField(max_length=120)
    major = models.PositiveIntegerField()
    minor = models.PositiveIntegerField()
    frozen_at = models.DateTimeField(null=True)
    n_rows = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    rows_sha256 = models.CharField(max_length=64)
    earlier = ArrayField(models.CharField(max_length=64), default=list)
    reason = models.CharField(max_length=500)
    deleted_at = models.DateTimeField(auto_now_add=True)
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    addresses = ArrayField(models.CharField(max_length=60), default=list)
    address = models.CharField(max_length=60, blank=True)
    secret = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["-deleted_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="a_deleted_release_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.version}"

    @property
    def version(self) -> str:
        """Its number, as people cite it."""
        return f"{self.major}.{self.minor}"
