"""Which text and JSON Postgres can store: no null characters, no unpaired surrogates, only finite numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

#: Deeper than any request or file of ours, and far below the depth at which encoders give up.
MAX_DEPTH = 20
_MAX_BITS = 1024
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def unstorable_in(text: str) -> str:
    """What Postgres does not take in a text, in words; empty where it takes the text."""
    if text.isascii():
        return "a null character" if "\0" in text else ""
    match = _UNSTORABLE.search(text)
    if match is None:
        return ""
    return "a null character" if match.group() == "\0" else f"half of a surrogate pair at {match.start()}"


def clean(value: Any) -> Any:
    """JSON with null characters and unpaired surrogates replaced, and null for NaN and infinity, at any depth."""
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {clean(str(key)): clean(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [clean(entry) for entry in value]
    return value


def why_not_storable(value: Any, *, max_values: int) -> tuple[str, str] | None:
    """(place, what is wrong there and what was expected) for a value parsed from JSON; None if it can be stored.

    Walks the value once and keeps one iterator per level. The place is put together only where something is wrong.
    """
    if wrong := _wrong_with(value):
        return "", wrong
    path: list[Iterator[tuple[Any, Any]]] = [_entries(value)]
    keys: list[Any] = [None]
    n_values = 1
    while path:
        for key, entry in path[-1]:
            n_values += 1
            wrong = _wrong_with(entry)
            if not wrong and isinstance(key, str) and (name := unstorable_in(key)):
                return _place(keys[:-1]), f"has a name that holds {name}; expected text"
            if not wrong and n_values > max_values:
                return "", f"holds more than {max_values:,} values"
            if not wrong and entry and isinstance(entry, Mapping | list | tuple):
                if len(path) >= MAX_DEPTH:
                    wrong = f"is nested more than {MAX_DEPTH} levels deep"
                else:
                    keys[-1] = key
                    keys.append(None)
                    path.append(_entries(entry))
                    break
            if wrong:
                keys[-1] = key
                return _place(keys), wrong
        else:
            path.pop()
            keys.pop()
    return None


def _entries(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, Mapping):
        return iter(value.items())
    return enumerate(value) if isinstance(value, list | tuple) else iter(())


def _wrong_with(value: Any) -> str:
    """What is wrong with a value itself, whatever it may contain."""
    if isinstance(value, str):
        fault = unstorable_in(value)
        return f"holds {fault}; expected text" if fault else ""
    if isinstance(value, float):
        return "" if math.isfinite(value) else f"is {value}; expected a finite number"
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        return f"has {value.bit_length()} bits; expected {_MAX_BITS} at most"
    return ""


def _place(keys: list[Any]) -> str:
    """``["steps", 3, "text"]`` -> ``steps[3].text``"""
    place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
    return place.lstrip(".")[:100]
