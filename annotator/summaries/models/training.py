"""Training sets: the papers of a project with what their talks say of them, frozen; and summarisers trained on them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import FAILED, QUEUED, RUNNING, Work, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task
from annotator.releases.models.releases import FrozenFile, FrozenWork

#: In percent, unless other shares are given.
TRAIN_SHARE, DEV_SHARE = 80, 10
SEED = 1


class TrainingSetState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Being made"
    FROZEN = "frozen", "Frozen"
    FAILED = FAILED, "Failed"


class TrainingBasis(models.TextChoices):
    """What says how long a talk spends on a sentence."""

    GOLD_OR_RUN = "gold_or_run", "Gold rows, else newest run"
    GOLD = "gold", "Gold rows only"
    RUN = "run", "Newest runs only"


class TrainingSet(FrozenWork):
    """The papers of a project with the summaries that their talks give, in four lengths, as they stood at one moment.

    A set can be deleted as a whole. Shares are in percent; what they leave is for testing.
    """

    TASK = Task("make_training_set", limit=2 * HOUR)
    NOUN, FOLDER, ROWS = "training set", "training", "papers"
    DAMAGED = "training_set.damaged"
    SHARED_BY = "project"

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="training_sets", db_index=False)
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    licence = models.CharField(max_length=200, blank=True, help_text="A name such as CC-BY-4.0, or a sentence.")
    basis = models.CharField(max_length=12, choices=TrainingBasis.choices, default=TrainingBasis.GOLD_OR_RUN)
    train_share = models.PositiveSmallIntegerField(default=TRAIN_SHARE)
    dev_share = models.PositiveSmallIntegerField(default=DEV_SHARE)
    seed = models.PositiveIntegerField(default=SEED)
    uses_corpus_split = models.BooleanField(
        default=False, help_text="Papers whose corpus says train, dev or test keep that."
    )
    state = models.CharField(max_length=10, choices=TrainingSetState.choices, default=TrainingSetState.QUEUED)
    n_papers = models.PositiveIntegerField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["project", "-number"]
        indexes = [
            models.Index(fields=["verify_after"], name="training_sets_to_verify"),
            models.Index(fields=["id"], condition=~Q(problems=[]), name="damaged_training_sets"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="one_training_set_per_number"),
            models.CheckConstraint(condition=Q(state__in=TrainingSetState.values), name="training_set_state_is_known"),
            models.CheckConstraint(condition=Q(basis__in=TrainingBasis.values), name="training_basis_is_known"),
            models.CheckConstraint(
                condition=Q(train_share__gte=1, train_share__lte=100 - models.F("dev_share")),
                name="training_shares_are_a_hundred_at_most",
            ),
            models.CheckConstraint(
                condition=Q(state__in=(QUEUED, RUNNING, FAILED), sha256="", n_papers=None)
                | (Q(state="frozen", n_papers__isnull=False) & ~Q(sha256="") & ~Q(rows_sha256="")),
                name="frozen_training_sets_have_a_hash",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"

    def about(self) -> dict[str, Any]:
        return {
            "title": self.name,
            "version": str(self.number),
            "description": self.description,
            "notes": "",
            "licence": self.licence,
        }


class TrainingPaper(models.Model):
    """A paper of a training set. `record` is its line in the file of rows, byte for byte what was hashed."""

    training_set = models.ForeignKey(TrainingSet, models.CASCADE, related_name="papers", db_index=False)
    number = models.PositiveIntegerField(help_text="From 1, in the order of the file.")
    record = models.TextField(help_text="Canonical JSON.")

    class Meta:
        ordering = ["training_set", "number"]
        constraints = [
            models.UniqueConstraint(fields=["training_set", "number"], name="one_training_paper_per_number"),
        ]

    def __str__(self) -> str:
        return f"paper {self.number} of {self.training_set}"


class TrainingFile(FrozenFile):
    """A training set in one form."""

    training_set = models.ForeignKey(TrainingSet, models.CASCADE, related_name="files", db_index=False)

    class Meta:
        ordering = ["training_set", "id"]
        constraints = [models.UniqueConstraint(fields=["training_set", "form"], name="one_training_file_per_form")]


class TrainedModelState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Being trained"
    READY = "ready", "Ready"
    FAILED = FAILED, "Failed"


class TrainedModel(Work):
    """A summariser trained on one variant of a training set: the same set and variant give the same model.

    `content` is its file, JSON. `figures` is what it was worth on papers that it did not learn from, beside systems
    that learn nothing (`alignment.extractive.evaluation.Evaluation`).
    """

    TASK = Task("train_model", LONG, limit=6 * HOUR)
    SHARED_BY = "training_set__project"

    training_set = models.ForeignKey(TrainingSet, models.CASCADE, related_name="models")
    variant = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=TrainedModelState.choices, default=TrainedModelState.QUEUED)
    figures = models.JSONField(default=dict)
    content = models.TextField(blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["training_set", "variant", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["training_set", "variant"], condition=~Q(state=FAILED), name="one_model_per_variant"
            ),
            models.CheckConstraint(condition=Q(state__in=TrainedModelState.values), name="model_state_is_known"),
            models.CheckConstraint(
                condition=Q(state="ready") & ~Q(content="") & ~Q(sha256="")
                | Q(state__in=(QUEUED, RUNNING, FAILED), content="", sha256=""),
                name="ready_models_have_content",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} of {self.training_set}"
