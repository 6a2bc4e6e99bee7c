"""The snippets of the tour and of the modules' docstrings run and print what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import alignment

DOCS = Path(__file__).parents[2] / "docs"
PACKAGE = Path(alignment.__file__).parent
#: Every module with an example.
MODULES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
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


def test_the_engines_have_worked_examples() -> None:
    assert {"alignment.bitext", "alignment.hmm.align", "alignment.lexical.align", "alignment.vecalign"} <= set(MODULES)
