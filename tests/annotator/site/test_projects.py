from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from django.urls import URLResolver, get_resolver

from annotator.people.projects import RESERVED_SLUGS, create_project

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from rest_framework.test import APIClient


def _addresses(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        address = before + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern, address)
        else:
            yield address


def test_what_is_no_project_below_projects_is_reserved() -> None:
    found = {found[1] for each in _addresses(get_resolver()) if (found := re.search(r"v1/projects/([a-z-]+)/", each))}
    assert found == RESERVED_SLUGS


def test_a_project_called_like_an_address_of_the_api_can_be_opened(
    client_of: Callable[[User], APIClient], admin: User
) -> None:
    project = create_project(name="Demo", user=admin)
    assert project.slug == "demo-2"
    assert create_project(name="Demo", slug="demo", user=admin).slug == "demo-3"
    assert client_of(admin).get(f"/api/v1/projects/{project.slug}/").json()["name"] == "Demo"
