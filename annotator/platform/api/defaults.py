"""Default values and limits of forms: each domain declares its own in `api/form_defaults.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rest_framework import serializers


class Default(NamedTuple):
    """One of them. field : its type, and what it means. value : asked for with each answer."""

    field: serializers.Field[Any, Any, Any, Any]
    value: Callable[[], Any]


def number(value: Callable[[], int] | int, help_text: str) -> Default:
    """A whole number."""
    return Default(serializers.IntegerField(help_text=help_text), value if callable(value) else lambda: value)


def switch(value: Callable[[], bool], help_text: str) -> Default:
    """True or false, by what is installed or set."""
    return Default(serializers.BooleanField(help_text=help_text), value)
