"""What pages of texts and of word vectors repeat of the server: how long a text may be, what a column can hold."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

import pytest
from django.db.models import Model

from annotator.aligning import vectors
from annotator.importers.formats.glossaries.entries import SEPARATOR
from annotator.importers.support.columns import HEADINGS
from annotator.launch.layout import HERE
from annotator.models import Document, GlossaryTerm, Pair, VectorSet

FEATURES = HERE.root / "frontend" / "src" / "features"
#: By page, the columns whose texts are typed there, in the order of the fields.
TYPED: dict[str, list[tuple[type[Model], str]]] = {
    "corpus/glossary/TermFields.tsx": [(GlossaryTerm, name) for name in ("source", "note", "source_language")],
    "corpus/imports/About.tsx": [
        (Document, name) for name in ("title", "speaker", "interpreter", "interpreter_rank")
    ],
    "corpus/documents/EditDocument.tsx": [(Document, "title"), (Document, "language")],
    "corpus/pairs/EditPair.tsx": [(Pair, "title")],
    "corpus/pairs/NewPairPage.tsx": [(Pair, "title")],
    "aligning/vectors/AddVectors.tsx": [(VectorSet, "name")],
    "aligning/vectors/TrainVectors.tsx": [(VectorSet, "name")],
}  # fmt: skip


def text_of(page: str) -> str:
    return (FEATURES / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", TYPED)
def test_as_much_can_be_typed_as_a_column_holds(page: str) -> None:
    typed = [int(most) for most in re.findall(r"(?:maxLength=\{|longest: )(\d+)", text_of(page))]
    columns: list[Any] = [model._meta.get_field(name) for model, name in TYPED[page]]
    assert typed == [column.max_length for column in columns]


def test_a_column_of_a_table_can_be_said_to_hold_whatever_it_can() -> None:
    page = text_of("corpus/imports/columns.ts")
    (offered,) = re.findall(r"roles: Record<string, string> = \{\n(.*?)\n\};", page, re.DOTALL)
    assert re.findall(r"^  (\w+):", offered, re.MULTILINE) == [*HEADINGS]


def test_training_begins_with_the_options_of_the_server_and_takes_as_much() -> None:
    page = text_of("aligning/vectors/TrainVectors.tsx")
    taken = re.findall(r"name: '(\w+)', label: '[^']+', min: (\d+), max: (\d+)", page)
    assert {name: (int(low), int(high)) for name, low, high in taken} == vectors.RANGES
    begun = {name: int(value) for name, value in re.findall(r"(\w+): (\d+)[,} ]", page) if name in vectors.RANGES}
    assert begun == asdict(vectors.Training())


def test_renderings_are_typed_apart_by_what_parts_them_in_a_table() -> None:
    parted = re.findall(r"splitChars=\{\['(.)'", text_of("corpus/glossary/TermFields.tsx"))
    assert parted == [SEPARATOR, SEPARATOR]
