"""Wherever the kinds of length of a summary are listed, all are."""

from __future__ import annotations

import re
from typing import get_args

from alignment.summarize import Length, LengthKind
from annotator.launch.layout import HERE
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


def test_an_address_of_a_summary_can_have_each_kind() -> None:
    place = (HERE.root / "frontend/src/features/summaries/sheet/place.ts").read_text(encoding="utf-8")
    (listed,) = re.findall(r"const kinds: readonly LengthKind\[\] = \[(.*)\];", place)
    assert re.findall(r"'(\w+)'", listed) == list(KINDS)
