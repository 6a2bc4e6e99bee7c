"""What is deleted once a day, and what is kept."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from axes.models import AccessLog
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from annotator.models import ApiToken, AssignmentChange, Project
from annotator.people.accounts import create_token
from annotator.platform.files import scratch_folder
from annotator.site.housekeeping import tidy


def test_expired_things_are_deleted_and_others_kept(
    admin: User, project: Project, settings: Any, tmp_path: Path
) -> None:
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    for days in (-1, 1):
        session = SessionStore()
        session.set_expiry(timezone.now() + timedelta(days=days))
        session.create()
        create_token(admin, name=str(days), days=days)
        file = tmp_path / f"{days}.upload"
        file.write_text("x")
        os.utime(file, (time.time(), time.time() + (days - 0.5) * 86400))
        folder = Path(scratch_folder("release").name)  # as of a process that was killed
        folder.mkdir(exist_ok=True)
        (folder / f"{days}.rows").write_text("x")
        for path in (folder / f"{days}.rows", folder):
            os.utime(path, (time.time(), time.time() + (days - 0.5) * 86400))
        AccessLog.objects.create(username="a")
    AccessLog.objects.filter(pk=AccessLog.objects.latest("pk").pk).update(
        attempt_time=timezone.now() - timedelta(days=91)
    )
    for days in (31, 29):
        change = AssignmentChange.objects.create(project=project, verb=f"{days} days")
        AssignmentChange.objects.filter(pk=change.pk).update(at=timezone.now() - timedelta(days=days))
    tidy()
    assert AssignmentChange.objects.get().verb == "29 days"
    assert Session.objects.count() == 1
    assert ApiToken.objects.get().name == "1"
    assert AccessLog.objects.count() == 1
    assert sorted(file.name for file in tmp_path.rglob("*.*")) == ["1.rows", "1.upload"]
