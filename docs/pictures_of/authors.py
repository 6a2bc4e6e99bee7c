"""What an author sees, on a phone and without an account."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from docs.pictures_of.camera import PHONE
from docs.pictures_of.stage import TALK, Stage, call

CLOSE = """
from annotator.models import Invitation
from datetime import datetime, timezone
Invitation.objects.filter(author_name={name!r}).update(closes_at=datetime(2026, 6, 30, 18, tzinfo=timezone.utc))
"""


def take(stage: Stage) -> None:
    with stage.page() as page:
        page.goto("/")
        run = stage.shown_pairs[TALK]["latest_run"]["id"]
        links = [invite(page, run, name) for name in ("Ilse Hone", "Ruben Maas", "Dana Kirk")]
    with stage.page(None, PHONE) as page:
        answer(stage, page, links[0])
    with stage.page(None) as page:
        page.goto(links[1])
        stage.camera.take(page, "author-welcome-laptop")
    with stage.page(None, PHONE, dark=True) as page:
        page.goto(links[1])
        page.get_by_role("button", name="Agree and start").click()
        expect(page.get_by_text("Saved", exact=True)).to_be_visible()
        page.goto(links[1] + "?at=3")
        expect(page.get_by_label("Sentence 3 of ")).to_be_visible()
        stage.camera.take(page, "author-sentence-dark")
    with stage.page(None, PHONE) as page:
        page.goto(links[2])
        page.get_by_role("button", name="Agree and start").click()
        for number in range(1, 31):
            expect(page.get_by_label(f"Sentence {number} of ")).to_be_visible()
            page.get_by_role("button", name="No" if number % 5 == 3 else "Yes", exact=True).click()
        expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    stage.application.manage("shell", "--no-imports", "--command", CLOSE.format(name="Dana Kirk"))
    with stage.page(None, PHONE) as page:
        page.goto(links[2])
        expect(page.get_by_role("heading", name="This link expired")).to_be_visible()
        stage.camera.take(page, "author-closed")
        page.goto("/rate/not-a-link-at-all")
        expect(page.get_by_role("heading", name="This link doesn’t work")).to_be_visible()
        stage.camera.take(page, "author-no-link")


def invite(page: Page, run: int, name: str) -> str:
    made = call(page, "post", "invitations/", {"run": run, "author_name": name})
    return "/rate/" + str(made["url"]).rsplit("/", 1)[1]


def answer(stage: Stage, page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("button", name="Agree and start")).to_be_visible()
    stage.camera.take(page, "author-welcome")
    page.get_by_role("button", name="Agree and start").click()
    for number in range(1, 12):
        expect(page.get_by_label(f"Sentence {number} of ")).to_be_visible()
        page.get_by_role("button", name="No" if number % 4 == 3 else "Yes", exact=True).click()
    expect(page.get_by_label("Sentence 12 of ")).to_be_visible()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    stage.camera.take(page, "author-sentence")
    page.get_by_role("button", name="paper").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    stage.camera.take(page, "author-paper")
    page.goto(address + "?at=12")
    n_asked = int((page.get_by_label("Sentence 12 of ").get_attribute("aria-label") or "").rsplit(" ", 1)[1])
    for number in range(12, n_asked + 1):
        expect(page.get_by_label(f"Sentence {number} of ")).to_be_visible()
        page.get_by_role("button", name="No" if number % 4 == 3 else "Yes", exact=True).click()
    expect(page.get_by_role("heading", name="The whole summary")).to_be_visible()
    stage.camera.take(page, "author-summary")
    page.get_by_role("button", name="Rate the summary").click()
    page.get_by_role("button", name="Send my answers").click()
    expect(page.get_by_text("Please choose one of these.")).to_be_visible()
    stage.camera.take(page, "author-rating-left-out")
    page.locator("label", has=page.get_by_role("radio", name="4")).click()
    page.get_by_role("textbox").fill("It misses the part about breaths, and says the method well.")
    stage.camera.take(page, "author-rating")
    page.get_by_role("button", name="Send my answers").click()
    expect(page.get_by_role("heading", name="Thank")).to_be_visible()
    stage.camera.take(page, "author-thanks")
