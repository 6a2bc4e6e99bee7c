"""How titles of pairs name the version of their texts."""

from __future__ import annotations

import re

_VERSION = re.compile(r" \(version \d+\)\Z")
_MOST_CHARACTERS = 280


def with_version(title: str, version: int) -> str:
    return f"{without_version(title)[:_MOST_CHARACTERS]} (version {version})"


def without_version(title: str) -> str:
    return _VERSION.sub("", title)
