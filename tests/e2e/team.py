"""The people of a project, and their reviews as the page asks for them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from playwright.sync_api import Page

from tests.e2e.test_pages import api

LINES = [
    ("The tide came in at noon.", "正午に潮が満ちました。"),
    ("She wrote it down by hand.", "彼女はそれを手で書き留めました。"),
    ("Nobody had asked her to.", "誰かに頼まれたわけではありませんでした。"),
    ("The ledger has nine columns.", "台帳には列が九つあります。"),
    ("The harbour froze once.", "港は一度凍りました。"),
    ("That is all we know.", "これで全部です。"),
]
#: Run in the application: accounts of the team, members of one project, and their sessions.
PEOPLE = """
import json
from django.contrib.auth.models import User
from annotator.models import Membership, Project
from tests.world import session_of
project, sessions = Project.objects.get(slug={slug!r}), {{}}
for name, role in {people!r}.items():
    user = User.objects.create_user(name + "-" + project.slug[:20], first_name=name.title())
    Membership.objects.create(project=project, user=user, role=role)
    sessions[name] = [user.pk, session_of(user)]
print("people " + json.dumps(sessions))
"""
Row = dict[str, Any]


class Reviewer:
    """One annotator at their reviews, as the page asks for them."""

    def __init__(self, page: Page, pk: int) -> None:
        self.page, self.pk = page, pk
        self.review = 0

    def open(self, pair: int) -> int:
        self.review = api(self.page, "reviews/", {"pair": pair})["id"]
        return self.review

    @property
    def rows(self) -> list[Row]:
        found: list[Row] = api(self.page, f"reviews/{self.review}/content/")["rows"]
        return found

    def do(self, *steps: dict[str, Any]) -> None:
        operation = {"id": str(uuid4()), "verb": "edit", "steps": list(steps), "versions": {}}
        api(self.page, f"reviews/{self.review}/operations/", {"operations": [operation]})

    def set(self, rows: list[Row], **fields: Any) -> None:
        self.do({"type": "set", "rows": [row["id"] for row in rows], "fields": fields})

    def submit(self) -> None:
        self.do({"type": "submit"})


def put(page: Page, path: str, body: dict[str, Any]) -> None:
    page.request.get("/api/v1/session/")
    token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")  # type: ignore[typeddict-item]
    answer = page.request.put(f"/api/v1/{path}", data=body, headers={"X-CSRFToken": token, "Referer": page.url})
    assert answer.ok, answer.text()
