"""Systems: what programs make of a release, and how good it is."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotator.platform.models.work import FAILED, QUEUED, RUNNING, Work, WorkQuerySet
from annotator.platform.queues import HOUR, Task


class SystemState(models.TextChoices):
    QUEUED = QUEUED, "Queued"
    RUNNING = RUNNING, "Being scored"
    SCORED = "scored", "Scored"
    FAILED = FAILED, "Failed"


class SystemKind(models.TextChoices):
    TRANSLATION = "translation", "Translation"
    ALIGNMENT = "alignment", "Alignment"
    RECOGNITION = "recognition", "Recognition"
    SYNTHESIS = "synthesis", "Synthesis"


class System(Work):
    """A system's output for the rows of a release, or for its segments, scored by a worker.

    Somebody uploaded it, or it is what an engine of this site made of the release's talks: then `engine` and `options`
    say which, and `runs` are the runs that were scored, the newest of each talk. Of a recogniser's output, `options`
    name the normaliser; of that, and of synthesised clips, `source_language` is what was spoken.
    """

    TASK = Task("score_system", limit=2 * HOUR)
    SHARED_BY = "on_release__test_set__project"

    on_release = models.ForeignKey("annotator.Release", models.CASCADE, related_name="systems")
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=SystemKind.choices, blank=True, help_text="Known once it is read.")
    source_language = models.CharField(max_length=16, blank=True)
    target_language = models.CharField(max_length=16, blank=True)
    split = models.CharField(max_length=200, blank=True, help_text="Of the rows that count; blank for all.")
    file = models.FileField(upload_to="systems/%Y/%m/", max_length=300, blank=True)
    file_name = models.CharField(max_length=200, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    engine = models.CharField(max_length=20, blank=True)
    options = models.JSONField(default=dict, blank=True)
    recipe = models.CharField(max_length=32, blank=True, help_text="A hash of engine and options.")
    runs = ArrayField(models.PositiveBigIntegerField(), default=list, blank=True)
    state = models.CharField(max_length=10, choices=SystemState.choices, default=SystemState.QUEUED)
    warnings = models.JSONField(default=list, blank=True, help_text="What is odd about the file, in sentences.")
    scores = models.JSONField(null=True, help_text="Figures and what they are by talk, rank and length.")
    basis = models.CharField(max_length=64, blank=True, help_text="A hash of the rows that the scores are of.")
    samples = models.BinaryField(
        null=True, help_text="Sampled scores, 64 bits each: those of the first figure, of the second, and so on."
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["on_release", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["on_release", "name"], condition=Q(engine=""), name="one_uploaded_system_per_name"
            ),
            models.UniqueConstraint(
                fields=["on_release", "recipe"], condition=~Q(engine=""), name="an_engine_with_options_is_scored_once"
            ),
            models.CheckConstraint(condition=Q(state__in=SystemState.values), name="system_state_is_known"),
            models.CheckConstraint(
                condition=~Q(state=SystemState.SCORED) | (Q(scores__isnull=False) & ~Q(kind="") & ~Q(basis="")),
                name="scored_systems_have_scores",
            ),
            models.CheckConstraint(
                condition=(Q(engine="") & ~Q(file="")) | (~Q(engine="") & Q(file="") & ~Q(recipe="")),
                name="a_system_is_a_file_or_an_engine",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} on {self.on_release}"

    @property
    def is_live(self) -> bool:
        return self.state in self.LIVE

    def score_again(self, runs: list[int]) -> bool:
        """Back into the queue, with the runs of an engine that are newest now; False while it is being scored."""
        return bool(
            self._only()
            .exclude(state=SystemState.RUNNING)
            .update(
                state=SystemState.QUEUED,
                runs=runs,
                claim=None,
                attempts=0,
                progress=0,
                message="",
                error="",
                heartbeat_at=None,
                finished_at=None,
            )
        )


class HeardTalk(models.Model):
    """What a recogniser heard in the segments of one talk, beside what was said; stored once, with its scores.

    `segments` ascend by time: ``id``, ``start`` and ``end`` in seconds, ``missing``, ``errors`` and ``units``,
    ``rare_errors`` and ``rare_units``, the ``rare`` words of it, and ``runs``: ``[reference, heard, letters]`` each, as
    `alignment.metrics.recognition.Run` has them, with spaces between words. One document, because it is stored as a
    whole.
    """

    system = models.ForeignKey(System, models.CASCADE, related_name="heard_talks", db_index=False)
    number = models.PositiveIntegerField(help_text="Of the talk among those with segments in the release, from 1.")
    title = models.CharField(max_length=500)
    segments = models.JSONField()

    class Meta:
        ordering = ["system", "number"]
        constraints = [models.UniqueConstraint(fields=["system", "number"], name="a_talk_is_heard_once")]

    def __str__(self) -> str:
        return f"{self.title} as heard by {self.system_id}"
