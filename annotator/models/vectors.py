"""The word vectors this site knows, from which an alignment run chooses."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class VectorSetState(models.TextChoices):
    QUEUED = "queued", "Queued"
    TRAINING = "training", "Training"
    READY = "ready", "Ready"
    FAILED = "failed", "Failed"


class VectorSet(models.Model):
    name = models.CharField(max_length=80, unique=True)
    source = models.CharField(max_length=300, help_text="A file, a gensim download name, or the projects trained on.")
    language = models.CharField(max_length=16, blank=True)
    dimension = models.PositiveIntegerField(null=True)
    n_words = models.PositiveIntegerField(null=True)
    sha256 = models.CharField(max_length=64, blank=True)
    path = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=10, choices=VectorSetState.choices, default=VectorSetState.QUEUED)
    progress = models.FloatField(default=0)
    message = models.CharField(max_length=200, blank=True)
    error = models.TextField(blank=True)
    is_default = models.BooleanField(default=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["is_default"], condition=Q(is_default=True), name="one_default_vector_set"),
            models.CheckConstraint(
                condition=~Q(state=VectorSetState.READY) | ~Q(sha256=""), name="ready_vectors_have_a_hash"
            ),
        ]

    def __str__(self) -> str:
        return self.name
