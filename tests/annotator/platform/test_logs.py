"""What log lines hold, and what they must not."""

from __future__ import annotations

import logging
import re
import sys

import pytest

from annotator.platform.logs import formatter, without_secrets
from tests.annotator.described import described_api
from tests.reading_guides import DOCS, in_code_style


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


SECRET = "wZ9xQ2kD5v7bN1mL.Qm9vVGhlU2lnbmF0dXJl"


@pytest.mark.parametrize(
    "path",
    [
        *("/api/v1/rate/{}/", "/api/v1/rate/{}/paper/", "/rate/{}", "/rate/{}?from=mail"),
        *("/api/v1/join/{}/", "/join/{}", "/reset/{}", "/api/v1/digests/{}/", "/digests/{}", "/confirm-address/{}"),
    ],
)
def test_no_line_holds_the_secret_of_a_link(path: str) -> None:
    path = path.format(SECRET)
    try:
        raise ValueError(f"nothing at {path}")
    except ValueError:
        error = logging.LogRecord("django.request", logging.ERROR, "x.py", 1, "Not Found: %s", (path,), sys.exc_info())
    access = logging.LogRecord("lectern.access", logging.INFO, "x.py", 1, "%s %s 200", ("GET", path), None)
    for record in (error, access):
        line = formatter().format(record)
        assert SECRET not in line
        assert SECRET.rpartition(".")[2] not in line
        assert "/***" in line


def test_every_address_of_the_api_with_a_key_in_it_is_known_to_the_log_and_to_operators() -> None:
    """Those of pages, which lead to them, are in the parameters above."""
    key = re.compile(r"\{(token|address)\}")
    keyed = [path for path in described_api()["paths"] if key.search(path)]
    assert len(keyed) > 5
    assert [path for path in keyed if SECRET in without_secrets(key.sub(SECRET, path))] == []
    told = set(in_code_style((DOCS / "operator.md").read_text(encoding="utf-8")))
    assert {key.split(path)[0] for path in keyed} - told == set()
