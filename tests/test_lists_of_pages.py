"""Lists that pages repeat and the schema of the API does not type, held against the server's.

What a page does not list is not shown there: a figure without a name, a problem without words, a form without a link.
"""

from __future__ import annotations

import inspect
import re
from typing import get_args

from alignment.metrics.recognition import NORMALISERS
from alignment.opinions.screening import Rules
from alignment.slide_text.blocks import KINDS
from annotator.authors.rating_tasks import results
from annotator.authors.rating_tasks.questions import OF_M3AV, P800
from annotator.launch.layout import HERE
from annotator.models import Direction, SlidesTask, TranscriptPolicy
from annotator.people.single_sign_on import Problem
from annotator.releases.api.systems import SystemFigureSerializer
from annotator.site.erasing import scope
from annotator.site.moving import exporting, raw_reviews
from annotator.summaries import forms
from annotator.summaries.generating.materials import as_sent
from annotator.summaries.slides.scoring import FIGURES
from annotator.teams.apart import WORSE

FEATURES = HERE.root / "frontend" / "src" / "features"
#: What an erasure counts besides, for its entry in the log.
NOT_FORESEEN = {"pairs", "sentences"}
#: Figures of segmentation that the API has and the table leaves out.
NOT_IN_TABLE = {"precision", "recall"}


def said(place: str, begins: str, ends: str) -> str:
    """The part of a page's module from a phrase to the next that ends it."""
    _, found, rest = (FEATURES / place).read_text(encoding="utf-8").partition(begins)
    assert found, f"{place} does not have {begins!r}"
    part, found, _ = rest.partition(ends)
    assert found, f"{place} does not have {ends!r} after {begins!r}"
    return part


def keys(text: str) -> list[str]:
    """Of an object, by line."""
    return re.findall(r"^\s*'?([\w-]+)'?: ", text, re.MULTILINE)


def first_of_each(text: str) -> list[str]:
    """The first text of each tuple."""
    return re.findall(r"\['([^']*)', '", text)


def texts(text: str) -> list[str]:
    return re.findall(r"'([^']*)'", text)


def test_every_problem_of_signing_in_elsewhere_has_words() -> None:
    listed = keys(said("people/session/SignInPage.tsx", "const problems: Record<string, string> = {\n", "\n};"))
    assert set(listed) == set(get_args(Problem))


def test_every_figure_of_a_person_has_a_name() -> None:
    groups = said("teams/person/words.ts", "export const groups:", "\n];")
    assert re.findall(r"(\w+): \{ name: ", groups) == list(WORSE)


def test_every_form_of_a_file_has_a_link() -> None:
    of_one = said("summaries/sheet/SheetActions.tsx", "const forms = [", "] as const")
    of_all = said("summaries/making/ProjectSummaries.tsx", "const forms = [", "] as const")
    assert set(first_of_each(of_one)) == set(first_of_each(of_all)) == set(forms.CONTENT_TYPES)
    raw = said("site/moving/RawReviews.tsx", "const forms = [", "] as const")
    assert first_of_each(raw) == list(raw_reviews.FORMS)
    ratings = said("authors/tasks/TaskActions.tsx", "const files = [", "] as const")
    assert first_of_each(ratings) == list(results.FORMS)


def test_what_a_server_counts_before_a_project_moves_or_talks_go_is_shown() -> None:
    counted = re.compile(r"\bn\('(\w+)'\)")
    moved = {*exporting.COUNTED, "adjudications", "recordings"}
    export = (FEATURES / "site/moving/ExportForm.tsx").read_text(encoding="utf-8")
    assert {*counted.findall(export), *re.findall(r"counts\.(\w+)", export)} == moved
    for page in ("CheckedArchive", "ImportedProject"):
        assert set(counted.findall((FEATURES / f"site/moving/{page}.tsx").read_text(encoding="utf-8"))) <= moved
    erased = set(re.findall(r'^ +"(\w+)": ', inspect.getsource(scope.counts_of), re.MULTILINE))
    goes = (FEATURES / "site/moving/WhatGoes.tsx").read_text(encoding="utf-8")
    assert set(counted.findall(goes)) == erased - NOT_FORESEEN


