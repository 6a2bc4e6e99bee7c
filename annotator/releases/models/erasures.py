"""What is left in a release of talks that were erased."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class ReleaseErasure(models.Model):
    """Talks that a release held once: how many, why they went, and the hashes that people have cited.

    sha256, rows_sha256 : of the release as it was before; the manifest names the rows that went, so that whoever has a
    copy can take them out. figures : of systems that were scored on the release as it was, ``{"name", "figures"}``.
    """

    release = models.ForeignKey("annotator.Release", models.CASCADE, related_name="erasures", db_index=False)
    number = models.PositiveIntegerField(help_text="From 1, in the order in which it was done.")
    erased_at = models.DateTimeField()
    reason = models.CharField(max_length=500)
    n_talks = models.PositiveIntegerField()
    n_rows = models.PositiveIntegerField()
    n_talks_before = models.PositiveIntegerField()
    n_rows_before = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    rows_sha256 = models.CharField(max_length=64)
    figures = models.JSONField(default=list)

    class Meta:
        ordering = ["release", "number"]
        constraints = [
            models.UniqueConstraint(fields=["release", "number"], name="erasures_of_a_release_are_numbered"),
            models.CheckConstraint(condition=~Q(reason=""), name="an_erasure_of_a_release_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"erasure {self.number} of {self.release}"

    def in_words(self) -> str:
        """For whoever verifies: what the release held, and what its hash was."""
        held = f"This release held {self.n_talks_before:,} talks with {self.n_rows_before:,} rows"
        were = "was" if self.n_talks == 1 else "were"
        return (
            f"{held}; {self.n_talks:,} with {self.n_rows:,} rows {were} erased on {self.erased_at:%Y-%m-%d}: "
            f"{self.reason}. Its hash was {self.sha256}."
        )
