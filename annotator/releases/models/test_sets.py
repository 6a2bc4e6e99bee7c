"""Named collections of gold rows."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Taken(models.TextChoices):
    ALL = "all", "All gold of the project"
    NAMED = "named", "The reviews that it names"
    MIXED = "mixed", "All gold of the project, with chosen reviews of some pairs"


class TestSet(models.Model):
    """Gold rows chosen by rules and by hand (`releases/curation`).

    `takes` says what from: all gold of the project, the gold of the reviews that it names, or all gold with these in
    the place of what else their pairs have. `rules_version` counts changes of the rules, `picks_version` those of the
    rows and reviews that people picked. `counts` is what was last
    counted, and `counted` what it was counted from.
    """

    __test__ = False  # tells pytest that this is not a test case

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="test_sets", db_index=False)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    reviews = models.ManyToManyField("annotator.Review", related_name="test_sets", blank=True)
    takes = models.CharField(max_length=5, choices=Taken.choices, default=Taken.NAMED)
    rules = models.JSONField(default=dict, blank=True, help_text="See releases/curation/rules.py.")
    rules_version = models.PositiveIntegerField(default=0)
    picks_version = models.PositiveIntegerField(default=0)
    counts = models.JSONField(null=True, help_text="The funnel; null until it has been counted.")
    counted = models.CharField(max_length=64, blank=True)
    counted_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="one_test_set_per_name"),
            models.CheckConstraint(condition=models.Q(takes__in=Taken.values), name="taken_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def takes_all_gold(self) -> bool:
        """All gold of the project, without a choice among reviews."""
        return self.takes == Taken.ALL

    @property
    def takes_named(self) -> bool:
        """Nothing but the reviews that it names."""
        return self.takes == Taken.NAMED
