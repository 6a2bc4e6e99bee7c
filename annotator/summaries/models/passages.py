"""Sentences of a paper that belong to what was said on each slide, or in each span, of a talk about it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.aligning.models.runs import RunState
from annotator.platform.models.work import CancellableWork, WorkQuerySet
from annotator.platform.queues import HOUR, Task


class PassageUnit(models.TextChoices):
    SLIDE = "slide", "Slide"
    SPAN = "span", "Span"


class PassageBasis(models.TextChoices):
    SCRIPT = "script", "Script"
    SLIDE = "slide", "Slide text"
    BOTH = "both", "Both"


class PassageMethod(models.TextChoices):
    """As `alignment.transcripts.related` has them."""

    WORDS = "tf-idf", "Words"
    VECTORS = "vectors", "Word vectors"
    ENCODER = "encoder", "Sentence encoder"


class Passages(CancellableWork):
    """The places of one talk, each with the sentences of its paper that are nearest.

    `places` are ``{"start", "end", "page", "text", "near"}``: seconds, the page that was shown or null, what was said,
    and ``[sentence, similarity]`` of the nearest, by their positions in the paper; empty until they are found.
    `vectors` names the word vectors or the encoder. `threshold` says which of the nearest are proposed. `search` are
    the fields that others are being found with, which take the place of these once they are found; else empty.
    """

    TASK = Task("find_passages", limit=HOUR)
    SHARED_BY = "pair__project"

    pair = models.OneToOneField("annotator.Pair", models.CASCADE, related_name="passages")
    per = models.CharField(max_length=5, choices=PassageUnit.choices)
    basis = models.CharField(max_length=6, choices=PassageBasis.choices, default=PassageBasis.SCRIPT)
    method = models.CharField(max_length=8, choices=PassageMethod.choices)
    vectors = models.CharField(max_length=80, blank=True)
    threshold = models.FloatField()
    search = models.JSONField(default=dict)
    places = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.QUEUED)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="state_of_passages_is_known"),
            models.CheckConstraint(condition=Q(per__in=PassageUnit.values), name="unit_of_passages_is_known"),
            models.CheckConstraint(condition=Q(basis__in=PassageBasis.values), name="basis_of_passages_is_known"),
            models.CheckConstraint(condition=Q(method__in=PassageMethod.values), name="method_of_passages_is_known"),
            models.CheckConstraint(condition=Q(threshold__gte=0, threshold__lte=1), name="threshold_is_a_similarity"),
        ]

    def __str__(self) -> str:
        return f"passages of {self.pair_id}"


class PassageAnswer(models.Model):
    """Whether a sentence belongs to a place, as a person says.

    `place` is its index, `sentence` the position in the paper. `similarity` and `rank`, from 1, are those it was found
    with; null for one that a person added.
    """

    passages = models.ForeignKey(Passages, models.CASCADE, related_name="answers", db_index=False)
    place = models.PositiveIntegerField()
    sentence = models.PositiveIntegerField()
    is_right = models.BooleanField()
    similarity = models.FloatField(null=True)
    rank = models.PositiveSmallIntegerField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["passages", "place", "sentence"]
        constraints = [
            models.UniqueConstraint(fields=["passages", "place", "sentence"], name="one_answer_per_sentence_and_place"),
        ]

    def __str__(self) -> str:
        return f"{self.sentence} at {self.place} of {self.passages_id}"
