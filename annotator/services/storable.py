"""What Postgres takes as JSON: no null bytes, no halves of surrogate pairs, nothing nested without end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Deeper than anything that means something here, and far from where encoders give up.
DEEPEST = 20


def why_not_storable(value: Any) -> str | None:
    """What is wrong with a value that came as JSON, and where, as a clause; None where nothing is."""
    waiting: list[tuple[str, Any, int]] = [("", value, 0)]
    while waiting:
        place, found, depth = waiting.pop()
        if depth > DEEPEST:
            return f"{place[:100]} is nested more than {DEEPEST} deep"
        if isinstance(found, str):
            if wrong := _wrong_in(found):
                return f"{place or 'the text'} holds {wrong}; expected text"
        elif isinstance(found, Mapping):
            for name, item in found.items():
                if wrong := _wrong_in(str(name)):
                    return f"a name in {place or 'the object'} holds {wrong}; expected text"
                waiting.append((f"{place}.{name}".lstrip("."), item, depth + 1))
        elif isinstance(found, list | tuple):
            waiting += [(f"{place}[{number}]", item, depth + 1) for number, item in enumerate(found)]
        elif isinstance(found, float) and not abs(found) <= 1e308:
            return f"{place or 'the number'} is {found}; expected a finite number"
        elif isinstance(found, int) and found.bit_length() > 1024:
            return f"{place or 'the number'} has {found.bit_length()} bits; expected 1024 at most"
    return None


def _wrong_in(text: str) -> str | None:
    if "\0" in text:
        return "a null byte"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"half a surrogate pair at {error.start}"
    return None
