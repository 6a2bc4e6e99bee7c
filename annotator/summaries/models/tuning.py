"""Searches for the parameters with which the talk model agrees best with reviews."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.aligning.models.runs import ENDED, LIVE, RunState
from annotator.platform.models.work import CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task


class Tuning(CancellableWork):
    """One search over the reviewed talks of a project.

    grid : the values that are tried of each parameter, by the names of `alignment.hmm.tuning.Grid`. current : the
    setting that new runs used when somebody asked. vectors : the word vectors, where they are tried. basis : the pairs
    and the judged words. result : what was found, as `summaries.tuning` writes it, also of a search that goes on or was
    cancelled; it holds of the first `n_done` settings.
    """

    TASK = Task("tune", LONG, limit=12 * HOUR)
    SHARED_BY = "project"

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="tunings")
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.QUEUED)
    grid = models.JSONField()
    current = models.JSONField()
    vectors = models.CharField(max_length=80, blank=True)
    basis = models.JSONField(default=dict, blank=True)
    n_settings = models.PositiveIntegerField()
    n_done = models.PositiveIntegerField(default=0)
    result = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="tuning_state_is_known"),
            models.CheckConstraint(
                condition=Q(state__in=ENDED, finished_at__isnull=False)
                | (~Q(state__in=ENDED) & Q(finished_at__isnull=True)),
                name="ended_tunings_have_an_end",
            ),
            models.UniqueConstraint(
                fields=["project"], condition=Q(state__in=LIVE), name="one_tuning_of_a_project_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"tuning {self.pk} of {self.project_id}"
