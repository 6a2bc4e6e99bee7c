"""Spot checks: some of what one person has checked or filled in, drawn by a seed and judged by another person."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class SpotCheckKind(models.TextChoices):
    SLIDES = "slides", "Slide text"
    MASKS = "masks", "Transcripts"


class SpotCheckState(models.TextChoices):
    OPEN = "open", "Being judged"
    ACCEPTED = "accepted", "Accepted"
    RETURNED = "returned", "Sent back"


class Verdict(models.TextChoices):
    RIGHT = "right", "Right"
    FAULTY = "faulty", "Faulty"


class SpotCheck(models.Model):
    """A draw from the work of one person, which is accepted if at most `most_faulty` of it are faulty.

    reason : what its person reads where it was sent back. taken_back : what was open again by that, so that it can be
    undone: for slides ``{"pages": {id: [revision, checked_at]}}``, for transcripts ``{"passes": [id]}``.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="spot_checks")
    kind = models.CharField(max_length=10, choices=SpotCheckKind.choices)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="spot_checks")
    seed = models.PositiveIntegerField()
    most_faulty = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=SpotCheckState.choices, default=SpotCheckState.OPEN)
    reason = models.CharField(max_length=500, blank=True)
    taken_back = models.JSONField(default=dict)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=SpotCheckKind.values), name="kind_of_spot_check_is_known"),
            models.CheckConstraint(condition=Q(state__in=SpotCheckState.values), name="state_of_spot_check_is_known"),
            models.CheckConstraint(
                condition=~Q(state=SpotCheckState.RETURNED) | ~Q(reason=""), name="what_is_sent_back_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(state=SpotCheckState.OPEN, decided_at=None)
                | (~Q(state=SpotCheckState.OPEN) & Q(decided_at__isnull=False)),
                name="a_decided_spot_check_says_when",
            ),
            models.UniqueConstraint(
                fields=["person", "project", "kind"], condition=Q(state=SpotCheckState.OPEN),
                name="one_open_spot_check_of_a_kind",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id}"


class SpotCheckItem(models.Model):
    """One thing that is judged: a page of slide text, or the answer at a mask.

    text : what its person had settled when it was drawn; it is judged, whatever became of the page since. revision :
    counts verdicts; whoever judges names the one that they have. note : what is wrong, as its person reads it.
    """

    spot_check = models.ForeignKey(SpotCheck, models.CASCADE, related_name="items", db_index=False)
    position = models.PositiveIntegerField()
    page = models.ForeignKey("annotator.SlidePage", models.CASCADE, null=True, related_name="+")
    answer = models.ForeignKey("annotator.MaskAnswer", models.CASCADE, null=True, related_name="+")
    text = models.TextField(blank=True)
    verdict = models.CharField(max_length=10, choices=Verdict.choices, blank=True)
    note = models.CharField(max_length=500, blank=True)
    revision = models.PositiveIntegerField(default=0)
    judge = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    judged_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["spot_check", "position"]
        constraints = [
            models.UniqueConstraint(fields=["spot_check", "position"], name="one_item_per_place_in_a_spot_check"),
            models.CheckConstraint(
                condition=Q(page__isnull=False, answer=None) | Q(page=None, answer__isnull=False),
                name="an_item_is_a_page_or_an_answer",
            ),
            models.CheckConstraint(condition=Q(verdict__in=["", *Verdict.values]), name="verdict_of_an_item_is_known"),
            models.CheckConstraint(
                condition=~Q(verdict=Verdict.FAULTY) | ~Q(note=""), name="a_faulty_item_says_what_is_wrong"
            ),
        ]

    def __str__(self) -> str:
        return f"item {self.position} of {self.spot_check_id}"
