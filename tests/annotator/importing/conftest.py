"""What every test of importing stands on: a media folder of its own, and an admin at the API."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.importers import registry


@pytest.fixture(autouse=True)
def media(tmp_path: Path, settings: Any) -> Path:
    folder = tmp_path / "media"
    settings.MEDIA_ROOT = folder
    return folder


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


@pytest.fixture
def in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read without the child process, which costs a third of a second each; one test takes it."""
    if "in_a_child" not in request.node.name:
        monkeypatch.setattr(
            "annotator.importers.sandbox.Reader.parse",
            lambda _, data, name, format=None, options=None, seconds=None: registry.parse(data, name, format, options),
        )
        monkeypatch.setattr(
            "annotator.importers.sandbox.Reader.recognise",
            lambda _, files: [[found.name for found, _ in registry.recognise(*file)] for file in files],
        )
