"""Rating tasks: what systems made, rated by people behind links. Source: Chen et al. 2024, appendix A.4."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from annotator.authors.models.asked import Asked, AskedQuerySet, InvitationState
from annotator.authors.models.ratings import Wording, default_closing_time, new_secret


class Medium(models.TextChoices):
    TEXT = "text", "Texts"
    SOUND = "sound", "Sound"


class HeadphoneCheck(models.TextChoices):
    PASSED = "passed", "Passed"
    WITHOUT = "without", "Went on without"


class TroubleWithSample(models.TextChoices):
    """Why a rater could not rate a sample."""

    NO_SOUND = "no_sound", "No sound"
    CUT_OFF = "cut_off", "Cut off"
    WRONG_TEXT = "wrong_text", "Wrong text"
    OTHER = "other", "Something else"


def new_seed() -> int:
    return secrets.randbelow(2**31)


def new_key() -> str:
    return secrets.token_urlsafe(9)


class RatingTask(models.Model):
    """What is asked of samples, of whom, and what becomes of ratings that are not to be trusted.

    questions : ``{"name", "meaning", "scale", "words"}`` each, as `rating_tasks.questions`. rules : the fields of
    `alignment.opinions.screening.Rules`. per_set : how many raters each set needs. sets_per_rater : of how many sets a
    rater rates all samples. After the first rating only `closes_at` changes.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="rating_tasks")
    name = models.CharField(max_length=120, help_text="Raters read it: it must not name systems.")
    instructions = models.TextField(blank=True)
    language = models.CharField(max_length=10, default="en", help_text="Of the rater's page.")
    medium = models.CharField(max_length=10, choices=Medium.choices)
    questions = models.JSONField(default=list)
    rules = models.JSONField(default=dict)
    per_set = models.PositiveSmallIntegerField()
    sets_per_rater = models.PositiveSmallIntegerField()
    seed = models.PositiveIntegerField(default=new_seed)
    closes_at = models.DateTimeField(default=default_closing_time)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(medium__in=Medium.values), name="medium_of_a_rating_task_is_known"),
            models.CheckConstraint(
                condition=Q(per_set__gte=1, sets_per_rater__gte=1), name="a_rating_task_asks_for_ratings"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        return timezone.now() < self.closes_at


class RatingSample(models.Model):
    """What one system made of one set, or a trap, whose right answers lie between `trap_low` and `trap_high`.

    position : in the list that it came from, from 0. group : the set, one sentence or page by all systems. made_by :
    who uploaded the system, or whose text it is, as far as the project knows: they do not rate its set. generated : the
    text that it is. pair, document : the talk or the paper that the set is of, with whose texts it is erased.
    """

    task = models.ForeignKey(RatingTask, models.CASCADE, related_name="samples", db_index=False)
    position = models.PositiveIntegerField()
    group = models.CharField(max_length=200)
    system = models.CharField(max_length=100, blank=True, help_text="Empty for a trap.")
    text = models.TextField(blank=True)
    reference = models.TextField(blank=True, help_text="Beside the text: what it is compared with.")
    file = models.FileField(blank=True, max_length=300, upload_to="")
    seconds = models.FloatField(null=True, help_text="Of the sound.")
    trap_low = models.FloatField(null=True)
    trap_high = models.FloatField(null=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    pair = models.ForeignKey("annotator.Pair", models.SET_NULL, null=True, related_name="+")
    document = models.ForeignKey("annotator.Document", models.SET_NULL, null=True, related_name="+")
    generated = models.ForeignKey("annotator.GeneratedText", models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["task", "position"]
        constraints = [
            models.UniqueConstraint(fields=["task", "position"], name="one_rating_sample_per_place"),
            models.UniqueConstraint(
                fields=["task", "group", "system"], condition=~Q(system=""), name="one_sample_of_a_system_in_a_set"
            ),
            models.CheckConstraint(
                condition=Q(system="", trap_low__isnull=False, trap_high__gte=models.F("trap_low"))
                | ~Q(system="") & Q(trap_low=None, trap_high=None),
                name="a_sample_is_of_a_system_or_a_trap",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.group} by {self.system or 'nobody'}"

    @property
    def is_trap(self) -> bool:
        return self.trap_low is not None


class RatingPicture(models.Model):
    """What all samples of a set stand beside: one file, so that it tells neither system nor trap.

    name : as the list calls the file, for who makes the task. file : WebP made here, empty until it is sent; width,
    height : of it, in pixels. alt : what is read out instead of it.
    """

    task = models.ForeignKey(RatingTask, models.CASCADE, related_name="pictures", db_index=False)
    group = models.CharField(max_length=200)
    name = models.CharField(max_length=300)
    alt = models.CharField(max_length=500, blank=True)
    file = models.FileField(blank=True, max_length=300, upload_to="rating-tasks/")
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["task", "id"]
        constraints = [
            models.UniqueConstraint(fields=["task", "group"], name="one_picture_per_set"),
            models.CheckConstraint(
                condition=Q(file="") | Q(width__gt=0, height__gt=0), name="a_rated_picture_has_a_size"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.group}"


class RaterQuerySet(AskedQuerySet["Rater"]):
    def unanswered(self, now: datetime) -> RaterQuerySet:
        open_tasks = RatingTask.objects.filter(closes_at__gt=now).order_by()
        return self.filter(declined_at=None, finished_at=None, task__in=open_tasks).exclude(email="")


class Rater(Asked):
    """Whoever has a link to a task, and under which number. Or a member of the project, `user`, who rates without one.
    All are numbers in whatever is shown of results.

    name, email, letter : only of who was invited by e-mail. language : of the e-mails and the page; that of the task if
    empty.

    The link contains `secret`, signed with the site's key, as that of an `Invitation` does. counted : whether an admin
    has said that the ratings count, or do not, whatever the rules say; why is in `counted_reason`.
    """

    WHO = "rater"

    task = models.ForeignKey(RatingTask, models.CASCADE, related_name="raters", db_index=False)
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    is_member = models.BooleanField(default=False, help_text="Was chosen among the members: no link opens it.")
    secret = models.CharField(max_length=40, default=new_secret, unique=True, editable=False)
    name = models.CharField(max_length=200, blank=True)
    email = models.EmailField(blank=True)
    language = models.CharField(max_length=10, blank=True)
    letter = models.ForeignKey(Wording, models.PROTECT, null=True, related_name="+")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    code = models.CharField(max_length=20, default=new_key, help_text="Shown at the end, so that raters can be paid.")
    headphones = models.CharField(max_length=10, choices=HeadphoneCheck.choices, blank=True)
    consent = models.ForeignKey(Wording, models.PROTECT, null=True, related_name="+", help_text="What was agreed to.")
    consented_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    counted = models.BooleanField(null=True)
    counted_reason = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RaterQuerySet.as_manager()

    class Meta:
        ordering = ["task", "number"]
        constraints = [
            models.UniqueConstraint(fields=["task", "number"], name="one_rater_per_number"),
            models.UniqueConstraint(fields=["task", "user"], name="a_member_rates_a_task_once"),
            models.CheckConstraint(
                condition=Q(user=None) | Q(is_member=True), name="a_rater_with_an_account_is_a_member"
            ),
            models.CheckConstraint(
                condition=Q(counted=None) | ~Q(counted_reason=""), name="who_counts_by_hand_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(begun_at=None) | Q(consented_at__isnull=False), name="raters_agree_before_they_begin"
            ),
            models.CheckConstraint(
                condition=Q(headphones__in=["", *HeadphoneCheck.values]), name="headphone_check_is_known"
            ),
        ]  # fmt: skip
        indexes = [
            models.Index(fields=["send_after"], condition=Q(send_after__isnull=False), name="rater_mail_to_send"),
            models.Index(fields=["remind_at"], condition=Q(remind_at__isnull=False), name="raters_to_remind"),
        ]

    def __str__(self) -> str:
        return f"rater {self.number} of {self.task_id}"

    @property
    def address(self) -> str:
        return self.email

    @property
    def speaks(self) -> str:
        return self.language or self.task.language

    @property
    def state(self) -> InvitationState:
        """Of who has a link. Takes the task."""
        known = (
            (InvitationState.DECLINED, self.declined_at),
            (InvitationState.ANSWERED, self.finished_at),
            (InvitationState.EXPIRED, not self.task.is_open),
            (InvitationState.BEGUN, self.begun_at),
        )
        return self.first_state(known)


class RaterSample(models.Model):
    """A sample that a rater is to rate, and how they did.

    key : all that the rater's browser knows of it. position, set_position : in the rater's own order, from 0. values :
    by question, in their order; null for one that is not answered yet. seconds : from when it was shown to the last
    change.
    """

    rater = models.ForeignKey(Rater, models.CASCADE, related_name="samples", db_index=False)
    sample = models.ForeignKey(RatingSample, models.CASCADE, related_name="rated")
    key = models.CharField(max_length=20, default=new_key, unique=True)
    position = models.PositiveIntegerField()
    set_position = models.PositiveIntegerField()
    values = models.JSONField(default=list)
    seconds = models.FloatField(default=0)
    n_plays = models.PositiveIntegerField(default=0)
    is_heard = models.BooleanField(default=False, help_text="To its end, or read.")
    trouble = models.CharField(max_length=20, choices=TroubleWithSample.choices, blank=True)
    rated_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["rater", "position"]
        constraints = [
            models.UniqueConstraint(fields=["rater", "position"], name="one_sample_per_place_of_a_rater"),
            models.UniqueConstraint(fields=["rater", "sample"], name="a_rater_has_a_sample_once"),
            models.CheckConstraint(
                condition=Q(trouble__in=["", *TroubleWithSample.values]), name="trouble_with_a_sample_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position} of {self.rater_id}"
