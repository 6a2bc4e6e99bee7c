"""Realignments that take too long for a request."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import QUEUED, RUNNING, CancellableWork, WorkQuerySet
from annotator.platform.queues import Task
from annotator.reviewing.models.reviews import Review


class RealignmentState(models.TextChoices):
    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    SUCCEEDED = "succeeded", "Succeeded"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


class Realignment(CancellableWork):
    """What somebody asked of a review's engine, done by a worker; `result` is what the request would have answered.

    A person has one for a review: asking anew replaces what an earlier one found.
    """

    TASK = Task("realign")
    SHARED_BY, SHARERS = "asked_by", "of yours"

    review = models.ForeignKey(Review, models.CASCADE, related_name="realignments")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=RealignmentState.choices, default=RealignmentState.QUEUED)
    result = models.JSONField(null=True)

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["review", "asked_by"],
                condition=Q(state__in=(QUEUED, RUNNING)),
                name="one_live_realignment_a_person_and_review",
            ),
            models.CheckConstraint(condition=Q(state__in=RealignmentState.values), name="realignment_state_is_known"),
        ]
