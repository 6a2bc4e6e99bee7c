"""Authors' judgements of the summary of their own talk. Source: Lev et al. 2019, section 5.2."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

#: How many days a link stays open unless a closing time is given.
INVITATION_DAYS = 28
#: The most sentences that an author is asked to rate.
MOST_RATED = 300


def new_secret() -> str:
    return secrets.token_urlsafe(16)


def default_closing_time() -> datetime:
    return timezone.now() + timedelta(days=INVITATION_DAYS)


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def counted(self) -> InvitationQuerySet:
        """Invitations whose answers count in means: the author has submitted them, and no admin has closed the link.

        If an admin closes a link, its answers are excluded until it is reopened; an expired link keeps its answers.
        """
        return self.filter(finished_at__isnull=False, revoked_at__isnull=True)


class Invitation(models.Model):
    """A link for one author, open until `closes_at`, and the author's answers.

    The link contains `secret`, signed with the site's key: a copy of the table is not enough to open a link.
    """

    run = models.ForeignKey("annotator.AlignmentRun", models.PROTECT, related_name="invitations")
    secret = models.CharField(max_length=40, default=new_secret, unique=True, editable=False)
    author_name = models.CharField(max_length=200)
    author_email = models.EmailField(blank=True)
    n_sentences = models.PositiveIntegerField()
    closes_at = models.DateTimeField(default=default_closing_time)
    revoked_at = models.DateTimeField(null=True)
    score = models.PositiveSmallIntegerField(null=True)
    comment = models.TextField(blank=True)
    first_opened_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(score__isnull=True) | Q(score__gte=1, score__lte=5), name="score_is_1_to_5"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.author_name} on {self.run}"

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None and timezone.now() < self.closes_at

    @property
    def counts(self) -> bool:
        """Whether `InvitationQuerySet.counted` includes it."""
        return self.finished_at is not None and self.revoked_at is None


class RatingItem(models.Model):
    """One sentence of the summary as it was when the link was made, with the author's yes or no."""

    invitation = models.ForeignKey(Invitation, models.CASCADE, related_name="items")
    unit = models.ForeignKey("annotator.Unit", models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField()
    n_words = models.PositiveIntegerField()
    answer = models.BooleanField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["invitation", "unit__position"]
        constraints = [
            models.UniqueConstraint(fields=["invitation", "unit"], name="one_question_per_sentence"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}: {self.answer}"
