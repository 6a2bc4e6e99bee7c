"""Under which name files and releases have a row that was carried over to a newer version of its text."""

from __future__ import annotations

from django.db import models


class CarriedRow(models.Model):
    """A row of a review that was carried over, and the row of the first version that it comes from.

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
