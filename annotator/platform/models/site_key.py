"""The fingerprint of the site's `SECRET_KEY`, without the key itself."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q


def new_salt() -> str:
    return secrets.token_urlsafe(16)


class SiteKey(models.Model):
    """A keyed fingerprint, made when the database is first prepared. It tells a program that has another key."""

    salt = models.CharField(max_length=40, default=new_salt)
    fingerprint = models.CharField(max_length=64)
    noted_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="a_site_has_one_key")]

    def __str__(self) -> str:
        return f"the key noted {self.noted_at:%Y-%m-%d}"
