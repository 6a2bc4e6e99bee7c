"""What log lines hold, and what they must not."""

from __future__ import annotations

import logging
import sys

from annotator.logs import formatter


def test_the_log_of_an_error_shows_no_values() -> None:
    def sign_in(password: str) -> None:
        raise ValueError("no such account")

    try:
        sign_in("low tide " + "at noon")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "Internal error", None, sys.exc_info())
    said = formatter().format(record)
    assert "no such account" in said
    assert "low tide at noon" not in said
