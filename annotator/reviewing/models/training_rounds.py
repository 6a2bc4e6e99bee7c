"""The training round: rows whose answer is known, and how people did on them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class TrainingPolicy(models.Model):
    """The rules of a project's training rounds. Without one, nobody is asked to do a round.

    is_required : who has not passed gets no pair of those languages from the queue. since : members who joined before
    are not asked, unless `asks_members`.
    """

    project = models.OneToOneField(
        "annotator.Project", models.CASCADE, primary_key=True, related_name="training_policy"
    )
    is_required = models.BooleanField(default=False)
    since = models.DateTimeField(null=True, help_text="When it became required.")
    asks_members = models.BooleanField(default=False, help_text="Those who were members already have to pass too.")
    n_rows = models.PositiveSmallIntegerField(default=12, help_text="Of a round.")
    n_right = models.PositiveSmallIntegerField(default=9, help_text="That are enough to pass.")
    n_tries = models.PositiveSmallIntegerField(default=2, help_text="After these an admin decides.")
    n_again = models.PositiveSmallIntegerField(
        default=0, help_text="Rows of the round that a new version of the guidelines asks for; 0 for none."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(n_right__gte=1, n_right__lte=F("n_rows"), n_tries__gte=1), name="a_round_can_be_passed"
            ),
            models.CheckConstraint(
                condition=Q(is_required=False) | Q(since__isnull=False), name="a_required_round_says_since_when"
            ),
        ]

    def __str__(self) -> str:
        return f"training round of {self.project}"


class TrainingRow(models.Model):
    """A row with a known answer, and as much around it as its proposal holds.

    source, target : texts of the sentences, by position from 0. proposed : the rows as they are shown, each
    ``{"source": pieces, "target": pieces}``; a piece is ``[unit, start, end]`` in code points. asks : which of them is
    to be answered. expected : what is right, as `reviewing.training_rounds.answers` compares it. review, row : where it
    was taken from; that row is no gold while this exists. Null of one that was written by hand.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="training_rows", db_index=False)
    review = models.ForeignKey("annotator.Review", models.SET_NULL, null=True, related_name="training_rows")
    row = models.UUIDField(null=True)
    source_language = models.CharField(max_length=35)
    target_language = models.CharField(max_length=35)
    source = models.JSONField()
    target = models.JSONField()
    proposed = models.JSONField()
    asks = models.PositiveSmallIntegerField()
    expected = models.JSONField()
    explanation = models.TextField(blank=True)
    place = models.CharField(max_length=120, blank=True, help_text="In the guidelines, such as 2.3.")
    is_in = models.BooleanField(default=False, help_text="Rounds are drawn from those that are in.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "row"], name="a_row_trains_once"),
            models.CheckConstraint(condition=Q(is_in=False) | ~Q(explanation=""), name="a_training_row_is_explained"),
        ]

    def __str__(self) -> str:
        return f"training row {self.pk}"


class TrainingRound(models.Model):
    """One try of a person at one pair of languages. passed : null until its last row is answered."""

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="training_rounds", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="training_rounds")
    source_language = models.CharField(max_length=35)
    target_language = models.CharField(max_length=35)
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    n_right = models.PositiveSmallIntegerField(help_text="That are needed.")
    passed = models.BooleanField(null=True)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "person", "source_language", "target_language", "number"],
                name="training_rounds_are_numbered",
            ),
            models.CheckConstraint(
                condition=Q(passed=None, ended_at=None) | Q(passed__isnull=False, ended_at__isnull=False),
                name="a_finished_round_says_when",
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.person}"


class TrainingItem(models.Model):
    """A row of a round. answer : the rows as the person left them; null until they have answered, once and for all."""

    round = models.ForeignKey(TrainingRound, models.CASCADE, related_name="items", db_index=False)
    row = models.ForeignKey(TrainingRow, models.RESTRICT, related_name="items")
    position = models.PositiveSmallIntegerField(help_text="From 1.")
    answer = models.JSONField(null=True)
    links_right = models.BooleanField(null=True)
    labels_right = models.BooleanField(null=True)
    answered_at = models.DateTimeField(null=True)
    differs = models.TextField(blank=True, help_text="How the person sees it, for the admins.")

    class Meta:
        ordering = ["round", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "position"], name="rows_of_a_round_are_numbered"),
            models.CheckConstraint(
                condition=Q(answer=None, links_right=None, labels_right=None, answered_at=None)
                | Q(links_right__isnull=False, labels_right__isnull=False, answered_at__isnull=False),
                name="an_answer_is_judged",
            ),
        ]

    def __str__(self) -> str:
        return f"row {self.position} of {self.round}"


class TrainingDecision(models.Model):
    """What an admin has decided of a person: that they start without a round passed, or have another try."""

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="training_decisions", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    may_start = models.BooleanField(default=False)
    n_more = models.PositiveSmallIntegerField(default=0, help_text="Tries beyond those of the rules.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "person"], name="one_training_decision_per_person"),
        ]

    def __str__(self) -> str:
        return f"decision on {self.person}"
