"""An admin who invites authors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Project


@pytest.fixture
def post(project: Project, admin: User, client_of: Callable[[User], APIClient]) -> Callable[..., Any]:
    """Send something to an address of the project's authors."""
    client = client_of(admin)

    def send(address: str, /, **body: Any) -> Any:
        return client.post(f"/api/v1/projects/{project.slug}/authors/{address}/", body, format="json")

    return send


def line(name: str, email: str, talk: str = "full stop", **more: Any) -> dict[str, Any]:
    return {"name": name, "email": email, "talk": talk, **more}
