"""The recognisers that this site can run, and what they hear in the recording of a transcript."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from annotator.models import Document
from annotator.platform.errors import ServiceError


@dataclass(frozen=True, slots=True)
class SiteRecogniser:
    """refusal : why it cannot run here, in a sentence; empty if it can. sends : whether sound leaves this site."""

    name: str
    label: str
    refusal: str
    sends: bool


def site_recognisers() -> list[SiteRecogniser]:
    return []


def recogniser(name: str) -> SiteRecogniser:
    for one in site_recognisers():
        if one.name == name:
            return one
    raise ServiceError(f"There is no recogniser named {name[:60]}.", field="recogniser")


def recognise(
    document: Document, name: str, progress: Callable[[float, str], None]
) -> tuple[list[list[Any]], list[int]]:
    raise ServiceError(f"There is no recogniser named {name[:60]}.")
