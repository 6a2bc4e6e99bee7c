"""The job on real texts: a published paper with the recognised words of its talk, and an interpreted speech.

That a bitext is reviewed to its export is tried on the demo's texts (test_import_to_export.py), and that real gold is
exported as it came in by test_gold_round_trip.py.

The texts are not ours to ship: the test is skipped where they are not.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.data import DATA, needs_outside
from tests.e2e import job
from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage, keep_picture
from tests.e2e.test_pages import api

SPEECH = DATA / "ahc-si" / "docs" / "manual" / "783_GaryFlake_2010"

pytestmark = [
    pytest.mark.browser,
    needs_outside("ahc-si"),
    needs_outside("talksumm"),
]


def test_the_job_on_real_talks(open_page: OpenPage, server: Application, tmp_path: Path, results: Path) -> None:
    page = open_page()
    job.sign_in(page, server)
    slug = job.make_project(page, "Real talks")
    (paper,) = (DATA / "talksumm" / "json").iterdir()
    (transcript,) = (DATA / "talksumm" / "transcript").iterdir()
    files = [paper, transcript]
    for name, language in (("src", "en"), ("tgt", "ja")):
        files.append(tmp_path / f"speech.{language}.txt")
        shutil.copy(SPEECH / f"{name}.txt", files[-1])
    job.import_files(page, slug, files, "4 documents in 2 new pairs")
    job.align(page, slug, paper.stem)
    talk = page.url.rsplit("/", 1)[1]
    job.align(page, slug, "speech")

    (run,) = page.request.get(f"/api/v1/runs/?pair={talk}").json()["results"]
    assert run["engine"] == "talksumm"
    # The paper and the talk as Lev et al. 2019 count them after their processing.
    assert abs(run["info"]["states"] - 164) <= 30
    assert abs(run["info"]["tokens"] - 1157) <= 150

    review = job.open_review(page, slug, paper.stem)
    before = review.links()
    # Of the rows behind the merged one, two that are about a sentence: what a speaker says to the room is not.
    other, none = [n for n, (source, _) in enumerate(before) if n >= 3 and source][:2]
    for number, key in ((1, "m"), (other, "2"), (none, "0")):
        review.go_down_to(number)
        page.keyboard.press(key)
        review.wait_until_saved()
    keep_picture(page, results / "paper-talk.png")
    after = review.links()
    assert len(after) == len(before) - 1
    assert after[0][1] == [*before[0][1], *before[1][1]]
    assert [] != after[other - 1][0] != before[other][0]
    assert after[none - 1][0] == [] != before[none][0]

    asked = {"lines": [{"name": "Ilse Hone", "talk": talk}]}
    api(page, f"projects/{slug}/authors/invite/", asked)
    (invitation,) = api(page, f"invitations/?project={slug}")["results"]
    assert invitation["n_asked"] == 30
