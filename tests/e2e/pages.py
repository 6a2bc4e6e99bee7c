"""Pages that tests work on one after the other.

A page that stays has the code of the application compiled already, and its files at hand. Between two tests it forgets
all that a test can leave in it; what it cannot forget (scripts that a test added, a clock, a phone) needs a page of
its own.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page

USUAL: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "base_url": "", "locale": "en-GB"}
#: Options of a context that a page can be given later, with what they are without.
GIVEN_LATER = {"viewport": USUAL["viewport"], "color_scheme": "light", "reduced_motion": "no-preference"}


class Pages:
    def __init__(self, browser: Browser, url: str) -> None:
        """url : of the application."""
        self._browser = browser
        self._url = url
        self._lasting: list[Page] = []
        self._spare: list[Page] = []

    def take(self, *, own: bool = False, **options: Any) -> Page:
        """A page on which nobody has been, as far as it can tell. own : in a context that no other test gets."""
        if own or not options.keys() <= GIVEN_LATER.keys():
            return self._new(**options)
        if not self._spare:
            self._spare.append(self._new())
            self._lasting.append(self._spare[0])
        page = self._spare.pop()
        given = {**GIVEN_LATER, **options}
        page.set_viewport_size(given.pop("viewport"))
        page.emulate_media(media="null", forced_colors="null", **given)
        return page

    def _new(self, **options: Any) -> Page:
        context = self._browser.new_context(**{**USUAL, "base_url": self._url, **options})
        if "service_workers" not in options:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        context.set_default_timeout(15_000)
        return context.new_page()

    def give_back(self, page: Page, *, is_sound: bool) -> None:
        """Let the next test have it: it forgets who was signed in, what was stored, what was in the way.

        is_sound : if not, or if it is a page of the test's own, it is closed.
        """
        context = page.context
        if page not in self._lasting or not is_sound:
            context.close()
            return
        for other in context.pages:
            if other != page:
                other.close()
        context.set_offline(False)
        context.unroute_all()
        page.unroute_all()
        context.clear_permissions()
        # A place of the application without any code: what a page would store when it is left, it has stored then.
        page.goto("/robots.txt")
        page.evaluate("sessionStorage.clear()")
        context.clear_cookies()
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self._url, "storageTypes": "all"})
        session.detach()
        page.mouse.move(0, 0)
        self._spare.append(page)
