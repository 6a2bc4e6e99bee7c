"""Fixtures of the browser tests.

``server``    the running application (tests/e2e/application.py): its address, its admin, its programs to kill.
``open_page`` open_page(**options of a browser context) -> a page for one person; several make several people. It is an
              earlier test's that has forgotten everything (tests/e2e/pages.py), or with options that such a page cannot
              be given, one in a context of its own; ``own=True`` asks for that. Without a service worker, which would
              fetch all code for each context; service_workers="allow" has one.
``page``      one such page, 1280 x 800, nobody signed in.
``signed_in`` signed_in("name", **options) -> a page on which that account is signed in.
``slug``      the address of a new project of the admin's.
``desk``      reviews that no other test touches, and the people who work on them (tests/e2e/review.py).

All tests of a worker share its application, and so the demo project: a test that changes something takes ``slug`` or
``desk``, or adds to the demo what no other test looks for, and names the pair it means rather than take the first.

A test that fails leaves a screenshot and the logs in test-results/; with LECTERN_TRACE=1 also a trace of every step
(``playwright show-trace``), which costs a quarter more time, and ``keep_picture`` keeps what people want to look at.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

from annotator.launch import browser as chromium
from annotator.launch import frontend
from annotator.launch.layout import HERE
from tests.e2e.application import Application
from tests.e2e.pages import Pages
from tests.e2e.review import Desk

RESULTS = HERE.root / "test-results"
TRACED = bool(os.environ.get("LECTERN_TRACE"))
FAILED = pytest.StashKey[bool]()
OpenPage = Callable[..., Page]


def keep_picture(page: Page, path: Path, **options: Any) -> None:
    """For whoever wants to look, with LECTERN_TRACE=1: nothing else reads it."""
    if TRACED:
        page.screenshot(path=path, **options)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.failed:  # type: ignore[attr-defined]
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Application]:
    frontend.build()
    application = Application(tmp_path_factory.mktemp("application"), f"lectern_browser_{worker_id}")
    try:
        application.start()
        yield application
    finally:
        application.stop()


@pytest.fixture(scope="session")
def desk(server: Application) -> Desk:
    return Desk.of(server)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = chromium.find_chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=str(found.executable),
            args=list(chromium.ARGUMENTS),
            env={**os.environ, **found.environment},
        )
        yield running
        running.close()


@pytest.fixture(scope="session")
def pages(browser: Browser, server: Application) -> Pages:
    return Pages(browser, server.url)


@pytest.fixture
def results(request: pytest.FixtureRequest) -> Path:
    """Where this test leaves what it wants to be looked at."""
    folder = RESULTS / re.sub(r"[^\w.-]+", "-", request.node.nodeid).strip("-")
    shutil.rmtree(folder, ignore_errors=True)
    return folder


@pytest.fixture
def open_page(request: pytest.FixtureRequest, pages: Pages, server: Application, results: Path) -> Iterator[OpenPage]:
    opened: list[Page] = []
    errors: list[str] = []

    def note(error: Error) -> None:
        errors.append(str(error))

    def open_one(*, own: bool = TRACED, **options: Any) -> Page:
        page = pages.take(own=own, **options)
        if TRACED:
            page.context.tracing.start(screenshots=True, snapshots=True)
        page.on("pageerror", note)
        opened.append(page)
        return page

    yield open_one
    failed = request.node.stash.get(FAILED, False) or bool(errors)
    for number, page in enumerate(opened, start=1):
        if failed:
            results.mkdir(parents=True, exist_ok=True)
            for each in page.context.pages:
                each.screenshot(path=results / f"page-{number}.png", full_page=True)
        if TRACED:
            page.context.tracing.stop(path=results / f"trace-{number}.zip" if failed else None)
        pages.give_back(page, is_sound=not failed)
        page.remove_listener("pageerror", note)
    if failed:
        (results / "logs.txt").write_text(server.logs(40_000))
    assert not errors, f"uncaught errors on the page: {errors}"


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page()


@pytest.fixture
def signed_in(open_page: OpenPage, server: Application) -> OpenPage:
    def open_one(username: str = "", **options: Any) -> Page:
        opened = open_page(**options)
        opened.context.add_cookies([server.session_cookie(username or server.username)])  # type: ignore[list-item]
        return opened

    return open_one


@pytest.fixture
def slug(server: Application, request: pytest.FixtureRequest) -> str:
    return server.make_project(f"For {request.node.name}"[:50])
