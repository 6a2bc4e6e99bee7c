"""The thresholds of the filters as they are stored and taken."""

from __future__ import annotations

from dataclasses import fields

from alignment.filters import Thresholds
from annotator.corpus.api.thresholds import ThresholdsSerializer
from annotator.corpus.thresholds import NAMES


def test_each_threshold_of_the_engines_can_be_set() -> None:
    assert [each.name for each in fields(Thresholds)] == [*NAMES] == [*ThresholdsSerializer().fields]
