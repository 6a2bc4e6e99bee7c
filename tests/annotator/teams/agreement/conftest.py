"""Two annotators and more who review the same pairs, and somebody who looks at how far they agree."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.utils.functional import SimpleLazyObject
from rest_framework.test import APIClient

from annotator.models import AgreementFigure, ComparedPair, Membership, Pair, Project, ProjectFigures, Role
from annotator.teams import figures
from tests.annotator.reviewing.editor import Editor, accepted


def signed_in(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(SimpleLazyObject(lambda: user))
    return client


def member(project: Project, role: str, name: str) -> User:
    """Made, or of another project too."""
    user, _ = User.objects.get_or_create(username=name)
    Membership.objects.create(project=project, user=user, role=role)
    return user


class Team:
    """The people of a project. Rows are named by their number, from 0."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.people = {user.username: user for user in User.objects.filter(memberships__project=project)}
        chief = self.people.pop("chief", None) or member(project, Role.ADMIN, "chief")
        self.chief = signed_in(chief)

    def person(self, name: str) -> User:
        if name not in self.people:
            self.people[name] = member(self.project, Role.ANNOTATOR, name)
        return self.people[name]

    def client(self, name: str) -> APIClient:
        return signed_in(self.person(name))

    def review(self, name: str, pair: Pair, changes: dict[int, dict[str, Any]] | None = None, **given: Any) -> Editor:
        """Submitted with all rows accepted, some with other fields. steps : to be done first, from the rows."""
        editor = Editor(self.client(name), pair)
        if steps := given.get("steps"):
            editor.done(*steps(editor.rows))
        editor.done(*accepted(editor, changes), {"type": "submit", "leave_unreviewed": True}, verb="submit")
        return editor

    def forget(self) -> None:
        """All figures there are, as before the first refresh."""
        for model in (AgreementFigure, ComparedPair, ProjectFigures):
            model.objects.all().delete()

    def refresh(self) -> None:
        cache.clear()
        figures.refresh(self.project.pk)

    def ask(self, place: str = "", **query: Any) -> Any:
        names = query.pop("people", None)
        if names:
            query["people"] = ",".join(str(self.person(name).pk) for name in names.split())
        path = f"{place}/" if place else ""
        return self.chief.get(f"/api/v1/projects/{self.project.slug}/agreement/{path}", query)

    def measures(self, **query: Any) -> dict[str, dict[str, Any]]:
        answer = self.ask(**query)
        assert answer.status_code == 200, answer.content
        return {one["measure"]: one for one in answer.json()["measures"]}


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    """Between tests of shared rows, whose ids are the same."""
    cache.clear()


@pytest.fixture
def team(project: Project) -> Team:
    return Team(project)
