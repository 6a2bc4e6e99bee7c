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
    given = request.query_params.get(name)
    if given is None:
        return None
    found = number_in(given)
    if found is None or not minimum <= found <= maximum:
        refuse(name, given, f"a whole number from {minimum} to {maximum}")
    return found


def signed_number(request: Request, name: str, *, most: int) -> int | None:
    """Return the parameter as a whole number between -most and most, None if it is absent."""
    given = request.query_params.get(name)
    if given is None:
        return None
    found = number_in(given.removeprefix("-"))
    if found is None or found > most:
        refuse(name, given, f"a whole number from {-most} to {most}")
    return -found if given.startswith("-") else found


def row_id(request: Request, name: str) -> int | None:
    """Return the parameter as the id of a row, None if it is absent."""
    return whole_number(request, name, minimum=1, maximum=LARGEST_ID)


def number(request: Request, name: str, *, above: float, maximum: float) -> float | None:
    """Return the parameter as a number greater than `above`, None if it is absent."""
    given = request.query_params.get(name)
    if given is None:
        return None
    try:
        found = float(given)
    except ValueError:
        found = math.nan
    if not above < found <= maximum:
        refuse(name, given, f"a number greater than {above:g}, up to {maximum:g}")
    return found


def choice(request: Request, name: str, allowed: Collection[str]) -> str | None:
    """Return the parameter as one of some words, None if it is absent or empty."""
    given = request.query_params.get(name)
    if not given:
        return None
    if given not in allowed:
        refuse(name, given, ", ".join(allowed))
    return given


def flag(request: Request, name: str) -> bool:
    """Return whether the parameter is true; False if it is absent or empty."""
    return choice(request, name, ("true", "false", "1", "0")) in ("true", "1")


def refuse(name: str, given: str, allowed: str) -> NoReturn:
    raise ServiceError(f"{name} is {given[:60]!r}; allowed: {allowed}.", errors=[{"field": name, "message": allowed}])


def number_in(text: str) -> int | None:
    """Return a whole number that may be an id or a count; None for any other text, also for thousands of digits."""
    return int(text) if text.isdecimal() and len(text) <= 20 else None
