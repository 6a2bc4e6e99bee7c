"""A release stays byte for byte what it is whatever happens to the project afterwards, all of it through the API."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.corpus import importing
from annotator.models import Membership, Pair, Project, Release
from annotator.releases.forms.registry import FORMS
from tests.annotator.corpus.importing.api import commit, stage
from tests.annotator.releases.releasing import execute
from tests.annotator.releases.test_releases import FORMS_OF_BITEXTS
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]
HEAD = "talk\tname\tinterpreter\tsource\ttarget\n"
ROWS = [
    ("Good evening.", "こんばんは。"),
    ("The tide turns.", "潮が変わる。"),
    ("We count.", "数えます。"),
    ("Thanks.", "どうも。"),
]


def table(*rows: tuple[str, str]) -> tuple[str, bytes]:
    return "t.tsv", (HEAD + "".join(f"7\tTides\tS01\t{source}\t{target}\n" for source, target in rows)).encode()


pytestmark = pytest.mark.usefixtures("in_process")


@pytest.fixture
def boss(client_of: ClientOf, admin: User, settings: Any, tmp_path: Path) -> APIClient:
    settings.MEDIA_ROOT = tmp_path
    return client_of(admin)


@pytest.fixture
def helper(person: Callable[..., User]) -> User:
    return person("adjudicator", "helper")


@pytest.fixture
def editor(boss: APIClient, project: Project, annotator: User, helper: User, client_of: ClientOf) -> Editor:
    """A review of an imported talk, submitted; a helper accepted its first row."""
    assert commit(boss, stage(boss, project, table(*ROWS))).status_code == 200
    pair = Pair.objects.get()
    editor = Editor(client_of(annotator), pair)
    rows = editor.row_ids
    accepted = {"status": "accepted", "good_align": True}
    Editor(client_of(helper), pair, review=editor.id).done({"type": "set", "rows": rows[:1], "fields": accepted})
    editor.done({"type": "set", "rows": rows[1:], "fields": accepted})
    editor.done({"type": "submit"})
    return editor


def released(client: APIClient, test_set: int) -> int:
    asked = client.post("/api/v1/releases/", {"test_set": test_set, "people": "names"}, format="json")
    assert asked.status_code == 201, asked.json()
    execute(Release.objects.get(pk=asked.json()["id"]), FORMS)
    return int(asked.json()["id"])


def all_of(client: APIClient, release: int) -> dict[str, Any]:
    """What the API tells of a release, and the bytes of every form."""
    address = f"/api/v1/releases/{release}/"
    detail = client.get(address).json()
    assert detail["state"] == "frozen", detail["error"]
    forms = [file["form"] for file in detail["files"]]
    assert set(forms) == FORMS_OF_BITEXTS
    return {
        "detail": detail,
        "rows": client.get(f"{address}rows/?limit=200").json(),
        "checksums": client.get(f"{address}checksums/").content,
        **{form: b"".join(client.get(f"{address}files/{form}/").streaming_content) for form in forms},
    }


def test_reopening_importing_again_and_deleting_accounts_leave_a_release_as_it_is(
    boss: APIClient, editor: Editor, project: Project, helper: User
) -> None:
    asked = {"project": project.slug, "name": "Spring", "takes": "all"}
    test_set = boss.post("/api/v1/test-sets/", asked, format="json").json()["id"]
    release = released(boss, test_set)
    before = all_of(boss, release)
    assert before["detail"]["contents"]["accounts"] == ["annotator", "helper"]

    editor.done({"type": "reopen"})
    editor.done({"type": "set", "rows": [editor.rows[1]["id"]], "fields": {"post_edit": "潮目が変わる。"}})
    assert all_of(boss, release) == before, "a review was reopened and changed"
    editor.done({"type": "submit"})
    changed = boss.get(f"/api/v1/releases/{released(boss, test_set)}/").json()
    assert changed["changes"] == {"added": 0, "removed": 0, "changed": 1, "same": 3}
    assert all_of(boss, release) == before

    again = commit(boss, stage(boss, project, table(ROWS[0], ("The tide turned.", "潮が変わった。"), *ROWS[2:])))
    assert again.status_code == 200, again.json()
    importing.execute(again.json()["id"])  # what has reviews to carry over is left to a worker
    assert Pair.objects.count() == 2
    assert boss.get(f"/api/v1/reviews/{editor.id}/").json()["superseded_by"] is not None
    assert all_of(boss, release) == before, "a newer version of its texts was imported"

    member = Membership.objects.get(user=helper).pk
    assert boss.delete(f"/api/v1/projects/{project.slug}/members/{member}/").status_code == 204
    assert all_of(boss, release) == before, "a member left"
    helper.delete()  # no page does this: whoever runs the site does, in its shell
    assert all_of(boss, release) == before, "an account was deleted"
    assert b"helper" in before["jsonl"]
