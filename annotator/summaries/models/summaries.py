"""Summaries of the talks of a project, made in the background and kept, and how right people found their runs."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotator.aligning.models.bulk_alignments import BULK_ENDED, BulkState
from annotator.platform.models.work import RUNNING, CancellableWork, WorkQuerySet
from annotator.platform.queues import AFTER_ALL_OTHERS, Task


class SummaryBasis(models.TextChoices):
    GOLD = "gold", "Gold rows, else newest run"
    RUNS = "runs", "Newest run"


class SummaryLength(models.TextChoices):
    """What limits a summary; `alignment.summarize.Length` says how."""

    SENTENCES = "sentences", "Sentences"
    WORDS = "words", "Words"
    RATIO = "ratio", "Share of the sentences"
    IMPORTANCE = "importance", "Importance"
    HYBRID = "hybrid", "Hybrid, words"


class BulkSummary(CancellableWork):
    """One length, for every talk of a project: it goes through its pairs in the order of their ids.

    `reached` is the last pair that was done, `last_pair` where it ends.
    """

    TASK = Task("summarise_many", priority=AFTER_ALL_OTHERS)
    #: It works for some moments at a time, behind all else.
    AT_ONCE = None
    #: Between two turns it waits unclaimed, and is running all the same.
    CLAIMED, UNCLAIMED = RUNNING, None

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="bulk_summaries")
    basis = models.CharField(max_length=10, choices=SummaryBasis.choices, default=SummaryBasis.GOLD)
    length_kind = models.CharField(max_length=12, choices=SummaryLength.choices)
    length_value = models.FloatField()
    state = models.CharField(max_length=10, choices=BulkState.choices, default=BulkState.QUEUED)
    reached = models.BigIntegerField(default=0)
    last_pair = models.BigIntegerField()
    n_pairs = models.PositiveIntegerField(help_text="Talks about papers when it was started.")
    n_made = models.PositiveIntegerField(default=0)
    n_without = models.PositiveIntegerField(default=0, help_text="Talks without a run, or without such a summary.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=BulkState.values), name="bulk_summary_state_is_known"),
            models.CheckConstraint(condition=Q(basis__in=SummaryBasis.values), name="summary_basis_is_known"),
            models.CheckConstraint(condition=Q(length_kind__in=SummaryLength.values), name="summary_length_is_known"),
            models.CheckConstraint(
                condition=Q(state__in=BULK_ENDED, finished_at__isnull=False)
                | (~Q(state__in=BULK_ENDED) & Q(finished_at__isnull=True)),
                name="ended_bulk_summaries_have_an_end",
            ),
            models.UniqueConstraint(
                fields=["project"], condition=Q(finished_at=None), name="one_bulk_summary_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"summaries of {self.n_pairs} talks of {self.project}"


class PairSummary(models.Model):
    """The summary of a talk as a worker made it last, of its gold rows, those of `review`, or else of a run.

    `gold_state` is what its gold rows follow from, as that was when they were read (`reviewing.gold.gold_states`).
    """

    pair = models.OneToOneField("annotator.Pair", models.CASCADE, related_name="summary")
    run = models.ForeignKey("annotator.AlignmentRun", models.CASCADE, related_name="+")
    review = models.ForeignKey("annotator.Review", models.CASCADE, null=True, related_name="+")
    gold_state = models.TextField(blank=True, default="")
    basis = models.CharField(max_length=10, choices=SummaryBasis.choices)
    length_kind = models.CharField(max_length=12, choices=SummaryLength.choices)
    length_value = models.FloatField()
    positions = ArrayField(models.PositiveIntegerField(), help_text="Of the sentences, in paper order.")
    durations = ArrayField(models.PositiveIntegerField(), help_text="Words spoken on each of them.")
    n_paper_sentences = models.PositiveIntegerField()
    n_tokens = models.PositiveIntegerField(help_text="Of its sentences, as lengths in words are counted.")
    n_words_spoken = models.PositiveIntegerField(help_text="On all sentences of the paper.")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(positions__len=models.F("durations__len")), name="chosen_sentences_have_durations"
            ),
        ]

    def __str__(self) -> str:
        return f"summary of {self.pair_id}"


class RunAccuracy(models.Model):
    """How many spans of a run people found right (`summaries.excerpts`), counted by a worker.

    `basis` is what it was counted from, in brief: whatever changes the count, changes it.
    """

    run = models.OneToOneField("annotator.AlignmentRun", models.CASCADE, related_name="accuracy")
    basis = models.CharField(max_length=80)
    n_judged = models.PositiveIntegerField()
    n_right = models.PositiveIntegerField()
    n_words_judged = models.PositiveIntegerField()
    n_words_right = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(n_right__lte=models.F("n_judged"), n_words_right__lte=models.F("n_words_judged")),
                name="no_more_right_than_judged",
            ),
        ]

    def __str__(self) -> str:
        return f"accuracy of {self.run_id}"
