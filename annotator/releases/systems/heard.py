"""Reading what a recogniser heard in a talk, some segments at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotator.models import HeardTalk

#: Segments of one answer.
PAGE = 50
#: Which segments: those with errors, those with rare words.
ONLY: dict[str, Callable[[dict[str, Any]], bool]] = {
    "errors": lambda segment: segment["errors"] > 0,
    "rare": lambda segment: bool(segment["rare"]),
}


def heard_page(talk: HeardTalk, only: str = "", after: int = 0) -> dict[str, Any]:
    """The talk with `PAGE` of its segments, after so many of those that are asked for."""
    chosen = [each for each in talk.segments if not only or ONLY[only](each)]
    segments = [
        {**each, "runs": [dict(zip(("reference", "heard", "letters"), run, strict=True)) for run in each["runs"]]}
        for each in chosen[after : after + PAGE]
    ]
    return {
        "number": talk.number, "title": talk.title, "n_segments": len(talk.segments), "count": len(chosen),
        "segments": segments,
    }  # fmt: skip
