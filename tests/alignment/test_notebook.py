"""The snippets of the tour and of the modules' docstrings run and print what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
MODULES = (
    "alignment.hmm",
    "alignment.hmm.emission",
    "alignment.metrics.boundaries",
    "alignment.metrics.error_rates",
    "alignment.metrics.hmm",
    "alignment.metrics.porter",
    "alignment.metrics.rouge",
    "alignment.summarize",
    "alignment.text",
)


def test_the_tour() -> None:
    failed, tried = doctest.testfile(str(DOCS / "notebook.md"), module_relative=False)
    assert failed == 0
    assert tried > 20


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 0
