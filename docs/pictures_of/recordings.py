"""Recordings made true: both passes through masks, slide text, segments and passages."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from docs.pictures_of.camera import LAPTOP, PHONE
from docs.pictures_of.stage import Stage

TABLET = (768, 1024)
#: What is looked at of each screen: its name's ending, the size of the window, and whether it is dark.
LOOKS = (("", LAPTOP, False), ("-dark", LAPTOP, True), ("-tablet", TABLET, False), ("-phone", PHONE, False))
SEED = "from docs.pictures_of import recorded; recorded.main({slug!r}, {first!r}, {second!r})"


def take(stage: Stage) -> None:
    first, second = stage.reviewer(), stage.reviewer()
    output = stage.application.manage(
        "shell", "--no-imports", "--command", SEED.format(slug=stage.studio, first=first, second=second)
    )
    seeded = dict(line.split() for line in output.splitlines() if line.startswith("seeded-"))
    slug = stage.studio

    def at(what: str) -> str:
        return seeded[f"seeded-{what}"]

    screens: list[tuple[str, str, str, Callable[[Page], None]]] = [
        ("pass-first", first, f"/pass/{at('first')}", _filling),
        ("pass-second", second, f"/pass/{at('second')}", _filling),
        ("pass-japanese", first, f"/pass/{at('japanese')}", _filling),
        ("segments", first, f"/p/{slug}/documents/{at('talk')}/segments", _cut),
        ("segments-japanese", first, f"/p/{slug}/documents/{at('talk-ja')}/segments", _cut),
        ("passages", first, f"/p/{slug}/pairs/{at('pair')}/passages", _proposed),
        ("passages-japanese", first, f"/p/{slug}/pairs/{at('pair-ja')}/passages", _proposed),
        ("slide-text", first, f"/p/{slug}/documents/{at('deck')}/slide-text", _read),
        ("slide-text-japanese", first, f"/p/{slug}/documents/{at('deck-ja')}/slide-text", _read),
    ]
    for name, person, address, ready in screens:
        for ending, size, dark in LOOKS:
            with stage.page(person, size, dark=dark) as page:
                page.goto(address)
                ready(page)
                stage.camera.take(page, f"{name}{ending}")


def _filling(page: Page) -> None:
    expect(page.locator("[data-field=progress]")).to_be_visible()
    if page.viewport_size == {"width": LAPTOP[0], "height": LAPTOP[1]}:
        for key in ("a", "b", "a"):
            page.keyboard.press(key)
        expect(page.get_by_role("status").filter(has_text="saved")).to_be_visible()


def _cut(page: Page) -> None:
    expect(page.locator("[data-field=wave]")).to_be_visible()
    page.keyboard.press("j")


def _proposed(page: Page) -> None:
    expect(page.get_by_role("region", name="Proposed")).to_be_visible()
    page.keyboard.press("j")


def _read(page: Page) -> None:
    expect(page.get_by_role("list", name="Blocks in reading order")).to_be_visible()
