"""Checks of transcripts: where two recognitions differ, who filled it, and what they filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from annotator.platform.models.work import Work, WorkQuerySet
from annotator.platform.queues import HOUR, Task

#: Of all masks of a check, those that are planted: unless somebody says otherwise, and at most.
DEFAULT_PLANTED_SHARE, LARGEST_PLANTED_SHARE = 0.1, 0.5
#: Characters of the reason that whoever filled a pass reads.
LONGEST_REASON = 500


class CheckState(models.TextChoices):
    MAKING = "making", "Being compared"
    READY = "ready", "At work"
    STORING = "storing", "Being stored"
    STORED = "stored", "Stored"
    FAILED = "failed", "Failed"


class TranscriptCheck(Work):
    """A transcript whose recording two recognisers heard: its masks stand where they differ.

    The state is the work for a worker: comparing, or storing what people settled as the next version of the transcript.
    All of it but the state and the result is frozen once masks are made. `lines` are what people read, each
    ``{"start", "end", "parts"}`` with a part a text or the number of a mask; `figures` what is counted when masks are
    made, and `error_rates` those of the recognitions against the result.
    """

    TASK = Task("check_transcript", limit=2 * HOUR)
    LIVE = (CheckState.MAKING, CheckState.STORING)
    CLAIMED = UNCLAIMED = None
    EDITABLE = (CheckState.READY,)
    SHARED_BY = "document__project"

    document = models.OneToOneField("annotator.Document", models.CASCADE, related_name="transcript_check")
    a = models.ForeignKey("annotator.Recognition", models.RESTRICT, related_name="+")
    b = models.ForeignKey("annotator.Recognition", models.RESTRICT, related_name="+")
    language = models.CharField(max_length=16, blank=True)
    planted_share = models.FloatField(default=DEFAULT_PLANTED_SHARE)
    seed = models.PositiveIntegerField(default=0)
    lines = models.JSONField(default=list)
    figures = models.JSONField(default=dict)
    error_rates = models.JSONField(default=dict)
    result = models.OneToOneField("annotator.Document", models.SET_NULL, null=True, related_name="checked_by")
    state = models.CharField(max_length=10, choices=CheckState.choices, default=CheckState.MAKING)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = WorkQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=CheckState.values), name="state_of_check_is_known"),
            models.CheckConstraint(condition=~Q(a=F("b")), name="a_check_compares_two_recognitions"),
            models.CheckConstraint(
                condition=Q(planted_share__gte=0, planted_share__lte=LARGEST_PLANTED_SHARE),
                name="planted_share_is_a_share",
            ),
        ]

    def __str__(self) -> str:
        return f"check of {self.document_id}"

    def rates_between(self) -> dict[str, Any]:
        """The error rates of B against A. Until the result is stored planted masks are counted as what they seem:
        else what is shown could be counted again, and a stretch without an error would give its mask away."""
        name = "between" if self.state == CheckState.STORED or "shown" not in self.figures else "shown"
        found: dict[str, Any] = self.figures.get(name, {})
        return found

    def begin_storing(self) -> bool:
        """From being worked on, or failed, to waiting for a worker that stores the result."""
        won = self._only(state__in=(CheckState.READY, CheckState.FAILED)).update(
            state=CheckState.STORING, claim=None, heartbeat_at=Now(), attempts=0, progress=0,
            message="Waiting for a worker", error="", finished_at=None,
        )  # fmt: skip
        self.refresh_from_db()
        return bool(won)

    def reopen(self) -> None:
        """Where storing failed, back to being worked on."""
        self._only(state=CheckState.FAILED).update(state=CheckState.READY, message="", error="")
        self.refresh_from_db()


class Mask(models.Model):
    """A place where the recognitions differ, or seem to. `code` is all that browsers know of it.

    `a`, `b` : what is shown as heard by each; one of a planted mask was made up, and both heard `planted`, which is
    empty for the others. `words_a`, `words_b` : the half-open range of words in each recognition. `certain_a`,
    `certain_b` : how sure each recogniser was, where it says so.
    """

    transcript_check = models.ForeignKey(TranscriptCheck, models.CASCADE, related_name="masks", db_index=False)
    position = models.PositiveIntegerField()
    code = models.CharField(max_length=16)
    a = models.TextField(blank=True)
    b = models.TextField(blank=True)
    words_a = models.JSONField()
    words_b = models.JSONField()
    certain_a = models.FloatField(null=True)
    certain_b = models.FloatField(null=True)
    start = models.FloatField(null=True)
    end = models.FloatField(null=True)
    planted = models.TextField(blank=True)

    class Meta:
        ordering = ["transcript_check", "position"]
        constraints = [
            models.UniqueConstraint(fields=["transcript_check", "position"], name="one_mask_per_position"),
            models.UniqueConstraint(fields=["transcript_check", "code"], name="one_mask_per_code"),
        ]

    def __str__(self) -> str:
        return f"mask {self.position} of {self.transcript_check_id}"


class PassKind(models.TextChoices):
    FIRST = "first", "First pass"
    SECOND = "second", "Second pass"


class PassState(models.TextChoices):
    OPEN = "open", "At work"
    LAPSED = "lapsed", "Given back"
    HELD = "held", "Held"
    ACCEPTED = "accepted", "Accepted"
    REJECTED = "rejected", "Rejected"
    WITHDRAWN = "withdrawn", "Withdrawn"


#: While a pass is in one of these, nobody else can take its place; see `Pass.is_taken`.
TAKEN = (PassState.OPEN, PassState.HELD, PassState.ACCEPTED)


class Pass(models.Model):
    """One person's way through the masks of a check.

    Open until `lease_ends`, which each answer moves on; given back then, and their answers stay. A submission is judged
    by the project's limits: `broken` are those that it broke, `figures` what was counted, `reason` what its person
    reads. `revision` counts its operations.
    """

    transcript_check = models.ForeignKey(TranscriptCheck, models.CASCADE, related_name="passes", db_index=False)
    kind = models.CharField(max_length=10, choices=PassKind.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="transcript_passes")
    state = models.CharField(max_length=10, choices=PassState.choices, default=PassState.OPEN)
    #: Whose answers a second pass has as B; null where there are none any more.
    first = models.ForeignKey("self", models.SET_NULL, null=True, related_name="seconds")
    lease_ends = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(auto_now_add=True)
    revision = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)
    submitted_at = models.DateTimeField(null=True)
    figures = models.JSONField(default=dict)
    broken = models.JSONField(default=list)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["transcript_check", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=PassKind.values), name="kind_of_pass_is_known"),
            models.CheckConstraint(condition=Q(state__in=PassState.values), name="state_of_pass_is_known"),
            models.UniqueConstraint(
                fields=["transcript_check", "kind"], condition=Q(state__in=TAKEN), name="one_pass_of_a_kind_at_a_time"
            ),
            models.UniqueConstraint(fields=["transcript_check", "user"], name="nobody_passes_a_transcript_twice"),
            models.CheckConstraint(
                condition=(Q(state=PassState.OPEN) & Q(lease_ends__isnull=False))
                | (~Q(state=PassState.OPEN) & Q(lease_ends=None)),
                name="an_open_pass_has_a_lease",
            ),
            models.CheckConstraint(
                condition=~Q(state=PassState.REJECTED) | ~Q(reason=""), name="a_rejection_has_a_reason"
            ),
        ]
        indexes = [models.Index(fields=["lease_ends"], condition=Q(lease_ends__isnull=False), name="pass_leases")]

    def __str__(self) -> str:
        return f"{self.kind} pass of {self.transcript_check_id}"

    def is_taken(self) -> bool:
        """Whether nobody else can take its place: a claim that has ended is free before it is given back."""
        has_ended = self.state == PassState.OPEN and self.lease_ends is not None and self.lease_ends < timezone.now()
        return self.state in TAKEN and not has_ended

    def move(self, states: Sequence[str], **fields: Any) -> bool:
        """From one of these states; False if somebody else has moved it already."""
        won = type(self).objects.filter(pk=self.pk, state__in=states).update(**fields)
        self.refresh_from_db()
        return bool(won)


class MaskChoice(models.TextChoices):
    A = "a", "A"
    B = "b", "B"
    TYPED = "typed", "Typed"
    UNINTELLIGIBLE = "unintelligible", "Unintelligible"
    NOTHING = "nothing", "Nothing said"


#: Answers without a text: nothing can be heard, or was said.
WITHOUT_TEXT = (MaskChoice.UNINTELLIGIBLE, MaskChoice.NOTHING)


class MaskAnswer(models.Model):
    """What a person says was said at a mask.

    `text` is the spoken form, `written` the written one: made by rule unless `written_by_hand`; `is_stale` if the
    spoken form changed since somebody wrote it. `milliseconds` : that the mask was open in all; `heard` : whether its
    span was played.
    """

    of_pass = models.ForeignKey(Pass, models.CASCADE, related_name="answers", db_index=False)
    mask = models.ForeignKey(Mask, models.CASCADE, related_name="answers")
    choice = models.CharField(max_length=15, choices=MaskChoice.choices)
    text = models.TextField(blank=True)
    written = models.TextField(blank=True)
    written_by_hand = models.BooleanField(default=False)
    is_stale = models.BooleanField(default=False)
    is_flagged = models.BooleanField(default=False)
    milliseconds = models.PositiveIntegerField(default=0)
    heard = models.BooleanField(default=False)
    answered_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["of_pass", "mask"], name="one_answer_per_mask_and_pass"),
            models.CheckConstraint(condition=Q(choice__in=MaskChoice.values), name="choice_at_a_mask_is_known"),
            models.CheckConstraint(
                condition=~Q(choice__in=[*WITHOUT_TEXT]) | Q(text=""),
                name="nothing_said_has_no_text",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.choice} at {self.mask_id}"


class PassOperation(models.Model):
    """The log of a pass: one answer, undo or redo. `before`, `after` : the answer as JSON; null for none."""

    of_pass = models.ForeignKey(Pass, models.CASCADE, related_name="operations", db_index=False)
    id = models.UUIDField(primary_key=True)
    sequence = models.PositiveIntegerField()
    mask = models.ForeignKey(Mask, models.CASCADE, related_name="+", db_index=False)
    verb = models.CharField(max_length=10)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["of_pass", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["of_pass", "sequence"], name="one_operation_per_place_in_a_pass"),
            models.CheckConstraint(condition=Q(verb__in=["answer", "undo", "redo"]), name="verb_of_a_pass_is_known"),
        ]
        indexes = [models.Index(fields=["of_pass", "mask", "-sequence"], name="operations_at_a_mask")]

    def __str__(self) -> str:
        return f"{self.verb} {self.sequence} of {self.of_pass_id}"


class TranscriptPolicy(models.Model):
    """What submissions of a project's masks are held to. A limit that is null is not asked about.

    min_filled, min_planted, max_same, min_heard : shares, from 0 to 1. min_seconds : the median a mask.
    """

    project = models.OneToOneField(
        "annotator.Project", models.CASCADE, primary_key=True, related_name="transcript_policy"
    )
    min_filled = models.FloatField(null=True, default=0.95)
    min_seconds = models.FloatField(null=True, default=4.0)
    min_planted = models.FloatField(null=True, default=0.8)
    max_same = models.FloatField(null=True, default=0.9)
    min_heard = models.FloatField(null=True, default=0.9)
    hold_all = models.BooleanField(default=False, help_text="Hold what breaks a limit, however many it breaks.")
    to_another = models.BooleanField(default=True, help_text="Rejected work goes to another person.")
    claim_hours = models.PositiveIntegerField(default=72, help_text="How long a claim lasts after the last answer.")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(claim_hours__gte=1), name="a_claim_of_a_pass_lasts_an_hour"),
        ]

    def __str__(self) -> str:
        return f"limits of transcripts of {self.project_id}"
