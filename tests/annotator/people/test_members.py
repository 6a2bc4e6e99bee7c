"""Adding people to a project."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Project, Role


def test_an_unknown_person_needs_a_first_password(project: Project, person: Callable[..., User]) -> None:
    client = APIClient()
    client.force_authenticate(person(Role.ADMIN))
    url = f"/api/v1/projects/{project.slug}/members/"

    refused = client.post(url, {"username": "nora", "role": "viewer"})
    assert (refused.status_code, refused.json()["code"]) == (400, "unknown_user")
    assert refused.json()["detail"] == "There is no account named nora. Give a first password to create one."
    assert refused.json()["errors"] == [{"field": "username", "message": "There is no account with this user name."}]

    weak = client.post(url, {"username": "nora", "role": "viewer", "password": "short"})
    assert (weak.status_code, weak.json()["errors"][0]["field"]) == (400, "password")
    assert not User.objects.filter(username="nora").exists()

    made = client.post(url, {"username": "nora", "role": "viewer", "name": "Nora Lind", "password": "low tide at noon"})
    assert (made.status_code, made.json()["user"]["name"]) == (201, "Nora Lind")
    again = client.post(url, {"username": "nora", "role": "viewer"})
    assert (again.status_code, again.json()["code"]) == (409, "already_member")
