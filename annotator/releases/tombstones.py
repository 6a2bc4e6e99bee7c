"""Deleting a frozen release, which only site admins do: a tombstone keeps its number, hash, date and the reason."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.models import User
from django.db import transaction

from annotator.models import LeakCheck, Release, ReleasePage, ReleaseTombstone, System
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.files import delete_later, files_of
from annotator.platform.signed_links import LinkSigner
from annotator.releases.erasing import what_is_frozen_may_go
from annotator.releases.freezing import remove_unnamed


@transaction.atomic
def delete_release(release: Release, *, typed: str, reason: str, user: User | None) -> ReleaseTombstone:
    """Delete a release with its rows, files and scores. typed : its title and number, letter by letter.

    Releases after it are no longer compared with it. Raises ServiceError without a reason or with another name,
    Conflict where it is not frozen (`discard_release` deletes those).
    """
    release = Release.objects.select_for_update(of=("self",)).select_related("test_set__project").get(pk=release.pk)
    if not release.is_made:
        raise Conflict(f"Release {release.version} is not frozen. Discard it.", code="not_frozen")
    reason = " ".join(reason.split())
    if not reason:
        raise ServiceError("Say why. Everybody who comes to its address will read it.", field="reason")
    name = f"{release.title} {release.version}"
    if " ".join(typed.split()) != " ".join(name.split()):
        raise ServiceError(f"Type {name} to confirm.", field="typed")
    pages = list(ReleasePage.objects.filter(release=release))
    opened = next((page for page in pages if page.closed_at is None), None)
    project = release.test_set.project
    tombstone: ReleaseTombstone = ReleaseTombstone.objects.create(
        project=project, project_name=project.name, test_set=release.test_set, title=release.title,
        major=release.major, minor=release.minor, frozen_at=release.finished_at, n_rows=release.n_rows or 0,
        sha256=release.sha256, rows_sha256=release.rows_sha256, reason=reason, deleted_by=user,
        earlier=list(release.erasures.order_by("number").values_list("sha256", flat=True)),
        addresses=sorted({page.address for page in pages if page.address}),
        address=opened.address if opened else "", secret=opened.secret if opened and not opened.address else "",
    )  # fmt: skip
    files, pk = files_of(release), release.pk
    note("release_deleted", project=project, kind="release", pk=pk, name=name, detail=reason, by=user,
         facts={"SHA-256": release.sha256})  # fmt: skip
    LeakCheck.objects.filter(releases__contains=[pk]).delete()  # they quote its rows
    System.objects.filter(on_release=release).delete()
    with what_is_frozen_may_go():
        Release.objects.filter(previous=release).update(previous=None, changes=None)
        release.delete()
    delete_later(files)
    transaction.on_commit(partial(remove_unnamed, Release, pk), robust=True)
    return tombstone


def find_tombstone(address: str, links: LinkSigner) -> ReleaseTombstone | None:
    """Of the release whose page was open at an address when it was deleted."""
    if not address:
        return None
    if (public := ReleaseTombstone.objects.filter(address=address).first()) is not None:
        return public
    secret = links.text_in(address)
    return ReleaseTombstone.objects.filter(address="", secret=secret).first() if secret else None


def is_taken(address: str) -> bool:
    """Whether it was the public address of a release that was deleted: it never comes to mean another one."""
    return ReleaseTombstone.objects.filter(addresses__contains=[address]).exists()
