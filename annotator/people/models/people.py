"""Data about a person beside Django's account, and invitations to become a member of a project."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from annotator.people.models.projects import Role
from annotator.platform.models.mailed import Mailed

#: How many days an invitation stays open.
MEMBER_INVITATION_DAYS = 14


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def default_expiry() -> datetime:
    return timezone.now() + timedelta(days=MEMBER_INVITATION_DAYS)


class MemberInvitationQuerySet(models.QuerySet["MemberInvitation"]):
    def pending(self) -> MemberInvitationQuerySet:
        """Neither accepted nor revoked; those that have expired are among them, as they can be sent again."""
        return self.filter(accepted_at=None, revoked_at=None)

    def to_send(self, now: datetime) -> MemberInvitationQuerySet:
        return self.pending().filter(send_after__lte=now, expires_at__gt=now)


class MemberInvitation(Mailed):
    """A link by which one person becomes a member of a project, once, until `expires_at`.

    The link contains `secret`, signed with the site's key: a copy of the table is not enough to use a link.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="member_invitations")
    name = models.CharField(max_length=150, blank=True)
    email = models.EmailField(blank=True, help_text="Empty for a link that is passed on by hand.")
    role = models.CharField(max_length=12, choices=Role.choices)
    languages = ArrayField(
        models.CharField(max_length=8), default=list, blank=True, help_text="That they read; none is all of them."
    )
    secret = models.CharField(max_length=40, default=new_secret, unique=True, editable=False)
    creates_account = models.BooleanField(help_text="Whoever invited might create accounts at that time.")
    expires_at = models.DateTimeField(default=default_expiry)
    revoked_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = MemberInvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invited_role_is_known"),
            models.CheckConstraint(
                condition=Q(accepted_at=None) | Q(revoked_at=None), name="what_is_accepted_is_not_revoked"
            ),
            models.UniqueConstraint(
                F("project"),
                Lower("email"),
                name="one_pending_invitation_per_address",
                condition=Q(accepted_at=None, revoked_at=None) & ~Q(email=""),
            ),
        ]
        indexes = [
            models.Index(fields=["send_after"], condition=Q(send_after__isnull=False), name="invitations_to_send"),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.email or 'somebody'} for {self.project}"

    @property
    def is_open(self) -> bool:
        return self.accepted_at is None and self.revoked_at is None and timezone.now() < self.expires_at


class Account(models.Model):
    """A person has no row until something in it differs from its default."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="account")
    must_change_password = models.BooleanField(
        default=False, help_text="Somebody else chose the password, and so knows it."
    )
    digests = models.BooleanField(default=True, help_text="E-mail once a day about what is new for them.")
    digested_at = models.DateTimeField(null=True, help_text="When a worker last looked what is new for them.")

    def __str__(self) -> str:
        return str(self.user)
