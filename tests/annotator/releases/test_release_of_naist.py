"""Development sets of NAIST-SIC-Aligned (Zhao et al. 2024), imported, accepted, released and read again: what the
corpus counts is what the release counts."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from annotator.models import Project, Release
from annotator.releases.forms.registry import FORMS
from annotator.releases.standalone_check import verify_folder
from tests.annotator.corpus.importing.service import bring
from tests.annotator.releases.releasing import make_release, set_of_all
from tests.annotator.reviewing.test_gold_round_trip import accepted
from tests.data import DATA, needs_outside

FOLDER = DATA / "ahc-si"
#: The corpus' own file, and the column of it that is the target.
SETS = {"dev.true.tsv": "manual_si_tgt", "dev.intra.tsv": "si_tgt"}


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t"))


def of_form(release: Release) -> list[dict[str, str]]:
    with release.files.get(form="naist").file.open("rb") as file, zipfile.ZipFile(file) as archive:
        return [row for name in archive.namelist() for row in table(archive.read(name).decode())]


@needs_outside("ahc-si")
@pytest.mark.parametrize("name", SETS)
def test_a_release_counts_what_the_corpus_counts(
    name: str, project: Project, annotator: User, settings: Any, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    data = (FOLDER / name).read_bytes()
    bring(project, (name, data))
    accepted(project, annotator)
    release = make_release(set_of_all(project), FORMS)
    rows = [each for each in table(data.decode("utf-8-sig")) if each["eng_src"].strip() and each[SETS[name]].strip()]
    statistics = json.loads(release.manifest)["statistics"]
    counted: Counter[str] = Counter()
    for each in statistics:
        counted.update({key: value for key, value in each.items() if isinstance(value, int)})
    assert counted["talks"] == len({each["name"] for each in rows})
    assert counted["rows"] - counted["null_rows"] == len(rows)
    assert counted["source_words"] == sum(len(each["eng_src"].split()) for each in rows)
    assert counted["target_characters_after"] == sum(len(each[SETS[name]]) for each in rows)
    found = of_form(release)
    assert [(each["eng_src"], each["manual_si_tgt"]) for each in sorted(found, key=by_talk)] == [
        (each["eng_src"], each[SETS[name]]) for each in sorted(rows, key=by_talk)
    ]
    with release.files.get(form="all").file.open("rb") as file:
        (tmp_path / "all.zip").write_bytes(file.read())
    assert verify_folder(tmp_path / "all.zip").problems == []


def by_talk(row: dict[str, str]) -> str:
    return row["name"]
