"""What Postgres cannot store is refused with its place, and looking for it is cheap."""

from __future__ import annotations

import json
import time
import tracemalloc
from typing import Any

import pytest

from annotator.storable import MAX_DEPTH, clean, unstorable_in, why_not_storable

#: More than any of these values holds.
MANY = 1_000


@pytest.mark.parametrize(
    ("value", "place", "wrong"),
    [
        ({"steps": [{}, {"text": "a\0"}]}, "steps[1].text", "holds a null character; expected text"),
        ({"a": {"b\0": 1}}, "a", "has a name that holds a null character; expected text"),
        ({"a": ["x", "é\ud800"]}, "a[1]", "holds half of a surrogate pair at 1; expected text"),
        ([[1, [float("nan")]]], "[0][1][0]", "is nan; expected a finite number"),
        ({"n": 2**2000}, "n", "has 2001 bits; expected 1024 at most"),
        ("\0", "", "holds a null character; expected text"),
        ([{"a": [1, 2]}, {"b": {"c": [[], "\0"]}}], "[1].b.c[1]", "holds a null character; expected text"),
    ],
)
def test_the_place_is_named(value: Any, place: str, wrong: str) -> None:
    assert why_not_storable(value, max_values=MANY) == (place, wrong)


@pytest.mark.parametrize("value", [None, True, 1, -2.5, "", "潮 👩‍👩‍👧", [], {}, {"a": [1, {"b": None}], "c": [[]]}])
def test_what_can_be_stored_passes(value: Any) -> None:
    assert why_not_storable(value, max_values=MANY) is None


def test_depth_is_bounded() -> None:
    value: Any = 1
    for _ in range(MAX_DEPTH):
        value = [value]
    assert why_not_storable(value, max_values=MANY) is None
    found = why_not_storable([value], max_values=MANY)
    assert found is not None
    assert "nested more than 20 levels deep" in found[1]


def test_clean_replaces_what_is_refused() -> None:
    value = {"a\0": ["x\ud800", float("inf"), 1]}
    assert clean(value) == {"a\ufffd": ["x\ufffd", None, 1]}
    assert why_not_storable(clean(value), max_values=MANY) is None
    assert unstorable_in("a") == ""


def test_many_small_values_cost_little() -> None:
    """19 MB of empty lists used to take 36 s and 1.6 GB: a place was put together for each of them."""
    most = 100_000
    value = {"username": json.loads("[" + "[]," * (2 * most) + "[]]")}
    tracemalloc.start()
    begun = time.process_time()
    found = why_not_storable(value, max_values=most)
    seconds, (_, peak) = time.process_time() - begun, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == ("", f"holds more than {most:,} values")
    assert peak < 200_000
    assert seconds < 2, "catastrophic only: about 0.1 s when traced"
