"""Named collections of gold rows."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class TestSet(models.Model):
    """The gold rows of selected submitted reviews."""

    __test__ = False  # tells pytest that this is not a test case

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="test_sets")
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    reviews = models.ManyToManyField("annotator.Review", related_name="test_sets", blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="one_test_set_per_name")]

    def __str__(self) -> str:
        return self.name
