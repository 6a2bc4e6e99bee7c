"""The review editor with a paper and its talk."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from docs.pictures_of.camera import LAPTOP, PHONE, WIDE
from docs.pictures_of.stage import TALK, Stage, call, operate
from tests.e2e.review import Editor
from tests.e2e.test_review_playback import tone


def take(stage: Stage) -> None:
    username = stage.reviewer()
    for name, size, dark in (
        ("talk", LAPTOP, False),
        ("talk-dark", LAPTOP, True),
        ("talk-wide", WIDE, False),
        ("talk-phone", PHONE, False),
    ):
        with stage.page(username, size, dark=dark) as page:
            editor = opened(stage, page, n_reviewed=14 if name == "talk" else 0)
            stage.camera.take(page, name)
            if name == "talk":
                states(stage, page, editor)
    play(stage, username)


def opened(stage: Stage, page: Page, n_reviewed: int = 0) -> Editor:
    editor = stage.open(page, TALK)
    if n_reviewed:
        done = [row["id"] for row in editor.content()["rows"][:n_reviewed]]
        operate(page, editor.id, "accept", {"type": "set", "rows": done, "fields": {"status": "accepted"}})
        editor.open()
    editor.press("Control+Home", "u")
    return editor


def states(stage: Stage, page: Page, editor: Editor) -> None:
    editor.press("ArrowRight", "ArrowDown", "ArrowDown")
    stage.camera.take(page, "talk-choose-in-paper")
    editor.press("Escape", ".")
    stage.camera.take(page, "talk-unfolded")
    editor.press(".", "Shift+s", *["ArrowRight"] * 4)
    stage.camera.take(page, "talk-split-at-word")
    editor.press("Escape", "0")
    editor.wait_until_saved()
    stage.camera.take(page, "talk-no-sentence")
    editor.press("z")
    editor.wait_until_saved()
    editor.press("y")
    expect(page.get_by_role("tab", name="Summary")).to_have_attribute("aria-selected", "true")
    stage.camera.take(page, "talk-summary")
    editor.press("i")
    stage.camera.take(page, "talk-why")


def play(stage: Stage, username: str) -> None:
    """A recording is a tone of our own."""
    target = stage.pairs[TALK]["target"]["id"]
    with stage.page(stage.told["owner"]) as page:
        page.goto("/")
        sound = {"name": "talk.wav", "mimeType": "audio/wav", "buffer": tone(600)}
        call(page, "post", f"documents/{target}/media/", multipart={"file": sound})
    with stage.page(username) as page:
        editor = opened(stage, page)
        expect(page.get_by_role("group", name="Recording")).to_be_visible()
        editor.press("p")
        expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
        stage.camera.take(page, "talk-playing", settled=False)
