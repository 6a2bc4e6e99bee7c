"""Two annotators who have reviewed one pair, and somebody who settles it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Pair, Role
from tests.annotator.reviewing.editor import Editor, accepted

ClientOf = Callable[[User], APIClient]


class Table:
    """The people at one pair. A row is named by its number, from 0."""

    def __init__(self, pair: Pair, person: Callable[..., User], client_of: ClientOf) -> None:
        self.pair, self._person, self._client_of = pair, person, client_of
        self.chief = client_of(person(Role.ADJUDICATOR, "chief"))

    def reviewer(self, name: str) -> Editor:
        return Editor(self._client_of(self._person(Role.ANNOTATOR, name)), self.pair)

    def accept(self, editor: Editor, changes: dict[int, dict[str, Any]] | None = None) -> Editor:
        """All rows accepted, some with other fields."""
        editor.done(*accepted(editor, changes))
        return editor

    def submitted(self, name: str, changes: dict[int, dict[str, Any]] | None = None) -> Editor:
        editor = self.reviewer(name)
        editor.done(*accepted(editor, changes), {"type": "submit", "leave_unreviewed": True}, verb="submit")
        return editor

    def open(self) -> Any:
        return self.chief.post("/api/v1/projects/harbour-talks/adjudications/", {"pair": self.pair.pk})

    def adjudication(self) -> Editor:
        answer = self.open()
        assert answer.status_code in (200, 201), answer.data
        return Editor(self.chief, self.pair, review=answer.data["id"])

    def comparison(self, editor: Editor) -> dict[str, Any]:
        answer = self.chief.get(f"/api/v1/adjudications/{editor.id}/")
        assert answer.status_code == 200, answer.data
        found: dict[str, Any] = answer.json()
        return found


@pytest.fixture
def table(bitext: Pair, person: Callable[..., User], client_of: ClientOf) -> Table:
    return Table(bitext, person, client_of)


@pytest.fixture
def talk_table(talk: Pair, person: Callable[..., User], client_of: ClientOf) -> Table:
    return Table(talk, person, client_of)
