"""Projects on their way from one Lectern to another: archives that are made, and archives that come in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from annotator.people.models.projects import LONGEST_NAME
from annotator.platform.models.work import CANCELLED, FAILED, QUEUED, RUNNING, CancellableWork, Work, WorkQuerySet
from annotator.platform.queues import HOUR, LONG, Task
from annotator.releases.models.releases import PeopleShown

#: How long the archive of a project is kept, and one that was uploaded and not imported.
KEPT_DAYS = 14


class ExportState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Being made"
    DONE = "done", "Done"
    FAILED = FAILED, "Failed"
    CANCELLED = CANCELLED, "Cancelled"


class ProjectExport(CancellableWork):
    """A project as one archive (docs/decisions/moving-projects.md).

    `counts` says how much of what is in it; `size` is in bytes, and `sha256` of the file.
    """

    TASK = Task("export_project", LONG, limit=2 * HOUR)
    SHARED_BY = "project"

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="exports")
    people = models.CharField(max_length=10, choices=PeopleShown.choices, default=PeopleShown.PSEUDONYMS)
    with_recordings = models.BooleanField(default=False)
    name = models.CharField(max_length=120, blank=True, help_text="What the file is called once downloaded.")
    file = models.FileField(max_length=300, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)
    counts = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=ExportState.choices, default=ExportState.QUEUED)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=ExportState.values), name="export_state_is_known"),
            models.CheckConstraint(condition=Q(people__in=PeopleShown.values), name="people_moved_are_known"),
            models.CheckConstraint(
                condition=Q(state=ExportState.DONE) & ~Q(file="") | ~Q(state=ExportState.DONE) & Q(file=""),
                name="an_export_that_is_done_has_a_file",
            ),
        ]

    def __str__(self) -> str:
        return f"archive of {self.project}"

    @property
    def folder(self) -> str:
        """Where in the storage its file is, and nothing else."""
        return f"project-exports/{self.pk}"


class ProjectImportState(models.TextChoices):
    CHECKING = "checking", "Being checked"
    CHECKED = "checked", "Checked"
    IMPORTING = "importing", "Importing"
    DONE = "done", "Imported"
    FAILED = FAILED, "Refused"
    CANCELLED = CANCELLED, "Cancelled"


class ProjectImport(Work):
    """An archive of a project that somebody brings. It is checked first; once its people are settled, all of it is
    stored or nothing.

    `about` is what its manifest says. `people` are those in it: ``{"id", "username", "name", "role", "account"}``, the
    account by its id, or null for somebody who has none here.
    """

    TASK = Task("import_project", LONG, limit=2 * HOUR)
    LIVE = (ProjectImportState.CHECKING, ProjectImportState.IMPORTING)
    CLAIMED = UNCLAIMED = None
    EDITABLE = (ProjectImportState.CHECKED,)
    SHARERS = "of this site"

    name = models.CharField(max_length=255)
    upload = models.FileField(upload_to="project-imports/%Y/%m/", max_length=300, blank=True)
    about = models.JSONField(default=dict)
    people = models.JSONField(default=list)
    project_name = models.CharField(max_length=LONGEST_NAME, blank=True, help_text="What it will be called here.")
    project = models.ForeignKey("annotator.Project", models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=ProjectImportState.choices, default=ProjectImportState.CHECKING)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=ProjectImportState.values), name="project_import_state_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"import of {self.name}"

    def begin(self, **fields: Any) -> bool:
        """Have a worker store it; False unless it has been checked and waits."""
        return self._move(
            [ProjectImportState.CHECKED], state=ProjectImportState.IMPORTING, claim=None, heartbeat_at=Now(),
            attempts=0, progress=0, message="Waiting for a worker", error="", finished_at=None, **fields,
        )  # fmt: skip

    def discard(self) -> bool:
        """A worker that holds it then stores nothing. False where it has ended."""
        fields = {"state": ProjectImportState.CANCELLED, "claim": None, "finished_at": Now(), "message": ""}
        return self._move([*self.LIVE, *self.EDITABLE], **fields)

    def _move(self, states: Sequence[str], **fields: Any) -> bool:
        won = self._only(state__in=states).update(**fields)
        self.refresh_from_db()
        return bool(won)


def out_of_date() -> Any:
    """Before this moment, archives were made that are not kept any more."""
    return timezone.now() - timedelta(days=KEPT_DAYS)
