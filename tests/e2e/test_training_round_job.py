"""A newcomer's training round in the browser: no work before it, answered by keys, and what is expected comes after."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import api
from tests.e2e.test_spot_checks_job import look

pytestmark = pytest.mark.browser

WHY = "“その印が、” opens the next sentence, as the guidelines say."
NEWCOMER = """
from django.contrib.auth.models import User
from annotator.models import AssignmentPolicy, Membership, Project, TrainingPolicy
from django.utils import timezone
project = Project.objects.get(slug="{slug}")
user, _ = User.objects.get_or_create(username="mira-{slug}"[:30], defaults={{"first_name": "Mira"}})
AssignmentPolicy.objects.create(project=project)
TrainingPolicy.objects.create(project=project, is_required=True, since=timezone.now(), n_rows=2, n_right=1)
Membership.objects.create(project=project, user=user, role="annotator")
print(user.username)
"""


def test_a_newcomer_learns_from_rows_with_known_answers(
    signed_in: OpenPage, server: Application, slug: str, results: Path
) -> None:
    mira = server.manage("shell", "-c", NEWCOMER.format(slug=slug)).split()[-1]
    lead = signed_in(color_scheme="light", reduced_motion="reduce")
    lead.goto(f"/p/{slug}/reviews/training")
    for text in ("She wrote no word, only a small cross in the margin.", "She left a small cross, and nothing more."):
        row = {
            "source_language": "en", "target_language": "ja", "source": [text], "target": ["余白に小さな", "バツ印。"],
            "next_source": ["That cross is why."], "next_target": ["その印が、", "理由です。"], "n_shifted": 1,
            "explanation": WHY, "place": "2.3",
        }  # fmt: skip
        api(lead, f"projects/{slug}/training/write/", row)
    lead.reload()
    expect(lead.get_by_role("group", name="Rows of the pool").get_by_role("checkbox")).to_have_count(2)
    lead.get_by_role("button", name="She left").click()
    look(lead, results, "set-up")

    page = signed_in(mira, color_scheme="light", reduced_motion="reduce")
    said: list[str] = []
    page.on("response", lambda answer: said.append(answer.url) if "/training/answer/" in answer.url else None)
    page.goto(f"/p/{slug}/queue")
    start = page.get_by_role("link", name="Start the training round")
    expect(start).to_be_visible()
    look(page, results, "queue")
    start.click()
    expect(page.get_by_role("heading", name="Training round")).to_be_visible()
    expect(page.get_by_text("Row 1 of 2")).to_be_visible()
    assert WHY not in page.content()
    page.locator("[aria-current=true], [tabindex='0'][role=row]").first.focus()
    page.keyboard.press("Enter")
    answer = page.get_by_role("status", name="Answer")
    expect(answer).to_be_focused()
    expect(answer).to_contain_text("Not quite: a chip belongs to another row")
    expect(answer).to_contain_text(WHY)
    look(page, results, "answer")
    answer.focus()
    page.keyboard.press("Backspace")
    expect(page.get_by_text("A second look doesn’t count.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(answer).to_be_visible()
    page.keyboard.press("c")
    page.get_by_label("How do you see it?").fill("A pause belongs to what it follows.")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("Sent to the admins.")).to_be_visible()
    answer.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Row 2 of 2")).to_be_visible()
    # The last chip of this row to the next one, as it is done in a review.
    for key in ("End", "Shift+J"):
        page.keyboard.press(key)
    # A click on the number of the row accepts it, which is the answer.
    page.get_by_role("row", name="3 of 4").get_by_role("rowheader").click()
    expect(answer).to_contain_text("As expected")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Passed: 1 of 2 rows right")).to_be_visible()
    look(page, results, "end")
    page.get_by_role("button", name="Look at row 1").click()
    expect(answer).to_contain_text(WHY)
    assert len(said) == 2, "Each row was answered once."
