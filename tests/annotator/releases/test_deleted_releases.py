"""A release that a site admin deletes: no row of it is left, and its address says what it was and why it went."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import (
    ActivityEntry,
    Pair,
    Project,
    Release,
    ReleaseErasure,
    ReleaseRow,
    ReleaseTombstone,
    TestSet,
)
from annotator.platform.errors import ServiceError
from annotator.releases.numbering import numbers_after
from annotator.releases.pages import address_of, open_page
from annotator.site.project_removal import remove_project
from tests.annotator.releases.releasing import make_release, make_system, set_of_all
from tests.annotator.reviewing.editor import Editor

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User], APIClient]
WHY = "Its licence forbids it"


@pytest.fixture
def test_set(
    project: Project, annotator: User, client_of: ClientOf, bitext: Pair, settings: Any, tmp_path: Path
) -> TestSet:
    settings.MEDIA_ROOT = tmp_path / "media"
    editor = Editor(client_of(annotator), bitext)
    editor.done({"type": "set", "rows": editor.row_ids, "fields": {"status": "accepted", "good_align": True}})
    editor.done({"type": "submit"})
    return set_of_all(project)


@pytest.fixture
def root(client_of: ClientOf) -> APIClient:
    return client_of(User.objects.create_superuser("root"))


def remove(client: APIClient, release: Release, **more: str) -> Any:
    body = {"typed": f"{release.title} {release.version}", "reason": WHY, **more}
    return client.post(f"/api/v1/releases/{release.pk}/remove/", body, format="json")


@pytest.mark.parametrize("address", ["spring-1.0", ""])
def test_its_address_says_what_it_was(
    project: Project, test_set: TestSet, root: APIClient, address: str, django_capture_on_commit_callbacks: Any
) -> None:
    first = make_release(test_set)
    later = make_release(test_set)
    make_system(first)
    page = address_of(open_page(release=first, address=address, shows_rows=True, shows_files=True, user=None))
    files = [stored.file.name for stored in first.files.all()]
    with django_capture_on_commit_callbacks(execute=True):
        assert remove(root, first).status_code == 204
    assert not any(default_storage.exists(name) for name in files)
    assert not ReleaseRow.objects.filter(release=first.pk).exists()
    answer = APIClient().get(f"/api/v1/release-pages/{page}/")
    assert answer.status_code == 410
    tombstone = answer.json()["tombstone"]
    kept = {"title": "Spring", "version": "1.0", "n_rows": first.n_rows, "sha256": first.sha256, "reason": WHY}
    assert kept.items() <= tombstone.items()
    assert tombstone["project"] == project.name
    for below in ("files/jsonl/", "checksums/", "differences/"):
        assert APIClient().get(f"/api/v1/release-pages/{page}/{below}").status_code == 410
    later.refresh_from_db()
    assert (later.previous, later.changes) == (None, None)
    assert root.get(f"/api/v1/releases/{later.pk}/").status_code == 200
    assert json.dumps(ActivityEntry.objects.get(verb="release_deleted").facts) == json.dumps({"SHA-256": first.sha256})


def test_it_keeps_the_hash_that_was_cited_before_talks_were_erased(test_set: TestSet, root: APIClient) -> None:
    release = make_release(test_set)
    ReleaseErasure.objects.create(
        release=release, number=1, erased_at=timezone.now(), reason=WHY, n_talks=1, n_rows=1, n_talks_before=2,
        n_rows_before=9, sha256="ab" * 32, rows_sha256="cd" * 32,
    )  # fmt: skip
    page = address_of(open_page(release=release, address="spring-1.0", shows_rows=False, shows_files=False, user=None))
    assert remove(root, release).status_code == 204
    tombstone = APIClient().get(f"/api/v1/release-pages/{page}/").json()["tombstone"]
    assert (tombstone["sha256"], tombstone["earlier"]) == (release.sha256, ["ab" * 32])


def test_neither_its_number_nor_its_address_is_given_again(test_set: TestSet, root: APIClient) -> None:
    only = make_release(test_set)
    open_page(release=only, address="spring-1.0", shows_rows=True, shows_files=True, user=None)
    assert remove(root, only).status_code == 204
    assert numbers_after(test_set) == ((1, 1), (2, 0))
    again = make_release(test_set)
    assert again.version == "1.1"
    with pytest.raises(ServiceError, match="address of another release"):
        open_page(release=again, address="spring-1.0", shows_rows=True, shows_files=True, user=None)


def test_only_site_admins_delete_one_with_its_name_and_a_reason_and_once(
    project: Project, test_set: TestSet, root: APIClient, admin: User, client_of: ClientOf
) -> None:
    release = make_release(test_set)
    assert remove(client_of(admin), release).status_code == 403
    assert client_of(admin).get(f"/api/v1/releases/{release.pk}/").json()["may_delete"] is False
    assert root.get(f"/api/v1/releases/{release.pk}/").json()["may_delete"] is True
    for wrong, field in (({"typed": "Spring"}, "typed"), ({"reason": " "}, "reason")):
        answer = remove(root, release, **wrong)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)
    waiting = Release.objects.create(test_set=TestSet.objects.create(project=project, name="W"), major=1, minor=0)
    assert remove(root, waiting).json()["code"] == "not_frozen"
    assert remove(root, release).status_code == 204
    assert remove(root, release).status_code == 404
    assert ReleaseTombstone.objects.count() == 1


def test_then_the_project_can_be_deleted_and_the_tombstone_stays(
    project: Project, test_set: TestSet, root: APIClient, bitext: Pair
) -> None:
    release = make_release(test_set)
    open_page(release=release, address="spring-1.0", shows_rows=False, shows_files=False, user=None)
    for address, sentence in (
        (f"projects/{project.slug}", "A site admin can delete them, each with a reason"),
        (f"test-sets/{test_set.pk}", "A site admin can delete releases, each with a reason"),
        (f"pairs/{bitext.pk}", "reviews, which are people's work and stay"),
    ):
        answer = root.delete(f"/api/v1/{address}/")
        assert answer.status_code == 409
        assert sentence in answer.json()["detail"]
    assert remove(root, release).status_code == 204
    remove_project(Project.objects.get(pk=project.pk))
    answer = APIClient().get("/api/v1/release-pages/spring-1.0/")
    assert (answer.status_code, answer.json()["tombstone"]["project"]) == (410, project.name)
