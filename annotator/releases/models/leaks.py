"""Leak checks of test sets, and what they found."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import FAILED, QUEUED, RUNNING, Work
from annotator.platform.queues import HOUR, Task


class LeakCheckState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Checking"
    DONE = "done", "Done"
    FAILED = FAILED, "Failed"


class LeakKind(models.TextChoices):
    TALK = "talk", "Same talk"
    SPEAKER = "speaker", "Same speaker"
    TEXT = "text", "Same text"
    NEAR_TEXT = "near_text", "Nearly the same text"


class LeakCheck(Work):
    """What a test set had in common, at one moment, with other releases and with lines of text, and its parts with each
    other."""

    TASK = Task("check_leaks", limit=2 * HOUR)
    SHARED_BY = "test_set__project"

    test_set = models.ForeignKey("annotator.TestSet", models.CASCADE, related_name="leak_checks")
    releases = models.JSONField(default=list, blank=True, help_text="Ids of the releases that it is compared with.")
    lines = models.TextField(blank=True, help_text="What else it is compared with, line by line.")
    lines_name = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=10, choices=LeakCheckState.choices, default=LeakCheckState.QUEUED)
    parts = models.JSONField(default=list, blank=True, help_text="Of the test set: [{name, n_rows}].")
    n_rows = models.PositiveIntegerField(null=True, help_text="Of the test set.")
    n_compared = models.PositiveIntegerField(null=True, help_text="Rows and lines that it was compared with.")
    counts = models.JSONField(default=dict, blank=True, help_text="Leaks by kind, also those that are not kept.")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["test_set", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=LeakCheckState.values), name="leak_check_state_is_known"),
            models.UniqueConstraint(
                fields=["test_set"], condition=Q(state__in=(QUEUED, RUNNING)), name="one_leak_check_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"leak check of {self.test_set}"


class Leak(models.Model):
    """Something that two parts have in common. `ours` is what is evaluated on, `theirs` what it is to be kept from."""

    check_of = models.ForeignKey(LeakCheck, models.CASCADE, related_name="leaks", db_index=False)
    number = models.PositiveIntegerField(help_text="From 1, within its kind: what is most alike comes first.")
    kind = models.CharField(max_length=10, choices=LeakKind.choices)
    likeness = models.FloatField(null=True)
    n_rows = models.PositiveIntegerField(null=True)
    ours = models.JSONField()
    theirs = models.JSONField()

    class Meta:
        ordering = ["check_of", "kind", "number"]
        constraints = [
            models.UniqueConstraint(fields=["check_of", "kind", "number"], name="one_leak_per_number"),
            models.CheckConstraint(condition=Q(kind__in=LeakKind.values), name="kind_of_leak_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of {self.check_of}"
