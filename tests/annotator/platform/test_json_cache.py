"""The cache takes and gives JSON: nothing that comes out of Redis runs code."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache


class _Trap:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("value", [None, 3, 2.5, "härbour", [1, "a"], {"bins": [{"n": 1}]}, True])
def test_json_comes_back_as_it_went_in(value: Any) -> None:
    cache.set("a-value", value, 10)
    assert cache.get("a-value", "gone") == value


def test_whole_numbers_can_be_counted() -> None:
    cache.set("a-number", 1, 10)
    cache.incr("a-number")
    assert cache.get("a-number") == 2


def test_what_somebody_put_into_redis_is_not_unpickled(tmp_path: Path) -> None:
    raw = cache._cache.get_client(write=True)  # type: ignore[attr-defined]
    raw.set(cache.make_key("a-trap"), pickle.dumps(_Trap(tmp_path / "sprung")))
    with pytest.raises(ValueError):
        cache.get("a-trap")
    assert not (tmp_path / "sprung").exists()
    cache.delete("a-trap")


def test_objects_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        cache.set("an-object", _Trap(tmp_path), 10)
