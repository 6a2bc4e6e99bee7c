"""What every test of importing stands on: a media folder of its own, and an admin at the API."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient


@pytest.fixture(autouse=True)
def media(tmp_path: Path, settings: Any) -> Path:
    folder = tmp_path / "media"
    settings.MEDIA_ROOT = folder
    return folder


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)
