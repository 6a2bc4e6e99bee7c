"""The OpenAPI document that the tests walk through; it takes a second to generate."""

from __future__ import annotations

import functools
from typing import Any

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator


def described_api() -> dict[str, Any]:
    """For reading only: all tests get the same one."""
    return _generated()[0]


def warnings_of_generator() -> list[str]:
    return _generated()[1]


@functools.cache
def _generated() -> tuple[dict[str, Any], list[str]]:
    GENERATOR_STATS.reset()  # type: ignore[no-untyped-call]
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema, [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]
