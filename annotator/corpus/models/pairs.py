"""Two documents to be aligned."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from annotator.platform.titles import without_version


class PairKind(models.TextChoices):
    """All but a bitext are of talks: a unit of the source may be in many rows, and the talk is what rows divide."""

    PAPER_TALK = "paper_talk", "Paper and talk"
    SLIDES_TALK = "slides_talk", "Slides and talk"
    BITEXT = "bitext", "Bitext"


class Pair(models.Model):
    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="pairs", db_index=False)
    kind = models.CharField(max_length=20, choices=PairKind.choices)
    title = models.CharField(max_length=300)
    source = models.ForeignKey("annotator.Document", models.PROTECT, related_name="pairs_as_source", db_index=False)
    target = models.ForeignKey("annotator.Document", models.PROTECT, related_name="pairs_as_target")
    offline = models.ForeignKey(
        "annotator.Document",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="An offline translation of the source, one line per source unit, for comparison.",
    )
    filter_thresholds = models.JSONField(
        default=dict, blank=True, help_text="Of the filters, in place of the project's. See corpus/thresholds.py."
    )
    reviews_needed = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="In place of what the project's assignment policy says."
    )
    earlier_ids = ArrayField(
        models.BigIntegerField(), default=list, blank=True, help_text="Its id before each move of its project."
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["title", "id"]
        indexes = [models.Index(fields=["project", "title", "id"], name="pairs_in_order")]
        constraints = [
            models.UniqueConstraint(fields=["source", "target"], name="one_pair_per_source_and_target"),
            models.CheckConstraint(condition=~models.Q(source=models.F("target")), name="pair_has_two_documents"),
            models.CheckConstraint(condition=models.Q(kind__in=PairKind.values), name="pair_kind_is_known"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def plain_title(self) -> str:
        """What it is called by people who know nothing of versions."""
        return without_version(self.title)
