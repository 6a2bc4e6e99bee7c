"""Somebody is invited, joins with a new account and protects it by a second factor.

How one signs in with a code: frontend/src/features/people/session/SignInPage.test.tsx.
"""

from __future__ import annotations

import re

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_review_layout import wrongs

pytestmark = pytest.mark.browser
PASSWORD = "low tide at noon"


def invite(admin: Page, slug: str) -> str:
    """Returns the link that the page shows."""
    admin.goto(f"/p/{slug}/people")
    form = admin.get_by_role("form", name="Invite a person")
    form.get_by_label("Name").fill("Kaja Holm")
    form.get_by_role("button", name="Create link").click()
    expect(admin.get_by_role("group", name="Invited")).to_contain_text("Kaja Holm")
    return str(admin.get_by_text(re.compile("/join/")).text_content())


def test_a_person_is_invited_and_protects_their_account(signed_in: OpenPage, open_page: OpenPage, slug: str) -> None:
    link = invite(signed_in(), slug)
    page = open_page()
    page.goto(link)
    form = page.get_by_role("form", name="New account")
    expect(form.get_by_label("Your name")).to_have_value("Kaja Holm")
    form.get_by_label("User name").fill("kaja")
    form.get_by_role("textbox", name="Password").fill(PASSWORD)
    assert not wrongs(page)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/p/{slug}$"))

    page.get_by_role("button", name="account of Kaja Holm").click()
    page.get_by_role("menuitem", name="Your account").click()
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("textbox", name="Your password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="QR code for your app")).to_be_visible()
    secret = str(page.get_by_text("Or type this key").locator("code").text_content()).replace(" ", "")
    page.get_by_label("Code that the app shows").fill(pyotp.TOTP(secret).now())
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Recovery codes").get_by_role("listitem")).to_have_count(10)
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_text("10 recovery codes left")).to_be_visible()

    again = open_page()
    again.goto(link)
    expect(again.get_by_text("This invitation has been used.")).to_be_visible()
