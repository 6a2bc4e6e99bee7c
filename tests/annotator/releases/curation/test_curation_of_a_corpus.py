"""NAIST's development set, imported and curated: its own counts come out."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from alignment.filters import tagger
from annotator.aligning import filtering
from annotator.aligning.refiltering import request_filtering, without_filters
from annotator.launch.layout import HERE
from annotator.models import Pair, Project, Review, ReviewState, Role, Taken, TestSet
from annotator.releases.curation.counting import counts_of
from annotator.releases.curation.editing import change_rules
from annotator.reviewing.opening import open_review
from tests.annotator.corpus.importing.service import bring
from tests.annotator.releases.curation.talks import person_named
from tests.annotator.releases.releasing import make_release
from tests.annotator.shared import do_task
from tests.data import DATA, needs_outside

FOLDER = DATA / "ahc-si"


def table(name: str) -> tuple[bytes, list[dict[str, str]]]:
    data = (FOLDER / name).read_bytes()
    return data, list(csv.DictReader(io.StringIO(data.decode()), delimiter="\t"))


def all_accepted(project: Project) -> None:
    person = person_named(project, "ann", Role.ANNOTATOR)
    for pair in Pair.objects.filter(project=project):
        review, _ = open_review(pair=pair, annotator=person)
        review.rows.update(status="accepted")
        Review.objects.filter(pk=review.pk).update(
            state=ReviewState.SUBMITTED, submitted_at=timezone.now(), row_count=review.rows.count()
        )


def counts(test_set: TestSet, **rules: Any) -> dict[str, Any]:
    test_set.refresh_from_db()
    found, is_current = counts_of(change_rules(test_set, rules=rules, version=test_set.rules_version, user=None))
    assert is_current
    assert found is not None
    return found


@needs_outside("ahc-si", "dev.intra.tsv")
def test_the_sets_of_the_corpus_are_made_by_rules(project: Project, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    data, lines = table("dev.intra.tsv")
    bring(project, ("dev.intra.tsv", data))
    all_accepted(project)
    test_set = TestSet.objects.create(project=project, name="SI-DEV", takes=Taken.ALL)
    everything = counts(test_set)
    assert (everything["n_rows"], everything["talks"]) == (len(lines), len({line["name"] for line in lines}))
    kept = [line for line in lines if line["auto_intra_label"] == "Y"]
    assert counts(test_set, passed=True)["n_rows"] == len(kept)
    ranked = [line for line in kept if line["interpreter"].startswith("S")]
    codes = sorted({line["interpreter"] for line in ranked})
    found = counts(test_set, passed=True, interpreters=codes)
    assert (found["n_rows"], found["talks"]) == (len(ranked), len({line["name"] for line in ranked}))
    excluded = lines[0]["name"]
    found = counts(test_set, exclude=[excluded])
    assert found["n_rows"] == sum(line["name"] != excluded for line in lines)
    counts(test_set, passed=True)
    release = make_release(test_set)
    assert release.n_rows == len(kept)


@needs_outside("ahc-si", "dev.true.tsv")
@pytest.mark.parametrize("name", ["dev.intra.tsv", "dev.true.tsv"])
def test_the_stages_of_an_imported_alignment_hold_what_the_page_says(
    name: str, project: Project, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(filtering, "tagger", lambda language: tagger(language, "rule"))
    data, lines = table(name)
    bring(project, (name, data))
    for run in without_filters(project):
        asked = request_filtering(run=run, options={}, user=None)
        do_task(asked.task.name, asked.pk)
    all_accepted(project)
    test_set = TestSet.objects.create(project=project, name="SI-DEV", takes=Taken.ALL)
    found = counts(test_set)
    assert (found["n_rows"], found["talks"]) == (len(lines), len({line["name"] for line in lines}))
    made = [make_release(test_set, variant=variant) for variant in ("coarse", "intra", "inter")]
    assert not any("not_judged" in json.loads(release.manifest)["variant"]["left_out"] for release in made)
    page = (HERE.root / "docs" / "decisions" / "filter-defaults.md").read_text(encoding="utf-8")
    stated = re.search(rf"^\| `{re.escape(name)}`, now \|(.+)\| 0 \|$", page, re.MULTILINE)
    assert stated
    assert [int(count) for count in stated[1].split("|")] == [release.n_rows for release in made]
