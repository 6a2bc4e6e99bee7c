"""What the pages have of the server's own lists and limits, held against it: the answers of the API do not tell it.

Single numbers are in `REPEATED` of `test_guide_numbers.py`.
"""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.urls import resolve

from alignment.text import is_content
from annotator.aligning import vectors
from annotator.importers.archive import MANIFESTS
from annotator.importers.support import delimited
from annotator.importers.support.columns import HEADINGS
from annotator.launch.layout import HERE
from annotator.platform.errors import ServiceError
from annotator.platform.writers import table, tsv
from annotator.reviewing.adjudication.compared import LETTERS
from annotator.reviewing.api.label_serializers import LabelSerializer
from annotator.reviewing.guidelines.labels import BUILT_IN, SHORTCUTS
from annotator.site.spa import shell

PAGES = HERE.root / "frontend" / "src"

#: In the order of the server; of a record, its names.
LISTS = {
    ("letters", "adjudicate/model.ts"): list(LETTERS),
    ("shortcuts", "guidelines/model.ts"): [str(digit) for digit in SHORTCUTS],
    ("labelKeys", "lib/labels.ts"): list(BUILT_IN),
    ("builtIn", "review/model/labels.ts"): list(BUILT_IN),
    ("actionOf", "helper/GuidelinesTab.tsx"): list(BUILT_IN),
    ("roles", "imports/columns.ts"): list(HEADINGS),
}


def page(module: str) -> Path:
    """By the end of its path."""
    (file,) = PAGES.glob(f"**/{module}")
    return file


def text_of(module: str) -> str:
    return page(module).read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "module"), LISTS)
def test_lists_are_those_of_the_server(name: str, module: str) -> None:
    (found,) = re.findall(
        rf"^(?:export )?const {name}\b.*? = ([\[{{].*?[\]}}])(?: as const)?;$", text_of(module), re.M | re.S
    )
    items = re.sub(r"(?<=:) .*?(?=,\n|, | \})", "", found) if found.startswith("{") else found
    assert re.findall(r"\w+", items) == LISTS[name, module]


def pattern_of_keys() -> str:
    """Of labels."""
    patterns = (getattr(validator, "regex", None) for validator in LabelSerializer().fields["key"].validators)
    (pattern,) = (regex.pattern for regex in patterns if regex is not None and regex.pattern.startswith("^"))
    return str(pattern)


def test_training_of_vectors_is_offered_as_it_is_possible() -> None:
    text = text_of("vectors/TrainVectors.tsx")
    ranges = re.findall(r"name: '(\w+)', label: '[^']+', min: (\d+), max: (\d+)", text)
    assert [name for name, _, _ in ranges] == [field.name for field in fields(vectors.Training)]
    for name, least, most in ranges:
        assert f" {name}: {getattr(vectors.Training(), name)}" in text
        assert vectors.Training(**{name: int(least)}) != vectors.Training(**{name: int(most)})
        for beyond in (int(least) - 1, int(most) + 1):
            with pytest.raises(ServiceError):
                vectors.Training(**{name: beyond})


def test_a_manifest_is_known_by_its_name() -> None:
    (pattern,) = re.findall(r"/(\^manifest.+?)/i\.test", text_of("imports/requests.ts"))
    (endings,) = re.findall(r"\((.+)\)", pattern)
    assert {f"manifest.{ending}" for ending in endings.split("|")} == set(MANIFESTS)


def test_keys_of_labels_are_written_alike() -> None:
    assert f"/{pattern_of_keys()}/.test(label.key)" in text_of("guidelines/model.ts")


def test_the_two_judgements_have_one_name() -> None:
    names = dict(re.findall(r"(\w+): '([^']+)'", text_of("ui/large/judgements.ts")))
    assert names == {key: BUILT_IN[key]["name"] for key in ("good_align", "good_mt")}


def test_what_a_spreadsheet_runs_as_a_formula_is_the_same_everywhere() -> None:
    (signs,) = re.findall(r"\[(.+?)\\t", tsv._FORMULA.pattern)
    assert f"/^{tsv._FORMULA.pattern}/" in text_of("lib/csv.ts")
    assert set(signs) - {"\\"} <= tsv._STARTS
    assert f"[{signs}]" in text_of("editor/copying.ts")
    for reader in (table._BEGINS_A_CELL, delimited._GUARD):
        assert f"[{signs}" in reader.pattern


def test_as_long_a_run_of_hiragana_is_grammar() -> None:
    (longest,) = re.findall(r"Script=Hiragana\}\{1,(\d+)\}", text_of("ui/large/words.ts"))
    assert [n for n in range(1, 9) if not is_content("あ" * n)] == list(range(1, int(longest) + 1))


def test_the_service_worker_keeps_the_page_by_its_address() -> None:
    (address,) = re.findall(r"const shell = '(.+)';", text_of("serviceWorker.js"))
    assert resolve(address).func is shell
