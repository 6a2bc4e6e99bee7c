"""Projects: the list, the overview, people, reviews, test sets, settings, vectors."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

import annotator.demo
from docs.pictures_of.camera import PHONE, WIDE
from docs.pictures_of.stage import BITEXT, GERMAN, TALK, Stage, call, operate, regroup_to_gold

DEMO = Path(annotator.demo.__file__).parent


def take(stage: Stage) -> None:
    work(stage)
    for name, size, dark in (
        ("overview", None, False),
        ("overview-dark", None, True),
        ("overview-wide", WIDE, False),
        ("overview-phone", PHONE, False),
    ):
        with stage.page(size=size or (1280, 800), dark=dark) as page:
            page.goto(f"/p/{stage.shown}")
            expect(page.get_by_role("heading", name="Progress by annotator")).to_be_visible()
            stage.camera.take(page, name)
    with stage.page() as page:
        page.goto("/")
        expect(page.get_by_role("heading", name="Projects", level=1)).to_be_visible()
        stage.camera.take(page, "projects")
        page.goto("/p/autumn-lectures")
        expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
        stage.camera.take(page, "overview-empty")
        for name, path in (("people", "people"), ("reviews", "reviews?of=all"), ("settings", "settings")):
            page.goto(f"/p/{stage.shown}/{path}")
            stage.camera.take(page, name)
        page.get_by_role("button", name="Suggest from reviewed rows").click()
        table = page.get_by_role("group", name="Suggested thresholds")
        expect(table).to_be_visible(timeout=20_000)
        table.scroll_into_view_if_needed()
        stage.camera.take(page, "settings-suggest")
        test_sets(stage, page)
        page.goto("/vectors")
        stage.camera.take(page, "vectors")
    with stage.page("newcomer") as page:
        page.goto("/")
        expect(page.get_by_text("You’re not a member of any project yet")).to_be_visible()
        stage.camera.take(page, "projects-none")
    with stage.page("lena") as page:
        page.goto(f"/p/{stage.shown}/pairs/import")
        stage.camera.take(page, "not-allowed")


def test_sets(stage: Stage, page: Page) -> None:
    page.goto(f"/p/{stage.shown}/test-sets")
    page.get_by_role("textbox", name="Name").fill("Tide ledger, first judgement")
    stage.camera.take(page, "test-sets")
    page.get_by_role("button", name="Create test set").click()
    expect(page.get_by_role("heading", name="Leaks")).to_be_visible()
    stage.camera.take(page, "test-set-talks")


AGE = """
from datetime import timedelta
from django.utils import timezone
from annotator.models import Operation
for review in set(Operation.objects.values_list("review", flat=True)):
    log = Operation.objects.filter(review=review).order_by("-sequence")
    for n, operation in enumerate(log):
        operation.at = timezone.now() - timedelta(seconds=140 * n + review)
        operation.save()
"""


def work(stage: Stage) -> None:
    """What three annotators have done so far, some of it twice over so that they can be compared.

    Then the log is spread over the time that people would have taken.
    """
    for username, title, share, submitted in (
        ("tomas", BITEXT, 1.0, True),
        ("aisha", BITEXT, 1.0, True),
        ("tomas", GERMAN, 0.6, False),
        ("aisha", TALK, 0.35, False),
        ("jonas", GERMAN, 1.0, True),
    ):
        with stage.page(username) as page:
            page.goto("/")
            pair = stage.shown_pairs[title]["id"]
            review = int(call(page, "post", "reviews/", {"pair": pair})["id"])
            rows = call(page, "get", f"reviews/{review}/content/")["rows"]
            if title == BITEXT:
                regroup_to_gold(page, review, DEMO / "en-ja", n_left=0 if username == "tomas" else 6)
                rows = call(page, "get", f"reviews/{review}/content/")["rows"]
            done = [row["id"] for row in rows[: round(share * len(rows))]]
            good = {"status": "accepted", "good_align": True, "good_mt": True}
            bad = done[3::7] + (done[8::20] if username == "aisha" else [])
            for first in range(0, len(done), 12):
                operate(page, review, "accept", {"type": "set", "rows": done[first : first + 12], "fields": good})
            operate(page, review, "label", {"type": "set", "rows": bad, "fields": {"good_mt": False}})
            for row in bad:
                operate(
                    page, review, "post_edit", {"type": "set", "rows": [row], "fields": {"post_edit": "書き直した文。"}}
                )
            if submitted:
                operate(page, review, "submit", {"type": "submit", "leave_unreviewed": True})
    stage.application.manage("shell", "--no-imports", "--command", AGE)
    with stage.page("wen") as page:
        page.goto("/")
        # The last of those above is Jonas's. Lists have no names for those who may adjudicate.
        call(page, "post", f"reviews/{review}/return/", {"reason": "Target shifted by one from row 30."})
