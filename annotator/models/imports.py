"""Files that were dropped on the import page and wait to be committed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class ImportState(models.TextChoices):
    STAGED = "staged", "Staged"
    IMPORTING = "importing", "Importing"
    IMPORTED = "imported", "Imported"
    FAILED = "failed", "Failed"
    DISCARDED = "discarded", "Discarded"


class ImportBatch(models.Model):
    """Nothing of a batch is a document until it is committed, and then all of it is."""

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="import_batches")
    state = models.CharField(max_length=10, choices=ImportState.choices, default=ImportState.STAGED)
    progress = models.FloatField(default=0)
    message = models.CharField(max_length=200, blank=True)
    error = models.TextField(blank=True)
    belongs_together = models.JSONField(default=list, blank=True)
    result = models.JSONField(default=dict, blank=True, help_text="Ids of what was made.")
    claim = models.UUIDField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=ImportState.values), name="import_state_is_known"),
        ]

    def __str__(self) -> str:
        return f"import {self.pk} into {self.project}"


class ImportFile(models.Model):
    batch = models.ForeignKey(ImportBatch, models.CASCADE, related_name="files")
    name = models.CharField(max_length=255)
    file = models.FileField(upload_to="imports/%Y/%m/")
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    format = models.CharField(max_length=40, blank=True, help_text="Empty: not recognised.")
    language = models.CharField(max_length=16, blank=True)
    include = models.BooleanField(default=True)
    options = models.JSONField(default=dict, blank=True)
    report = models.JSONField(default=dict, blank=True, help_text="What the parse found: counts, preview, problems.")

    class Meta:
        ordering = ["batch", "id"]

    def __str__(self) -> str:
        return self.name
