"""Reviews of a person that an admin has set aside, so that it can be undone."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SetAside(models.Model):
    """All reviews of one person in a project, set aside at once.

    reviews : a list of [review, its state before, when it was submitted or null, `submitted_before` or null, reason of
    its return, whether it held a slot].
    adjudications : those that were opened again with it: [adjudication, when it was submitted, its revision since].
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="set_aside")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    reason = models.TextField()
    paused = models.BooleanField(default=False, help_text="It has also paused the person.")
    reviews = models.JSONField(default=list)
    adjudications = models.JSONField(default=list, db_default=[])
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"reviews of {self.person} in {self.project}"
