"""Imports through the API, as the page makes them, and the files the tests send."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.models import Project

VTT = b"""WEBVTT

00:00:01.000 --> 00:00:04.000
welcome to the harbour

00:00:05.000 --> 00:00:07.500
the tide turns at noon
"""
BAD_VTT = b"""WEBVTT

1
00:00:01.000 --> 00:00:04.000
welcome to the harbour

2
00:00:08.400 --> 00:00:08.000
the tide turns at noon
"""
PAPER = b"""# Harbour tides

## 1 Introduction

Tides turn twice a day. We measure both.

```
left out
```

## 2 Method

We look at the harbour wall.
"""
SOURCE = b"Good evening.\nThe harbour is closed.\nGo home.\n"
TARGET = "こんばんは。\n港は閉まっています。\n".encode()
OFFLINE = "こんばんは。\n港は閉鎖中です。\nお帰りください。\n".encode()
TABLE = (
    "source\ttarget\nGood evening, the harbour is closed to all of you.\tGuten Abend, der Hafen ist für Sie alle zu.\n"
    "We will go home now and wait.\tWir gehen jetzt nach Hause und warten.\n"
).encode()


def post(client: APIClient, project: Project, *files: tuple[str, bytes], to: str = "") -> Any:
    uploads = [SimpleUploadedFile(name, data) for name, data in files]
    address = to or "/api/v1/imports/"
    return client.post(address, {"project": project.slug, "files": uploads}, format="multipart")


def stage(client: APIClient, project: Project, *files: tuple[str, bytes]) -> dict[str, Any]:
    answer = post(client, project, *files)
    assert answer.status_code == 201, answer.json()
    return answer.json()  # type: ignore[no-any-return]


def commit(client: APIClient, batch: dict[str, Any]) -> Any:
    return client.post(f"/api/v1/imports/{batch['id']}/commit/")


def file_address(batch: dict[str, Any], number: int = 0) -> str:
    return f"/api/v1/imports/{batch['id']}/files/{batch['files'][number]['id']}/"


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
