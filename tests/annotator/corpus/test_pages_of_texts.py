"""What pages of texts and of word vectors repeat of the server: how long a text may be, what a column can hold."""

from __future__ import annotations

import re
from dataclasses import asdict

from annotator.aligning import vectors
from annotator.importers.formats.glossaries.entries import SEPARATOR
from annotator.importers.support.columns import HEADINGS
from annotator.launch.layout import HERE

FEATURES = HERE.root / "frontend" / "src" / "features"


def text_of(page: str) -> str:
    return (FEATURES / page).read_text(encoding="utf-8")


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
