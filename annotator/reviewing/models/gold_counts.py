"""How many rows are gold, so that no request compares the reviews of a project to count them."""

from __future__ import annotations

from django.db import models


class GoldCount(models.Model):
    """How many gold rows a review has among reviews of its pair; `reviewing/gold_counts.py` can count it again.

    beside : the numbers of the reviews of the pair that count, in which a project and a test set may differ. stamp :
    all that the rows followed from when they were counted.
    """

    review = models.ForeignKey("annotator.Review", models.CASCADE, related_name="gold_counts", db_index=False)
    beside = models.TextField()
    stamp = models.CharField(max_length=32)
    n_rows = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["review", "beside"], name="gold_is_counted_once")]

    def __str__(self) -> str:
        return f"gold rows of review {self.review_id}"
