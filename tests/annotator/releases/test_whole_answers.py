"""Answers that list the kinds of something list all of them: what they lack would be missing silently."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rest_framework import serializers

from alignment.metrics import translation
from annotator.models import LeakKind
from annotator.releases import pages, variants
from annotator.releases.api.curation_serializers import TalkCountsSerializer
from annotator.releases.api.leaks import LeakCountsSerializer
from annotator.releases.api.release_pages import ShownRowSerializer
from annotator.releases.api.release_serializers import BasisSerializer, LeftOutOfVariantSerializer
from annotator.releases.api.systems import SystemFigureSerializer
from annotator.releases.curation.talks import VIEWS
from annotator.releases.forms import documents
from annotator.releases.systems import scoring
from annotator.reviewing.gold import Basis


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        (LeakCountsSerializer, LeakKind.values),
        (TalkCountsSerializer, VIEWS),
        (BasisSerializer, Basis.values),
        (LeftOutOfVariantSerializer, documents.LEFT_OUT),
        (ShownRowSerializer, ["number", *pages._SHOWN]),
    ],
)
def test_an_answer_has_a_field_for_each_kind(answer: type[serializers.Serializer[Any]], kinds: Any) -> None:
    assert answer().fields.keys() == set(kinds)


def test_each_reason_why_a_row_is_in_no_variant_has_words() -> None:
    reasons = (variants.NULL, variants.COARSE, variants.INTRA, variants.INTER, variants.NOT_JUDGED)
    assert tuple(documents.LEFT_OUT) == reasons


def test_a_data_card_has_words_for_each_basis() -> None:
    assert documents._basis(dict.fromkeys(Basis.values, 1)).count("1 rows ") == len(Basis)


def test_the_api_names_every_figure_of_systems() -> None:
    named = re.findall(r"\w+", str(SystemFigureSerializer().fields["key"].help_text))
    by_rule = [metric.key for metric in (translation.BLEU, translation.CHRF, translation.TER)]
    assert {*by_rule, *scoring._ROUGE, *scoring._NEURAL, *scoring.ERROR_RATES} <= set(named)
