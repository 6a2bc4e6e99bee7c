"""The index of words in which the concordance looks for texts."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class TextBlock(models.Model):
    """A stretch of successive units of a document, and what words are in it.

    `first` is the position of its first unit. `keys` are numbers made of the project and a word, by
    `reviewing.concordance`. The text of a unit never changes, so a block is written once.
    """

    document = models.ForeignKey("annotator.Document", models.CASCADE, related_name="blocks", db_index=False)
    first = models.PositiveIntegerField()
    keys = ArrayField(models.IntegerField())

    class Meta:
        ordering = ["document", "first"]
        constraints = [models.UniqueConstraint(fields=["document", "first"], name="one_block_per_place")]
        indexes = [GinIndex(fields=["keys"], name="blocks_by_key")]

    def __str__(self) -> str:
        return f"block at {self.first} of document {self.document_id}"
