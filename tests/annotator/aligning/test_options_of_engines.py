"""What people choose for a run reaches the engine that it is for."""

from __future__ import annotations

from dataclasses import fields

import pytest

from alignment.vecalign import VecalignOptions
from annotator.aligning.bitext import _vecalign_options
from annotator.aligning.engine_options import encoder_options
from annotator.aligning.engines import ENGINES
from annotator.models import Pair, PairKind

OF_VECALIGN = {field.name for field in fields(VecalignOptions)}


def test_each_choice_for_vecalign_reaches_it() -> None:
    offered = {option.name for option in encoder_options(has_uploaded=True)} - {"encoder"}
    assert offered <= OF_VECALIGN
    chosen = {name: getattr(VecalignOptions(), name) + (0.1 if "frac" in name else 1) for name in offered}
    assert _vecalign_options({"encoder": "laser", **chosen}) == VecalignOptions(**chosen)


@pytest.mark.django_db
def test_no_other_engine_has_an_option_that_vecalign_would_take(bitext: Pair) -> None:
    """Runs are handed to vecAlign's options first, whatever their engine."""
    others = {name: engine for name, engine in ENGINES.items() if engine.kind == PairKind.BITEXT and name != "vecalign"}
    taken = {name: {option.name for option in engine.options(bitext)} & OF_VECALIGN for name, engine in others.items()}
    assert len(taken) > 1
    assert set().union(*taken.values()) == set()
