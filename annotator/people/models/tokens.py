"""The tokens that people's scripts send instead of signing in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.db import models
from django.db.models import Q
from knox.models import AbstractAuthToken


class TokenScope(models.TextChoices):
    READ = "read", "Read"
    WRITE = "write", "Read and write"


class ApiToken(AbstractAuthToken):  # type: ignore[misc]
    """Stored as a hash: the token itself is shown only once, when it is created. Its last day is `expiry`."""

    if TYPE_CHECKING:
        objects: Any

    uuid = models.UUIDField(default=uuid4, unique=True, editable=False, help_text="Names it in the API.")
    name = models.CharField(max_length=80, help_text="What it is for, in its owner's words.")
    scope = models.CharField(max_length=5, choices=TokenScope.choices, default=TokenScope.WRITE)

    class Meta:
        ordering = ["-created", "digest"]
        constraints = [
            models.CheckConstraint(condition=Q(scope__in=TokenScope.values), name="token_scope_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.scope})"
