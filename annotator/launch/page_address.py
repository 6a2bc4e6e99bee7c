"""The address of the page that `manage.py up` serves here, for commands that write links to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from annotator.launch.layout import HERE, Layout, read_json, write_private

_FILE = "page.json"
#: Where `up` serves the page unless it is told otherwise.
USUAL_HOST, USUAL_PORT = "127.0.0.1", 8000
USUAL = f"http://{USUAL_HOST}:{USUAL_PORT}"


@contextmanager
def noted(url: str, layout: Layout = HERE) -> Iterator[None]:
    """Note the address for as long as the page is served there."""
    write_private(layout.run / _FILE, {"url": url})
    try:
        yield
    finally:
        (layout.run / _FILE).unlink(missing_ok=True)


def page_address(layout: Layout = HERE) -> str:
    """The address that was noted last; the usual one where the page is not served."""
    return str((read_json(layout.run / _FILE) or {}).get("url") or USUAL).rstrip("/")
