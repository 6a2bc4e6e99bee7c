"""Answers and pages that list the kinds of something list all of them: what they lack would be missing silently."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rest_framework import serializers

from alignment.metrics import translation
from annotator.launch.layout import HERE
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

PAGES = HERE.root / "frontend" / "src" / "features" / "releases"


def quoted_in(module: str, statement: str) -> list[str]:
    """The texts that the first such statement of a module of the pages holds."""
    (found,) = re.findall(rf"{re.escape(statement)}(.*?);\n", (PAGES / module).read_text(encoding="utf-8"), re.DOTALL)
    return re.findall(r"'([^']*)'", found)


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


def test_the_dialog_of_a_release_offers_the_licences_that_are_known() -> None:
    assert set(quoted_in("releases/NewRelease.tsx", "const licences = ")) == documents.LICENCES.keys()


def test_the_columns_of_systems_are_those_that_the_api_names() -> None:
    columns = quoted_in("systems/scores.ts", "const order = ")
    named = SystemFigureSerializer().fields["key"].help_text
    assert re.findall(r"\w+", str(named).replace(" or ", " ")) == columns
    by_rule = [metric.key for metric in (translation.BLEU, translation.CHRF, translation.TER)]
    assert {*by_rule, *scoring._ROUGE, *scoring._NEURAL, *scoring.ERROR_RATES} <= set(columns)
    assert quoted_in("systems/scores.ts", "export function isErrorRate(key: string): boolean {\n  return ") == [
        *scoring.ERROR_RATES
    ]
