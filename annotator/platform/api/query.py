"""Query parameters. A wrong one is refused with a 400 that names it and says what is allowed."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NoReturn

from rest_framework.request import Request

from annotator.platform.errors import ServiceError

#: The largest id that a column holds.
LARGEST_ID = 2**63 - 1


def whole_number(request: Request, name: str, *, minimum: int, maximum: int) -> int | None:
    """Return the parameter as a whole number, None if it is absent."""
    text = request.query_params.get(name)
    if text is None:
        return None
    number = number_in(text)
    if number is None or not minimum <= number <= maximum:
        refuse(name, text, f"a whole number from {minimum} to {maximum}")
    return number


def signed_number(request: Request, name: str, *, most: int) -> int | None:
    """Return the parameter as a whole number between -most and most, None if it is absent."""
    text = request.query_params.get(name)
    if text is None:
        return None
    number = number_in(text.removeprefix("-"))
    if number is None or number > most:
        refuse(name, text, f"a whole number from {-most} to {most}")
    return -number if text.startswith("-") else number


def row_id(request: Request, name: str) -> int | None:
    """Return the parameter as the id of a row, None if it is absent."""
    return whole_number(request, name, minimum=1, maximum=LARGEST_ID)


def number(request: Request, name: str, *, above: float, maximum: float) -> float | None:
    """Return the parameter as a number greater than `above`, None if it is absent."""
    text = request.query_params.get(name)
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not above < value <= maximum:
        refuse(name, text, f"a number greater than {above:g}, up to {maximum:g}")
    return value


def choice(request: Request, name: str, allowed: Collection[str]) -> str | None:
    """Return the parameter as one of some words, None if it is absent or empty."""
    value = request.query_params.get(name)
    if not value:
        return None
    if value not in allowed:
        refuse(name, value, ", ".join(allowed))
    return value


def flag(request: Request, name: str) -> bool:
    """Return whether the parameter is true; False if it is absent or empty."""
    return choice(request, name, ("true", "false", "1", "0")) in ("true", "1")


def refuse(name: str, value: str, allowed: str) -> NoReturn:
    raise ServiceError(f"{name} is {value[:60]!r}; allowed: {allowed}.", errors=[{"field": name, "message": allowed}])


def number_in(text: str) -> int | None:
    """Return a whole number that may be an id or a count; None for any other text, also for thousands of digits."""
    return int(text) if text.isdecimal() and len(text) <= 20 else None
