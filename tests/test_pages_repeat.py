"""What pages have of the server's own lists, words, patterns and first values, and the API does not type.

What a page does not list is not shown there: a figure without a name, a problem without words, a form without a link.
Single numbers are in `REPEATED` of `test_guide_numbers.py`, how long texts may be in `test_lengths_of_fields.py`.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import asdict, fields
from typing import get_args

import pytest
from django.urls import resolve

from alignment.filters.thresholds import Thresholds
from alignment.metrics.recognition import NORMALISERS
from alignment.opinions.screening import Rules
from alignment.slide_text.blocks import KINDS as KINDS_OF_BLOCKS
from alignment.slides.timeline import KINDS as KINDS_OF_NO_SLIDE
from alignment.summarize import LengthKind
from alignment.text import is_content
from annotator.aligning import vectors
from annotator.authors.rating_tasks import results
from annotator.authors.rating_tasks.questions import OF_M3AV, P800
from annotator.corpus.media import TYPES
from annotator.corpus.thresholds import _KNOWN
from annotator.importers.archive import MANIFESTS
from annotator.importers.formats.glossaries.entries import SEPARATOR
from annotator.importers.support import delimited
from annotator.importers.support.columns import HEADINGS
from annotator.launch.layout import HERE
from annotator.models import ClipForm, Direction, SlidesTask, TranscriptPolicy
from annotator.people.single_sign_on import Problem
from annotator.platform.errors import ServiceError
from annotator.platform.writers import table, tsv
from annotator.recordings.clips import RATES as CLIP_RATES
from annotator.recordings.results import NOT_HEARD
from annotator.releases.api.systems import SystemFigureSerializer
from annotator.releases.forms.documents import LEFT_OUT, LICENCES
from annotator.releases.systems.scoring import ERROR_RATES
from annotator.reviewing.adjudication.compared import LETTERS
from annotator.reviewing.api.label_serializers import LabelSerializer
from annotator.reviewing.guidelines.labels import BUILT_IN, SHORTCUTS
from annotator.reviewing.key_sentences import PROPOSED
from annotator.site.erasing import scope
from annotator.site.moving import exporting, raw_reviews
from annotator.site.spa import shell
from annotator.summaries import forms
from annotator.summaries.generating.materials import as_sent
from annotator.summaries.slides.scoring import FIGURES
from annotator.teams.apart import WORSE

PAGES = HERE.root / "frontend" / "src"
FEATURES = PAGES / "features"

#: By the name of the constant and the end of its module's path. Of a record, its names; of tuples, the first of each.
#: A set where the page has an order of its own.
LISTS: dict[tuple[str, str], list[str] | set[str]] = {
    ("letters", "adjudicate/model.ts"): list(LETTERS),
    ("shortcuts", "guidelines/model.ts"): [str(digit) for digit in SHORTCUTS],
    ("labelKeys", "lib/labels.ts"): list(BUILT_IN),
    ("builtIn", "review/model/labels.ts"): list(BUILT_IN),
    ("actionOf", "helper/GuidelinesTab.tsx"): list(BUILT_IN),
    ("roles", "imports/columns.ts"): list(HEADINGS),
    ("kinds", "slideText/model.ts"): list(KINDS_OF_BLOCKS),
    ("kinds", "timeline/model.ts"): list(KINDS_OF_NO_SLIDE),
    ("problems", "session/SignInPage.tsx"): set(get_args(Problem)),
    ("forms", "sheet/SheetActions.tsx"): set(forms.CONTENT_TYPES),
    ("forms", "making/ProjectSummaries.tsx"): set(forms.CONTENT_TYPES),
    ("forms", "moving/RawReviews.tsx"): list(raw_reviews.FORMS),
    ("files", "tasks/TaskActions.tsx"): list(results.FORMS),
    ("described", "outputs/normalisers.ts"): set(NORMALISERS),
    ("words", "generated/ToRaters.tsx"): list(P800),
    ("licences", "releases/NewRelease.tsx"): set(LICENCES),
    ("audio", "documents/Recording.tsx"): {ending[1:] for ending, kind in TYPES.items() if kind.startswith("audio/")},
    ("video", "documents/Recording.tsx"): {ending[1:] for ending, kind in TYPES.items() if kind.startswith("video/")},
    ("starts", "transcripts/LimitsForm.tsx"): {
        field.name for field in TranscriptPolicy._meta.fields if field.name.startswith(("min_", "max_"))
    },
}
#: What an erasure counts besides, for its entry in the log.
NOT_FORESEEN = {"pairs", "sentences"}
#: Figures of segmentation that the API has and the table leaves out.
NOT_IN_TABLE = {"precision", "recall"}


def text_of(module: str) -> str:
    """module : the end of its path."""
    (file,) = PAGES.glob(f"**/{module}")
    return file.read_text(encoding="utf-8")


def said(module: str, begins: str, ends: str) -> str:
    """The part of a module from a phrase to the next that ends it."""
    _, found, rest = text_of(module).partition(begins)
    assert found, f"{module} does not have {begins!r}"
    part, found, _ = rest.partition(ends)
    assert found, f"{module} does not have {ends!r} after {begins!r}"
    return part


def texts(text: str) -> list[str]:
    return re.findall(r"'([^']*)'", text)


def numbers(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"(\w+): ([\d.]+)\b", text)}


def value_of(name: str, module: str) -> str:
    """A constant that is a list or a record, as it is written."""
    written = rf"^ *(?:export )?const {name}\b[^\n]*? = ([\[{{].*?[\]}}])(?: as const)?;$"
    (value,) = re.findall(written, text_of(module), re.MULTILINE | re.DOTALL)
    return str(value)


def listed(value: str) -> list[str]:
    if value.startswith("{"):
        return re.findall(r"(?:\{ |, |^  )'?([\w-]+)'?: ", value, re.MULTILINE)
    if value.startswith("[\n  ["):
        return re.findall(r"^  \['([^']*)'", value, re.MULTILINE)
    return texts(value) or re.findall(r"\w+", value)


@pytest.mark.parametrize(("name", "module"), LISTS)
def test_lists_are_those_of_the_server(name: str, module: str) -> None:
    found, wanted = listed(value_of(name, module)), LISTS[name, module]
    assert len(found) == len(wanted)
    assert type(wanted)(found) == wanted


def test_every_figure_of_a_person_has_a_name() -> None:
    groups = said("teams/person/words.ts", "export const groups:", "\n];")
    assert re.findall(r"(\w+): \{ name: ", groups) == list(WORSE)


def test_what_a_server_counts_before_a_project_moves_or_talks_go_is_shown() -> None:
    counted = re.compile(r"\bn\('(\w+)'\)")
    moved = {*exporting.COUNTED, "adjudications", "recordings"}
    export = text_of("site/moving/ExportForm.tsx")
    assert {*counted.findall(export), *re.findall(r"counts\.(\w+)", export)} == moved
    for page in ("CheckedArchive", "ImportedProject"):
        assert set(counted.findall(text_of(f"site/moving/{page}.tsx"))) <= moved
    erased = set(re.findall(r'^ +"(\w+)": ', inspect.getsource(scope.counts_of), re.MULTILINE))
    assert set(counted.findall(text_of("site/moving/WhatGoes.tsx"))) == erased - NOT_FORESEEN


def test_every_figure_of_a_system_has_its_place() -> None:
    help_text = str(SystemFigureSerializer().fields["key"].help_text)
    order = said("releases/systems/scores.ts", "const order = [", "\n  ];")
    assert texts(order) == re.split(r", | or ", help_text.removesuffix("."))
    error_rates = said("releases/systems/scores.ts", "export function isErrorRate(key: string): boolean {\n", ";\n")
    assert texts(error_rates) == list(ERROR_RATES)


def test_every_figure_of_slides_has_a_column() -> None:
    columns = said("summaries/slides/model.ts", "export const columns", "\n};")
    segmentation = re.findall(r"name: '(\w+)'", columns)
    assert segmentation == [name for name in FIGURES[SlidesTask.SEGMENTATION] if name not in NOT_IN_TABLE]
    tops = re.findall(r"top\((\d)\)", columns)
    each = re.findall(r"`top_\$\{k\}_(\w+)`", said("summaries/slides/model.ts", "const top = ", "\n];"))
    assert [f"top_{k}_{name}" for k in tops for name in each] == list(FIGURES[SlidesTask.KEY_SENTENCES])


def test_summaries_have_every_kind_of_length() -> None:
    assert texts(said("lib/summary.ts", "export type LengthKind = ", ";")) == list(get_args(LengthKind))


def test_the_first_kinds_of_a_block_have_keys() -> None:
    assert f"['{', '.join(KINDS_OF_BLOCKS[:4])}', keys.kind]" in text_of("slideText/keys.ts")


def test_the_digits_of_own_labels_are_keys() -> None:
    table_of_keys = text_of("review/keys/table.ts")
    assert re.findall(r"\['own_label_(\d)', .*? \['\1'\]", table_of_keys) == [str(digit) for digit in SHORTCUTS]


def test_clips_are_offered_in_every_form_and_rate() -> None:
    text = text_of("segments/ClipsPart.tsx")
    forms_of_clips = dict(re.findall(r"\{ value: '([a-z]+)', label: '(\w+)' \}", text))
    assert forms_of_clips == {form: form.upper() for form in ClipForm.values}
    rates = dict(re.findall(r"\{ value: '(\d+)', label: '([\d,]+), ", text))
    assert rates == {str(rate): f"{rate:,}" for rate in CLIP_RATES}


def test_rows_are_left_out_of_a_variant_in_the_words_of_its_card() -> None:
    reasons = re.findall(r"\['(\w+)', '([^']*)'\]", value_of("reasons", "releases/variants.ts"))
    assert reasons == list(LEFT_OUT.items())


def test_texts_go_to_raters_with_the_questions_of_m3av() -> None:
    page = "summaries/generated/ToRaters.tsx"
    asked = re.findall(r"\['([^']*)', '([^']*)'\]", said(page, "const questions = [", "\n].map"))
    assert asked == [(question["name"], question["meaning"]) for question in OF_M3AV]
    assert ", ".join(name.lower() for name, _ in asked) in said(page, "Asked for: ", "from 1 to 5")


def test_a_page_shows_what_goes_along_with_a_prompt() -> None:
    of_script, of_slide = re.findall(r"'([A-Z][^']*)'", said("summaries/generated/model.ts", "const head = ", ";"))
    paper = said("summaries/generated/model.ts", "${text.material}${paper && `\\n\\n", "\\n${paper}`")
    heads = {Direction.SCRIPT: of_script, Direction.SLIDE: of_slide}
    for direction, head in heads.items():
        assert as_sent(direction, "As it is.", ["One."]) == f"{head}:\nAs it is.\n\n{paper}\n- One."


def test_results_name_ratings_as_authors_read_them() -> None:
    scale = re.findall(r"(\d): '([^']*)'", said("authors/rate/words/en.ts", "  scale: {", "}"))
    labels = texts(said("authors/ratings/plots.tsx", "const labels = [", "]"))
    assert labels == [word.lower() for _, word in sorted(scale)]


def test_pages_name_the_recordings_that_can_be_read() -> None:
    reads = (HERE.root / "alignment/slides/frames.py").read_text(encoding="utf-8")
    named = said("decks/timeline/FindPages.tsx", '<p className="soft">', ", up to")
    assert f'"a complete {named} file"' in reads


def test_the_two_judgements_have_one_name() -> None:
    names = dict(re.findall(r"(\w+): '([^']+)'", text_of("ui/large/judgements.ts")))
    assert names == {key: BUILT_IN[key]["name"] for key in ("good_align", "good_mt")}


def test_what_nobody_could_hear_is_written_alike() -> None:
    assert said("recordings/pass/model.ts", "export const notHeard = '", "';") == NOT_HEARD


def test_proposed_key_sentences_have_the_name_that_the_server_looks_for() -> None:
    assert f"operation(doc, '{PROPOSED}'," in text_of("review/model/keySentences.ts")


def test_training_of_vectors_is_offered_as_it_is_possible() -> None:
    text = text_of("vectors/TrainVectors.tsx")
    ranges = re.findall(r"name: '(\w+)', label: '[^']+', min: (\d+), max: (\d+)", text)
    assert [(name, (int(least), int(most))) for name, least, most in ranges] == list(vectors.RANGES.items())
    for name, (least, most) in vectors.RANGES.items():
        assert vectors.Training(**{name: least}) != vectors.Training(**{name: most})
        for beyond in (least - 1, most + 1):
            with pytest.raises(ServiceError):
                vectors.Training(**{name: beyond})
    begun = {name: value for name, value in numbers(text).items() if name in vectors.RANGES}
    assert begun == asdict(vectors.Training())


def test_thresholds_are_offered_as_they_can_be_set_and_apply() -> None:
    offered = re.findall(
        r"name: '(\w+)',.*?most: ([\d.]+),\s+unset: '([^']+)'", text_of("settings/thresholds.ts"), re.S
    )
    unset = {
        field.name: "no limit" if field.default == _KNOWN[field.name][2] else f"{field.default:g}"
        for field in fields(Thresholds)
    }
    assert [(name, float(most), words) for name, most, words in offered] == [
        (name, most, unset[name]) for name, (_, most, _) in _KNOWN.items()
    ]


def test_a_rule_that_is_asked_again_begins_as_it_did() -> None:
    limits, of_transcripts = numbers(value_of("starts", "transcripts/LimitsForm.tsx")), TranscriptPolicy()
    assert limits == {name: getattr(of_transcripts, name) for name in limits}
    rules = said("authors/tasks/RuleFields.tsx", "const all: Rule[] = [", "\n];")
    starts = dict(re.findall(r"name: '(\w+)',.*?first: ([\d.]+),", rules, re.DOTALL))
    assert {name: float(value) for name, value in starts.items()} == asdict(Rules())


def test_a_manifest_is_known_by_its_name() -> None:
    (pattern,) = re.findall(r"/(\^manifest.+?)/i\.test", text_of("imports/requests.ts"))
    (endings,) = re.findall(r"\((.+)\)", pattern)
    assert {f"manifest.{ending}" for ending in endings.split("|")} == set(MANIFESTS)


def test_keys_of_labels_are_written_alike() -> None:
    patterns = (getattr(validator, "regex", None) for validator in LabelSerializer().fields["key"].validators)
    (pattern,) = (regex.pattern for regex in patterns if regex is not None and regex.pattern.startswith("^"))
    assert f"/{pattern}/.test(label.key)" in text_of("guidelines/model.ts")


def test_renderings_are_typed_apart_by_what_parts_them_in_a_table() -> None:
    parted = re.findall(r"splitChars=\{\['(.)'", text_of("corpus/glossary/TermFields.tsx"))
    assert parted == [SEPARATOR, SEPARATOR]


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
