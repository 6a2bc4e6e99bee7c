"""The guides in a real browser: read and searched, without an account."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage

pytestmark = pytest.mark.browser


def test_the_guides_are_read_and_searched(open_page: OpenPage, server: Application) -> None:
    """Nothing is refused by the policy of its pages, and nothing comes from elsewhere."""
    page = open_page()
    refused, elsewhere = [], []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: elsewhere.append(request.url) if server.url not in request.url else None)
    page.goto("/guides/")
    page.get_by_role("textbox", name="Search").click()
    page.keyboard.type("planted")
    page.locator(".md-search-result__link").first.click()
    expect(page).to_have_url(re.compile(r"/guides/[\w/-]+/\?h="))
    assert (refused, elsewhere) == ([], [])
