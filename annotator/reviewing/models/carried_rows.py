"""Under which name files and releases have a row that comes from another: of an older version, or of a review."""

from __future__ import annotations

from django.db import models


class CarriedRow(models.Model):
    """A row of a review that was carried over, or of an adjudication, and the row that it first comes from.

    Neither is a foreign key: a row may go by a merge and come back by an undo, and releases name rows of reviews that
    are gone.
    """

    review = models.ForeignKey("annotator.Review", models.CASCADE, related_name="carried_rows", db_index=False)
    row = models.UUIDField(help_text="As the review has it.")
    first = models.UUIDField(help_text="As files and releases have it.")

    class Meta:
        ordering = ["review", "id"]
        constraints = [models.UniqueConstraint(fields=["review", "first"], name="a_row_is_carried_over_once")]
        indexes = [models.Index(fields=["row"]), models.Index(fields=["first"])]

    def __str__(self) -> str:
        return f"{self.row}, first {self.first}"
