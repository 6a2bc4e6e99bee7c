"""Guidelines: the draft, publishing it, what never changes, and which version a review is made under."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from rest_framework.test import APIClient

from annotator.models import GuidelinesVersion, Pair, Project, Review, ReviewFigures, Role
from annotator.reviewing.guidelines.labels import default_labels
from annotator.teams.quality import measure_review
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]
TONE = {
    "key": "tone", "name": "Tone", "type": "choice", "applies_to": "linked", "required": True, "hidden": False,
    "shortcut": 6, "values": [{"key": k, "name": k, "hidden": False} for k in ("formal", "plain")],
}  # fmt: skip


@pytest.fixture
def client(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


@pytest.fixture
def address(project: Project) -> str:
    return f"/api/v1/projects/{project.slug}/guidelines/"


def save(client: APIClient, address: str, revision: int | None = None, **given: Any) -> Any:
    body = {"text": "# Align", "labels": default_labels(), "revision": revision, **given}
    return client.put(f"{address}draft/", body)


def publish(client: APIClient, address: str, *labels: Any, revision: int | None = None, **given: Any) -> Any:
    saved = save(client, address, revision, labels=[*default_labels(), *labels])
    assert saved.status_code == 200, saved.content
    answer = client.post(f"{address}draft/publish/", {"revision": saved.json()["revision"], **given})
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_draft_is_saved_and_published_and_then_stays(client: APIClient, address: str, project: Project) -> None:
    nothing = client.get(address).json()
    assert (nothing["current"], nothing["versions"]) == (None, [])
    draft = save(client, address).json()
    assert (draft["number"], draft["revision"], draft["published_at"]) == (1, 1, None)
    assert save(client, address, 1, text="# Better").json()["revision"] == 2
    done = client.post(f"{address}draft/publish/", {"revision": 2, "note": " Names. "}).json()
    assert done == {"number": 1, "n_moved": 0}
    version = client.get(f"{address}1/").json()
    assert (version["text"], version["note"], len(version["labels"])) == ("# Better", "Names.", 4)
    assert save(client, address).json()["number"] == 2
    listed = client.get(address).json()
    assert (listed["current"], [v["number"] for v in listed["versions"]]) == (1, [2, 1])
    with pytest.raises(IntegrityError, match="published_guidelines_stay"), transaction.atomic():
        GuidelinesVersion.objects.filter(number=1).update(text="other")
    assert client.delete(f"{address}draft/?revision=1").status_code == 204
    assert client.delete(f"{address}draft/?revision=1").json()["code"] == "draft_gone"


def test_two_people_who_write_the_draft_notice_each_other(client: APIClient, address: str) -> None:
    save(client, address, text="theirs")
    answer = save(client, address, text="mine")
    assert (answer.status_code, answer.json()["code"]) == (409, "draft_changed")
    assert (answer.json()["draft"]["text"], answer.json()["saved_by"]) == ("theirs", "admin")
    assert save(client, address, 1, text="merged").status_code == 200
    for stale in (1, 3):
        assert client.post(f"{address}draft/publish/", {"revision": stale}).status_code == 409
    client.post(f"{address}draft/publish/", {"revision": 2})
    assert save(client, address, 2).json()["code"] == "draft_gone"
    assert client.get(f"{address}1/").json()["text"] == "merged"


def test_others_read_what_is_published_and_no_figures(
    client: APIClient, address: str, person: Callable[..., User], client_of: ClientOf
) -> None:
    publish(client, address)
    save(client, address)
    reader = client_of(person(Role.ANNOTATOR, "reader"))
    told = reader.get(address).json()
    assert [(v["number"], v["n_reviews"]) for v in told["versions"]] == [(1, None)]
    assert told["n_reviews_without"] is None
    assert reader.get(f"{address}1/").status_code == 200
    assert reader.get(f"{address}2/").status_code == 404


def test_reviews_in_progress_keep_their_version_or_move(
    client: APIClient, address: str, annotator: User, bitext: Pair, client_of: ClientOf
) -> None:
    worker = client_of(annotator)
    editor = Editor(worker, bitext)

    def under() -> Any:
        found = worker.get(f"/api/v1/reviews/{editor.id}/").json()
        return found["guidelines"]["version"], found["guidelines"]["current"], len(found["labels"])

    assert under() == (None, None, 4)
    assert client.get(address).json()["n_reviews_without"] == 1
    publish(client, address, TONE)
    assert under() == (None, 1, 4)
    assert publish(client, address, TONE, move_reviews=True) == {"number": 2, "n_moved": 1}
    assert under() == (2, 2, 5)
    told = worker.get(f"/api/v1/reviews/{editor.id}/changes/?since=0").json()["guidelines"]
    assert told == {"version": 2, "current": 2}
    editor.done({"type": "submit", "leave_unreviewed": True})
    assert publish(client, address, TONE, move_reviews=True) == {"number": 3, "n_moved": 0}
    assert [(v["number"], v["n_reviews"]) for v in client.get(address).json()["versions"]] == [(3, 0), (2, 1), (1, 0)]
    for number, n in ((2, 1), (3, 0), (0, 0)):
        listed = client.get(f"/api/v1/reviews/?guidelines={number}").json()
        assert [review["guidelines_version"] for review in listed["results"]] == [number] * n


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ({"key": "Tone"}, "labels.4.key"),
        ({"key": "constructor"}, "labels.4.key"),
        ({"values": []}, "needs at least one value"),
        ({"values": [TONE["values"][0]] * 2}, "has the value formal twice"),  # type: ignore[index]
        ({"type": "yes_no"}, "has no other values"),
        ({"hidden": True}, "cannot be required"),
        ({"key": "good_mt"}, "expected yes_no"),
        ({"shortcut": 5}, "labels.4.shortcut"),
    ],
)
def test_labels_that_make_no_sense_are_refused(
    client: APIClient, address: str, label: dict[str, Any], told: str
) -> None:
    answer = save(client, address, labels=[*default_labels(), {**TONE, **label}])
    assert answer.status_code == 400
    assert told in answer.content.decode(), answer.content


def test_built_in_labels_and_digits_stand_once(client: APIClient, address: str) -> None:
    for labels, told in (
        (default_labels()[1:], "good_align is part of every project"),
        ([*default_labels(), TONE, TONE], "defined twice"),
        ([*default_labels(), TONE, {**TONE, "key": "other"}], "the key 6, which another label has too"),
    ):
        answer = save(client, address, labels=labels)
        assert answer.status_code == 400
        assert told in answer.json()["detail"]


@pytest.mark.parametrize("is_counted", [True, False])
def test_what_rows_have_is_hidden_and_not_deleted(
    client: APIClient, address: str, admin: User, bitext: Pair, is_counted: bool
) -> None:
    publish(client, address, TONE)
    editor = Editor(client, bitext)
    ids = [row["id"] for row in editor.rows[:2]]
    editor.done({"type": "set", "rows": ids, "fields": {"labels": {"tone": "plain"}, "null_reason": "omission"}})
    if is_counted:  # by a worker, before anybody asks
        review = Review.objects.get(pk=editor.id)
        ReviewFigures.objects.update_or_create(review=review, defaults=measure_review(review))
        usage = client.get(f"{address}usage/").json()["usage"]
        assert usage == {"tone": {"": 2, "plain": 2}, "null_reason": {"": 2, "omission": 2}}
    without_value = {**TONE, "values": TONE["values"][:1]}  # type: ignore[index]
    answer = save(client, address, labels=[*default_labels(), without_value])
    assert (answer.status_code, answer.json()["code"]) == (400, "label_in_use")
    assert answer.json()["detail"] == "plain is used in 2 rows. Hide it instead."
    assert "The label tone is used in 2 rows" in save(client, address).json()["detail"]
    no_reasons = default_labels(null_reasons=["filler"])
    assert "omission is used in 2 rows" in save(client, address, labels=[*no_reasons, TONE]).json()["detail"]
    without_formal = {**TONE, "values": [{"key": "plain", "name": "Simple", "hidden": True}, *TONE["values"][:1]]}  # type: ignore[index]
    assert save(client, address, labels=[*default_labels(), without_formal]).status_code == 200


def test_what_no_row_has_is_deleted(client: APIClient, address: str, bitext: Pair) -> None:
    publish(client, address, TONE)
    Editor(client, bitext)
    assert save(client, address).status_code == 200


def test_a_project_is_removed_with_its_guidelines(client: APIClient, address: str, bitext: Pair) -> None:
    publish(client, address, TONE)
    Editor(client, bitext)
    assert client.delete(address.removesuffix("guidelines/")).status_code == 204
    assert not GuidelinesVersion.objects.exists()
