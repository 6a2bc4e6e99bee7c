"""Who asked for the demo project, and how far it is."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import FAILED, QUEUED, RUNNING, Work, WorkQuerySet
from annotator.platform.queues import Task


class DemoLoadState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Loading"
    DONE = "done", "Done"
    FAILED = FAILED, "Failed"


class DemoLoad(Work):
    """The demo project, made for one person by a worker. A person has one: asking again replaces what has ended."""

    TASK = Task("load_demo")
    SHARERS = "of this site"

    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    project = models.ForeignKey("annotator.Project", models.CASCADE, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=DemoLoadState.choices, default=DemoLoadState.QUEUED)

    objects = WorkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["asked_by"], name="one_demo_a_person"),
            models.CheckConstraint(condition=Q(state__in=DemoLoadState.values), name="demo_load_state_is_known"),
            models.CheckConstraint(
                condition=~Q(state=DemoLoadState.DONE) | Q(project__isnull=False), name="a_loaded_demo_has_a_project"
            ),
        ]

    def __str__(self) -> str:
        return f"demo of {self.asked_by}"
