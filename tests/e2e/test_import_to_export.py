"""The whole job in a real browser: import, align, correct by keyboard, label, post-edit, submit, export.

What comes out at the end is compared with what was typed. What an author does: test_authors.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import annotator.demo
from tests.e2e import job
from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage

pytestmark = pytest.mark.browser

DEMO = Path(annotator.demo.__file__).parent


def test_the_whole_job(open_page: OpenPage, server: Application, tmp_path: Path) -> None:
    page = open_page()
    job.sign_in(page, server)
    slug = job.make_project(page, "Whole job")
    job.import_files(
        page,
        slug,
        [DEMO / "en-ja" / name for name in ("source.txt", "target.txt", "offline.txt")],
        "3 documents in 1 new pair",
    )
    job.align(page, slug, "source")

    review = job.open_review(page, slug, "source")
    job.correct_links_by_keyboard(review)
    typed = job.label_and_post_edit(review)
    job.accept_and_submit(review)

    chunks = (DEMO / "en-ja" / "target.txt").read_text().splitlines()
    job.compare_export(page, slug, review, typed, chunks, server.username, tmp_path)
