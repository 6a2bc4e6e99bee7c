"""A project that is exported and imported is the same but for its ids, and its archive has nothing that is secret."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.importers.base import MAX_NOTE_LENGTH
from annotator.models import (
    GlossaryTerm,
    Invitation,
    MemberInvitation,
    Membership,
    Operation,
    Project,
    Rater,
    Release,
    ReleasePage,
    ReleaseRow,
    ReleaseTombstone,
    Review,
    ReviewRow,
    SpotCheckItem,
    Webhook,
)
from annotator.platform.errors import ServiceError
from annotator.releases.pages import open_page
from annotator.releases.pseudonyms import pseudonym_of
from annotator.site.moving.tables import tables
from tests import world
from tests.annotator.populated import populated_project
from tests.annotator.releases.releasing import make_release, set_of_all
from tests.annotator.site.moving.moving import export, fill_the_rest, import_, leave, manifest_of, rows_in, up_to_ids

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    """A project with something in every table; its archive."""
    with populated_project(django_db_blocker, tmp_path_factory.mktemp("media")) as made:
        fill_the_rest(made.project, made.admin, made.annotator, made.bitext, made.talk)
        yield export(made.project)


@pytest.fixture
def archive(filled: bytes) -> bytes:
    return filled


@pytest.fixture
def full(filled: bytes, db: None) -> Project:
    return Project.objects.get()


@pytest.fixture
def admin(full: Project) -> User:
    return User.objects.get(username="admin")


@pytest.fixture
def annotator(full: Project) -> User:
    return User.objects.get(username="annotator")


def test_what_is_imported_exports_as_what_was_exported(
    archive: bytes, full: Project, admin: User, tmp_path: Path
) -> None:
    rows = rows_in(archive)
    assert ", ".join(table.name for table in tables() if not rows[table.name]) == ""
    leave(full)
    imported = import_(archive, tmp_path, admin, accounts={admin.pk: admin.pk})
    assert not imported.copied
    second = export(imported.project)
    before, after = up_to_ids(archive), up_to_ids(second)
    assert after["activityentry"].pop()["verb"] == "project_imported"
    assert before.keys() == after.keys()
    for name in before:
        assert after[name] == before[name], name


def test_what_a_spot_check_took_back_is_work_of_the_copy(full: Project, admin: User, tmp_path: Path) -> None:
    taken = {"state": "returned", "reason": "Too many.", "decided_at": timezone.now()}
    for kind in ("slides", "masks"):
        check = world.spot_check(full, admin, kind, **taken)
        item = check.items.get()
        check.taken_back = {"pages": {item.page_id: [2, None]}} if item.page else {"passes": [item.answer.of_pass_id]}  # type: ignore[union-attr]
        check.save()
    copied = import_(export(full), tmp_path, admin, accounts={admin.pk: admin.pk}).project
    items = SpotCheckItem.objects.filter(spot_check__project=copied, spot_check__reason="Too many.")
    pages, passes = items.get(page__isnull=False), items.get(answer__isnull=False)
    assert pages.spot_check.taken_back == {"pages": {str(pages.page_id): [2, None]}}
    assert passes.answer is not None
    assert passes.spot_check.taken_back == {"passes": [passes.answer.of_pass_id]}


def test_a_copy_on_the_same_site_is_a_project_of_its_own(
    archive: bytes, full: Project, admin: User, tmp_path: Path
) -> None:
    """Rows of reviews get new ids, which its log and its releases name too; what was frozen is the same."""
    copied = import_(archive, tmp_path, admin, accounts={admin.pk: admin.pk})
    assert copied.copied
    assert copied.n_releases == Release.objects.filter(test_set__project=full).made().count() + 1  # a training set
    hashes = [
        list(Release.objects.filter(test_set__project=each).order_by("pk").values_list("sha256", flat=True))
        for each in (full, copied.project)
    ]
    assert hashes[0] == hashes[1]
    rows = ReviewRow.objects.filter(review__pair__project=copied.project)
    known = {str(pk) for pk in rows.values_list("pk", flat=True)}
    released = ReleaseRow.objects.filter(release__test_set__project=copied.project).values_list("row", flat=True)
    assert {str(row) for row in released} <= known
    of_projects = [
        Operation.objects.filter(review__pair__project=each).exclude(rows=[]).order_by("review", "sequence")
        for each in (full, copied.project)
    ]
    theirs = {str(row) for edit in of_projects[0] for row in edit.rows}
    before = _rows_of(full)
    assert theirs
    for old, new in zip(*of_projects, strict=True):
        assert not theirs & ({str(row) for row in new.rows} | {row["id"] for row in new.after["rows"]})
        assert [str(row) in known for row in new.rows] == [str(row) in before for row in old.rows]
    assert up_to_ids(export(full)).keys()
    assert len({project.slug for project in Project.objects.all()}) == 2


def test_the_address_of_a_deleted_release_says_the_same_on_the_other_site(
    full: Project, admin: User, tmp_path: Path
) -> None:
    unlisted = ReleaseTombstone.objects.get(project=full)
    unlisted.pk, unlisted.address, unlisted.addresses, unlisted.secret = None, "", [], "Zq8unlisted"
    unlisted.save()
    before = APIClient().get("/api/v1/release-pages/winter-1.0/")
    archive = export(full)
    assert b"Zq8unlisted" not in b"".join(_contents(archive))
    leave(full)
    assert APIClient().get("/api/v1/release-pages/winter-1.0/").status_code == 404
    moved = import_(archive, tmp_path, admin).project
    after = APIClient().get("/api/v1/release-pages/winter-1.0/")
    assert (before.status_code, after.status_code) == (410, 410)
    assert after.json() == before.json()
    release = Release.objects.made().filter(test_set__project=moved).earliest("pk")
    with pytest.raises(ServiceError, match="address of another release"):
        open_page(release=release, address="winter-0.9", shows_rows=False, shows_files=False, user=None)


def test_a_deleted_release_takes_no_address_that_means_something_here(
    archive: bytes, full: Project, admin: User, tmp_path: Path
) -> None:
    theirs = ReleaseTombstone.objects.get(project=full)
    theirs.addresses = [theirs.address]
    theirs.save()
    release = Release.objects.made().filter(test_set__project=full).earliest("pk")
    open_page(release=release, address="winter-0.9", shows_rows=False, shows_files=False, user=None)
    copy = ReleaseTombstone.objects.get(project=import_(archive, tmp_path, admin).project)
    assert (copy.address, copy.addresses, copy.sha256) == ("", [], theirs.sha256)
    assert APIClient().get("/api/v1/release-pages/winter-0.9/").status_code == 200


def test_nothing_that_is_secret_goes_along(full: Project, admin: User, annotator: User) -> None:
    User.objects.filter(pk=annotator.pk).update(email="annotator@example.org", first_name="Ann", last_name="Lee")
    secrets = [
        annotator.password, admin.password, "annotator@example.org", "ines@example.org", "ren@example.jp",
        "nora@example.org",
        *Webhook.objects.values_list("nonce", flat=True), *Webhook.objects.values_list("url", flat=True),
        *Invitation.objects.values_list("secret", flat=True),
        *MemberInvitation.objects.values_list("secret", flat=True),
        *ReleasePage.objects.values_list("secret", flat=True),
    ]  # fmt: skip
    assert Invitation.objects.update(comment="Ann Lee asked me.")
    assert GlossaryTerm.objects.update(note="Ann Lee: as in the paper.")
    archives = [export(full, people) for people in ("names", "pseudonyms")]
    named, hidden = (b"\n".join(_contents(archive)) for archive in archives)
    for content in (named, hidden):
        assert [secret for secret in secrets if secret and secret.encode() in content] == []
    assert named.count(b"Ann Lee: as in") >= 1
    assert b"Ann Lee asked" in named
    assert b"Ann Lee" not in hidden
    assert b"@admin" not in hidden
    assert manifest_of(archives[1])["names_hidden"] > 0


def test_why_a_rater_counts_does_not_name_the_rater(full: Project) -> None:
    told = "Mira Quill (mira@example.org) wrote to us."
    raters = Rater.objects.filter(user=None)
    assert raters.update(name="Mira Quill", email="mira@example.org", counted=True, counted_reason=told)
    reasons = {row["counted_reason"] for row in rows_in(export(full, "pseudonyms"))["rater"]}
    assert reasons == {"", "a rater (a rater) wrote to us."}


def test_a_note_that_pseudonyms_make_too_long_is_cut_and_imported(
    full: Project, admin: User, annotator: User, tmp_path: Path
) -> None:
    User.objects.filter(pk=annotator.pk).update(first_name="Ann", last_name="Lee")
    assert GlossaryTerm.objects.update(note="Ann Lee. ".ljust(MAX_NOTE_LENGTH, "x"))
    made = import_(export(full, "pseudonyms"), tmp_path, admin).project
    note = f"{pseudonym_of(full, annotator.pk)}. ".ljust(MAX_NOTE_LENGTH, "x")
    assert set(GlossaryTerm.objects.filter(project=made).values_list("note", flat=True)) == {note}


def test_pseudonyms_stay_those_of_the_releases(full: Project, admin: User, annotator: User, tmp_path: Path) -> None:
    pseudonym = pseudonym_of(full, annotator.pk)
    moved = import_(export(full, "pseudonyms"), tmp_path, admin).project
    author = Review.objects.filter(pair__project=moved, kind="review").exclude(annotator=admin)
    names = {pseudonym_of(moved, pk) for pk in author.values_list("annotator", flat=True)}
    assert pseudonym in names
    theirs = Membership.objects.get(project=moved, user__first_name=pseudonym).user
    assert not theirs.is_active
    assert not theirs.has_usable_password()


def test_names_that_a_release_shows_are_not_promised_to_be_hidden(full: Project) -> None:
    make_release(set_of_all(full, "Named"), people="names")
    with pytest.raises(ServiceError, match=r"shows user names, and a release never changes. Export with names."):
        export(full, "pseudonyms")


def _rows_of(project: Project) -> set[str]:
    return {str(pk) for pk in ReviewRow.objects.filter(review__pair__project=project).values_list("pk", flat=True)}


def _contents(archive: bytes) -> list[bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return [opened.read(name) for name in opened.namelist() if not name.startswith("files/")]
