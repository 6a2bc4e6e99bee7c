"""What the cache keeps is JSON: Django's own serializer pickles, and who can write to Redis would run code here."""

from __future__ import annotations

import json
from typing import Any


class JsonSerializer:
    """For the `serializer` option of Django's Redis cache. Whole numbers stay bare, so that Redis can count them."""

    def dumps(self, value: Any) -> Any:
        if type(value) is int:
            return value
        return json.dumps(value, allow_nan=False).encode()

    def loads(self, data: bytes) -> Any:
        return json.loads(data)
