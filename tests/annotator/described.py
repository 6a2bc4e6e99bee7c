"""The OpenAPI document that the tests walk through; it takes a second to generate."""

from __future__ import annotations

import functools
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@functools.cache
def described_api() -> dict[str, Any]:
    """For reading only: all tests get the same one."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema
