"""Summaries that came with files, and how systems score against those of them that are references."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotator.aligning.models.runs import ENDED, RunState
from annotator.platform.models.work import CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class SummarySetKind(models.TextChoices):
    REFERENCES = "references", "References"
    SYSTEM = "system", "A system"


class SummarySet(models.Model):
    """Summaries of papers under a name: references by people, or what a system made."""

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="summary_sets", db_index=False)
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=10, choices=SummarySetKind.choices)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "kind", "name"], name="one_set_of_summaries_per_name"),
            models.CheckConstraint(condition=Q(kind__in=SummarySetKind.values), name="kind_of_summaries_is_known"),
        ]

    def __str__(self) -> str:
        return self.name


class GivenSummary(models.Model):
    """One summary of a paper: its text, or the positions of sentences of the paper.

    number : from 0, in the order of the files; a paper may have several references, a system's has one.
    """

    set = models.ForeignKey(SummarySet, models.CASCADE, related_name="summaries", db_index=False)
    document = models.ForeignKey("annotator.Document", models.CASCADE, related_name="given_summaries")
    number = models.PositiveIntegerField()
    author = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    sentences = ArrayField(models.PositiveIntegerField(), default=list, blank=True)

    class Meta:
        ordering = ["set", "document", "number"]
        constraints = [
            models.UniqueConstraint(fields=["set", "document", "number"], name="given_summaries_are_numbered"),
            models.CheckConstraint(
                condition=(Q(text="") & ~Q(sentences=[])) | (~Q(text="") & Q(sentences=[])),
                name="a_given_summary_is_text_or_sentences",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.set} of {self.document_id}"


class RougeTable(CancellableWork):
    """The scores of all systems against one set of references.

    stem : whether words are compared by their stems. signature : how they were compared, and what was compared.
    """

    TASK = Task("score_summaries", LONG, limit=2 * HOUR)
    SHARED_BY = "references__project"

    references = models.ForeignKey(SummarySet, models.CASCADE, related_name="rouge_tables")
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.QUEUED)
    stem = models.BooleanField(default=False)
    n_papers = models.PositiveIntegerField(null=True)
    signature = models.CharField(max_length=200, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="rouge_state_is_known"),
            models.CheckConstraint(
                condition=Q(state__in=ENDED, finished_at__isnull=False)
                | (~Q(state__in=ENDED) & Q(finished_at__isnull=True)),
                name="ended_rouge_tables_have_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"ROUGE against {self.references_id}"


class RougeRow(models.Model):
    """A system in a table.

    figures : for each metric ``{mean, low, high, p}``, p of the paired test against the best system of the column.
    scores : for each paper ``{document, title, n_words, <metric>: score}``.
    """

    table = models.ForeignKey(RougeTable, models.CASCADE, related_name="rows", db_index=False)
    position = models.PositiveIntegerField()
    system = models.CharField(max_length=60)
    label = models.CharField(max_length=120)
    n_papers = models.PositiveIntegerField()
    n_words = models.FloatField()
    figures = models.JSONField()
    scores = models.JSONField()

    class Meta:
        ordering = ["table", "position"]
        constraints = [models.UniqueConstraint(fields=["table", "position"], name="one_rouge_row_per_position")]

    def __str__(self) -> str:
        return self.label
