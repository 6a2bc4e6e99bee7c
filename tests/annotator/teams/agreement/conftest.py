"""Two annotators and more who review the same pairs, and somebody who looks at how far they agree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from rest_framework.test import APIClient

from annotator.models import Pair, Project, Role
from annotator.teams import figures
from tests.annotator.reviewing.editor import Editor, accepted


class Team:
    """The people of a project. Rows are named by their number, from 0."""

    def __init__(self, project: Project, person: Callable[..., User], client_of: Callable[[User], APIClient]) -> None:
        self.project, self._client_of, self._person = project, client_of, person
        self.people: dict[str, User] = {}
        self.chief = client_of(person(Role.ADMIN, "chief"))

    def person(self, name: str) -> User:
        if name not in self.people:
            self.people[name] = self._person(Role.ANNOTATOR, name)
        return self.people[name]

    def client(self, name: str) -> APIClient:
        return self._client_of(self.person(name))

    def review(self, name: str, pair: Pair, changes: dict[int, dict[str, Any]] | None = None, **given: Any) -> Editor:
        """Submitted with all rows accepted, some with other fields. steps : to be done first, from the rows."""
        editor = Editor(self.client(name), pair)
        if steps := given.get("steps"):
            editor.done(*steps(editor.rows))
        editor.done(*accepted(editor, changes), {"type": "submit", "leave_unreviewed": True}, verb="submit")
        return editor

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


@pytest.fixture
def team(project: Project, person: Callable[..., User], client_of: Callable[[User], APIClient]) -> Team:
    return Team(project, person, client_of)
