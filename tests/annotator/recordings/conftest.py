"""What every test of recordings stands on: files are read without a child process, which costs half a second each."""

from __future__ import annotations

import pytest

from annotator.models import TranscriptCheck
from tests.annotator.shared import answer_in_process


@pytest.fixture(autouse=True)
def in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a child, but for tests that say in their names that they take it."""
    if "in_a_child" not in request.node.name:
        answer_in_process(monkeypatch)


@pytest.fixture
def check(db: None, shared_check: TranscriptCheck) -> TranscriptCheck:
    """The check that the tests of a module share, which each module makes in its own way as `shared_check`."""
    return TranscriptCheck.objects.select_related("document__project", "a", "b").get(pk=shared_check.pk)
