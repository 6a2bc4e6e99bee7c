"""The site's word vectors, which alignment runs can use."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import Work, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class VectorSetState(models.TextChoices):
    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    READY = "ready", "Ready"
    FAILED = "failed", "Failed"


class VectorOrigin(models.TextChoices):
    FILE = "file", "A file"
    GENSIM = "gensim", "gensim's downloads"
    TRAINED = "trained", "Trained here"


class VectorSet(Work):
    """Read, fetched or trained by a worker; an alignment run of a talk names one that is ready.

    `details` is what the worker needs: ``{"path"}``, ``{"download"}``, or ``{"projects": [ids], "dimension", "epochs",
    "min_count"}``. `path` is the file that runs read: in our own folder, or where the admin said it is.
    """

    TASK = Task("make_vectors", LONG, limit=24 * HOUR)
    SHARERS = "of this site"

    name = models.CharField(max_length=80, unique=True)
    origin = models.CharField(max_length=10, choices=VectorOrigin.choices, default=VectorOrigin.FILE)
    source = models.CharField(max_length=300, help_text="A file, a gensim download name, or what it was trained on.")
    details = models.JSONField(default=dict)
    language = models.CharField(max_length=16, blank=True)
    dimension = models.PositiveIntegerField(null=True)
    n_words = models.PositiveIntegerField(null=True)
    sha256 = models.CharField(max_length=64, blank=True)
    path = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=10, choices=VectorSetState.choices, default=VectorSetState.QUEUED)
    is_default = models.BooleanField(default=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["is_default"], condition=Q(is_default=True), name="one_default_vector_set"),
            models.CheckConstraint(
                condition=~Q(state=VectorSetState.READY) | ~Q(sha256=""), name="ready_vectors_have_a_hash"
            ),
            models.CheckConstraint(condition=Q(state__in=VectorSetState.values), name="vector_state_is_known"),
            models.CheckConstraint(
                condition=Q(is_default=False) | Q(state=VectorSetState.READY), name="default_vectors_are_ready"
            ),
        ]

    def __str__(self) -> str:
        return self.name
