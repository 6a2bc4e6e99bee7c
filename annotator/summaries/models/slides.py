"""How methods do on talks with slides: where the slides change, and which sentences are the key ones of each."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotator.aligning.models.runs import ENDED, LIVE, RunState
from annotator.platform.models.work import CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class SlidesBasis(models.TextChoices):
    """What the clips and key sentences of a corpus come from."""

    IMPORTED = "imported", "As imported"
    GOLD = "gold", "Gold"
    TEST_SET = "test_set", "A test set"


class SlidesTask(models.TextChoices):
    SEGMENTATION = "segmentation", "Segmentation"
    KEY_SENTENCES = "key_sentences", "Key sentences"


class SlidesPredictions(models.Model):
    """What a system of somebody predicts, by the ids that VT-SSum's files of the talks have.

    predicted : of a segmentation ``{talk: [0 or 1 for each sentence]}``, of key sentences ``{talk: {clip: [a number for
    each sentence]}}``.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="slides_predictions", db_index=False)
    name = models.CharField(max_length=80)
    task = models.CharField(max_length=13, choices=SlidesTask.choices)
    predicted = models.JSONField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "task", "name"], name="one_slides_predictions_per_name"),
            models.CheckConstraint(condition=Q(task__in=SlidesTask.values), name="task_of_predictions_is_known"),
        ]

    def __str__(self) -> str:
        return self.name


class SlidesTable(CancellableWork):
    """The figures of all methods on one corpus of a project.

    counts : what is in the corpus, as `summaries.slides.corpora.counts_of` says it; empty until a worker has read it.
    """

    TASK = Task("score_slides", LONG, limit=2 * HOUR)
    SHARED_BY = "project"

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="slides_tables")
    basis = models.CharField(max_length=8, choices=SlidesBasis.choices)
    test_set = models.ForeignKey("annotator.TestSet", models.CASCADE, null=True, related_name="slides_tables")
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.QUEUED)
    counts = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="slides_table_state_is_known"),
            models.CheckConstraint(
                condition=Q(state__in=ENDED, finished_at__isnull=False)
                | (~Q(state__in=ENDED) & Q(finished_at__isnull=True)),
                name="ended_slides_tables_have_an_end",
            ),
            models.CheckConstraint(
                condition=Q(basis=SlidesBasis.TEST_SET, test_set__isnull=False)
                | (~Q(basis=SlidesBasis.TEST_SET) & Q(test_set__isnull=True)),
                name="slides_tables_of_test_sets_name_them",
            ),
            models.UniqueConstraint(
                fields=["project", "basis", "test_set"],
                condition=Q(state__in=LIVE),
                nulls_distinct=False,
                name="one_slides_table_of_a_corpus_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"slides of {self.project_id}, {self.basis}"


class SlidesRow(models.Model):
    """A method in a table.

    method : never changes for one method, across tables. why : why it has no figures; empty if it has. figures : by
    name ``{value, low, high}``, in [0, 1], null where undefined. n_talks : that it was measured on.
    """

    table = models.ForeignKey(SlidesTable, models.CASCADE, related_name="rows", db_index=False)
    position = models.PositiveIntegerField()
    task = models.CharField(max_length=13, choices=SlidesTask.choices)
    method = models.CharField(max_length=60)
    label = models.CharField(max_length=120)
    n_talks = models.PositiveIntegerField(default=0)
    why = models.CharField(max_length=300, blank=True)
    figures = models.JSONField(default=dict)

    class Meta:
        ordering = ["table", "position"]
        constraints = [models.UniqueConstraint(fields=["table", "position"], name="one_slides_row_per_position")]

    def __str__(self) -> str:
        return self.label


class SlidesTalk(models.Model):
    """A talk of a table, and what each method did with it.

    boundaries : sentences that begin a segment, from 0, without the first. scores : by method, the figures of
    this talk alone, and of a segmentation ``cuts``: where it has boundaries.
    """

    table = models.ForeignKey(SlidesTable, models.CASCADE, related_name="talks", db_index=False)
    position = models.PositiveIntegerField()
    pair = models.ForeignKey("annotator.Pair", models.CASCADE, related_name="+")
    video = models.TextField()
    n_sentences = models.PositiveIntegerField()
    boundaries = ArrayField(models.PositiveIntegerField(), default=list)
    scores = models.JSONField(default=dict)

    class Meta:
        ordering = ["table", "position"]
        constraints = [models.UniqueConstraint(fields=["table", "position"], name="one_slides_talk_per_position")]

    def __str__(self) -> str:
        return f"{self.pair_id} in {self.table_id}"
