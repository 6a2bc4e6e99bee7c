"""What people say about rows: who can be asked, who learns of it, and when it is resolved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Comment, Membership, Role
from tests.annotator.reviewing.editor import Editor, gestures

ClientOf = Callable[[User], APIClient]


def say(editor: Editor, text: str, at: int = 1) -> dict[str, Any]:
    answer = editor.client.post(f"/api/v1/reviews/{editor.id}/comments/", {"row": editor.rows[at]["id"], "text": text})
    assert answer.status_code == 201, answer.json()
    made: dict[str, Any] = answer.json()
    return made


def asked(client: APIClient, query: str = "") -> list[str]:
    """The texts that the person was asked."""
    return [comment["text"] for comment in client.get(f"/api/v1/comments/{query}").json()["results"]]


def test_comments_outlive_a_merge(editor: Editor) -> None:
    rows = editor.rows
    url = f"/api/v1/reviews/{editor.id}/comments/"
    made = editor.client.post(url, {"row": rows[1]["id"], "text": "満潮?"})
    assert (made.status_code, made.json()["text"], made.json()["mentions"]) == (201, "満潮?", [])
    assert [row["n_comments"] for row in editor.rows] == [0, 1, 0, 0]
    assert editor.client.post(url, {"row": rows[1]["id"], "text": "  "}).status_code == 400
    assert editor.client.post(url, {"row": str(uuid4()), "text": "x"}).json()["code"] == "row_gone"
    editor.done(*gestures(rows)["merge"])
    assert len(editor.client.get(url).json()) == 1
    editor.undo()
    assert [row["n_comments"] for row in editor.rows] == [0, 1, 0, 0]


def test_only_who_may_see_the_review_is_mentioned(editor: Editor, person: Callable[..., User], outsider: User) -> None:
    """Another annotator's judgement is blind, and a viewer sees what is submitted: neither could read the question."""
    for role, name in ((Role.ADJUDICATOR, "wen.li"), (Role.ANNOTATOR, "tom"), (Role.VIEWER, "lena")):
        person(role, name)
    text = "@wen.li, @tom, @lena, @outsider, @annotator and mail@wen.li"
    assert say(editor, text)["mentions"] == ["annotator", "wen.li"]
    editor.done({"type": "submit", "leave_unreviewed": True}, verb="submit")
    assert say(editor, "@lena")["mentions"] == ["lena"]


def test_who_is_mentioned_learns_of_it_until_it_is_resolved(
    editor: Editor, client_of: ClientOf, person: Callable[..., User]
) -> None:
    judge = person(Role.ADJUDICATOR, "wen.li")
    client = client_of(judge)
    for text in ("@wen.li one?", "no name", "@wen.li two?"):
        made = say(editor, text)
    say(editor, "@wen.li of another row", at=2)
    assert asked(client) == ["@wen.li of another row", "@wen.li two?", "@wen.li one?"]
    assert asked(client, "?project=harbour-talks")
    assert not asked(client, "?project=elsewhere")
    assert asked(editor.client) == []
    told = client.get("/api/v1/comments/").json()["results"][1]
    assert (told["row"], told["review"], told["author"]["username"]) == (editor.rows[1]["id"], editor.id, "annotator")

    answer = client.patch(f"/api/v1/comments/{made['id']}/", {"resolved": True})
    assert (answer.status_code, answer.json()["resolved"]) == (200, True)
    assert asked(client) == ["@wen.li of another row"]
    assert [row["n_comments"] for row in editor.rows] == [0, 0, 1, 0]
    thread = editor.client.get(f"/api/v1/reviews/{editor.id}/comments/?row={editor.rows[1]['id']}").json()
    assert [comment["resolved_by"]["name"] for comment in thread] == ["wen.li"] * 3

    # What is said afterwards is open; resolving the same again changes neither who did it nor when.
    say(editor, "@wen.li and now?")
    when = Comment.objects.get(pk=made["id"]).resolved_at
    editor.client.patch(f"/api/v1/comments/{made['id']}/", {"resolved": True})
    assert Comment.objects.get(pk=made["id"]).resolved_at == when
    assert asked(client) == ["@wen.li and now?", "@wen.li of another row"]
    editor.client.patch(f"/api/v1/comments/{made['id']}/", {"resolved": False})
    assert [row["n_comments"] for row in editor.rows] == [0, 4, 1, 0]


def test_who_left_the_project_is_asked_nothing(
    editor: Editor, client_of: ClientOf, person: Callable[..., User]
) -> None:
    judge = person(Role.ADJUDICATOR, "wen.li")
    say(editor, "@wen.li?")
    Membership.objects.filter(user=judge).update(role=Role.ANNOTATOR)
    assert asked(client_of(judge)) == []
    Membership.objects.filter(user=judge).delete()
    assert asked(client_of(judge)) == []


def test_a_review_that_one_may_not_see_has_no_comments_to_resolve(
    editor: Editor, client_of: ClientOf, person: Callable[..., User]
) -> None:
    made = say(editor, "Mine alone.")
    other = client_of(person(Role.ANNOTATOR, "tom"))
    assert other.patch(f"/api/v1/comments/{made['id']}/", {"resolved": True}).status_code == 404
    assert editor.client.patch(f"/api/v1/comments/{made['id']}/", {"resolved": "perhaps"}).status_code == 400
    assert Comment.objects.get().resolved_at is None
