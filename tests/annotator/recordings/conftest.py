"""What every test of recordings stands on: files are read without a child process, which costs half a second each."""

from __future__ import annotations

import pytest

from tests.annotator.shared import answer_in_process


@pytest.fixture(autouse=True)
def in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a child, but for tests that say in their names that they take it."""
    if "in_a_child" not in request.node.name:
        answer_in_process(monkeypatch)
