"""Comments that people leave on rows."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class Comment(models.Model):
    """`row` is the row's id without a foreign key: a comment outlives a merge that removes its row, and the undo.

    `mentions` are the usernames written as ``@name`` in the text whose users may see the review. A resolved comment is
    no longer a task for anybody, but stays readable.
    """

    review = models.ForeignKey("annotator.Review", models.CASCADE, related_name="comments", db_index=False)
    row = models.UUIDField()
    text = models.TextField()
    mentions = ArrayField(models.CharField(max_length=150), default=list, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["review", "created_at", "id"]
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="comment_has_text")]
        indexes = [
            models.Index(fields=["review", "row"]),
            GinIndex(fields=["mentions"], condition=models.Q(resolved_at=None), name="open_mentions"),
        ]

    def __str__(self) -> str:
        return self.text[:60]
