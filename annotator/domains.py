"""The domains, each above those that it may call (pyproject.toml), and the modules in which they declare things."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

DOMAINS = (
    "platform", "people", "corpus", "decks", "recordings", "aligning", "reviewing", "teams", "releases", "summaries",
    "authors", "site",
)  # fmt: skip


def load(name: str) -> list[ModuleType]:
    """Import the module of this name of each domain that has one."""
    places = (f"annotator.{domain}.{name}" for domain in DOMAINS)
    return [import_module(place) for place in places if find_spec(place)]
