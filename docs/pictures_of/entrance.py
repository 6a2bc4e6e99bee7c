"""Before one is in, and where nothing is."""

from __future__ import annotations

from playwright.sync_api import expect

from docs.pictures_of.camera import PHONE
from docs.pictures_of.stage import Stage


def take(stage: Stage) -> None:
    with stage.page(None) as page:
        page.goto("/")
        button = page.get_by_role("button", name="Sign in")
        expect(button).to_be_visible()
        stage.camera.take(page, "sign-in")
        page.emulate_media(color_scheme="dark")
        stage.camera.take(page, "sign-in-dark")
        page.emulate_media(color_scheme="light")
        page.get_by_label("User name").fill("ines")
        page.locator("input[type=password]").fill("not this one")
        button.click()
        expect(page.get_by_text("Wrong user name")).to_be_visible()
        stage.camera.take(page, "sign-in-error")
    with stage.page(None, PHONE) as page:
        page.goto("/")
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        stage.camera.take(page, "sign-in-phone")
    with stage.page() as page:
        page.goto("/nowhere")
        stage.camera.take(page, "not-found")
        page.goto("/p/no-such-project")
        stage.camera.take(page, "project-not-found")
