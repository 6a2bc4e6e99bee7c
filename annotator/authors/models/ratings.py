"""Authors' judgements of the summary of their own talk. Source: Lev et al. 2019, section 5.2."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, F, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotator.authors.models.asked import Asked, AskedQuerySet, InvitationState

#: How many days a link stays open unless a closing time is given.
INVITATION_DAYS = 28
#: After how many days the page proposes to remind an author who has not answered.
REMINDER_DAYS = 7
#: The most sentences that an author is asked to rate.
MOST_RATED = 300


def new_secret() -> str:
    return secrets.token_urlsafe(16)


def default_closing_time() -> datetime:
    return timezone.now() + timedelta(days=INVITATION_DAYS)


class Dimension(models.TextChoices):
    """The dimensions on which a text is rated from 1 to 5, beside the overall score."""

    COHERENCE = "coherence", "Coherence"
    CONSISTENCY = "consistency", "Consistency"
    FLUENCY = "fluency", "Fluency"
    RELEVANCE = "relevance", "Relevance"


class InvitationQuerySet(AskedQuerySet["Invitation"]):
    def counted(self) -> InvitationQuerySet:
        """Invitations whose answers count in means: the author has submitted and not withdrawn them, no admin has
        closed the link, and the attention check, where there was one, was passed.

        If an admin closes a link, its answers are excluded until it is reopened; an expired link keeps its answers.
        """
        return self.filter(_ATTENTIVE, finished_at__isnull=False, revoked_at__isnull=True, declined_at=None)

    def with_state(self) -> InvitationQuerySet:
        """With `state_now`: `Invitation.state` as a column."""
        cases = [When(condition, then=Value(str(state))) for state, condition in _conditions(timezone.now())]
        return self.annotate(state_now=Case(*cases, default=Value(str(InvitationState.LINK))))

    def unanswered(self, now: datetime) -> InvitationQuerySet:
        return self.filter(revoked_at=None, declined_at=None, finished_at=None, closes_at__gt=now).exclude(
            author_email=""
        )

    def asking_the_same(self, invitation: Invitation) -> InvitationQuerySet:
        """All links by which its author is asked about the talk, this one too; none without an address. Who declines by
        one of them is not written to by any."""
        return self.filter(_asks(invitation.run.pair_id, invitation.author_email))

    def with_refusal(self) -> InvitationQuerySet:
        """With `refused_at`: when the author declined, by this link or another `asking_the_same`, whatever became of
        it; null where nothing was said."""
        declined = Invitation.objects.filter(
            _asks(OuterRef("run__pair"), OuterRef("author_email")), declined_at__isnull=False
        )
        elsewhere = Subquery(declined.order_by("declined_at").values("declined_at")[:1])
        return self.annotate(refused_at=Coalesce("declined_at", elsewhere))


def _asks(pair: int | OuterRef, email: str | OuterRef) -> Q:
    return Q(run__pair=pair, author_email__iexact=email) & ~Q(author_email="")


_ATTENTIVE = Q(trap=None) | Q(trap_answer=F("trap"))


def _conditions(now: datetime) -> list[tuple[InvitationState, Q]]:
    return [
        (InvitationState.REVOKED, Q(revoked_at__isnull=False)),
        (InvitationState.DECLINED, Q(declined_at__isnull=False)),
        (InvitationState.ANSWERED, Q(finished_at__isnull=False)),
        (InvitationState.EXPIRED, Q(closes_at__lte=now)),
        (InvitationState.BEGUN, Q(answered_at__isnull=False)),
        (InvitationState.OPENED, Q(first_opened_at__isnull=False)),
        (InvitationState.WAITING, Q(send_after__isnull=False)),
        (InvitationState.BOUNCED, ~Q(send_error="")),
        (InvitationState.SENT, Q(sent_at__isnull=False)),
    ]


class WordingKind(models.TextChoices):
    CONSENT = "consent", "Consent"
    INVITATION = "invitation", "Invitation"
    REMINDER = "reminder", "Reminder"
    RATER = "rater", "Invitation of a rater"
    RATER_AGAIN = "rateragain", "Reminder of a rater"


class Wording(models.Model):
    """What people who are asked read of a project, in one language: what they agree to, or an e-mail. A version never
    changes."""

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="wordings", db_index=False)
    kind = models.CharField(max_length=10, choices=WordingKind.choices)
    language = models.CharField(max_length=10)
    number = models.PositiveIntegerField(help_text="Of its kind and language, from 1.")
    subject = models.CharField(max_length=200, blank=True, help_text="Of an e-mail.")
    text = models.TextField()
    shown = models.TextField(blank=True, help_text="Of a consent: as people read it, with its places filled in.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["project", "kind", "language", "number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "kind", "language", "number"], name="one_wording_per_number"),
            models.CheckConstraint(condition=Q(kind__in=WordingKind.values), name="wording_kind_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} ({self.language}) of {self.project}"


class Invitation(Asked):
    """A link for one author, open until `closes_at`, and the author's answers.

    The link contains `secret`, signed with the site's key: a copy of the table is not enough to open a link.

    It asks about the summary of a run, sentence by sentence, or about `text`: what `system` wrote about the talk of
    that run. Several may be invited for the same.
    """

    WHO = "author"

    run = models.ForeignKey("annotator.AlignmentRun", models.PROTECT, related_name="invitations")
    secret = models.CharField(max_length=40, default=new_secret, unique=True, editable=False)
    author_name = models.CharField(max_length=200)
    author_email = models.EmailField(blank=True)
    language = models.CharField(max_length=10, default="en", help_text="Of the e-mails, and at first of the page.")
    system = models.CharField(max_length=100, blank=True, help_text="Who wrote `text`; empty for a summary of the run.")
    text = models.TextField(blank=True)
    dimensions = ArrayField(
        models.CharField(max_length=20, choices=Dimension.choices), default=list, help_text="Rated beside the whole."
    )
    trap = models.PositiveSmallIntegerField(
        null=True, help_text="The number to be chosen where the page asks for just that, to find who does not read."
    )
    letter = models.ForeignKey(Wording, models.PROTECT, null=True, related_name="+")
    consent = models.ForeignKey(Wording, models.PROTECT, null=True, related_name="+", help_text="What was agreed to.")
    consented_at = models.DateTimeField(null=True)
    n_sentences = models.PositiveIntegerField()
    closes_at = models.DateTimeField(default=default_closing_time)
    revoked_at = models.DateTimeField(null=True)
    score = models.PositiveSmallIntegerField(null=True)
    scores = models.JSONField(default=dict, help_text="By dimension, from 1 to 5.")
    trap_answer = models.PositiveSmallIntegerField(null=True)
    comment = models.TextField(blank=True)
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
            models.CheckConstraint(
                condition=Q(system="", text="") | ~Q(system="") & ~Q(text=""), name="a_text_has_a_system"
            ),
            models.CheckConstraint(condition=Q(trap=None) | Q(trap__gte=1, trap__lte=5), name="trap_is_1_to_5"),
        ]
        indexes = [
            models.Index(fields=["send_after"], condition=Q(send_after__isnull=False), name="author_mail_to_send"),
            models.Index(fields=["remind_at"], condition=Q(remind_at__isnull=False), name="authors_to_remind"),
        ]

    def __str__(self) -> str:
        return f"{self.author_name} on {self.run}"

    @property
    def address(self) -> str:
        return self.author_email

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None and timezone.now() < self.closes_at

    @property
    def counts(self) -> bool:
        """Whether `InvitationQuerySet.counted` includes it."""
        is_attentive = self.trap is None or self.trap_answer == self.trap
        is_standing = self.revoked_at is None and self.declined_at is None
        return self.finished_at is not None and is_standing and is_attentive

    @property
    def state(self) -> InvitationState:
        """`InvitationQuerySet.with_state`, of a row that is at hand."""
        known = (
            (InvitationState.REVOKED, self.revoked_at),
            (InvitationState.DECLINED, self.declined_at),
            (InvitationState.ANSWERED, self.finished_at),
            (InvitationState.EXPIRED, self.closes_at <= timezone.now()),
            (InvitationState.BEGUN, self.answered_at),
        )
        return self.first_state(known)


class RatingItem(models.Model):
    """One sentence of the summary as it was when the link was made, with the author's yes or no."""

    invitation = models.ForeignKey(Invitation, models.CASCADE, related_name="items", db_index=False)
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
