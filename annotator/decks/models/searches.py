"""Searches of recordings for the pages of a pair's deck."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from annotator.platform.models.work import CANCELLED, FAILED, QUEUED, RUNNING, CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class SearchState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Running"
    DONE = "done", "Done"
    FAILED = FAILED, "Failed"
    CANCELLED = CANCELLED, "Cancelled"


class PageSearch(CancellableWork):
    """A search of a recording for the pages of a pair's deck; its result is the pair's timeline.

    A pair has its newest search, and until that is done the one that was done before: what it saw is still shown.
    `upload` is the recording until the search has ended and it is deleted; where it is empty, it is the talk's own.
    `name` is what it is called. `evidence` is what was seen (`annotator.decks.evidence`): null until the search is
    done.
    """

    TASK = Task("find_pages", LONG, limit=3 * HOUR)
    SHARED_BY = "pair__project"

    pair = models.ForeignKey("annotator.Pair", models.CASCADE, related_name="page_searches")
    upload = models.FileField(upload_to="decks/recordings/%Y/%m/", max_length=300, blank=True)
    name = models.CharField(max_length=255)
    state = models.CharField(max_length=10, choices=SearchState.choices, default=SearchState.QUEUED)
    evidence = models.JSONField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=SearchState.values), name="state_of_search_is_known"),
        ]

    def __str__(self) -> str:
        return f"search of {self.name} for the pages of {self.pair_id}"
