"""Short messages of admins to those who work in a project, and who has seen them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

#: Of the text of one, in characters.
LONGEST = 500


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def standing(self) -> AnnouncementQuerySet:
        return self.filter(withdrawn_at=None)

    def addressed_to(self, user: Any) -> AnnouncementQuerySet:
        return self.filter(Q(to=None) | Q(to=user.pk))

    def with_seen_by(self, user: Any) -> AnnouncementQuerySet:
        """With `is_seen`: the person has seen it as it reads now, or wrote it."""
        seen = AnnouncementSeen.objects.filter(announcement=OuterRef("pk"), person=user.pk)
        as_it_is = Q(Exists(seen.filter(revision__gte=OuterRef("revision"))))
        return self.annotate(is_seen=as_it_is | Q(by=user.pk, by__isnull=False))


class Announcement(models.Model):
    """A message to everybody who reviews in a project, or to one of them; on their queue until they close it.

    to : null for everybody. revision : counts its wordings; whoever saw an earlier one sees it again.
    """

    project = models.ForeignKey("annotator.Project", models.CASCADE, related_name="announcements")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    text = models.CharField(max_length=LONGEST)
    revision = models.PositiveIntegerField(default=1)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="an_announcement_says_something")]

    def __str__(self) -> str:
        return self.text


class AnnouncementSeen(models.Model):
    """Somebody has closed an announcement. revision : the wording that they saw last."""

    announcement = models.ForeignKey(Announcement, models.CASCADE, related_name="seen", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["announcement", "person"], name="an_announcement_is_seen_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} saw {self.announcement}"
