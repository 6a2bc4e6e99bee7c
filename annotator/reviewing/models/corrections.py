"""Corrections of imported texts. The texts stay as they were imported; corrections stand beside them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import BigIntegerRangeField, RangeOperators
from django.db import models
from django.db.models import F, Q


class Correction(models.Model):
    """Code points `start` to `end` of a unit should read `text`, which may be empty.

    It belongs to the document, and so to all its reviews. It stands until it is withdrawn; neither happens twice, and
    no row is ever changed otherwise or deleted. While it stands, `extent` is its place on one number line that all
    documents share, at `document * 2^32 + offset in the document`, so that no two correct the same characters.
    """

    document = models.ForeignKey("annotator.Document", models.CASCADE, related_name="corrections")
    unit = models.PositiveIntegerField(help_text="Position of the unit in its document.")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)
    extent = BigIntegerRangeField(null=True)

    class Meta:
        ordering = ["document", "unit", "start", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="correction_is_of_a_text"),
            models.CheckConstraint(
                condition=Q(extent__isnull=True, withdrawn_at__isnull=False)
                | Q(extent__isnull=False, withdrawn_at__isnull=True),
                name="only_standing_corrections_have_a_place",
            ),
            ExclusionConstraint(name="text_is_corrected_once", expressions=[("extent", RangeOperators.OVERLAPS)]),
        ]

    def __str__(self) -> str:
        return f"{self.unit}[{self.start}:{self.end}] → {self.text[:40]}"
