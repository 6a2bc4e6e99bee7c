"""What is readable of a release without an account, and the parts of its data card that people write."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q


def new_secret() -> str:
    return secrets.token_urlsafe(16)


class ReleasePage(models.Model):
    """A page of a release that needs no account: at a public address, or at one that nobody can guess.

    A page is closed, never deleted, so that its address never comes to mean another release. The link of an unguessable
    page contains `secret`, signed with the site's key: a copy of the table is not enough to open it.
    """

    release = models.ForeignKey("annotator.Release", models.CASCADE, related_name="pages")
    address = models.CharField(max_length=60, blank=True, help_text="Of a public page; blank where it is unguessable.")
    secret = models.CharField(max_length=40, default=new_secret, unique=True, editable=False)
    shows_rows = models.BooleanField(default=False, help_text="Sample rows, and the rows that differ.")
    shows_files = models.BooleanField(default=False, help_text="Downloads, which contain all rows.")
    shows_scores = models.BooleanField(default=False, help_text="Systems that were scored, with their figures.")
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["release", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["release"], condition=Q(closed_at=None), name="one_open_page_per_release"),
            models.UniqueConstraint(
                fields=["address"], condition=~Q(address=""), name="an_address_is_of_one_page_for_ever"
            ),
        ]

    def __str__(self) -> str:
        return f"page of {self.release}"

    @property
    def is_public(self) -> bool:
        """Whether its address is one that people can guess, and search engines may keep."""
        return bool(self.address)


class DataCard(models.Model):
    """The parts of a test set's data card that people write. A release keeps them as they were when it was asked for.

    texts : Markdown by the part's key (`releases.forms.documents.CARD_PARTS`). revision : counts changes, so that
    nobody overwrites what they have not seen.
    """

    test_set = models.OneToOneField("annotator.TestSet", models.CASCADE, related_name="card")
    texts = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"data card of {self.test_set}"