def test_every_figure_of_a_system_has_its_place() -> None:
    help_text = str(SystemFigureSerializer().fields["key"].help_text)
    order = said("releases/systems/scores.ts", "const order = [", "\n  ];")
    assert texts(order) == re.split(r", | or ", help_text.removesuffix("."))


def test_every_normaliser_is_offered() -> None:
    offered = said("releases/systems/outputs/normalisers.ts", "const described", "\n};")
    assert set(keys(offered)) == set(NORMALISERS)


def test_every_figure_of_slides_has_a_column() -> None:
    columns = said("summaries/slides/model.ts", "export const columns", "\n};")
    segmentation = re.findall(r"name: '(\w+)'", columns)
    assert segmentation == [name for name in FIGURES[SlidesTask.SEGMENTATION] if name not in NOT_IN_TABLE]
    tops = re.findall(r"top\((\d)\)", columns)
    each = re.findall(r"`top_\$\{k\}_(\w+)`", said("summaries/slides/model.ts", "const top = ", "\n];"))
    assert [f"top_{k}_{name}" for k in tops for name in each] == list(FIGURES[SlidesTask.KEY_SENTENCES])


def test_every_kind_of_a_block_can_be_chosen() -> None:
    assert tuple(texts(said("decks/slideText/model.ts", "export const kinds: readonly Kind[] = [", "]"))) == KINDS


def test_texts_go_to_raters_with_the_questions_of_m3av() -> None:
    page = "summaries/generated/ToRaters.tsx"
    assert tuple(texts(said(page, "const words = [", "]"))) == P800
    asked = re.findall(r"\['([^']*)', '([^']*)'\]", said(page, "const questions = [", "\n].map"))
    assert asked == [(question["name"], question["meaning"]) for question in OF_M3AV]
    assert ", ".join(name.lower() for name, _ in asked) in said(page, "Asked for: ", "from 1 to 5")


def test_a_page_shows_what_goes_along_with_a_prompt() -> None:
    of_script, of_slide = re.findall(r"'([A-Z][^']*)'", said("summaries/generated/model.ts", "const head = ", ";"))
    paper = said("summaries/generated/model.ts", "${text.material}${paper && `\\n\\n", "\\n${paper}`")
    heads = {Direction.SCRIPT: of_script, Direction.SLIDE: of_slide}
    for direction, head in heads.items():
        assert as_sent(direction, "As it is.", ["One."]) == f"{head}:\nAs it is.\n\n{paper}\n- One."


def test_a_rule_that_is_asked_again_begins_as_it_did() -> None:
    limits = re.findall(r"(\w+): ([\d.]+),", said("recordings/transcripts/LimitsForm.tsx", "const starts", "\n};"))
    of_transcripts = TranscriptPolicy()
    assert {name: float(value) for name, value in limits} == {name: getattr(of_transcripts, name) for name, _ in limits}
    rules = said("authors/tasks/RuleFields.tsx", "const all: Rule[] = [", "\n];")
    starts = dict(re.findall(r"name: '(\w+)',.*?first: ([\d.]+),", rules, re.DOTALL))
    assert {name: float(value) for name, value in starts.items()} == {
        name: getattr(Rules(), name) for name in Rules.__dataclass_fields__
    }


def test_results_name_ratings_as_authors_read_them() -> None:
    scale = re.findall(r"(\d): '([^']*)'", said("authors/rate/words/en.ts", "  scale: {", "}"))
    labels = texts(said("authors/ratings/plots.tsx", "const labels = [", "]"))
    assert labels == [word.lower() for _, word in sorted(scale)]


def test_pages_name_the_recordings_that_can_be_read() -> None:
    reads = (HERE.root / "alignment/slides/frames.py").read_text(encoding="utf-8")
    named = said("decks/timeline/FindPages.tsx", '<p className="soft">', ", up to")
    assert f'"a complete {named} file"' in reads
