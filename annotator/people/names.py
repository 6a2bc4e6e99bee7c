"""The name of a person, as pages, messages and files show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def name_of(user: User) -> str:
    return user.get_full_name() or user.get_username()


def name_or_somebody(user: User | None) -> str:
    """For sentences about somebody whose account may be gone."""
    return name_of(user) if user else "Somebody"


def person_json(user: User | None) -> dict[str, Any] | None:
    return {"id": user.pk, "name": name_of(user)} if user else None
