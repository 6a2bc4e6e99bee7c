"""A site whose files are in a store on another machine: nothing that must be kept is on this one's disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.models import Document, Pair, Project, VectorSet
from annotator.services import files, importing, vectors
from annotator.services.embeddings import load_embeddings, store_embeddings
from annotator.services.paper_talk import load_word_vectors


class Elsewhere(Storage):
    """As a store that is reached by https: it has no paths, and signs the addresses of its files."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def _open(self, name: str, mode: str = "rb") -> ContentFile[bytes]:
        if name not in self._kept:
            raise FileNotFoundError(name)
        return ContentFile(self._kept[name], name=name)

    def _save(self, name: str, content: Any) -> str:
        self._kept[name] = b"".join(content.chunks())
        return name

    def delete(self, name: str) -> None:
        self._kept.pop(name, None)

    def exists(self, name: str) -> bool:
        return name in self._kept

    def size(self, name: str) -> int:
        return len(self._kept[name])

    def url(self, name: str | None) -> str:
        return f"https://files.example.org/{name}?signed"


@pytest.fixture(autouse=True)
def disk(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This machine's own folder."""
    settings.DATA_DIR = tmp_path / "data"
    settings.MEDIA_ROOT = tmp_path / "nothing"
    monkeypatch.setattr(default_storage, "_wrapped", Elsewhere())
    return tmp_path / "data"


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


def forget(disk: Path) -> None:
    """As on a machine that has just been added."""
    shutil.rmtree(disk, ignore_errors=True)


def test_an_import_is_staged_read_and_committed(client: APIClient, project: Project, disk: Path) -> None:
    upload = SimpleUploadedFile("a.en.txt", "One.\n二つ。\n".encode())
    staged = client.post("/api/v1/imports/", {"project": project.slug, "files": upload}, format="multipart").json()
    forget(disk)
    assert client.post(f"/api/v1/imports/{staged['id']}/commit/").status_code in (200, 202)
    importing.execute(staged["id"])
    document = Document.objects.get(project=project)
    assert document.texts() == ["One.", "二つ。"]
    with document.source_file.open("rb") as kept:
        assert kept.read() == "One.\n二つ。\n".encode()
    answer = client.get(f"/api/v1/documents/{document.pk}/source/")
    assert b"".join(answer.streaming_content) == "One.\n二つ。\n".encode()


def test_uploaded_embeddings_are_fetched_where_they_are_used(bitext: Pair, admin: User, disk: Path) -> None:
    for document in (bitext.source, bitext.target):
        lines = [text.strip() for text in document.texts()]
        store_embeddings(
            document=document,
            name="laser",
            overlaps=SimpleUploadedFile("o.txt", "\n".join(lines).encode()),
            vectors=SimpleUploadedFile("v.f32", np.ones((len(lines), 4), "<f4").tobytes()),
            user=admin,
        )
    for _ in range(2):
        forget(disk)
        loaded = load_embeddings(bitext)
        assert loaded is not None
        assert len(loaded[0].rows([text.strip() for text in bitext.source.texts()])) == bitext.source.units.count()


def test_word_vectors_are_used_on_a_machine_that_did_not_make_them(admin: User, disk: Path) -> None:
    file = SimpleUploadedFile("glove.txt", b"harbour 0.5 1\ntide 1 0\n")
    made = vectors.add_upload(name="Small", language="en", file=file, user=admin)
    vectors.execute(made.pk)
    forget(disk)
    loaded = load_word_vectors("Small")
    assert loaded is not None
    assert list(loaded.matrix[loaded.index["tide"]]) == [1, 0]
    made.refresh_from_db()
    name = made.path.removeprefix(vectors.STORED)
    vectors.delete(VectorSet.objects.get(pk=made.pk))
    assert not default_storage.exists(name)


def test_a_recording_is_played_from_the_store(client: APIClient, bitext: Pair) -> None:
    address = f"/api/v1/documents/{bitext.source_id}/media/"
    upload = SimpleUploadedFile("talk.mp3", b"ID3", content_type="audio/mpeg")
    assert client.post(address, {"file": upload}, format="multipart").status_code == 201
    answer = client.get(address, headers={"Range": "bytes=0-1"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("https://files.example.org/")
    assert "no-store" in answer["Cache-Control"]


def test_what_was_fetched_is_bounded(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 25)
    names = [default_storage.save(f"vectors/{n}.txt", SimpleUploadedFile("x", b"0123456789")) for n in range(4)]
    paths = [files.local_path(name) for name in names]
    assert all(path.read_bytes() == b"0123456789" for path in paths[-2:])
    assert not paths[0].exists()
    assert files.local_path(names[0]).read_bytes() == b"0123456789"
    assert len(list((disk / "fetched").iterdir())) <= 3


def test_a_file_that_is_gone_leaves_nothing_half_fetched(disk: Path) -> None:
    with pytest.raises(FileNotFoundError):
        files.local_path("vectors/gone.txt")
    assert list((disk / "fetched").iterdir()) == []
