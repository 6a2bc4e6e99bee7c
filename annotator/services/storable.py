"""What Postgres takes as text and JSON: no null bytes, no halves of surrogate pairs, nothing without end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Deeper than anything that means something here, and far from where encoders give up.
DEEPEST = 20
_MOST_BITS = 1024


def why_not_storable(value: Any) -> tuple[str, str] | None:
    """(place, what is wrong there and what was expected) of a value that came as JSON; None where nothing is wrong."""
    waiting: list[tuple[str, Any, int]] = [("", value, 0)]
    while waiting:
        place, found, depth = waiting.pop()
        if depth > DEEPEST:
            return place[:100], f"is nested more than {DEEPEST} deep"
        if isinstance(found, str):
            if wrong := _wrong_in(found):
                return place, f"holds {wrong}; expected text"
        elif isinstance(found, Mapping):
            for name, item in found.items():
                if wrong := _wrong_in(str(name)):
                    return place, f"has a name that holds {wrong}; expected text"
                waiting.append((f"{place}.{name}".lstrip("."), item, depth + 1))
        elif isinstance(found, list | tuple):
            waiting += [(f"{place}[{number}]", item, depth + 1) for number, item in enumerate(found)]
        elif isinstance(found, float) and not abs(found) < float("inf"):
            return place, f"is {found}; expected a finite number"
        elif isinstance(found, int) and found.bit_length() > _MOST_BITS:
            return place, f"has {found.bit_length()} bits; expected {_MOST_BITS} at most"
    return None


def _wrong_in(text: str) -> str | None:
    if "\0" in text:
        return "a null byte"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"half a surrogate pair at {error.start}"
    return None
