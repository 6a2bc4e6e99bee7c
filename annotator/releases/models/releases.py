"""Releases: test sets frozen under a number and a hash."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from annotator.platform.models.work import FAILED, QUEUED, RUNNING, Work, WorkQuerySet, kinds
from annotator.platform.queues import HOUR, Task


class ReleaseState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Being made"
    FROZEN = "frozen", "Frozen"
    WITHDRAWN = "withdrawn", "Withdrawn"
    FAILED = FAILED, "Failed"


class PeopleShown(models.TextChoices):
    NAMES = "names", "User names"
    PSEUDONYMS = "pseudonyms", "Pseudonyms"


class Variant(models.TextChoices):
    """Which rows. COARSE, INTRA and INTER are of the curated ones, as in Zhao et al. 2024, each a part of the one
    before; AUTOMATIC is what engines proposed for the same talks."""

    CURATED = "curated", "Curated"
    AUTOMATIC = "automatic", "Automatic"
    COARSE = "coarse", "COARSE"
    INTRA = "intra", "INTRA"
    INTER = "inter", "INTER"


class FrozenQuerySet(WorkQuerySet):
    def made(self) -> FrozenQuerySet:
        """What has rows: frozen, or withdrawn since."""
        return self.filter(state__in=self.model.MADE)

    def damaged(self) -> FrozenQuerySet:
        return self.exclude(problems=[])


class FrozenWork(Work):
    """Work that freezes rows under a hash: releases, and training sets.

    `sha256` is that of the manifest, which holds that of the rows. Triggers in Postgres keep what is frozen as it is;
    what its verification finds is all that is written of it later.
    """

    #: What it is called, the folder of its files in the site's storage, and its rows.
    NOUN: ClassVar[str]
    FOLDER: ClassVar[str]
    ROWS: ClassVar[str]
    #: The event that webhooks are told of when it is no longer what was frozen.
    DAMAGED: ClassVar[str]
    MADE: ClassVar[tuple[str, ...]] = ("frozen",)
    if TYPE_CHECKING:
        files: Any
        project: Any

    rows_sha256 = models.CharField(max_length=64, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    manifest = models.TextField(blank=True, help_text="Canonical JSON, byte for byte what was hashed.")
    n_moves = models.PositiveSmallIntegerField(
        default=0, help_text="How often its project was moved since: pairs and documents had other ids before."
    )
    verify_after = models.DateTimeField(default=timezone.now, help_text="When it is to be verified next.")
    verified_at = models.DateTimeField(null=True, help_text="When rows and files were last checked by their hashes.")
    problems = models.JSONField(default=list, blank=True, help_text="What that check found, in sentences.")

    objects = FrozenQuerySet.as_manager()

    class Meta:
        abstract = True

    @property
    def is_made(self) -> bool:
        return self.state in self.MADE

    def about(self) -> dict[str, Any]:
        """`title`, `version`, `description`, `notes` and `licence`, and `card` if it has one."""
        raise NotImplementedError

    def lines(self) -> Iterator[bytes]:
        """Its rows as they were hashed, from the database."""
        records = getattr(self, self.ROWS).order_by("number").values_list("record", flat=True)
        for record in records.iterator(chunk_size=2000):
            yield record.encode() + b"\n"


def frozen_kinds() -> list[type[FrozenWork]]:
    return [kind for kind in kinds() if issubclass(kind, FrozenWork)]


class Release(FrozenWork):
    """The rows of a test set as they stood at one moment.

    What it says of itself (`title`, `rules` and the like) is copied from the test set when somebody asks for it: the
    test set may be renamed and changed afterwards.
    """

    TASK = Task("make_release", limit=2 * HOUR)
    NOUN, FOLDER, ROWS = "release", "releases", "rows"
    STAYS = "Its releases stay, as others may have cited them. A site admin can delete releases, each with a reason."
    DAMAGED = "release.damaged"
    SHARED_BY = "test_set__project"
    MADE = (ReleaseState.FROZEN, ReleaseState.WITHDRAWN)

    test_set = models.ForeignKey("annotator.TestSet", models.PROTECT, related_name="releases")
    major = models.PositiveIntegerField()
    minor = models.PositiveIntegerField()
    title = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    notes = models.TextField(blank=True, help_text="What is new, as Markdown.")
    licence = models.CharField(max_length=200, blank=True, help_text="A name such as CC-BY-4.0, or a sentence.")
    people = models.CharField(max_length=10, choices=PeopleShown.choices, default=PeopleShown.PSEUDONYMS)
    variant = models.CharField(max_length=10, choices=Variant.choices, default=Variant.CURATED)
    with_clips = models.BooleanField(default=False, help_text="With the segments of its talks as sound files.")
    rating_tasks = ArrayField(
        models.BigIntegerField(), default=list, blank=True, help_text="Those whose results are frozen with it."
    )
    single_ratings = models.BooleanField(default=False, help_text="With each rating, under pseudonyms.")
    card = models.JSONField(default=dict, blank=True, help_text="Parts of the data card that people wrote, by key.")
    rules = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=ReleaseState.choices, default=ReleaseState.QUEUED)
    n_rows = models.PositiveIntegerField(null=True)
    previous = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    changes = models.JSONField(null=True, help_text="How many rows differ from the previous release, and how.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["test_set", "-major", "-minor", "-id"]
        indexes = [
            models.Index(fields=["verify_after"], name="releases_to_verify"),
            models.Index(fields=["id"], condition=~Q(problems=[]), name="damaged_releases"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["test_set", "major", "minor"],
                condition=~Q(state=ReleaseState.FAILED),
                name="one_release_per_number",
            ),
            models.CheckConstraint(condition=Q(state__in=ReleaseState.values), name="release_state_is_known"),
            models.CheckConstraint(condition=Q(people__in=PeopleShown.values), name="people_shown_is_known"),
            models.CheckConstraint(condition=Q(variant__in=Variant.values), name="release_variant_is_known"),
            models.CheckConstraint(
                condition=Q(state__in=(QUEUED, RUNNING, FAILED), sha256="", n_rows=None)
                | (Q(state__in=("frozen", "withdrawn"), n_rows__isnull=False) & ~Q(sha256="") & ~Q(rows_sha256="")),
                name="frozen_releases_have_a_hash",
            ),
            models.CheckConstraint(
                condition=(Q(state=ReleaseState.WITHDRAWN, withdrawn_at__isnull=False) & ~Q(withdrawn_reason=""))
                | (~Q(state=ReleaseState.WITHDRAWN) & Q(withdrawn_at=None, withdrawn_reason="")),
                name="a_withdrawal_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.version}"

    @property
    def version(self) -> str:
        """Its number, as people cite it."""
        return f"{self.major}.{self.minor}"

    def about(self) -> dict[str, Any]:
        names = ("title", "version", "description", "notes", "licence", "card")
        return {name: getattr(self, name) for name in names}

    @property
    def project(self) -> Any:
        return self.test_set.project

    def withdraw(self, reason: str, by: Any) -> bool:
        """Say that it is not to be used any more; False unless it is frozen."""
        return bool(
            self._only(state=ReleaseState.FROZEN).update(
                state=ReleaseState.WITHDRAWN,
                withdrawn_at=timezone.now(),
                withdrawn_reason=reason,
                withdrawn_by=by,
            )
        )

    def discard(self) -> bool:
        """Delete one that has no rows yet; a worker that makes it stores nothing. False if it has them."""
        n_deleted, _ = self._only().exclude(state__in=self.MADE).delete()
        return bool(n_deleted)


class ReleaseRow(models.Model):
    """A row of a release. `record` is its line in the file of rows, byte for byte what was hashed."""

    release = models.ForeignKey(Release, models.CASCADE, related_name="rows", db_index=False)
    number = models.PositiveIntegerField(help_text="From 1, in the order of the file.")
    row = models.UUIDField(help_text="The row of the review, which later releases name too.")
    content = models.CharField(
        max_length=32, help_text="A hash of what the row says, without who said it when: rows that differ have changed."
    )
    record = models.TextField(help_text="Canonical JSON.")

    class Meta:
        ordering = ["release", "number"]
        constraints = [
            models.UniqueConstraint(fields=["release", "number"], name="one_released_row_per_number"),
            models.UniqueConstraint(fields=["release", "row"], name="a_row_is_released_once"),
        ]

    def __str__(self) -> str:
        return f"row {self.number} of {self.release}"


class FrozenFile(models.Model):
    """What is frozen, in one form. Its bytes follow from the rows, so a file that is lost can be written again."""

    form = models.CharField(max_length=20, help_text="The name of the form.")
    name = models.CharField(max_length=200, help_text="What it is called once downloaded.")
    file = models.FileField(upload_to="releases/%Y/%m/", max_length=300)
    size = models.PositiveBigIntegerField(help_text="In bytes.")
    sha256 = models.CharField(max_length=64)
    lacks = models.JSONField(default=list, help_text="What the form cannot carry: [{what, n_rows or null}].")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


class ReleaseFile(FrozenFile):
    """A release in one form."""

    release = models.ForeignKey(Release, models.CASCADE, related_name="files", db_index=False)

    class Meta:
        ordering = ["release", "id"]
        constraints = [models.UniqueConstraint(fields=["release", "form"], name="one_file_per_form")]
