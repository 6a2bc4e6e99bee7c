"""Wherever the kinds of length of a summary are listed, all are."""

from __future__ import annotations

from typing import get_args

from alignment.summarize import Length, LengthKind
from annotator.management.commands import summaries
from annotator.models import SummaryLength
from annotator.summaries.api.summaries import LENGTH_PARAMETERS
from annotator.summaries.bulk import said_length
from annotator.summaries.making import PARAMETERS

KINDS = get_args(LengthKind)


def test_a_kind_is_stored_asked_for_and_said() -> None:
    assert set(SummaryLength.values) == set(KINDS)
    assert set(PARAMETERS.values()) == set(KINDS)
    assert {parameter.name for parameter in LENGTH_PARAMETERS} >= PARAMETERS.keys()
    assert summaries._LENGTHS.keys() == set(KINDS)
    assert len({said_length(Length(kind, 3)) for kind in KINDS}) == len(KINDS)
