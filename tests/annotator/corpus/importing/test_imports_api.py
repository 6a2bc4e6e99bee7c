"""/api/v1/imports/: who reaches a batch, and what becomes of it when it has ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Document, ImportFile, Project, Role
from tests.annotator.corpus.importing.api import VTT, commit, file_address, files_below, post, stage

ClientOf = Callable[[User], APIClient]

pytestmark = pytest.mark.usefixtures("in_process")


# Who


@pytest.mark.parametrize("role", [Role.ADJUDICATOR, Role.ANNOTATOR, Role.VIEWER])
def test_only_admins_import(person: Any, client_of: ClientOf, client: APIClient, project: Project, role: Role) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    other = client_of(person(role))
    address = f"/api/v1/imports/{batch['id']}/"
    assert post(other, project, ("a.vtt", VTT)).status_code == 403
    assert other.get(address).status_code == 403
    assert other.get("/api/v1/imports/").json()["results"] == []
    assert post(other, project, ("a.vtt", VTT), to=f"{address}files/").status_code == 403
    assert other.patch(file_address(batch), {"include": False}).status_code == 403
    assert other.put(f"{address}pairings/", []).status_code == 403
    assert commit(other, batch).status_code == 403
    assert other.delete(address).status_code == 403
    assert ImportFile.objects.get().include


def test_an_outsider_finds_nothing(outsider: User, client_of: ClientOf, client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    other = client_of(outsider)
    address = f"/api/v1/imports/{batch['id']}/"
    assert post(other, project, ("a.vtt", VTT)).status_code == 404
    assert other.get(address).status_code == 404
    assert other.patch(file_address(batch), {"include": False}).status_code == 404
    assert commit(other, batch).status_code == 404
    assert other.delete(address).status_code == 404
    assert other.get("/api/v1/imports/").json()["count"] == 0
    assert APIClient().get(address).status_code in (401, 403)


def test_a_file_of_another_batch_is_not_reached(client: APIClient, project: Project) -> None:
    one, other = stage(client, project, ("a.vtt", VTT)), stage(client, project, ("b.vtt", VTT))
    address = f"/api/v1/imports/{one['id']}/files/{other['files'][0]['id']}/"
    assert client.patch(address, {"include": False}).status_code == 404


# Ending


def test_discarding_deletes_the_files(client: APIClient, project: Project, media: Path) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    assert len(files_below(media)) == 2  # the file, and what was parsed of it
    assert client.delete(f"/api/v1/imports/{batch['id']}/").status_code == 204
    assert files_below(media) == []
    assert client.get(f"/api/v1/imports/{batch['id']}/").status_code == 404
    assert commit(client, batch).status_code == 404


def test_what_is_imported_stays(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    assert commit(client, batch).json()["state"] == "imported"
    assert commit(client, batch).status_code == 409
    assert client.patch(file_address(batch), {"include": False}).status_code == 409
    assert client.delete(f"/api/v1/imports/{batch['id']}/").status_code == 409
    document = Document.objects.get()
    source = client.get(f"/api/v1/documents/{document.pk}/source/")
    assert b"".join(source.streaming_content) == VTT  # type: ignore[attr-defined]
    assert (document.source_name, document.importer, document.importer_version) == ("talk.vtt", "vtt", "1")
