"""A disk without room: an answer that says so, for programs and for people."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from psycopg.errors import DiskFull
from rest_framework.test import APIClient

from annotator import settings as lectern_settings
from annotator.models import Project


def _of_postgres() -> OperationalError:
    error = OperationalError('could not extend file "base/5/2613": No space left on device')
    error.__cause__ = DiskFull()
    return error


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), _of_postgres()])
def test_a_full_disk_is_said_and_nothing_is_stored(
    error: Exception, project: Project, admin: User, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(**_: Any) -> None:
        raise error

    monkeypatch.setattr("annotator.corpus.api.imports.importing.create_batch", no_room)
    client: APIClient = client_of(admin)
    upload = SimpleUploadedFile("talk.txt", b"Good evening.\n")
    answer = client.post("/api/v1/imports/", {"project": project.slug, "files": upload}, format="multipart")
    assert (answer.status_code, answer.json()["code"]) == (507, "disk_full")
    assert answer.json()["detail"].startswith("The server's disk is full. Nothing was changed.")


def test_a_secret_key_that_a_full_disk_left_empty_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setattr(lectern_settings, "DATA_DIR", tmp_path)
    (tmp_path / "secret-key").touch()
    made = lectern_settings._secret_key()
    assert len(made) > 50
    assert lectern_settings._secret_key() == made
