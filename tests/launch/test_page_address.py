"""Where the page is served, noted for commands that write links to it."""

from __future__ import annotations

from pathlib import Path

from annotator.launch.layout import Layout
from annotator.launch.page_address import USUAL, noted, page_address


def test_the_address_is_known_while_the_page_is_served(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    assert page_address(layout) == USUAL
    with noted("http://127.0.0.1:8700/", layout):
        assert page_address(layout) == "http://127.0.0.1:8700"
    assert page_address(layout) == USUAL
