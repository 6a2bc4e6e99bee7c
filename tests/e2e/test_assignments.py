"""An admin sets the rules and assigns three people by keys; one goes on from the queue; her review is withdrawn
and given back. What else the queue does: frontend/src/features/teams/queue/."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import api
from tests.e2e.test_review_layout import wrongs

pytestmark = pytest.mark.browser

SLUG = "tides"
_MAKE = """
from django.contrib.auth.models import User
from annotator.models import Membership, Project
from tests import world
project = Project.objects.create(slug="tides", name="Tides")
for name in ("Aisha Farouk", "Tom Arriaga", "Wen Li"):
    first, last = name.split()
    user = User.objects.create_user(first.lower(), first_name=first, last_name=last)
    Membership.objects.create(project=project, user=user, role="annotator")
for n in range(8):
    sides = [world.make_document(project, f"Talk {n} {side}", [f"潮は{i}回変わる。" if side == "ja" else
        f"The tide turns {i} times." for i in range(3)], language=side) for side in ("en", "ja")]
    pair = world.make_pair(project, f"Talk {n}", *sides)
    world.make_run(pair, [{"source": [i], "target": [[i, 0, 8]], "confidence": 0.6 + i / 10} for i in range(3)],
        info={"n_links": 3, "mean_confidence": 0.7})
"""
#: For looking at the pages: a folder for pictures.
PICTURES = os.environ.get("LECTERN_PICTURES")


def look(page: Page, name: str) -> None:
    """Nothing is wrong for axe in what was not seen on this page before."""
    assert wrongs(page, unseen=True) == []
    if PICTURES:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            for width in (1280, 390):
                page.set_viewport_size({"width": width, "height": 800})
                page.screenshot(path=Path(PICTURES) / f"{name}-{width}-{scheme}.png")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1280, "height": 800})


def submit(page: Page, review: int) -> None:
    rows = [row["id"] for row in api(page, f"reviews/{review}/content/")["rows"]]
    accepted = {"type": "set", "rows": rows, "fields": {"status": "accepted"}}
    for n, step in enumerate((accepted, {"type": "submit"})):
        operation = {"id": f"{review:08d}-1111-4111-8111-{n:012d}", "verb": "edit", "steps": [step]}
        api(page, f"reviews/{review}/operations/", {"operations": [operation]})


def test_from_the_rules_to_the_work(signed_in: OpenPage, server: Application) -> None:
    server.manage("shell", "--no-imports", "--command", _MAKE)
    admin = signed_in()
    admin.goto(f"/p/{SLUG}/reviews/assignments")
    admin.get_by_label("Reviews per pair").fill("2")
    admin.get_by_role("button", name="Assign reviews").click()
    board = admin.get_by_role("grid")
    expect(board).to_have_attribute("aria-rowcount", "9")
    expect(admin.get_by_role("button", name="Unassigned 8")).to_be_visible()

    # Three people get the sixteen reviews, spread evenly; that is undone and done again for all but two pairs.
    admin.keyboard.press("Control+a")
    admin.keyboard.press("a")
    dialog = admin.get_by_role("dialog")
    for name in ("Aisha Farouk", "Tom Arriaga", "Wen Li"):
        dialog.get_by_role("checkbox", name=name).check()
    expect(dialog.get_by_role("status")).to_contain_text("Wen Li +5")
    look(admin, "assign")
    dialog.get_by_role("button", name="Assign 16 reviews").click()
    expect(admin.get_by_text("16 reviews assigned.")).to_be_visible()
    admin.get_by_role("button", name="Undo").click()
    expect(admin.get_by_text("16 changes undone.")).to_be_visible()
    expect(admin.get_by_role("button", name="Unassigned 8")).to_be_visible()
    admin.keyboard.press("j")
    admin.keyboard.press("x")
    admin.keyboard.press("Shift+ArrowDown")
    admin.keyboard.press("a")
    dialog.get_by_role("checkbox", name="Aisha Farouk").check()
    dialog.get_by_role("button", name="Assign 2 reviews").click()
    expect(admin.get_by_text("2 reviews assigned to Aisha Farouk.")).to_be_visible()
    expect(admin.get_by_role("button", name="Claimed 2")).to_be_visible()
    look(admin, "board")

    # Aisha lands on the queue: what came back with a reason, and where she stopped.
    aisha = signed_in("aisha")
    aisha.goto("/robots.txt")
    pairs = {pair["title"]: pair["id"] for pair in api(admin, f"pairs/?project={SLUG}")["results"]}
    first, second = (api(aisha, "reviews/", {"pair": pairs[f"Talk {n}"]})["id"] for n in (0, 1))
    submit(aisha, first)
    api(admin, f"reviews/{first}/return/", {"reason": "Shifted by one from row 2."})
    row = api(aisha, f"reviews/{second}/content/")["rows"][0]["id"]
    step = {"type": "set", "rows": [row], "fields": {"status": "accepted"}}
    operation = {"id": "22222222-2222-4222-8222-222222222222", "verb": "accept", "steps": [step]}
    api(aisha, f"reviews/{second}/operations/", {"operations": [operation]})
    aisha.goto(f"/p/{SLUG}")
    aisha.wait_for_url(f"**/p/{SLUG}/queue")
    expect(aisha.get_by_role("button", name="Continue at row 2")).to_be_visible()
    expect(aisha.get_by_text("Shifted by one from row 2.")).to_be_visible()
    look(aisha, "queue")
    aisha.keyboard.press("Enter")
    aisha.wait_for_url("**/review/*")

    # One is withdrawn while work is in it; that is undone.
    admin.goto(f"/p/{SLUG}/reviews/assignments?state=in_review")
    admin.get_by_role("checkbox", name="Select Talk 1").check()
    admin.get_by_role("button", name="Return to queue").click()
    expect(admin.get_by_text("1 review returned to the queue.")).to_be_visible()
    admin.get_by_role("button", name="Undo").click()
    expect(admin.get_by_text("1 change undone.")).to_be_visible()
