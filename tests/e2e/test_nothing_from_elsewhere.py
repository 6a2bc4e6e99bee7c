"""The page loads in a real browser, from the running application and nothing but it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage

pytestmark = pytest.mark.browser


def test_the_sign_in_page_comes_from_this_server_alone(open_page: OpenPage, server: Application) -> None:
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    expect(page.locator("input[type=password]")).to_be_visible()
    elsewhere = [url for url in asked if not url.startswith((server.url, "data:", "blob:"))]
    assert elsewhere == []
